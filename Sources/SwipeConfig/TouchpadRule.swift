/// Who made a device, and which it is: the numbers that the kernel knows it by.
public struct HardwareID: Sendable, Hashable, CustomStringConvertible {
  public var vendor, product: UInt16

  public init(vendor: UInt16, product: UInt16) {
    self.vendor = vendor
    self.product = product
  }

  /// Reads `vendor:product`, one to four hexadecimal digits each, as `lsusb` and udev print them.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let vendor = Self.number(parts[0]), let product = Self.number(parts[1])
    else { return nil }
    self.init(vendor: vendor, product: product)
  }

  /// Of four digits each, such as `06cb:cd41`.
  public var description: String { Self.digits(vendor) + ":" + Self.digits(product) }

  private static func number(_ text: some StringProtocol) -> UInt16? {
    // UInt16 alone would take a sign.
    guard (1...4).contains(text.utf8.count), text.allSatisfy(\.isHexDigit) else { return nil }
    return UInt16(text, radix: 16)
  }

  private static func digits(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

/// What a configuration goes by to tell a touchpad from others.
public struct TouchpadIdentity: Sendable, Hashable {
  /// The name that the kernel gives it.
  public var name: String
  public var hardware: HardwareID
  /// The node that it is read from, and the links that lead there, such as those in `/dev/input/by-path`.
  public var paths: [String]

  public init(name: String, hardware: HardwareID, paths: [String]) {
    self.name = name
    self.hardware = hardware
    self.paths = paths
  }
}

/// What a configuration says of touchpads of one kind.
public struct TouchpadRule: Sendable, Hashable {
  /// A pattern of names, in which `*` stands for any text and `?` for any character.
  public var name: Sourced<String>?
  public var hardware: Sourced<HardwareID>?
  /// A pattern of paths, like that of names.
  public var path: Sourced<String>?
  public var isEnabled: Sourced<Bool>?
  public var feel = FeelOptions()
  public var haptics = HapticChoices()

  /// A rule that is for every touchpad and says nothing.
  public init() {}

  /// Whether all that the rule asks for is so of `touchpad`.
  public func matches(_ touchpad: TouchpadIdentity) -> Bool {
    if let name, !matchesPattern(touchpad.name, name.value) { return false }
    if let hardware, hardware.value != touchpad.hardware { return false }
    if let path, !touchpad.paths.contains(where: { matchesPattern($0, path.value) }) {
      return false
    }
    return true
  }
}

/// Whether `text` is as `pattern` says, in which `*` stands for any text and `?` for any character.
///
/// It takes at most time in proportion to the product of their lengths.
func matchesPattern(_ text: String, _ pattern: String) -> Bool {
  let text = Array(text.unicodeScalars)
  let pattern = Array(pattern.unicodeScalars)
  var position = 0
  var next = 0
  // Where to go on if what follows the last star does not fit: one character later.
  var retry: (position: Int, next: Int)?
  while position < text.count {
    if next < pattern.count, pattern[next] == "*" {
      next += 1
      retry = (position, next)
    } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[position] {
      position += 1
      next += 1
    } else if let last = retry {
      retry = (last.position + 1, last.next)
      (position, next) = (last.position + 1, last.next)
    } else {
      return false
    }
  }
  return pattern[next...].allSatisfy { $0 == "*" }
}
