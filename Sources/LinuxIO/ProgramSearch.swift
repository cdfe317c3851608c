internal import Glibc

/// Where programs are looked for that are named without their folder.
public struct ProgramSearch: Sendable, Hashable {
  public var directories: [String]

  /// - Parameter path: folders with colons between them; an empty one is the working folder.
  public init(path: String) {
    directories = path.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "." : String($0)
    }
  }

  /// As the environment says, or where programs are if it does not.
  public static var environment: ProgramSearch {
    ProgramSearch(path: unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin")
  }

  /// The path of a program, which is looked for as execvp does: a name with a slash is a path already.
  ///
  /// - Throws: `noSuchFile`, or why one that is there cannot be run.
  ///
  /// The corresponding C function is `access` with `X_OK`.
  public func find(_ program: String) throws(Errno) -> String {
    guard !program.contains("/") else {
      try Self.check(program)
      return program
    }
    var reason = Errno.noSuchFile
    for directory in directories {
      let path = directory + "/" + program
      do throws(Errno) {
        try Self.check(path)
        return path
      } catch {
        if error == .permissionDenied { reason = error }
      }
    }
    throw reason
  }

  private static func check(_ path: String) throws(Errno) {
    guard try FileStatus(path: path).kind == .regular else { throw .permissionDenied }
    _ = try systemCall { unsafe access(path, X_OK) }
  }
}
