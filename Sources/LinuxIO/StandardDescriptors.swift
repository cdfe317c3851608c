internal import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
  /// Fills the places of those that the program was started without. The next file that is opened would get
  /// the place, and what is meant for standard output would be written to it: to a device's node, say.
  ///
  /// What is put there lets nothing through: to read from such an input, or write to such an output, fails with
  /// EBADF, as it would without. To be called before anything is opened.
  ///
  /// The corresponding C function is `open` with `/dev/null`.
  public static func reserve() {
    for place: Int32 in 0...2 where fcntl(place, F_GETFD) == -1 {
      // Those before it are open, so that it gets this place.
      _ = try? SystemCalls.open("/dev/null", place == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
