internal import CommitPoint
internal import LinuxIO
internal import Synchronization
internal import SwipeAnalysis
internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeTrace

/// `swipectl replay --what-if`: the same fingers under other settings.
struct WhatIfCommand {
  static let option = CommandLineOption(
    "--what-if", "SETTING=VALUES",
    help: "play under other settings and print what would have come of it, as a table: "
      + "commit=10..24mm/2 tries each from 10 to 24 mm in steps of 2, hysteresis=0,1.5,3 those three. "
      + "A second setting follows, or a second --what-if")

  /// A table of more columns fits no terminal, and of more cells no head.
  private static let mostValues = 1000
  private static let mostCells = 10_000

  private let variations: [Variation]
  private let paths: [String]
  private let isJSON: Bool

  init(_ arguments: ParsedCommandLine) throws(UsageError) {
    isJSON = arguments.has("--json")
    for name in ["--verify", "--real-time", "--raw"] where arguments.has(name) {
      throw .badValue(option: name, reason: "has no meaning with --what-if")
    }
    var variations: [Variation] = []
    for text in arguments.values("--what-if") { variations.append(try Self.variation(text)) }
    var paths: [String] = []
    for operand in arguments.operands {
      // A setting stands there as well as behind the option.
      let name = operand.prefix { $0 != "=" }
      if name.count < operand.count, Self.setting(String(name)) != nil {
        variations.append(try Self.variation(operand))
      } else {
        paths.append(operand)
      }
    }
    guard !paths.isEmpty else { throw .missingOperand("FILE") }
    guard variations.count <= 2 else {
      throw .badValue(option: "--what-if", reason: "a table has two settings, no more")
    }
    if variations.count == 2, variations[0].setting == variations[1].setting {
      throw .badValue(
        option: "--what-if", reason: "\(variations[0].setting.rawValue) is given twice")
    }
    let cells = variations.reduce(1) { $0 * $1.values.count }
    guard cells <= Self.mostCells else {
      throw .badValue(
        option: "--what-if", reason: "\(cells) combinations; expected at most \(Self.mostCells)")
    }
    self.variations = variations
    self.paths = paths
  }

  // MARK: Values

  /// By its name in the configuration or on a command line.
  private static func setting(_ name: String) -> Setting? {
    Setting(rawValue: String(name.map { $0 == "-" ? "_" : $0 }))
  }

  static func variation(_ text: String) throws(UsageError) -> Variation {
    func fault(_ reason: String) -> UsageError { .badValue(option: "--what-if", reason: reason) }
    let name = String(text.prefix { $0 != "=" })
    guard let setting = setting(name) else {
      let known = Setting.allCases.map(\.rawValue)
      throw fault("\"\(name)\" is no setting" + didYouMean(name, among: known))
    }
    let values = text.dropFirst(name.count + 1)
    guard !values.isEmpty else {
      throw fault("\(name) has no values; expected \(name)=FROM..TO/STEP or \(name)=VALUE,VALUE…")
    }
    func value(_ text: some StringProtocol) throws(UsageError) -> Double {
      do throws(QuantityError) { return try setting.value(of: String(text)) } catch {
        throw fault("\(error)")
      }
    }
    let dots = values.indices.first { values[$0...].hasPrefix("..") }
    guard let dots else {
      var list: [Double] = []
      for part in values.split(separator: ",", omittingEmptySubsequences: false) {
        list.append(try value(part))
      }
      guard list.count <= mostValues else { throw fault("more than \(mostValues) values") }
      return Variation(setting, list)
    }
    let rest = values[dots...].dropFirst(2).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let (from, to) = (try value(values[..<dots]), try value(rest[0]))
    guard rest.count == 2, let step = Self.step(rest[1], of: setting), step > 0 else {
      throw fault(
        "\"\(values)\" has no step; expected \(name)=FROM..TO/STEP, as in commit=10..24mm/2")
    }
    guard to >= from else { throw fault("\"\(values)\" goes from more to less") }
    let count = ((to - from) / step + 1e-9).rounded(.down) + 1
    guard count <= Double(mostValues) else { throw fault("more than \(mostValues) values") }
    // Steps of 0.1 would pile up what they lack.
    return Variation(
      setting, (0..<Int(count)).map { ((from + Double($0) * step) * 1e6).rounded() / 1e6 })
  }

  /// A step may lie outside of the range that the setting has: it is a difference.
  private static func step(_ text: Substring, of setting: Setting) -> Double? {
    let unit = setting.unit.rawValue
    let digits =
      !unit.isEmpty && text.hasSuffix(unit) ? text.dropLast(unit.count) : text
    return Double(digits.filter { $0 != " " }).flatMap { $0.isFinite ? $0 : nil }
  }

  // MARK: Playing

  /// The settings of a cell laid over those of a recording.
  private func settings(_ cell: Int, over base: SwipeSettings) -> SwipeSettings {
    var settings = base
    var rest = cell
    for variation in variations.reversed() {
      settings = settings.with(
        variation.setting, variation.values[rest % variation.values.count])
      rest /= variation.values.count
    }
    return settings
  }

  private func values(_ cell: Int) -> [Double] {
    var rest = cell
    var values: [Double] = []
    for variation in variations.reversed() {
      values.insert(variation.values[rest % variation.values.count], at: 0)
      rest /= variation.values.count
    }
    return values
  }

  private struct Sums: Sendable {
    var recorded = WhatIfOutcome()
    var cells: [WhatIfOutcome]
    var files = 0
    var failures: [(index: Int, text: String)] = []
    var bases: Set<SwipeSettings> = []
  }

  func run(_ console: Console) -> Int32 {
    let files = RecordingFiles(paths)
    for failure in files.failures { console.error(failure) }
    let count = variations.reduce(1) { $0 * $1.values.count }
    let sums = Mutex(Sums(cells: Array(repeating: WhatIfOutcome(), count: count)))
    let found = files.paths
    ParallelWork.each(found.count) { index in
      let recording: Recording
      do throws(FileError) { recording = try Recording(file: found[index]) } catch {
        let text = error.description
        return sums.withLock { $0.failures.append((index, text)) }
      }
      let whatIf = WhatIf(recording)
      var cells = [WhatIfOutcome]()
      cells.reserveCapacity(count)
      for cell in 0..<count {
        cells.append(
          whatIf.outcome(under: settings(cell, over: whatIf.settings)) ?? WhatIfOutcome())
      }
      sums.withLock { sums in
        sums.files += 1
        sums.recorded.add(whatIf.asRecorded)
        sums.bases.insert(whatIf.settings)
        for cell in 0..<count { sums.cells[cell].add(cells[cell]) }
      }
    }
    let result = sums.withLock { $0 }
    for failure in result.failures.sorted(by: { $0.index < $1.index }) {
      console.error(failure.text)
    }
    let hasFailed = !files.failures.isEmpty || !result.failures.isEmpty
    if result.files > 0 { console.write(isJSON ? json(result) : table(result)) }
    return hasFailed ? ExitCode.failure : ExitCode.success
  }

  // MARK: Telling

  private func json(_ sums: Sums) -> String {
    func members(_ outcome: WhatIfOutcome) -> [JSON.Member] {
      [
        JSON.Member("swipes", .integer(outcome.swipes)),
        JSON.Member("commits", .integer(outcome.commits)),
        JSON.Member("sprung_back", .integer(outcome.springBacks)),
        JSON.Member("cancelled", .integer(outcome.cancels)),
        JSON.Member("ignored", .integer(outcome.ignored)),
        JSON.Member("ticks", .integer(outcome.ticks)),
        JSON.Member("changed", .integer(outcome.changed)),
        JSON.Member("close_calls", .integer(outcome.closeCalls)),
        JSON.Member("closest_mm", outcome.closest.map { .number($0.value) } ?? .null),
      ]
    }
    let cells = sums.cells.enumerated().map { index, outcome in
      JSON.object(
        zip(variations, values(index)).map { JSON.Member($0.key, .number($1)) } + members(outcome))
    }
    let whole = JSON.object([
      JSON.Member("recordings", .integer(sums.files)),
      JSON.Member("as_recorded", .object(members(sums.recorded))),
      JSON.Member("what_if", .array(cells)),
    ])
    return whole.text + "\n"
  }

  private func table(_ sums: Sums) -> String {
    let recorded = sums.recorded
    var text =
      "\(counted(sums.files, "recording")), \(counted(recorded.swipes, "swipe")). As recorded: "
      + "\(counted(recorded.commits, "commit")), \(counted(recorded.ticks, "tick"))"
      + (recorded.closest.map { ", closest call \(decimal($0.value, places: 1)) mm" } ?? "") + ".\n"
    if variations.count == 1 {
      text += "\n" + rows(sums)
    } else {
      let grids: [(String, (WhatIfOutcome) -> String)] = [
        ("commits", { "\($0.commits)" }),
        ("swipes that would have ended otherwise", { "\($0.changed)" }),
        ("ticks", { "\($0.ticks)" }),
        (
          "closest call, mm: how far the fingers were at a release from doing something else",
          { $0.closest.map { decimal($0.value, places: 1) } ?? "-" }
        ),
      ]
      for (title, cell) in grids { text += "\n" + grid(title, sums, cell) }
    }
    if sums.cells.indices.contains(where: { isRecorded($0, sums) }) {
      text += "\n* as recorded\n"
    }
    return text
  }

  /// Whether a cell is what the recordings were made with, all of them.
  private func isRecorded(_ cell: Int, _ sums: Sums) -> Bool {
    sums.bases.allSatisfy { settings(cell, over: $0) == $0 }
  }

  private func rows(_ sums: Sums) -> String {
    let variation = variations[0]
    var rows = [[variation.key, "commits", "changed", "ticks", "close calls", "closest, mm"]]
    for (index, outcome) in sums.cells.enumerated() {
      rows.append([
        plain(variation.values[index]) + (isRecorded(index, sums) ? "*" : " "),
        "\(outcome.commits)", "\(outcome.changed)", "\(outcome.ticks)", "\(outcome.closeCalls)",
        outcome.closest.map { decimal($0.value, places: 1) } ?? "-",
      ])
    }
    return Self.aligned(rows)
  }

  private func grid(_ title: String, _ sums: Sums, _ cell: (WhatIfOutcome) -> String) -> String {
    let (down, across) = (variations[0], variations[1])
    var rows = [["\(down.key) \\ \(across.key)"] + across.values.map { plain($0) + " " }]
    for (row, value) in down.values.enumerated() {
      rows.append(
        [plain(value)]
          + across.values.indices.map { column in
            let index = row * across.values.count + column
            return cell(sums.cells[index]) + (isRecorded(index, sums) ? "*" : " ")
          })
    }
    return title + "\n" + Self.aligned(rows)
  }

  /// Columns, each as wide as it must be, with numbers at their right end.
  private static func aligned(_ rows: [[String]]) -> String {
    let columns = rows.first?.count ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        line +=
          (index == 0 ? "  " : "  ") + String(repeating: " ", count: widths[index] - cell.count)
        line += cell
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension Variation {
  /// The setting with its unit: `commit_mm`.
  var key: String {
    switch setting.unit {
    case .millimetres: "\(setting.rawValue)_mm"
    case .milliseconds: "\(setting.rawValue)_ms"
    case .millimetresPerSecond: "\(setting.rawValue)_mm_s"
    case .fraction: setting.rawValue
    }
  }
}

/// "1 swipe", "2 swipes".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
