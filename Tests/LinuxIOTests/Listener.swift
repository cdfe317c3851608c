import Glibc

/// The other end: a socket with an abstract name.
final class Listener {
  let address: String
  private let descriptor: Int32

  init() {
    let name = "swiped-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    address = "@" + name
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var local = sockaddr_un()
    local.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &local.sun_path) { path in
      for (index, byte) in name.utf8.enumerated() { unsafe path[index + 1] = byte }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let bound = unsafe withUnsafeBytes(of: &local) { bytes in
      unsafe bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
    }
    precondition(bound == 0)
  }

  deinit { close(descriptor) }

  /// The next datagram, if there is one.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
