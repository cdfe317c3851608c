// Any bytes as a trace: read, written again, replayed, verified and told.

import CommitPoint
import SwipeTrace

private func read(_ bytes: [UInt8], by size: Int) -> (items: [TraceReader.Item], error: TraceError?)
{
  var reader = TraceReader()
  var items: [TraceReader.Item] = []
  var start = 0
  do throws(TraceError) {
    while start < bytes.count {
      let end = min(start + size, bytes.count)
      reader.append(bytes[start..<end])
      start = end
      while let item = try reader.next() { items.append(item) }
    }
    reader.end()
    while let item = try reader.next() { items.append(item) }
  } catch {
    return (items, error)
  }
  return (items, nil)
}

/// Whether two are equal, or alike: a number that is none is equal to nothing, not even to itself.
private func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  one == other || "\(one)" == "\(other)"
}

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let (items, error) = read(bytes, by: 4096)
  // It makes no difference how the bytes come.
  let (others, otherError) = read(bytes, by: 1)
  precondition(items.count == others.count && error?.description == otherError?.description)
  for (item, other) in zip(items, others) { precondition(isSame(item, other)) }
  if let error {
    let text = error.description
    precondition(text.utf8.count < 2000)
    precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, text)
  }
  var settings = SwipeSettings()
  var writer = TraceWriter()
  var lines: [TraceLine] = []
  for item in items {
    switch item {
    case .header(let header):
      settings = header.settings
      writer.header(header)
    case .line(let line):
      lines.append(line)
      switch line.content {
      case .input(let input, let time): writer.input(input, at: time, device: line.device)
      case .lost(let count): writer.lost(count: count)
      case .expect(let expectation): writer.expect(expectation)
      case .outcome: break
      }
    }
  }
  // What is written is read as the same.
  let again = read(writer.bytes, by: 4096)
  precondition(again.error == nil, again.error?.description ?? "")
  let inputs = lines.filter { if case .outcome = $0.content { false } else { true } }
  let reread = again.items.compactMap { if case .line(let line) = $0 { line } else { nil } }
  precondition(inputs.count == reread.count)
  for (line, other) in zip(inputs, reread) {
    precondition(line.device == other.device)
    // What is not finite is written as null, which stands for any of these.
    if case .input(.motion(let dx, let dy, _), _) = line.content,
      !dx.value.isFinite || !dy.value.isFinite
    {
      continue
    }
    precondition(line.content == other.content, "\(line.content) became \(other.content)")
  }
  guard var replay = try? TraceReplay(settings) else {
    preconditionFailure("settings that were read")
  }
  var narrator = SwipeNarrator(showsBar: false, isColoured: false)
  for line in lines {
    replay.play(line) { narrator.event($0.event, device: $0.device) }
  }
  replay.finish { narrator.event($0.event, device: $0.device) }
  return 0
}
