internal import CLinux
internal import Glibc

/// A signal that a program may be sent.
public enum Signal: Sendable, Hashable, CaseIterable {
  case terminate, interrupt, hangup, user1, user2, windowChanged
  /// A program that was started here has ended.
  case child
  /// Ctrl-Z was pressed, and the program goes on after it.
  case suspend, resume

  init?(rawValue: Int32) {
    guard let signal = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = signal
  }

  public var rawValue: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangup: SIGHUP
    case .user1: SIGUSR1
    case .user2: SIGUSR2
    case .windowChanged: SIGWINCH
    case .suspend: SIGTSTP
    case .resume: SIGCONT
    case .child: SIGCHLD
    }
  }
}

/// Signals that are read from a descriptor instead of breaking in.
public struct Signals: ~Copyable {
  private let signals: OwnedDescriptor

  /// Blocks `signals` in the calling thread and in all that it starts from now on, and collects them.
  ///
  /// The corresponding C functions are `pthread_sigmask` and `signalfd`.
  public init(_ signals: [Signal]) throws(Errno) {
    self.signals = OwnedDescriptor(try SystemCalls.block(signals))
  }

  public var descriptor: Int32 { signals.rawValue }

  /// The next signal that has come, `nil` if there is none.
  public func next() throws(Errno) -> Signal? {
    var info = signalfd_siginfo()
    do throws(Errno) {
      _ = try unsafe withUnsafeMutableBytes(of: &info) { bytes throws(Errno) in
        try unsafe SystemCalls.read(signals.rawValue, bytes)
      }
    } catch .tryAgain {
      return nil
    }
    return Signal(rawValue: Int32(info.ssi_signo))
  }

  /// Makes writing to a closed pipe, or beyond the limit that a file's size has, an error like any other, in the
  /// whole program.
  ///
  /// The corresponding C function is `signal` with `SIGPIPE` or `SIGXFSZ`, and `SIG_IGN`.
  public static func ignoreFailedWrites() {
    clinux_ignore_signal(SIGPIPE)
    clinux_ignore_signal(SIGXFSZ)
  }
}
