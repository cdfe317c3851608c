public import CommitPoint

/// What happens to a tracker, one thing after another.
public enum Step {
  case input(SwipeInput, at: Microseconds)
  case wait(until: Microseconds)
  case use(SwipeSettings, at: Microseconds)
}
