import CLibevdev

/// Tries one swipe on every fixture, and prints what swiped made of it.
func printPads(_ options: Player.Options) -> Int32 {
  let files = names(in: "\(options.lab)/fixtures").filter { $0.hasSuffix(".yaml") }
  var status: Int32 = 0
  var rows = [["touchpad", "mm", "counts/mm", "slots", "reported mm", "outcome", "why"]]
  for (number, file) in files.enumerated() {
    do {
      let device = try DeviceDescription.fixture(at: "\(options.lab)/fixtures/\(file)")
      let (cells, swiped) = try row(String(file.dropLast(5)), device, options, number)
      rows.append(cells)
      if let swipes = device.swipes, swipes != swiped {
        complain("\(file): a swipe \(swipes ? "is" : "is not") expected on this touchpad")
        status = 1
      }
    } catch let failure as LabFailure {
      complain("\(file): \(failure.message)")
      return 2
    } catch {
      complain("\(error)")
      return 2
    }
  }
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  for row in rows {
    let cells = zip(row, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    say("| " + cells.joined(separator: " | ") + " |")
    if row == rows[0] {
      say("| " + widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ") + " |")
    }
  }
  return status
}

/// 30 mm to the left with three fingers, 1 mm a frame.
private let swipeLength = 30.0

private func row(
  _ name: String, _ device: DeviceDescription, _ options: Player.Options, _ number: Int
) throws(LabFailure) -> (cells: [String], swiped: Bool) {
  let size = device.sizeInMillimetres
  let setup = PadSetup(
    name: "pad", kind: .plain, device: device, width: size.width, height: size.height,
    interval: 8000)
  let place = Place(line: 1, column: 1)
  var scenario = Scenario(file: name, place: place, name: name)
  scenario.pads = [setup]
  // Three fingers and their way, in the middle; on a small pad they lie closer.
  let apart = min(10, max(0, (size.width - swipeLength - 4) / 2))
  let travel = min(swipeLength, size.width - 4)
  let resolution = device.horizontal?.resolution ?? 0
  var cells = [
    name, "\(Int(size.width.rounded())) × \(Int(size.height.rounded()))",
    resolution == 0 ? "none" : "\(resolution)", "\(device.slots)",
  ]
  func step(_ kind: Step.Kind) -> Step { Step(place: place, pad: 0, kind: kind) }
  scenario.steps = [
    step(.touch(fingers: 3, x: (size.width + travel) / 2, y: size.height / 2, apart: apart)),
    step(.wait(50_000)),
    step(.move(dx: -travel, dy: 0, over: Int64(travel * 8000), fingers: nil)),
    step(.lift(fingers: nil, spread: 0)),
  ]
  let result = try Player(scenario, options, number: number).play()
  let trace = Trace(result.stdout)
  let offset = rounded(abs(trace.travel("dx_mm")))
  let outcome = trace.outcomes.joined(separator: ", ")
  cells += [
    offset == 0 ? "–" : "\(offset)", outcome.isEmpty ? "nothing" : outcome,
    why(device, result, trace),
  ]
  return (cells, outcome == "committed left")
}

/// Why there was no swipe, or a strange one.
private func why(_ device: DeviceDescription, _ result: Player.Result, _ trace: Trace) -> String {
  let kinds = (result.properties["pad"] ?? []).filter {
    $0.hasPrefix("ID_INPUT_") && $0.hasSuffix("=1") && !$0.hasSuffix("_MM=1")
  }
  if !kinds.contains("ID_INPUT_TOUCHPAD=1") {
    let words = kinds.map { $0.dropFirst(9).dropLast(2).lowercased() }.joined(separator: ", ")
    return "no touchpad to udev, but: \(words)"
  }
  if !result.unopened.isEmpty { return "swiped did not open it" }
  if trace.first("motion") != nil {
    return (device.horizontal?.resolution ?? 0) == 0 ? "no resolution: millimetres are a guess" : ""
  }
  if device.hasProperty(INPUT_PROP_SEMI_MT) { return "semi-mt: libinput has no gestures on it" }
  if !device.hasKey(BTN_TOOL_TRIPLETAP) && device.slots < 3 { return "cannot count three fingers" }
  if device.slots < 2 { return "follows a single finger: libinput has no gestures on it" }
  return "libinput gives no swipe"
}
