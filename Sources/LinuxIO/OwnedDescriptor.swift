internal import Glibc

/// A file descriptor that is closed when it goes out of scope.
@safe
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number that the kernel knows it by; valid as long as this value lives.
  public let rawValue: Int32

  /// Takes over `rawValue`, which nobody else may close.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Opens the file at `path`; the descriptor is not passed on to programs that are started.
  ///
  /// The corresponding C function is `open`.
  public init(path: String, _ mode: OpenMode) throws(Errno) {
    rawValue = try SystemCalls.open(path, mode.flags)
  }

  deinit { _ = close(rawValue) }

  /// Hands the descriptor to whoever closes it instead.
  public consuming func release() -> Int32 {
    let rawValue = rawValue
    discard self
    return rawValue
  }

  /// What kind of file it is, and which device.
  ///
  /// The corresponding C function is `fstat`.
  public func status() throws(Errno) -> FileStatus {
    try SystemCalls.status(of: rawValue)
  }

  /// The next byte, `nil` at the end.
  ///
  /// The corresponding C function is `read`.
  public func readByte() throws(Errno) -> UInt8? {
    var byte: UInt8 = 0
    let count = try unsafe withUnsafeMutableBytes(of: &byte) { buffer throws(Errno) in
      try unsafe SystemCalls.read(rawValue, buffer)
    }
    return count == 0 ? nil : byte
  }
}

/// How a file is opened.
public enum OpenMode: Sendable, Hashable {
  /// For reading; neither opening nor reading waits for anything.
  case read
  /// For writing; neither opening nor writing waits for anything.
  case write

  var flags: Int32 {
    let common = O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    return switch self {
    case .read: O_RDONLY | common
    case .write: O_WRONLY | common
    }
  }
}
