import CommitPoint
import Foundation
import SwipeTrace

/// All that a trace holds, or the first fault as it is told.
func items(in text: String) throws(TraceError) -> [TraceReader.Item] {
  try items(in: Array(text.utf8))
}

func items(in bytes: [UInt8], chunk: Int = .max) throws(TraceError) -> [TraceReader.Item] {
  var reader = TraceReader()
  var items: [TraceReader.Item] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    reader.append(rest.prefix(chunk))
    rest = rest.dropFirst(chunk)
    while let item = try reader.next() { items.append(item) }
  }
  reader.end()
  while let item = try reader.next() { items.append(item) }
  return items
}

func fault(in bytes: [UInt8]) -> String? {
  do throws(TraceError) {
    _ = try items(in: bytes)
    return nil
  } catch {
    return error.description
  }
}

/// What a trace's input gives, and whether that is what it holds.
struct Replayed {
  var events: [TraceReplay.Event] = []
  var verification = TraceVerification()

  init(_ items: [TraceReader.Item]) throws {
    var settings = SwipeSettings()
    if case .header(let header)? = items.first { settings = header.settings }
    var replay = try TraceReplay(settings)
    for case .line(let line) in items {
      verification.add(line)
      replay.play(line) { events.append($0) }
    }
    replay.finish { events.append($0) }
    for event in events { verification.add(event) }
  }

  init(_ text: String) throws { try self.init(items(in: text)) }
}

/// The traces of a folder beside this file, or of one at the package's top.
func traces(in folder: String) -> [URL] {
  let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let top = here.deletingLastPathComponent().deletingLastPathComponent()
  for parent in [here, top] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: parent.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    if let files {
      return files.filter { $0.pathExtension == "jsonl" }.sorted { $0.path < $1.path }
    }
  }
  return []
}
