// SwipeConfig
