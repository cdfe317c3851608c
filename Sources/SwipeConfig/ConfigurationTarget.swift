import LinuxIO

/// Why a choice was not written; the text of a message is `description`.
public struct ConfigurationWriteError: Error, Sendable, CustomStringConvertible {
  public var description: String
}

/// The file that choices are written to.
public struct ConfigurationTarget: Sendable, Hashable {
  public var path: String
  /// Whether the service reads it by itself.
  public var isSystem: Bool
  /// What the configuration is read from that it is a part of.
  private let source: ConfigurationSource

  /// The file that was named, and that everything is read from.
  public init(file: String) {
    (path, isSystem, source) = (file, false, .file(file))
  }

  /// A file beside the administrator's own ones, which counts after most of them: `90-feel.yaml` in
  /// `/etc/swiped/swiped.yaml.d`, below `root`.
  public init(systemRoot root: String = "") {
    (path, isSystem) = (root + "/etc/swiped/swiped.yaml.d/90-feel.yaml", true)
    source = .system(root: root)
  }

  /// What is in force with it.
  public func load() -> LoadedConfiguration { Configuration.load(source, for: .service) }

  /// Sets the entries in the file, which is made where there is none; all else in it stays.
  ///
  /// - Returns: what was done, and what is left to do, in a line.
  public func write(_ entries: [ConfigurationEntry]) throws(ConfigurationWriteError) -> String {
    let old: [UInt8]
    do throws(Errno) {
      old = try OwnedDescriptor(path: path, .read).read(upTo: Configuration.fileSizeLimit)
    } catch {
      guard error == .noSuchFile else { throw refusal(error) }
      old = Array("# Chosen by feel, with swipectl feel.\n".utf8)
    }
    let new: [UInt8]
    do throws(ConfigurationEditError) {
      new = try ConfigurationEdit.set(entries, in: old, name: path)
    } catch {
      throw ConfigurationWriteError(description: "\(path): \(error)")
    }
    do throws(Errno) {
      if isSystem { try makeDirectories() }
      try AtomicFile.replace(path, new)
    } catch {
      throw refusal(error)
    }
    let values = entries.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let next = isSystem ? "; systemctl reload swiped" : ""
    return "\(path): \(values)\(next)\(remark(entries))"
  }

  private func makeDirectories() throws(Errno) {
    let folder = path.split(separator: "/").dropLast()
    // /etc itself is there.
    for count in folder.indices.suffix(2) {
      try AtomicFile.makeDirectory("/" + folder[...count].joined(separator: "/"))
    }
  }

  private func refusal(_ error: Errno) -> ConfigurationWriteError {
    let advice =
      error == .permissionDenied && isSystem
      ? "; as root it can be: sudo swipectl feel; or name a file of yours: --config FILE" : ""
    return ConfigurationWriteError(description: "\(path): \(error)\(advice)")
  }

  /// What still stands over what was written.
  private func remark(_ entries: [ConfigurationEntry]) -> String {
    let configuration = load().configuration
    let keys = Set(entries.map(\.key))
    for feel in configuration.activeSwipes.map(\.feel) + configuration.touchpads.map(\.feel) {
      if keys.contains("commit") || keys.contains("stops"), let stops = feel.stops {
        return "; but \(stops.origin) has a commit of its own"
      }
      if keys.contains("hysteresis"), let hysteresis = feel.hysteresis {
        return "; but \(hysteresis.origin) has a hysteresis of its own"
      }
      if keys.contains("flick"), let flick = feel.flick {
        return "; but \(flick.origin) has a flick of its own"
      }
    }
    let later = [
      configuration.feel.stops?.origin, configuration.feel.hysteresis?.origin,
      configuration.feel.flick?.origin, configuration.feel.tickInterval?.origin,
      configuration.haptics.strength?.origin, configuration.haptics.arm?.origin,
      configuration.haptics.disarm?.origin,
    ].compactMap { $0 }.first { $0.source > path && isSystem }
    return later.map { "; but \($0) counts after it" } ?? ""
  }
}
