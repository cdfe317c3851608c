internal import CLinux
internal import Glibc

/// A terminal whose modes are given back as they were, whatever ends the program but SIGKILL.
public struct TerminalGuard: ~Copyable {
  private let descriptor: Int32

  /// Notes the modes of `descriptor`, and has them given back if the process crashes, or is ended by a signal that
  /// nobody waits for.
  ///
  /// - Throws: ENOTTY where it is no terminal.
  ///
  /// The corresponding C functions are `tcgetattr` and `sigaction`.
  public init(_ descriptor: Int32) throws(Errno) {
    _ = try systemCall { clinux_terminal_guard(descriptor) }
    self.descriptor = descriptor
  }

  deinit {
    clinux_terminal_unguard()
    // A terminal that is gone needs nothing given back.
    _ = clinux_terminal_restore(descriptor)
  }

  /// Has `text` written in a crash, before the modes are given back: up to 256 bytes in all.
  public func sayAtCrash(_ text: String) { unsafe clinux_terminal_farewell(text) }

  /// Gives the modes back, and stops the process as Ctrl-Z would have if the signal were not read from a descriptor;
  /// returns when it is continued.
  ///
  /// The corresponding C functions are `tcsetattr` and `raise` with `SIGTSTP`.
  public func stop() {
    _ = clinux_terminal_restore(descriptor)
    clinux_stop()
  }

  /// Whether `descriptor` is a terminal.
  ///
  /// The corresponding C function is `isatty`.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether so much as a byte could be written to `descriptor` without waiting.
  ///
  /// The corresponding C function is `poll`.
  public static func hasRoom(_ descriptor: Int32) -> Bool {
    // What cannot be asked is left to the write to tell.
    (try? SystemCalls.waitForRoom(descriptor, timeout: 0)) ?? true
  }
}

/// Standard input, of a program that takes what is there when its loop says that something is.
public enum InheritedInput {
  /// What is there, up to 4 KiB; nothing at the end.
  ///
  /// The corresponding C function is `read`.
  public static func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try? unsafe bytes.withUnsafeMutableBytes { buffer throws(Errno) in
      try unsafe SystemCalls.read(STDIN_FILENO, UnsafeMutableRawBufferPointer(buffer))
    }
    return Array(bytes.prefix(count ?? 0))
  }
}

public enum ProcessControl {
  /// Stops the process as Ctrl-Z would have if the signal were not read from a descriptor; returns when it goes on.
  ///
  /// The corresponding C function is `raise` with `SIGTSTP`.
  public static func stop() { clinux_stop() }
}
