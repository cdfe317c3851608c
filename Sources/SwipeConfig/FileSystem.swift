// Every call of this target into the C library. The rest of SwipeConfig is plain Swift.

internal import Glibc
internal import LinuxIO

enum FileSystem {
  /// Reads until the file ends or more than `limit` bytes are there.
  static func read(_ file: borrowing OwnedDescriptor, limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    let descriptor = file.rawValue
    while bytes.count <= limit {
      let count = try repeated {
        unsafe chunk.withUnsafeMutableBytes {
          unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
      }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  /// The names in a directory.
  ///
  /// - Throws: why it cannot be read, such as `noSuchFile`.
  static func names(in path: String) throws(Errno) -> [String] {
    guard let directory = unsafe opendir(path) else { throw Errno(rawValue: errno) }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The device number of `/dev/null`: major 1, minor 3.
  static let nullDevice: UInt64 = 0x103

  private static func repeated(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      guard result == -1 else { return result }
      guard errno == EINTR else { throw Errno(rawValue: errno) }
    }
  }
}
