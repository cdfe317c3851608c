/// What swiped printed with --json, as far as scenarios speak of it.
struct Trace {
  struct Line {
    var event: String
    var time: Int64
    var device: String?
    var node: Node
  }

  private(set) var lines: [Line] = []
  private(set) var differences: [String] = []

  init(_ text: String) {
    for (index, line) in text.split(separator: "\n").enumerated() {
      do {
        guard let node = try Node.documents(in: String(line)).first,
          let event = try node["event"]?.string
        else { continue }
        lines.append(
          Line(
            event: event, time: try node["time_us"].map { Int64(try $0.integer) } ?? 0,
            device: try node["device"]?.string, node: node))
      } catch {
        differences.append("line \(index + 1) of swiped's output is no trace: \(line)")
      }
    }
  }

  /// The lines of one pad, told by its name or by a node that it had.
  func of(_ name: String, nodes: [String]) -> Trace {
    var trace = self
    trace.lines = lines.filter { line in
      guard let device = line.device else { return false }
      return device == name || nodes.contains { device == $0 || device == lastPart($0) }
    }
    return trace
  }

  var ticks: [String] { values("tick", "kind") }

  var outcomes: [String] {
    lines.compactMap { line in
      switch line.event {
      case "committed":
        let direction = word(line, "direction")
        let stop = word(line, "stop")
        return ["committed", direction, stop == "1" ? "" : stop].filter { !$0.isEmpty }
          .joined(separator: " ")
      case "sprung_back", "cancelled", "ignored": return line.event
      default: return nil
      }
    }
  }

  var reasons: [String] { values("cancelled", "reason") }

  /// The sum of all reported motion on one axis.
  func travel(_ key: String) -> Double {
    lines.reduce(0) { sum, line in
      sum + (line.event == "motion" ? (try? line.node[key]?.number) ?? 0 : 0)
    }
  }

  func first(_ event: String) -> Line? { lines.first { $0.event == event } }

  private func values(_ event: String, _ key: String) -> [String] {
    lines.filter { $0.event == event }.map { word($0, key) }
  }

  private func word(_ line: Line, _ key: String) -> String { (try? line.node[key]?.string) ?? "" }
}
