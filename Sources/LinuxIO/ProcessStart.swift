internal import CLinux
internal import Glibc

/// How a process has ended.
public enum ProcessEnd: Sendable, Hashable {
  case exited(code: Int32)
  case killed(signal: Int32)

  public var isSuccess: Bool { self == .exited(code: 0) }
}

extension ProcessEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exited(let code): "ended with exit code \(code)"
    case .killed(let signal):
      "was ended by signal \(signal)"
        + ((unsafe strsignal(signal).map { unsafe " (\(String(cString: $0)))" } ?? ""))
    }
  }
}

/// Texts as C has them, each with a zero byte at its end, and a null pointer behind the last.
@safe
public final class CStrings {
  private var pointers: [UnsafeMutablePointer<CChar>?]

  /// Without memory for one of them the rest is left out.
  public init(_ texts: some Sequence<String>) {
    unsafe pointers = texts.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
  }

  deinit { unsafe pointers.forEach { unsafe free($0) } }

  /// The pointers, and behind them those of `more`.
  func withPointers<Result>(
    and more: CStrings? = nil,
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result? {
    let all = unsafe pointers.dropLast() + (more.map { unsafe $0.pointers } ?? [nil])
    return unsafe Array(all).withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe body($0) }
    }
  }
}

/// Programs that run beside this one, in sessions of their own.
public enum Processes {
  /// What this process ignored when it was asked first.
  private static let ignored = clinux_ignored_signals()

  /// Finds out what takes time and has to be known to start a program. What is ignored from now on, programs will ignore too.
  public static func prepare() { _ = ignored }

  /// Starts a program, which has no terminal, no signal blocked or ignored, and no descriptor but the standard ones.
  ///
  /// Nothing is waited for but that the kernel has taken the program. Whoever starts one asks ``nextEnded()`` after
  /// every `Signal.child`.
  ///
  /// - Parameters:
  ///   - path: of the program's file.
  ///   - arguments: its name first.
  ///   - environment, more: `NAME=value`; of two with the same name the first counts to most programs.
  ///   - input: becomes its standard input.
  ///   - output: becomes its standard output and standard error.
  /// - Returns: the number of the process, which is that of its session, too.
  ///
  /// The corresponding C functions are `vfork`, `setsid` and `execve`.
  public static func start(
    _ path: String, _ arguments: [String], environment: CStrings, and more: CStrings? = nil,
    input: Int32, output: Int32
  ) throws(Errno) -> Int32 {
    var process: Int32 = 0
    let arguments = CStrings(arguments)
    let error = unsafe arguments.withPointers { arguments in
      unsafe environment.withPointers(and: more) { environment in
        unsafe clinux_spawn(&process, path, arguments, environment, input, output, ignored)
      }
    }
    guard let error = error ?? nil, error == 0 else {
      throw Errno(rawValue: (error ?? nil) ?? ENOMEM)
    }
    return process
  }

  /// The next of the processes started here that has ended; it then is no more.
  ///
  /// The corresponding C function is `waitpid` with `WNOHANG`.
  public static func nextEnded() -> (process: Int32, end: ProcessEnd)? {
    var process: Int32 = 0
    var end: Int32 = 0
    guard unsafe clinux_wait_any(&process, &end) != 0 else { return nil }
    return (process, end < 256 ? .exited(code: end) : .killed(signal: end - 256))
  }

  /// The session that a process belongs to, 0 being this one; `nil` where there is no such process.
  ///
  /// The corresponding C function is `getsid`.
  public static func session(of process: Int32) -> Int32? {
    let session = getsid(process)
    return session < 0 ? nil : session
  }
}
