import Glibc

extension Player {
  /// Makes the scenario's devices, and lets fingers move as the standard input says, a step a line: for a suite that looks at
  /// something else meanwhile.
  ///
  /// It says `pad NODE` of each device, and after each step `done`, with what the motors were told since the last one and
  /// the node that a pad has got; of what is no step, what is wrong with it.
  func obey() throws(LabFailure) {
    try makeDevices()
    for name in scenario.deviceNames {
      for node in result.nodes[name] ?? [] { tell("\(name) \(node)") }
    }
    var timeline = Timeline(pads: scenario.pads)
    var start = now()
    var told = 0
    while let line = try nextLine() {
      do throws(Problem) {
        let step = try ScenarioReader.step(line, for: scenario)
        let nodes = result.nodes
        try perform(try timeline.entries(of: step, from: now() - start), since: &start)
        let outputs = result.outputs[told...].map(\.text)
        told = result.outputs.count
        let news = scenario.pads.map(\.name).filter { nodes[$0] != result.nodes[$0] }
          .compactMap { result.nodes[$0]?.last }
        tell((["done"] + outputs + news).joined(separator: " "))
      } catch {
        tell("\(line): \(error.message)")
      }
    }
    try removeDevices()
  }

  private func perform(_ entries: [Timeline.Entry], since start: inout Int64) throws(Problem) {
    do throws(LabFailure) {
      try play(entries, since: &start)
    } catch {
      throw Problem(place: Place(line: 1, column: 1), message: error.message)
    }
  }

  private func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// The next line of the standard input, the kernel's questions being answered meanwhile; `nil` at its end.
  private func nextLine() throws(LabFailure) -> String? {
    while true {
      var descriptors = pads.compactMap { $0 }.map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      descriptors.append(pollfd(fd: 0, events: Int16(POLLIN), revents: 0))
      _ = unsafe poll(&descriptors, nfds_t(descriptors.count), -1)
      if descriptors.last?.revents != 0 { return readLine() }
      try serve()
    }
  }
}
