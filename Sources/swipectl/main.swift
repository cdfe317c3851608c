// swipectl
