/// The names by which swiped is known on the bus.
public enum SwipeService {
  public static let name = "org.swiped.Swiped1"
  public static let path = "/org/swiped/Swiped1"
  public static let managerInterface = "org.swiped.Swiped1.Manager"
  public static let touchpadInterface = "org.swiped.Swiped1.Touchpad"
  public static let swipeInterface = "org.swiped.Swiped1.Swipe"
  /// Below it lie the touchpads.
  public static let touchpads = "/org/swiped/Swiped1/touchpad"
  /// Where the touchpad at this node lies: named after the node, as far as D-Bus allows its characters.
  public static func touchpad(at node: String) -> String {
    let name = node.split(separator: "/").last ?? ""
    let label = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return "\(touchpads)/\(label.isEmpty ? "_" : label)"
  }
  /// Below it lie the swipes that clients have claimed.
  public static let swipes = "/org/swiped/Swiped1/swipe"
}

/// What somebody has sent, for a message to him: a word of a megabyte is not sent back.
public func quoted(_ word: String) -> String {
  let longest = 64
  return word.utf8.count <= longest ? "\"\(word)\"" : "\"\(word.prefix(longest))…\""
}

extension BusError {
  private static func own(_ name: String, _ message: String) -> BusError {
    BusError("\(SwipeService.name).Error.\(name)", message)
  }

  /// An argument is of the right type, but not one that can be used.
  public static func invalidArgument(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.InvalidArgs", message)
  }

  /// The caller may not do this.
  public static func accessDenied(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.AccessDenied", message)
  }

  /// The caller has, or all have, as much of this as there can be.
  public static func limitsExceeded(_ message: String) -> BusError {
    BusError("org.freedesktop.DBus.Error.LimitsExceeded", message)
  }

  /// There is no such method.
  public static let unknownMethod = BusError(
    "org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")

  /// The caller's user does not own the active session of the touchpad's seat, or it is locked.
  public static let notActive = own(
    "NotActive", "your session is not the active one of the touchpad's seat, or it is locked")
  /// A swipe is under way, or its tick is owed: another tick would speak for it.
  public static let busy = own("Busy", "a swipe is under way, whose ticks must not be mistaken")
  /// The caller has asked for too many ticks.
  public static let tooManyTicks = own(
    "TooManyTicks", "ticks are asked for faster than they can be told apart")
  /// swiped is paused, or does not use the touchpad.
  public static let paused = own("Paused", "swiped is paused, or leaves the touchpad alone")
  /// There is no swipe by this path that would be the caller's.
  public static let noSuchSwipe = own("NoSuchSwipe", "you have claimed no such swipe")
  /// There is no such touchpad.
  public static func noSuchTouchpad(_ node: String) -> BusError {
    own("NoSuchTouchpad", "there is no touchpad \(quoted(node))")
  }
  /// The configuration cannot be used; the old one is still in force.
  public static func configuration(_ message: String) -> BusError { own("Configuration", message) }
}
