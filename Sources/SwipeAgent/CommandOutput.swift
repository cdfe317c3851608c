internal import CSystemd
internal import Glibc
internal import LinuxIO

/// Where what programs print goes: into the journal, under a name of its own for each swipe.
///
/// A stream is made once for each name and given to every program that is started under it. The journal reads it, so that a
/// program that floods it waits for the journal and for nobody else, and one that goes on when the agent has ended can
/// still print. Where there is no journal they print where the agent does.
final class CommandOutput {
  /// The journal limits each priority by itself (systemd's journald-rate-limit.c): at this one, a flood has no
  /// message of anybody else's left out.
  private static let priority: Int32 = 7

  private var streams: [String: OwnedStream] = [:]

  /// Has these names at hand, and no others.
  func prepare(_ names: Set<String>) {
    streams = streams.filter { names.contains($0.key) }
    for name in names where streams[name] == nil { _ = open(name) }
  }

  /// The descriptor to print to under this name.
  func descriptor(_ name: String) -> Int32 {
    if let stream = streams[name], !stream.isBroken { return stream.descriptor.rawValue }
    return open(name)?.descriptor.rawValue ?? STDERR_FILENO
  }

  private func open(_ name: String) -> OwnedStream? {
    let descriptor = unsafe sd_journal_stream_fd(name, Self.priority, 0)
    guard descriptor >= 0 else { return nil }
    let stream = OwnedStream(descriptor)
    streams[name] = stream
    return stream
  }

  private final class OwnedStream {
    let descriptor: OwnedDescriptor

    init(_ descriptor: Int32) { self.descriptor = OwnedDescriptor(descriptor) }

    /// Whether the journal was ended without having handed it on: who prints to it would be ended by a signal.
    var isBroken: Bool {
      var entry = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
      return unsafe poll(&entry, 1, 0) > 0
    }
  }
}
