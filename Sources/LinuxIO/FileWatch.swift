internal import CLinux
internal import Glibc

/// Watches for changes of a file that may not be there yet, that may be a link, and that editors replace.
///
/// What is watched are folders, since it is there that a name gets another file: that of the file and, where it is a
/// link, those that it leads to; where a folder is missing, the nearest one above it.
public final class FileWatch {
  private let inotify: OwnedDescriptor
  private let path: String
  /// By the kernel's number for the watch: the name that counts in the folder.
  private var names: [Int32: Set<String>] = [:]

  /// Whether the kernel's limit (`fs.inotify.max_user_watches`) keeps a folder that counts from being watched.
  public private(set) var isLimited = false

  /// More links than that are a circle.
  private static let mostLinks = 8

  /// - Parameter path: of the file, absolute.
  ///
  /// The corresponding C function is `inotify_init1`.
  public init(path: String) throws(Errno) {
    inotify = OwnedDescriptor(try systemCall { inotify_init1(Int32(CLINUX_INOTIFY_FLAGS)) })
    self.path = path
    look()
  }

  /// Readable when something has changed.
  public var descriptor: Int32 { inotify.rawValue }

  /// Takes what was told.
  ///
  /// - Returns: whether the file may be another now.
  public func hasChanged() -> Bool {
    var isMeant = false
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(inotify.rawValue, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      if isMeant { continue }
      isMeant = unsafe buffer.withUnsafeBytes { unsafe concerns($0.prefix(count)) }
    }
    if isMeant { look() }
    return isMeant
  }

  @unsafe
  private func concerns(_ events: Slice<UnsafeRawBufferPointer>) -> Bool {
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: events)
    let header = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + header <= bytes.count {
      let event = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let name = unsafe bytes[(offset + header)..<(offset + header + Int(event.len))].prefix {
        $0 != 0
      }
      offset += header + Int(event.len)
      // Without a name it is about the folder itself, or too much has happened to be told.
      guard unsafe !name.isEmpty, let meant = names[event.wd] else { return true }
      if unsafe meant.contains(String(decoding: name, as: UTF8.self)) { return true }
    }
    return false
  }

  /// Watches the folders that count now. One that is watched already stays so.
  private func look() {
    let before = names
    names = [:]
    isLimited = false
    var next: String? = path
    for _ in 0..<Self.mostLinks {
      guard let path = next else { break }
      watch(path)
      next = Self.target(of: path)
    }
    for number in before.keys where names[number] == nil {
      _ = inotify_rm_watch(inotify.rawValue, number)
    }
  }

  private func watch(_ path: String) {
    var path = path
    while true {
      guard let slash = path.lastIndex(of: "/") else { return }
      let name = String(path[slash...].dropFirst())
      path = String(path[..<slash])
      let folder = path.isEmpty ? "/" : path
      let number = unsafe inotify_add_watch(
        inotify.rawValue, folder, UInt32(CLINUX_IN_CHANGED))
      if number >= 0 {
        names[number, default: []].insert(name)
        return
      }
      if errno == ENOSPC { isLimited = true }
      if path.isEmpty { return }
    }
  }

  private static func target(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
    return String(path[...slash]) + target
  }
}
