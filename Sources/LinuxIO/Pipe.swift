internal import Glibc

/// A pipe of ours, none of whose ends a program inherits that is started.
public struct Pipe: ~Copyable {
  /// Reading from it does not wait.
  public let reading: OwnedDescriptor
  public let writing: OwnedDescriptor

  /// The corresponding C function is `pipe`.
  public init() throws(Errno) {
    var ends: [Int32] = [0, 0]
    _ = try systemCall { unsafe pipe(&ends) }
    reading = OwnedDescriptor(ends[0])
    writing = OwnedDescriptor(ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }

  /// Hands out the end to read from, and closes the other.
  public consuming func takeReading() -> OwnedDescriptor { reading }
}

extension OwnedDescriptor {
  /// What there is to read now, up to 4 KiB; none at the end, and `nil` where there is nothing yet.
  ///
  /// The corresponding C function is `read`.
  public func readAvailable() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let descriptor = rawValue
    let count = try? systemCall {
      unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
    }
    return count.map { Array(buffer.prefix($0)) }
  }
}
