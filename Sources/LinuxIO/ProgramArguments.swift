internal import CLinux

/// What a program was started with.
public enum ProgramArguments {
  /// The program's name as it was called, and what follows it; bytes that are no UTF-8 are replaced.
  ///
  /// `CommandLine.arguments` is looked for in `/proc/self/maps`, and is empty where that cannot be read, as though nothing
  /// had been asked for.
  public static var all: [String] {
    let arguments = unsafe clinux_arguments()
    return (0..<Int(clinux_argument_count())).compactMap { index in
      unsafe arguments?[index].map { unsafe String(cString: $0) }
    }
  }
}
