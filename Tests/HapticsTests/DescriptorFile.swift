import Foundation

@testable import Haptics

/// A file of `Descriptors`: bytes in hexadecimal, `#` before a remark, and lines with `=` that say
/// what is found in it.
struct DescriptorFile: Sendable, CustomStringConvertible {
  var name: String
  var bytes: [UInt8] = []
  var expected: [String] = []

  var description: String { name }

  static let all: [DescriptorFile] = {
    guard
      let urls = Bundle.module.urls(forResourcesWithExtension: "txt", subdirectory: "Descriptors")
    else { return [] }
    return urls.map { DescriptorFile($0 as URL) }.sorted { $0.name < $1.name }
  }()

  static func named(_ name: String) throws -> DescriptorFile {
    struct Missing: Error { var name: String }
    guard let file = all.first(where: { $0.name == name }) else { throw Missing(name: name) }
    return file
  }

  private init(_ url: URL) {
    name = url.deletingPathExtension().lastPathComponent
    for line in (try? String(contentsOf: url, encoding: .utf8))?.split(separator: "\n") ?? [] {
      if line.hasPrefix("=") {
        expected.append(line.dropFirst().trimmingCharacters(in: .whitespaces))
      } else {
        bytes += line.prefix { $0 != "#" }.split(separator: " ").map { UInt8($0, radix: 16) ?? 0 }
      }
    }
  }

  /// What is found, in the words of the files.
  static func findings(_ descriptor: HapticTouchpadDescriptor) -> [String] {
    var lines = ["keyboard: \(descriptor.hasKeyboard ? "yes" : "no")"]
    switch descriptor.verdict {
    case .noTouchpad: lines.append("no touchpad")
    case .noHaptics: lines.append("no haptics")
    case .intensityOnly: lines.append("intensity only")
    case .noManualTrigger: lines.append("no manual trigger")
    case .manualTrigger(let trigger):
      lines.append("manual trigger: report \(trigger.reportID), \(trigger.length) bytes")
      lines.append("played: " + hex(trigger.report(ordinal: 4, strength: 100)))
      lines.append("weak: " + hex(trigger.report(ordinal: 4, strength: 25)))
      lines.append("silent: " + hex(trigger.report(ordinal: 4, strength: 0)))
    }
    if let list = descriptor.waveformList {
      let ordinals = list.waveforms.map(\.ordinal)
      lines.append(
        ordinals.count > 8
          ? "list: \(ordinals.count) from \(ordinals[0])"
          : "list: " + ordinals.map(String.init).joined(separator: " "))
    }
    if let trigger = descriptor.autoTrigger {
      lines.append("auto trigger: report \(trigger.reportID)")
    }
    return lines
  }

  static func hex(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
