// swiped
