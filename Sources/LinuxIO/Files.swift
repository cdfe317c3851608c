internal import Glibc

extension OwnedDescriptor {
  /// What is left of the file, but at most so many bytes.
  ///
  /// The corresponding C function is `read`.
  package func read(upTo limit: Int) throws(Errno) -> [UInt8] {
    let descriptor = rawValue
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 65536))
    while bytes.count < limit {
      let wanted = min(chunk.count, limit - bytes.count)
      let count = try systemCall {
        unsafe chunk.withUnsafeMutableBytes {
          unsafe Glibc.read(descriptor, $0.baseAddress, wanted)
        }
      }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}

package enum Directory {
  /// The names in the directory at `path`, in any order.
  ///
  /// The corresponding C functions are `opendir` and `readdir`.
  package static func names(in path: String) throws(Errno) -> [String] {
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
}
