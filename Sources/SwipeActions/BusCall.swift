/// A call of a method on a message bus.
public struct BusCall: Sendable, Hashable {
  public enum Bus: String, Sendable, Hashable, CaseIterable {
    case session, system
  }

  public var bus: Bus
  public var destination, path, interface, method: String
  /// The types of the arguments, one after the other; empty for none.
  public var signature: String
  /// One for each type of the signature.
  public var arguments: [BusValue]

  public init(
    bus: Bus = .session, destination: String, path: String, interface: String, method: String,
    signature: String = "", arguments: [BusValue] = []
  ) {
    self.bus = bus
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.signature = signature
    self.arguments = arguments
  }
}

/// A value on a message bus.
public indirect enum BusValue: Sendable, Hashable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case signature(String)
  /// Elements of this type.
  case array(of: String, [BusValue])
  /// Keys and values of these types.
  case dictionary(of: String, [BusEntry])
  case structure(of: String, [BusValue])
  /// A value with its type.
  case variant(of: String, BusValue)
}

/// A key of a dictionary and its value.
public struct BusEntry: Sendable, Hashable {
  public var key, value: BusValue
}

/// A type of the message bus, as a signature names it.
indirect enum BusType: Sendable, Hashable {
  case basic(Character)
  case array(BusType)
  case dictionary(BusType, BusType)
  case structure([BusType])
  case variant

  /// Deeper than anything that people write by hand; D-Bus itself allows 64.
  private static let deepest = 8

  /// The types of a signature; `nil` where it is none.
  static func parse(_ signature: String) -> [BusType]? {
    var rest = Array(signature)[...]
    guard signature.utf8.count <= 255 else { return nil }
    var types: [BusType] = []
    while !rest.isEmpty {
      guard let type = one(&rest, depth: 0) else { return nil }
      types.append(type)
    }
    return types
  }

  private static func one(_ rest: inout ArraySlice<Character>, depth: Int) -> BusType? {
    guard depth < deepest, let first = rest.popFirst() else { return nil }
    switch first {
    case "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g": return .basic(first)
    case "v": return .variant
    case "a":
      guard rest.first == "{" else {
        return one(&rest, depth: depth + 1).map { .array($0) }
      }
      rest.removeFirst()
      guard let key = one(&rest, depth: depth + 1), case .basic = key,
        let value = one(&rest, depth: depth + 1), rest.popFirst() == "}"
      else { return nil }
      return .dictionary(key, value)
    case "(":
      var members: [BusType] = []
      while let next = rest.first, next != ")" {
        guard let member = one(&rest, depth: depth + 1) else { return nil }
        members.append(member)
      }
      return rest.popFirst() == ")" && !members.isEmpty ? .structure(members) : nil
    default: return nil
    }
  }

  var signature: String {
    switch self {
    case .basic(let letter): String(letter)
    case .array(let element): "a" + element.signature
    case .dictionary(let key, let value): "a{" + key.signature + value.signature + "}"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }
}

/// The rules of the D-Bus specification for names.
enum BusNames {
  /// Such as `org.mpris.MediaPlayer2.vlc`, or `:1.42`.
  static func isDestination(_ name: String) -> Bool {
    if name.hasPrefix(":") {
      return isDotted(name.dropFirst(), allowsDash: true, digitsFirst: true)
    }
    return isDotted(name[...], allowsDash: true, digitsFirst: false)
  }

  static func isInterface(_ name: String) -> Bool {
    isDotted(name[...], allowsDash: false, digitsFirst: false)
  }

  static func isMember(_ name: String) -> Bool {
    name.utf8.count <= 255 && isElement(name[...], allowsDash: false, digitsFirst: false)
  }

  static func isPath(_ path: String) -> Bool {
    if path == "/" { return true }
    guard path.hasPrefix("/") else { return false }
    return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      isElement($0, allowsDash: false, digitsFirst: true)
    }
  }

  private static func isDotted(_ name: Substring, allowsDash: Bool, digitsFirst: Bool) -> Bool {
    let elements = name.split(separator: ".", omittingEmptySubsequences: false)
    return elements.count >= 2 && name.utf8.count <= 255
      && elements.allSatisfy { isElement($0, allowsDash: allowsDash, digitsFirst: digitsFirst) }
  }

  private static func isElement(
    _ element: Substring, allowsDash: Bool, digitsFirst: Bool
  ) -> Bool {
    guard let first = element.utf8.first else { return false }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    if isDigit(first), !digitsFirst { return false }
    return element.utf8.allSatisfy { byte in
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
        || (allowsDash && byte == UInt8(ascii: "-"))
    }
  }
}
