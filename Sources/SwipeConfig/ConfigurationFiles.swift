import CommitPoint
import LinuxIO

/// Where a configuration is read from.
public enum ConfigurationSource: Sendable, Hashable {
  /// The system's: `/usr/lib/swiped` and `/etc/swiped`, each `swiped.yaml` and `swiped.yaml.d/*.yaml`, below
  /// `root`, which is empty but in tests.
  case system(root: String = "")
  /// One file instead of all those; it has to be there.
  case file(String)
}

/// What came of reading a configuration.
public struct LoadedConfiguration: Sendable {
  /// What is in force. Where there are errors, it is what can be understood without them.
  public var configuration: Configuration
  /// All that is to be said, file by file and within a file by place.
  public var messages: [ConfigurationMessage]
  /// The files that were read, in the order in which they count.
  public var files: [String]

  /// Whether there is an error, so that a program that has a configuration keeps that.
  public var hasErrors: Bool { messages.contains { $0.severity == .error } }
}

extension Configuration {
  /// The most bytes that a file may have: 1 MiB. No configuration comes near it.
  public static let fileSizeLimit = 1 << 20

  /// Reads a configuration. It never waits for anything, and reads at most `fileSizeLimit` bytes of a file.
  ///
  /// What cannot be read or understood is in the messages; of files that need not be there, none is missed.
  public static func load(_ source: ConfigurationSource, for use: ConfigurationUse)
    -> LoadedConfiguration
  {
    var loading = ConfigurationLoading(use: use)
    switch source {
    case .file(let path): loading.read(path, isExpected: true)
    case .system(let root): loading.readSystem(root)
    }
    return loading.finish()
  }

  /// Reads a text as the one file of a configuration, which is called `name` in messages.
  public static func parse(_ bytes: [UInt8], name: String, for use: ConfigurationUse)
    -> LoadedConfiguration
  {
    var loading = ConfigurationLoading(use: use)
    loading.parse(bytes, name)
    return loading.finish()
  }
}

private struct ConfigurationLoading {
  let use: ConfigurationUse
  private var files: [String] = []
  private var layers: [(layer: FileLayer, messages: ConfigurationMessages)] = []

  init(use: ConfigurationUse) { self.use = use }

  mutating func readSystem(_ root: String) {
    let vendor = root + "/usr/lib/swiped/swiped.yaml"
    let local = root + "/etc/swiped/swiped.yaml"
    // As with systemd's own files: what bears the same name in /etc takes the place of the other.
    if !read(local, isExpected: false) { read(vendor, isExpected: false) }
    var paths: [String: String] = [:]
    for directory in [vendor + ".d", local + ".d"] {
      for name in names(in: directory) { paths[name] = directory + "/" + name }
    }
    for (_, path) in paths.sorted(by: { $0.key < $1.key }) {
      read(path, isExpected: true)
    }
  }

  /// The files of a directory that count; it need not be there.
  private mutating func names(in directory: String) -> [String] {
    let all: [String]
    do throws(Errno) {
      all = try Directory.names(in: directory)
    } catch {
      if error != .noSuchFile { tell(directory, .error, "the directory cannot be read: \(error)") }
      return []
    }
    for name in all.sorted() where name.hasSuffix(".yml") && !name.hasPrefix(".") {
      tell(
        directory + "/" + name, .warning,
        "the file is not read; expected a name that ends in \".yaml\"")
    }
    return all.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
  }

  /// - Returns: whether the file is there.
  @discardableResult
  mutating func read(_ path: String, isExpected: Bool) -> Bool {
    do throws(ConfigurationFile.Fault) {
      parse(try ConfigurationFile.bytes(of: path), path)
    } catch {
      switch error {
      case .missing where !isExpected: return false
      case .missing: tell(path, .error, "there is no such file")
      case .unreadable(let reason): tell(path, .error, reason)
      case .masked: files.append(path)
      }
    }
    return true
  }

  mutating func parse(_ bytes: [UInt8], _ name: String) {
    var parser = FileParser(file: name, use: use)
    let layer = parser.read(bytes)
    layers.append((layer, parser.messages))
    files.append(name)
  }

  private mutating func tell(
    _ path: String, _ severity: ConfigurationMessage.Severity, _ text: String
  ) {
    var messages = ConfigurationMessages(file: path, use: use)
    messages.add(severity, nil, text)
    layers.append((FileLayer(), messages))
  }

  consuming func finish() -> LoadedConfiguration {
    var configuration = Configuration()
    let layout = layers.reduce(Layout.leftToRight) { $1.layer.layout ?? $0 }
    var messages: [ConfigurationMessage] = []
    for index in layers.indices {
      configuration.add(layers[index].layer, layout, &layers[index].messages)
      messages += layers[index].messages.sorted
    }
    return LoadedConfiguration(configuration: configuration, messages: messages, files: files)
  }
}
