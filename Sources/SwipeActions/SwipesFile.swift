public import LinuxIO
public import SwipeConfig

/// What came of reading a swipes.yaml.
public struct LoadedSwipeActions: Sendable {
  /// What it asks for. Where there are errors, it is what can be understood without them.
  public var actions: SwipeActions
  /// All that is to be said, by place.
  public var messages: [ConfigurationMessage]
  /// Whether the file is there.
  public var isThere: Bool

  /// Whether there is an error, so that a program that has actions keeps those.
  public var hasErrors: Bool { messages.contains { $0.severity == .error } }
}

extension SwipeActions {
  /// What a swipes.yaml is called.
  public static let fileName = "swipes.yaml"

  /// Where a user's swipes.yaml lies, which may not be there: `$XDG_CONFIG_HOME/swiped/swipes.yaml`, or in ~/.config.
  ///
  /// - Returns: `nil` where it is not known whose home is meant.
  public static func path(environment: (String) -> String?) -> String? {
    // The XDG Base Directory Specification has relative paths ignored.
    if let home = environment("XDG_CONFIG_HOME"), home.hasPrefix("/") {
      return home + "/swiped/" + fileName
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config/swiped/" + fileName
  }

  /// Reads a file. It never waits for anything, and reads at most 1 MiB.
  ///
  /// - Parameters:
  ///   - isExpected: whether it is an error that the file is not there.
  ///   - programs: where the programs that it names are looked for; `nil` where it is not to be said that one is not
  ///     there.
  public static func load(
    path: String, isExpected: Bool = true, for use: ConfigurationUse, programs: ProgramSearch? = nil
  ) -> LoadedSwipeActions {
    func failed(_ reason: String, isThere: Bool = true) -> LoadedSwipeActions {
      LoadedSwipeActions(
        actions: SwipeActions(),
        messages: [
          ConfigurationMessage(file: path, place: nil, severity: .error, text: reason)
        ], isThere: isThere)
    }
    do throws(ConfigurationFile.Fault) {
      return parse(
        try ConfigurationFile.bytes(of: path), name: path, for: use, programs: programs)
    } catch {
      switch error {
      case .missing where isExpected: return failed("there is no such file", isThere: false)
      case .missing:
        return LoadedSwipeActions(actions: SwipeActions(), messages: [], isThere: false)
      case .masked: return LoadedSwipeActions(actions: SwipeActions(), messages: [], isThere: true)
      case .unreadable(let reason): return failed(reason)
      }
    }
  }

  /// Reads a text as a file that is called `name` in messages.
  public static func parse(
    _ bytes: [UInt8], name: String, for use: ConfigurationUse, programs: ProgramSearch? = nil
  ) -> LoadedSwipeActions {
    var parser = SwipesParser(file: name, use: use, programs: programs)
    let actions = parser.read(bytes)
    return LoadedSwipeActions(
      actions: actions, messages: parser.file.messages.sorted, isThere: true)
  }
}

extension ProgramSearch {
  /// What keeps a program from being started, for a message; `nil` for nothing.
  func fault(of program: String) -> String? {
    do throws(Errno) {
      _ = try find(program)
      return nil
    } catch {
      let place = program.contains("/") ? "" : " in \(directories.joined(separator: ":"))"
      switch error {
      case .noSuchFile: return "is not there\(place); expected a program that is installed"
      default: return "cannot be run: \(error)"
      }
    }
  }
}
