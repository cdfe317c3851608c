internal import CLinux
internal import Glibc

/// A file that is there as a whole or not at all: it is written beside its place, under a name of its own, and takes
/// its place when it is complete. A file that is replaced leaves its mode to the new one; of a link, what it leads to is
/// replaced.
///
/// What is no regular file, such as a pipe or `/dev/stdout`, is written as it is.
package final class OutputFile {
  package let path: String
  /// Where it is written and where it belongs; `nil` for what is no regular file.
  private let unfinished: (path: String, place: String)?
  private let descriptor: Int32
  private var isOpen = true

  /// Begins the file at `path`; until `finish()` whatever is there stays as it is.
  ///
  /// - Throws: why it cannot be written: `isDirectory`, `noSuchFile` for a folder that is missing, and others.
  ///
  /// The corresponding C function is `open`.
  package init(path: String) throws(Errno) {
    guard !path.isEmpty else { throw .noSuchFile }
    let kind = try? FileStatus(path: path).kind
    self.path = path
    switch kind {
    case .directory: throw .isDirectory
    case nil, .regular:
      // The file itself must be ours to write, although it is replaced.
      if kind == .regular, unsafe access(path, W_OK) != 0 { throw Errno(rawValue: errno) }
      let place = Self.resolved(path) ?? Self.target(path) ?? path
      let unfinished = "\(place).\(getpid()).part"
      descriptor = try SystemCalls.open(
        unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o666)
      var old = stat()
      if kind == .regular, unsafe stat(place, &old) == 0 {
        // A file system without modes keeps none.
        _ = fchmod(descriptor, old.st_mode & 0o777)
      }
      self.unfinished = (unfinished, place)
    case .characterDevice, .blockDevice, .pipe, .socket, .other:
      descriptor = try SystemCalls.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      unfinished = nil
    }
  }

  deinit { discard() }

  /// Writes all of `bytes`.
  ///
  /// The corresponding C function is `write`.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    try WaitingOutput.write(bytes.span, to: descriptor)
  }

  package func write(_ text: String) throws(Errno) { try write(Array(text.utf8)) }

  /// Puts the file in its place.
  ///
  /// The corresponding C functions are `close` and `rename`.
  package func finish() throws(Errno) {
    guard isOpen else { return }
    // Some file systems say only now that there was no room.
    guard close(descriptor) == 0 || errno == EINTR else {
      let error = Errno(rawValue: errno)
      isOpen = false
      remove()
      throw error
    }
    isOpen = false
    guard let unfinished else { return }
    guard unsafe rename(unfinished.path, unfinished.place) == 0 else {
      let error = Errno(rawValue: errno)
      remove()
      throw error
    }
  }

  /// Leaves nothing of it behind.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    _ = close(descriptor)
    remove()
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// What a link leads to where nothing is yet; `nil` for what is no link.
  private static func target(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard count > 0 else { return nil }
    let target = String(decoding: buffer[..<count], as: UTF8.self)
    guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
    return path[...slash] + target
  }

  private func remove() {
    if let unfinished { _ = unsafe unlink(unfinished.path) }
  }
}
