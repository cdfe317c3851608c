internal import CommitPoint
internal import SwipeConfig
internal import YAMLNodes

/// Reads touchegg.conf, which is XML.
struct ToucheggReader {
  private let options: ImportOptions
  private(set) var findings = Findings()
  /// `action_execute_threshold`, 20 % where the file does not say it.
  private var percent = 20.0

  static func read(_ bytes: [UInt8], _ options: ImportOptions) throws(ImportFailure) -> Findings {
    let root = try XMLElement.root(of: bytes)
    guard ["touchégg", "touche\u{301}gg", "touchegg"].contains(root.name) else {
      throw ImportFailure(
        root.place, "the XML is of <\(shownText(root.name))>; expected touchegg's, <touchégg>")
    }
    var reader = ToucheggReader(options: options)
    reader.read(root)
    return reader.findings
  }

  private init(options: ImportOptions) { self.options = options }

  private mutating func read(_ root: XMLElement) {
    for property in root.children("settings").flatMap({ $0.children("property") }) {
      setting(property)
    }
    let size = options.touchpad
    findings.conversion = [
      "action_execute_threshold \(plain(percent)) % is of a way that touchegg makes up from the touchpad's size. For"
        + " \(plain(size.width)) × \(plain(size.height)) mm it comes to the",
      "millimetres below; for another size: swipectl import --touchpad WIDTHxHEIGHT. Approximate: touchegg counts from where"
        + " it has seen the direction.",
    ]
    for child in root.children {
      switch child.name {
      case "settings": break
      case "application": application(child)
      default:
        findings.leaveOut(
          child.place, "<\(shownText(child.name))> is nothing that touchegg reads")
      }
    }
  }

  private mutating func setting(_ property: XMLElement) {
    let name = property.attributes["name"] ?? ""
    switch name {
    case "action_execute_threshold":
      let text = trimmed(property.text)
      if let value = Double(text), value.isFinite {
        percent = min(max(value.rounded(.towardZero), 0), 100)
      } else {
        findings.leaveOut(
          property.place,
          "action_execute_threshold: \"\(shownText(text))\" is no number, and touchegg takes 20 for it"
        )
      }
    case "animation_delay", "color", "borderColor":
      findings.leaveOut(property.place, "\(name): swiped draws nothing; its commit point is felt")
    default:
      findings.leaveOut(
        property.place, "the property \"\(shownText(name))\" is nothing that touchegg reads")
    }
  }

  private mutating func application(_ application: XMLElement) {
    let names = (application.attributes["name"] ?? "").split(separator: ",").map {
      trimmed(String($0))
    }
    let isForAll = names.contains { $0.lowercased() == "all" }
    for child in application.children {
      guard child.name == "gesture" else {
        findings.leaveOut(child.place, "<\(shownText(child.name))> is nothing that touchegg reads")
        continue
      }
      if isForAll {
        gesture(child)
      } else {
        findings.leaveOut(
          child.place,
          "\(title(child)): swiped does not know which window is under the pointer (here: "
            + "\(shownText(names.joined(separator: ", "))))")
      }
    }
  }

  private func title(_ gesture: XMLElement) -> String {
    ["type", "fingers", "direction"].compactMap { gesture.attributes[$0].map { shownText($0) } }
      .joined(separator: " ")
  }

  private mutating func gesture(_ gesture: XMLElement) {
    let title = title(gesture)
    let type = gesture.attributes["type"] ?? ""
    switch type {
    // touchegg takes its older word as well.
    case "SWIPE", "DRAG": break
    case "PINCH":
      return findings.leaveOut(gesture.place, "\(title): swiped has swipes only, no pinches")
    case "TAP":
      return findings.leaveOut(
        gesture.place, "\(title): touchegg taps on touchscreens only, which swiped does not read")
    default:
      return findings.leaveOut(gesture.place, "\(title): no gesture that touchegg knows")
    }
    let word = gesture.attributes["direction"] ?? ""
    guard word == word.uppercased(), let direction = Direction(rawValue: word.lowercased()) else {
      return findings.leaveOut(
        gesture.place,
        "\(title): no direction that touchegg knows; expected UP, DOWN, LEFT or RIGHT")
    }
    let fingers = gesture.attributes["fingers"] ?? ""
    guard let count = Int(fingers), (3...4).contains(count) else {
      let why =
        fingers == "2"
        ? "touchegg swipes with 2 fingers on touchscreens only, which swiped does not read"
        : "swiped takes swipes of 3 and 4 fingers"
      return findings.leaveOut(gesture.place, "\(title): \(why)")
    }
    guard let action = gesture.children("action").first else {
      return findings.leaveOut(gesture.place, "\(title): there is no action in it")
    }
    var reader = ToucheggAction(action, direction, options.desktop, title)
    let found = reader.read()
    for remark in reader.remarks { findings.differ(action.place, remark) }
    switch found {
    case .none(let why): findings.leaveOut(gesture.place, "\(title): \(why)")
    case .action(let counterpart):
      let size = options.touchpad
      findings.add(
        ImportedSwipe(
          place: gesture.place, fingers: [count], direction: direction,
          name: reader.type.lowercased().split(separator: "_").joined(separator: " "),
          commit: Scale.touchegg(
            percent: percent, direction, width: size.width, height: size.height),
          action: counterpart))
    }
  }
}

/// One `<action>` of touchegg's.
struct ToucheggAction {
  let type: String
  /// In what the counterpart is not the same.
  private(set) var remarks: [String] = []
  private let settings: [String: String]
  private let direction: Direction
  private let desktop: ImportDesktop
  private let title: String

  init(
    _ action: XMLElement, _ direction: Direction, _ desktop: ImportDesktop, _ title: String
  ) {
    type = action.attributes["type"] ?? ""
    // Of settings given twice touchegg takes the last.
    settings = Dictionary(
      action.children.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    self.direction = direction
    self.desktop = desktop
    self.title = title
  }

  mutating func read() -> Counterpart {
    switch type {
    case "MAXIMIZE_RESTORE_WINDOW": return window(.maximize)
    case "MINIMIZE_WINDOW": return window(.minimize)
    case "FULLSCREEN_WINDOW": return window(.fullscreen)
    case "CLOSE_WINDOW": return window(.close)
    case "SHOW_DESKTOP": return window(.showDesktop)
    case "TILE_WINDOW":
      guard let side = WindowAction.Side(rawValue: value("direction") ?? "") else {
        return .none("TILE_WINDOW goes left or right")
      }
      return window(.tile(side))
    case "CHANGE_DESKTOP": return changeDesktop()
    case "SEND_KEYS": return sendKeys()
    case "RUN_COMMAND": return runCommand()
    case "MOUSE_CLICK": return mouseClick()
    default: return .none("the action \"\(shownText(type))\" is none that touchegg knows")
    }
  }

  private func value(_ name: String) -> String? { settings[name].map(trimmed) }

  private mutating func window(_ action: WindowAction) -> Counterpart {
    let counterpart = action.counterpart(on: desktop)
    switch counterpart {
    case .none(let why): return .none("\(type): \(why)")
    case .action:
      if action != .showDesktop {
        remarks.append(
          "\(title): \(type) is of the window in use, where touchegg takes the one under the pointer"
        )
      }
      if value("animate") != "true" {
        remarks.append(
          "\(title): without animate touchegg acts on the shortest swipe; here there is a commit point"
        )
      }
      return counterpart
    }
  }

  private mutating func changeDesktop() -> Counterpart {
    let word = value("direction") ?? ""
    let workspace: WindowAction.Workspace
    switch word {
    case "auto":
      // As touchegg has it where touchpads scroll naturally, which they do by default on GNOME and elsewhere.
      workspace = direction == .left || direction == .up ? .next : .previous
      remarks.append(
        "\(title): \"auto\" is taken for natural scrolling; without that, change next and previous")
    case "next": workspace = .next
    case "previous": workspace = .previous
    case "up": workspace = .up
    case "down": workspace = .down
    case "left": workspace = .left
    case "right": workspace = .right
    default: return .none("CHANGE_DESKTOP: \"\(shownText(word))\" is no direction of touchegg's")
    }
    if value("cyclic") == "true" {
      remarks.append(
        "\(title): cyclic: whether the last desktop is followed by the first is the desktop's to say"
      )
    }
    return WindowAction.workspace(workspace).counterpart(on: desktop)
  }

  private mutating func repeats() {
    if value("repeat") == "true" {
      remarks.append(
        "\(title): touchegg repeats it while the fingers go on; here it is done once, on release"
          + (value("decreaseKeys") == nil && value("decreaseCommand") == nil
            ? "" : ", and nothing on the way back"))
      return
    }
    switch value("on") ?? "begin" {
    case "begin":
      remarks.append("\(title): touchegg does it when the swipe begins; here it is done on release")
    case "begin-and-end":
      remarks.append(
        "\(title): touchegg does it twice, at begin and end; here it is done once, on release")
    default: break
    }
  }

  private mutating func sendKeys() -> Counterpart {
    let modifiers = Keys.split(value("modifiers") ?? "")
    let keys = Keys.split(value("keys") ?? "")
    guard !(modifiers + keys).isEmpty else { return .none("SEND_KEYS has no keys") }
    repeats()
    let words = (modifiers + keys).map(unshifted)
    if let chord = Keys.chord(keysyms: words, shiftsCapitals: false) {
      return .action(.press([chord]))
    }
    // Keysyms that "press" does not have, or keys without one that is pressed: xdotool takes any.
    return .action(.run(["xdotool", "key", words.joined(separator: "+")]))
  }

  /// touchegg looks for the key that bears the letter, and a capital is on the same one.
  private func unshifted(_ keysym: String) -> String {
    keysym.utf8.count == 1 ? keysym.lowercased() : keysym
  }

  private mutating func runCommand() -> Counterpart {
    guard let command = value("command"), !command.isEmpty else {
      return .none("RUN_COMMAND has no command")
    }
    repeats()
    if command.mentions("TOUCHEGG_") {
      remarks.append(
        "\(title): the command goes by touchegg's variables; swiped's are SWIPED_DIRECTION, SWIPED_FINGERS and so on"
      )
    }
    return .action(ImportedCommand.line(command))
  }

  private mutating func mouseClick() -> Counterpart {
    let button = value("button") ?? ""
    guard let number = Int(button), (1...9).contains(number) else {
      return .none("MOUSE_CLICK: \"\(shownText(button))\" is no button")
    }
    guard value("on") != "begin-and-end" else {
      return .none(
        "MOUSE_CLICK that holds the button from begin to end drags, which swiped does not")
    }
    repeats()
    return .action(.run(["xdotool", "click", "\(number)"]))
  }
}

/// Without white space at either end.
func trimmed(_ text: String) -> String {
  String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
}
