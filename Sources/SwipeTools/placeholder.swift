// SwipeTools
