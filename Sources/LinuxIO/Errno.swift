internal import CLinux

/// An error number of the C library.
public struct Errno: Error, RawRepresentable, Sendable, Hashable {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  // The numbers are those of every Linux but MIPS, SPARC, Alpha and PA-RISC.
  public static let noSuchFile = Errno(rawValue: 2)
  public static let inputOutput = Errno(rawValue: 5)
  public static let noSuchAddress = Errno(rawValue: 6)
  public static let badDescriptor = Errno(rawValue: 9)
  public static let tryAgain = Errno(rawValue: 11)
  public static let permissionDenied = Errno(rawValue: 13)
  public static let fileExists = Errno(rawValue: 17)
  public static let noSuchDevice = Errno(rawValue: 19)
  public static let isDirectory = Errno(rawValue: 21)
  public static let invalidArgument = Errno(rawValue: 22)
  public static let noSpaceLeft = Errno(rawValue: 28)
  public static let brokenPipe = Errno(rawValue: 32)
  /// ELIBACC: a library that is opened when it is called first is not there, or is another.
  public static let noSharedLibrary = Errno(rawValue: 79)
  public static let connectionReset = Errno(rawValue: 104)
  public static let noBufferSpace = Errno(rawValue: 105)
}

extension Errno: CustomStringConvertible {
  /// The C library's own words, such as "No such file or directory".
  ///
  /// The corresponding C function is `strerrordesc_np`.
  public var description: String { unsafe String(cString: clinux_error_text(rawValue)) }
}
