import LinuxIO

/// A file that may be one of a configuration's.
package enum ConfigurationFile {
  package enum Fault: Error {
    case missing
    /// `/dev/null`, which takes the place of another file and says nothing.
    case masked
    case unreadable(String)
  }

  /// The device number of `/dev/null`: major 1, minor 3.
  private static let nullDevice: UInt64 = 0x103

  /// Its bytes; nothing is waited for.
  package static func bytes(of path: String) throws(Fault) -> [UInt8] {
    // Looked at before it is opened, since opening a device may do something, and again afterwards,
    // since it may be another one by then.
    try check(try attempt { () throws(Errno) in try FileStatus(path: path) })
    let file = try attempt { () throws(Errno) in try OwnedDescriptor(path: path, .read) }
    try check(try attempt { () throws(Errno) in try file.status() })
    let limit = Configuration.fileSizeLimit
    // One more, to see whether there is more.
    let bytes = try attempt { () throws(Errno) in try file.read(upTo: limit + 1) }
    guard bytes.count <= limit else {
      throw .unreadable("the file is larger than 1 MiB; expected a configuration")
    }
    return bytes
  }

  private static func attempt<Result: ~Copyable>(
    _ call: () throws(Errno) -> Result
  ) throws(Fault) -> Result {
    do throws(Errno) {
      return try call()
    } catch {
      throw error == .noSuchFile ? .missing : .unreadable("the file cannot be read: \(error)")
    }
  }

  private static func check(_ status: FileStatus) throws(Fault) {
    let kind: String
    switch status.kind {
    case .regular: return
    case .characterDevice where status.device == Self.nullDevice: throw .masked
    case .directory: kind = "a directory"
    case .characterDevice, .blockDevice: kind = "a device"
    case .pipe: kind = "a pipe"
    case .socket: kind = "a socket"
    case .other: kind = "no file"
    }
    throw .unreadable("\(kind); expected a file")
  }
}
