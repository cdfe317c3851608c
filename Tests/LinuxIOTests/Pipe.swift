import Glibc

/// A pipe with both ends open.
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isWritingEndOpen = true

  init() {
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeWritingEnd()
    close(reading)
  }

  func closeWritingEnd() {
    if isWritingEndOpen { close(writing) }
    isWritingEndOpen = false
  }

  /// How much the kernel keeps for it at most.
  var capacity: Int { Int(fcntl(writing, 1032 /* F_GETPIPE_SZ, a GNU extension */)) }

  /// Whether writing to the end that was handed out waits.
  var isBlocking: Bool { fcntl(writing, F_GETFL) & O_NONBLOCK == 0 }

  /// Takes out all that is in it.
  func drain() -> String {
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(reading, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
