internal import CSystemd
internal import Glibc
public import LinuxIO

/// A message of the bus, to be filled in or to be read from its beginning.
///
/// Reading and writing throw where the message has something else than what is asked for.
@safe
public final class BusMessage {
  /// Valid as long as this object lives.
  @unsafe public let raw: OpaquePointer

  /// Takes a share in a message that somebody else owns.
  public init(sharing raw: OpaquePointer) {
    unsafe self.raw = unsafe sd_bus_message_ref(raw) ?? raw
  }

  /// Takes over a message that was just made.
  init(owning raw: OpaquePointer) { unsafe self.raw = unsafe raw }

  deinit { unsafe _ = sd_bus_message_unref(raw) }

  // MARK: Header

  public var member: String { unsafe text(sd_bus_message_get_member(raw)) }
  public var sender: String { unsafe text(sd_bus_message_get_sender(raw)) }
  public var path: String { unsafe text(sd_bus_message_get_path(raw)) }

  /// The error that the message is, if it is one.
  public var error: BusError? {
    guard let error = unsafe sd_bus_message_get_error(raw) else { return nil }
    return unsafe BusError(text(error.pointee.name), text(error.pointee.message))
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  // MARK: Writing

  public func append(_ text: String) throws(BusError) { try append(text, as: "s") }

  public func append(path: String) throws(BusError) { try append(path, as: "o") }

  private func append(_ text: String, as type: Unicode.Scalar) throws(BusError) {
    try check(
      unsafe text.withCString { unsafe sd_bus_message_append_basic(raw, Self.type(type), $0) })
  }

  public func append(_ number: UInt32) throws(BusError) { try append(basic: number, as: "u") }
  public func append(_ number: UInt64) throws(BusError) { try append(basic: number, as: "t") }
  public func append(_ number: Double) throws(BusError) { try append(basic: number, as: "d") }
  public func append(_ number: UInt8) throws(BusError) { try append(basic: number, as: "y") }
  public func append(_ number: Int16) throws(BusError) { try append(basic: number, as: "n") }
  public func append(_ number: UInt16) throws(BusError) { try append(basic: number, as: "q") }
  public func append(_ number: Int32) throws(BusError) { try append(basic: number, as: "i") }
  public func append(_ number: Int64) throws(BusError) { try append(basic: number, as: "x") }
  public func append(signature: String) throws(BusError) { try append(signature, as: "g") }

  /// D-Bus's booleans are four bytes wide.
  public func append(_ flag: Bool) throws(BusError) {
    try append(basic: Int32(flag ? 1 : 0), as: "b")
  }

  private func append<Value: BitwiseCopyable>(
    basic value: Value, as type: Unicode.Scalar
  ) throws(BusError) {
    try check(
      unsafe withUnsafePointer(to: value) {
        unsafe sd_bus_message_append_basic(raw, Self.type(type), $0)
      })
  }

  /// Puts what `body` appends into an array of elements with this signature.
  public func array(of signature: String, _ body: () throws(BusError) -> Void) throws(BusError) {
    try container("a", signature, body)
  }

  /// Appends an entry of an `a{sv}`, whose value, of this signature, `body` appends.
  public func entry(
    _ key: String, _ signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try container("e", "sv") { () throws(BusError) in
      try append(key)
      try variant(signature, body)
    }
  }

  /// Appends an entry of a dictionary, whose key and value, of these signatures, `body` appends.
  public func pair(
    _ signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try container("e", signature, body)
  }

  /// Appends a variant, whose value, of this signature, `body` appends.
  public func variant(
    _ signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try container("v", signature, body)
  }

  /// Appends a structure, whose members, of these signatures, `body` appends.
  public func structure(
    _ signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try container("r", signature, body)
  }

  private func container(
    _ type: Unicode.Scalar, _ signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try check(unsafe sd_bus_message_open_container(raw, Self.type(type), signature))
    try body()
    try check(unsafe sd_bus_message_close_container(raw))
  }

  // MARK: Reading

  public func readString() throws(BusError) -> String { try read("s") }
  public func readPath() throws(BusError) -> String { try read("o") }

  private func read(_ type: Unicode.Scalar) throws(BusError) -> String {
    var pointer: UnsafePointer<CChar>?
    let result = unsafe withUnsafeMutablePointer(to: &pointer) {
      unsafe sd_bus_message_read_basic(raw, Self.type(type), $0)
    }
    try check(result)
    guard result > 0 else { throw Self.end }
    return unsafe text(pointer)
  }

  public func readUInt32() throws(BusError) -> UInt32 { try read("u", 0) }
  public func readUInt64() throws(BusError) -> UInt64 { try read("t", 0) }
  public func readDouble() throws(BusError) -> Double { try read("d", 0) }
  public func readBool() throws(BusError) -> Bool { try read("b", Int32(0)) != 0 }

  /// Reads a descriptor, which is the caller's then.
  public func readDescriptor() throws(BusError) -> OwnedDescriptor {
    let descriptor = try read("h", Int32(-1))
    // The message closes its own.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw BusError(result: -errno) }
    return OwnedDescriptor(copy)
  }

  private func read<Value: BitwiseCopyable>(
    _ type: Unicode.Scalar, _ empty: Value
  ) throws(BusError) -> Value {
    var value = empty
    let result = unsafe withUnsafeMutablePointer(to: &value) {
      unsafe sd_bus_message_read_basic(raw, Self.type(type), $0)
    }
    try check(result)
    guard result > 0 else { throw Self.end }
    return value
  }

  /// Calls `body` for each element of an array, which it reads.
  public func readArray(
    of signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try check(unsafe sd_bus_message_enter_container(raw, Self.type("a"), signature))
    while try check(unsafe sd_bus_message_at_end(raw, 0)) == 0 { try body() }
    try check(unsafe sd_bus_message_exit_container(raw))
  }

  /// Calls `body` with the key and the value's signature for each entry of an `a{sv}`; what it does not read is
  /// passed over.
  public func readEntries(
    _ body: (_ key: String, _ signature: String) throws(BusError) -> Bool
  ) throws(BusError) {
    try readArray(of: "{sv}") { () throws(BusError) in
      try check(unsafe sd_bus_message_enter_container(raw, Self.type("e"), "sv"))
      let key = try readString()
      try readVariant { signature throws(BusError) in try body(key, signature) }
      try check(unsafe sd_bus_message_exit_container(raw))
    }
  }

  /// Calls `body` for each entry of a dictionary, whose key and value, of these signatures, it reads.
  public func readDictionary(
    of signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try readArray(of: "{\(signature)}") { () throws(BusError) in
      try check(unsafe sd_bus_message_enter_container(raw, Self.type("e"), signature))
      try body()
      try check(unsafe sd_bus_message_exit_container(raw))
    }
  }

  /// Calls `body` with the signature of what a variant holds, to read it; if it says that it has not, that is
  /// passed over.
  public func readVariant(_ body: (String) throws(BusError) -> Bool) throws(BusError) {
    var contents: UnsafePointer<CChar>?
    try check(unsafe sd_bus_message_peek_type(raw, nil, &contents))
    let signature = unsafe text(contents)
    try check(unsafe sd_bus_message_enter_container(raw, Self.type("v"), signature))
    if try !body(signature) { try check(unsafe sd_bus_message_skip(raw, signature)) }
    try check(unsafe sd_bus_message_exit_container(raw))
  }

  /// Calls `body` to read the members of a structure.
  public func readStructure(
    of signature: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try check(unsafe sd_bus_message_enter_container(raw, Self.type("r"), signature))
    try body()
    try check(unsafe sd_bus_message_exit_container(raw))
  }

  /// Reads a number of any of D-Bus's types, since languages without types of their own guess one; `nil`, and
  /// nothing is read, where it is none.
  public func readNumber(_ signature: String) throws(BusError) -> Double? {
    switch signature {
    case "d": try readDouble()
    case "y": Double(try read("y", UInt8(0)))
    case "n": Double(try read("n", Int16(0)))
    case "q": Double(try read("q", UInt16(0)))
    case "i": Double(try read("i", Int32(0)))
    case "u": Double(try readUInt32())
    case "x": Double(try read("x", Int64(0)))
    case "t": Double(try readUInt64())
    default: nil
    }
  }

  /// Passes over values of these types.
  public func skip(_ signature: String) throws(BusError) {
    try check(unsafe sd_bus_message_skip(raw, signature))
  }

  private static let end = BusError(
    "org.freedesktop.DBus.Error.InvalidArgs", "the message ends where a value is expected")

  private static func type(_ scalar: Unicode.Scalar) -> CChar {
    CChar(truncatingIfNeeded: scalar.value)
  }
}
