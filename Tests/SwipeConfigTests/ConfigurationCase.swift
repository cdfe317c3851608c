import Foundation
import SwipeConfig

/// A file of `Broken` or `Good`, and what is said of it: the lines of the file of the same name that ends in `.txt`.
struct ConfigurationCase: Sendable, CustomStringConvertible {
  var name: String
  var bytes: [UInt8]
  var expected: String

  var description: String { name }

  static func all(in directory: String) -> [ConfigurationCase] {
    let urls = Bundle.module.urls(forResourcesWithExtension: "yaml", subdirectory: directory) ?? []
    return urls.map { ConfigurationCase($0 as URL) }.sorted { $0.name < $1.name }
  }

  private init(_ url: URL) {
    name = url.deletingPathExtension().lastPathComponent
    bytes = (try? Data(contentsOf: url)).map(Array.init) ?? []
    let text = url.deletingPathExtension().appendingPathExtension("txt")
    expected = (try? String(contentsOf: text, encoding: .utf8)) ?? ""
  }

  func load(for use: ConfigurationUse = .check) -> LoadedConfiguration {
    Configuration.parse(bytes, name: name, for: use)
  }
}

extension LoadedConfiguration {
  /// The messages, a line each.
  var told: String { messages.map { $0.description + "\n" }.joined() }
}

extension LoadedConfiguration {
  /// The configuration's lines but those of the defaults.
  var setLines: String {
    configuration.yaml().split(separator: "\n").filter { !$0.hasSuffix("# default") }
      .map { $0 + "\n" }.joined()
  }
}
