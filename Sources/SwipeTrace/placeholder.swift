// SwipeTrace
