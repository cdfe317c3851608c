import LinuxIO
import SwipeConfig
import YAMLNodes

/// What an action is called in a file.
enum ActionKey: String, CaseIterable {
  case run, shell, press, dbus, notify

  static let words = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The keys of a place where only an action can stand.
enum FollowerActionKey: String, ConfigurationKey {
  case run, shell, press, dbus, notify
}

enum BusCallKey: String, ConfigurationKey {
  case bus, destination, path, interface, method, signature, args
}

enum NotificationKey: String, ConfigurationKey {
  case summary, body, icon, urgency
}

extension SwipesParser {
  /// Reads an action; `nil`, and it is told why, where it is none.
  mutating func action(_ key: ActionKey, _ node: YAMLNode) -> Sourced<Action>? {
    let action: Action? =
      switch key {
      case .run: run(node).map { .run($0) }
      case .shell:
        shell(node).map { .shell($0) }
      case .press: press(node).map { .press($0) }
      case .dbus: busCall(node).map { .call($0) }
      case .notify: notification(node).map { .notify($0) }
      }
    return action.map { Sourced($0, from: file.origin(node)) }
  }

  // MARK: Programs

  private mutating func run(_ node: YAMLNode) -> [String]? {
    let expected = "a program and its arguments: [program, argument, …]"
    let nodes = file.elements(node)
    guard let first = nodes.first else {
      file.refuse(node, "run", expected: expected)
      return nil
    }
    var words: [String] = []
    for element in nodes {
      guard case .scalar(let text, let isQuoted) = element.content, isQuoted || !element.isEmpty
      else {
        file.refuse(element, "run", expected: "a word in quotes, of \(expected)")
        return nil
      }
      // A zero byte would end it early; it cannot be written in YAML without an escape.
      guard !text.unicodeScalars.contains("\0") else {
        file.refuse(element, "run", expected: "a word without a zero byte")
        return nil
      }
      words.append(text)
    }
    let program = words[0]
    if case .scalar(_, isQuoted: false) = node.content, program.contains(" ") {
      file.refuse(
        node, "run",
        expected: expected + "; what a shell is to read goes into shell")
      return nil
    }
    if program.isEmpty {
      file.refuse(first, "run", expected: expected)
      return nil
    }
    if let fault = programs?.fault(of: program) {
      file.messages.add(
        file.messages.use == .check ? .error : .warning, first.place,
        "run: \(first.description) \(fault)")
    }
    return words
  }

  /// A line for the shell, or several of them.
  private mutating func shell(_ node: YAMLNode) -> String? {
    let expected = "a line for the shell, without control characters"
    guard let text = file.text(node, "shell", expected: expected) else { return nil }
    guard
      text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }),
      // Whatever else no font has in common is a program's to read: icons of a font's own, joined emoji.
      text.unicodeScalars.allSatisfy({
        $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
      })
    else {
      file.refuse(node, "shell", expected: expected)
      return nil
    }
    return text
  }

  // MARK: Keys

  private mutating func press(_ node: YAMLNode) -> [KeyChord]? {
    let expected = "a chord such as Alt+Left, or a list of them"
    let nodes = file.elements(node)
    guard !nodes.isEmpty else {
      file.refuse(node, "press", expected: expected)
      return nil
    }
    var chords: [KeyChord] = []
    for element in nodes {
      guard let text = file.text(element, "press", expected: expected) else { continue }
      do throws(KeyChord.Fault) {
        chords.append(try KeyChord(text))
      } catch {
        file.refuse(element, "press", expected: error.expected)
      }
    }
    guard chords.count == nodes.count else { return nil }
    if let programs, KeyTool.allCases.allSatisfy({ programs.fault(of: $0.rawValue) != nil }) {
      file.messages.add(
        .warning, node.place,
        "press: none of wtype, ydotool and xdotool is installed; expected one of them, to press keys"
      )
    }
    return chords
  }

  // MARK: Notifications

  private mutating func notification(_ node: YAMLNode) -> DesktopNotification? {
    guard case .mapping = node.content else {
      let expected = "a text, or {summary, body, icon, urgency}"
      guard let summary = plainText(node, "notify", expected: expected) else { return nil }
      if summary.isEmpty { file.refuse(node, "notify", expected: expected) }
      return summary.isEmpty ? nil : DesktopNotification(summary: summary)
    }
    var notification = DesktopNotification(summary: "")
    for field in file.fields(of: node, in: "notify", NotificationKey.self) {
      let value = field.value
      switch field.key {
      case .summary: notification.summary = plainText(value, "summary") ?? ""
      case .body: notification.body = plainText(value, "body") ?? ""
      case .icon:
        notification.icon =
          file.name(value, "icon", expected: "an icon's name, or a path")?.value ?? ""
      case .urgency:
        let words = DesktopNotification.Urgency.allCases.map { ($0.rawValue, $0) }
        notification.urgency = file.word(value, "urgency", words)?.value ?? .normal
      }
    }
    guard !notification.summary.isEmpty else {
      if node.isWhole {
        file.messages.add(.error, node.place, "notify: there is no summary; expected a text")
      }
      return nil
    }
    return notification
  }

  /// A text of any number of lines.
  private mutating func plainText(
    _ node: YAMLNode, _ key: String, expected: String = "a text"
  ) -> String? {
    guard let text = file.text(node, key, expected: expected) else { return nil }
    // On the bus it would end there.
    guard !text.unicodeScalars.contains("\0") else {
      file.refuse(node, key, expected: "a text without a zero byte")
      return nil
    }
    return text
  }

  // MARK: Calls

  private mutating func busCall(_ node: YAMLNode) -> BusCall? {
    var call = BusCall(destination: "", path: "", interface: "", method: "")
    var types: [BusType]? = []
    var arguments: YAMLNode?
    var missing = ["destination", "path", "interface", "method"]
    var isSound = true
    for field in file.fields(of: node, in: "dbus", BusCallKey.self) {
      let value = field.value
      missing.removeAll { $0 == field.key.rawValue }
      func name(_ expected: String, _ isOne: (String) -> Bool) -> String {
        let key = field.key.rawValue
        guard let text = file.text(value, key, expected: expected) else {
          isSound = false
          return ""
        }
        if !isOne(text) {
          file.refuse(value, key, expected: expected)
          isSound = false
        }
        return text
      }
      switch field.key {
      case .bus:
        let words = BusCall.Bus.allCases.map { ($0.rawValue, $0) }
        call.bus = file.word(value, "bus", words)?.value ?? .session
      case .destination:
        call.destination = name(
          "a name on the bus, such as org.mpris.MediaPlayer2.vlc", BusNames.isDestination)
      case .path: call.path = name("an object's path, such as /org/example", BusNames.isPath)
      case .interface:
        call.interface = name(
          "an interface, such as org.mpris.MediaPlayer2.Player", BusNames.isInterface)
      case .method: call.method = name("a method, such as Next", BusNames.isMember)
      case .signature:
        call.signature = name("types of D-Bus, such as su or a{sv}") {
          BusType.parse($0) != nil
        }
        types = BusType.parse(call.signature)
      case .args: arguments = value
      }
    }
    if case .mapping = node.content, !missing.isEmpty, node.isWhole {
      file.messages.add(
        .error, node.place, "dbus: there is no \(missing.joined(separator: ", no ")); expected one")
    }
    guard missing.isEmpty, isSound, let types else { return nil }
    let nodes = arguments.map { file.elements($0) } ?? []
    guard nodes.count == types.count else {
      file.messages.add(
        .error, arguments?.place ?? node.place,
        "dbus: \(nodes.count == 1 ? "1 argument" : "\(nodes.count) arguments") for the signature"
          + " \"\(call.signature)\"; expected \(types.count)"
          + (call.signature.isEmpty ? ", or a signature that names their types" : ""))
      return nil
    }
    for (node, type) in zip(nodes, types) {
      guard let value = value(node, type) else { return nil }
      call.arguments.append(value)
    }
    return call
  }

  private mutating func value(_ node: YAMLNode, _ type: BusType) -> BusValue? {
    switch type {
    case .basic(let letter):
      return basic(node, letter)
    case .array(let element):
      guard case .list(let nodes) = node.content else {
        file.refuse(node, "args", expected: "a list, for the type \(type.signature)")
        return nil
      }
      var values: [BusValue] = []
      for node in nodes {
        guard let value = value(node, element) else { return nil }
        values.append(value)
      }
      return .array(of: element.signature, values)
    case .structure(let members):
      guard case .list(let nodes) = node.content, nodes.count == members.count else {
        file.refuse(
          node, "args", expected: "a list of \(members.count), for the type \(type.signature)")
        return nil
      }
      var values: [BusValue] = []
      for (node, member) in zip(nodes, members) {
        guard let value = value(node, member) else { return nil }
        values.append(value)
      }
      return .structure(of: members.map(\.signature).joined(), values)
    case .dictionary(let key, let element):
      guard case .mapping(let pairs) = node.content else {
        file.refuse(node, "args", expected: "keys and values, for the type \(type.signature)")
        return nil
      }
      var entries: [BusEntry] = []
      for pair in pairs {
        guard let key = value(pair.key, key), let value = value(pair.value, element) else {
          return nil
        }
        entries.append(BusEntry(key: key, value: value))
      }
      return .dictionary(of: key.signature + element.signature, entries)
    case .variant:
      let expected = "{TYPE: value}, such as {i: 5}, for the type v"
      guard case .mapping(let pairs) = node.content, pairs.count == 1,
        let name = file.text(pairs[0].key, "args", expected: expected)
      else {
        file.refuse(node, "args", expected: expected)
        return nil
      }
      guard let types = BusType.parse(name), types.count == 1 else {
        file.refuse(pairs[0].key, "args", expected: "one type of D-Bus, such as s or as")
        return nil
      }
      return value(pairs[0].value, types[0]).map { .variant(of: name, $0) }
    }
  }

  private mutating func basic(_ node: YAMLNode, _ letter: Character) -> BusValue? {
    guard case .scalar(let text, let isQuoted) = node.content, isQuoted || !node.isEmpty else {
      file.refuse(node, "args", expected: "a value of the type \(letter)")
      return nil
    }
    let value: BusValue? =
      switch letter {
      case "y": UInt8(text).map { .byte($0) }
      case "n": Int16(text).map { .int16($0) }
      case "q": UInt16(text).map { .uint16($0) }
      case "i": Int32(text).map { .int32($0) }
      case "u": UInt32(text).map { .uint32($0) }
      case "x": Int64(text).map { .int64($0) }
      case "t": UInt64(text).map { .uint64($0) }
      case "d": Double(text).map { .double($0) }
      case "b":
        switch text {
        case "true", "yes", "on": .bool(true)
        case "false", "no", "off": .bool(false)
        default: nil
        }
      case "o": BusNames.isPath(text) ? .path(text) : nil
      case "g": BusType.parse(text) != nil ? .signature(text) : nil
      default: text.unicodeScalars.contains("\0") ? nil : .string(text)
      }
    if value == nil { file.refuse(node, "args", expected: "a value of the type \(letter)") }
    return value
  }
}
