/// The touchpads of this machine: finds them, reads them, and tells what fingers did on them.
///
/// It opens touchpads and nothing else. It has no loop: put `descriptors` into one, and call
/// `dispatch(_:_:)` with the one that is readable.
public final class TouchpadInput {
  /// - Parameter twoFingerSwipes: whether two fingers that scroll are told as a swipe of two fingers.
  public init(selection: TouchpadSelection, twoFingerSwipes: Bool) throws(TouchpadInputError) {
  }

  /// What is to be waited on for reading.
  public var descriptors: [Int32] { [] }

  /// Takes the touchpads that are there already; to be called once, with `descriptors` in the loop.
  public func start(_ emit: (TouchpadEvent) -> Void) {
  }

  /// Tells all that is pending on `descriptor`, one of `descriptors`.
  public func dispatch(_ descriptor: Int32, _ emit: (TouchpadEvent) -> Void) {
  }

  /// Notes which contacts are held right now; to be called when a swipe on the touchpad has armed.
  ///
  /// Whether the swipe's end is a release is told by these contacts. May be called within `emit`.
  public func holdContacts(of touchpad: TouchpadID) {
  }

  /// Every input device of this machine, and whether it would be taken.
  public static func list() throws(TouchpadInputError) -> [TouchpadReport] { [] }
}
