internal import LinuxIO

/// Collects what a program prints, which is short, and waits for it on the loop.
final class ProgramReader {
  private static let longest = 1 << 20

  private let loop: EventLoop
  private let descriptor: OwnedDescriptor
  private var bytes: [UInt8] = []
  private var ended: ((String) -> Void)?

  /// - Parameter ended: called with all of it when nobody can print any more.
  init(
    _ descriptor: consuming OwnedDescriptor, in loop: EventLoop,
    ended: @escaping (String) -> Void
  ) throws(Errno) {
    self.loop = loop
    self.ended = ended
    self.descriptor = descriptor
    try loop.add(self.descriptor.rawValue) { [weak self] _ in self?.read() }
  }

  deinit { loop.remove(descriptor.rawValue) }

  private func read() {
    guard let more = descriptor.readAvailable() else { return }
    bytes += more
    guard more.isEmpty || bytes.count > Self.longest else { return }
    loop.remove(descriptor.rawValue)
    let ended = self.ended
    self.ended = nil
    ended?(String(decoding: bytes, as: UTF8.self))
  }
}
