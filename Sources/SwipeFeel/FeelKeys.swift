/// What a key asks for.
public enum FeelCommand: Sendable, Hashable {
  /// Turns a knob by so many steps.
  case turn(FeelKnob, Int)
  /// Selects the knob so many places on, for `adjust`.
  case select(Int)
  /// Turns the selected knob.
  case adjust(Int)
  case write, reset, quit
  /// For recordings.
  case pause, step, next
  /// Draws everything anew.
  case redraw

  /// What a character asks for; `nil` for nothing.
  public init?(_ character: Character) {
    if let knob = FeelKnob.allCases.first(where: { $0.key == character }) {
      self = .turn(knob, -1)
      return
    }
    if let knob = FeelKnob.allCases.first(where: { $0.key.uppercased() == String(character) }) {
      self = .turn(knob, 1)
      return
    }
    switch character {
    case "w": self = .write
    case "r": self = .reset
    case "q": self = .quit
    case " ": self = .pause
    case ".": self = .step
    case "n": self = .next
    case "+", "=": self = .adjust(1)
    case "-", "_": self = .adjust(-1)
    case "\t": self = .select(1)
    case "\u{0C}": self = .redraw
    default: return nil
    }
  }
}

extension FeelCommand {
  /// What a key asks for; `nil` for nothing.
  init?(_ key: FeelKey) {
    switch key {
    case .character(let character): self.init(character)
    case .up, .backTab: self = .select(-1)
    case .down: self = .select(1)
    case .left: self = .adjust(-1)
    case .right: self = .adjust(1)
    }
  }
}

extension FeelState {
  /// Turns a knob. Whoever plays the ticks and owns the engine is told by `choices` and `changes`.
  ///
  /// - Returns: whether anything is otherwise now.
  public mutating func turn(_ knob: FeelKnob, by steps: Int) -> Bool {
    selected = knob
    guard !fixedKnobs.contains(knob) else {
      message = "\(knob.label) cannot be changed here"
      return false
    }
    let turned = choices.turning(knob, by: steps)
    guard turned != choices else {
      message = "\(knob.label) goes no further than \(choices.value(of: knob))"
      return false
    }
    changes.set(knob, to: turned, over: base)
    message = ""
    return true
  }

  /// Selects the knob so many places on.
  public mutating func select(_ steps: Int) {
    let all = FeelKnob.allCases
    guard let selected, let place = all.firstIndex(of: selected) else {
      selected = steps > 0 ? all.first : all.last
      return
    }
    self.selected = all[((place + steps) % all.count + all.count) % all.count]
  }
}
