internal import Glibc

/// A file that is written as a whole or not at all: whoever reads it meanwhile, and whatever goes wrong, sees the old one or
/// the new one.
package enum AtomicFile {
  /// Puts `bytes` in the place of the file at `path`, which keeps its mode and its owner; a new one has mode 0644. Where
  /// `path` is a link, what it leads to is replaced.
  ///
  /// The corresponding C functions are `open` with `O_EXCL`, `write`, `fsync` and `rename`.
  package static func replace(_ path: String, _ bytes: [UInt8]) throws(Errno) {
    let target = resolved(path) ?? path
    let temporary = "\(target).\(getpid()).new"
    var old = stat()
    let isThere = unsafe stat(target, &old) == 0
    let descriptor = OwnedDescriptor(
      try systemCall {
        unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      })
    do throws(Errno) {
      if isThere {
        // The owner first, since to change it takes the special bits of the mode away.
        _ = try systemCall { fchown(descriptor.rawValue, old.st_uid, old.st_gid) }
      }
      _ = try systemCall { fchmod(descriptor.rawValue, isThere ? old.st_mode & 0o7777 : 0o644) }
      try write(bytes, to: descriptor.rawValue)
      _ = try systemCall { fsync(descriptor.rawValue) }
      _ = try systemCall { unsafe rename(temporary, target) }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  /// Makes a directory, mode 0755; one that is there is none of its business.
  ///
  /// The corresponding C function is `mkdir`.
  package static func makeDirectory(_ path: String) throws(Errno) {
    do throws(Errno) {
      _ = try systemCall { unsafe mkdir(path, 0o755) }
    } catch {
      if error.rawValue != EEXIST { throw error }
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let start = written
      written += try systemCall {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe Glibc.write(
            descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start)
        }
      }
    }
  }
}
