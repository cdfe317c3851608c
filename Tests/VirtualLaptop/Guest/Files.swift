import Glibc

/// What is wrong with a file as a whole, or at one place of it.
struct FileProblem: Error, CustomStringConvertible {
  var file: String
  var place: Place?
  var message: String

  init(file: String, message: String) {
    self.file = file
    self.message = message
  }

  init(file: String, problem: Problem) {
    self.file = file
    place = problem.place
    message = problem.message
  }

  var description: String {
    guard let place else { return "\(file): \(message)" }
    return "\(file):\(place.line):\(place.column): \(message)"
  }
}

func errorText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

func readText(_ path: String) throws(FileProblem) -> String {
  guard let bytes = readBytes(path) else {
    throw FileProblem(file: path, message: "cannot be read: \(errorText(errno))")
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The whole of a file, or nil with the reason in errno.
func readBytes(_ path: String) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe part.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    guard count >= 0 else { return nil }
    guard count > 0 else { return bytes }
    bytes += part[..<count]
  }
}

/// A file of /proc or /sys without its line end; nil where it is not there.
func readLine(_ path: String) -> String? {
  guard let bytes = readBytes(path) else { return nil }
  return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

func names(in folder: String) -> [String] {
  guard let stream = unsafe opendir(folder) else { return [] }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
      unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

func linkTarget(_ path: String) -> String? {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = unsafe buffer.withUnsafeMutableBytes { bytes in
    guard let start = bytes.baseAddress else { return 0 }
    return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
  }
  guard count > 0 else { return nil }
  return String(decoding: buffer[..<count], as: UTF8.self)
}

func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func lastPart(_ path: String) -> String {
  path.split(separator: "/").last.map { String($0) } ?? path
}

/// CLOCK_MONOTONIC in microseconds, the clock of the kernel's events and of swiped's traces.
func now() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
