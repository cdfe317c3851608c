internal import Glibc

/// Output of a program that has the time to wait for whoever reads it.
public enum WaitingOutput {
  /// Writes all of `text` to a descriptor that the program was started with.
  ///
  /// - Throws: why it could not be written; some of it may have been.
  ///
  /// The corresponding C function is `write`.
  public static func write(_ text: Span<UInt8>, to descriptor: Int32) throws(Errno) {
    var rest = text
    while !rest.isEmpty {
      do throws(Errno) {
        let count = try unsafe rest.withUnsafeBytes { bytes throws(Errno) in
          try unsafe SystemCalls.write(descriptor, bytes)
        }
        rest = rest.extracting(droppingFirst: count)
      } catch .tryAgain {
        // Somebody else has set the terminal or pipe to not waiting, for themselves and for us.
        _ = try SystemCalls.waitForRoom(descriptor, timeout: -1)
      }
    }
  }
}
