// SwipedDaemon
