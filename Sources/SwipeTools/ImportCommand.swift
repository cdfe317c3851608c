internal import LinuxIO
internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeImport
internal import YAMLNodes

extension Subcommand {
  static let `import` = Subcommand(
    name: "import", summary: "turn another gesture tool's configuration into a swipes.yaml",
    usage: "[OPTION…] FILE",
    details: """
      Reads FILE, a configuration of touchegg (XML), libinput-gestures or fusuma (YAML),
      and prints a swipes.yaml that does the same. On standard error it says, line by
      line, what has no counterpart and why, and what is not quite the same; the file
      has both as comments. FILE "-" is standard input.

      Exit code: 0; 1 where no swipe of it could be taken over; 2 where FILE cannot be
      read, which is told with its line and column, or the result not be written.
      """,
    options: [
      CommandLineOption(
        "--from", "TOOL", values: .words(ImportFormat.allCases.map(\.rawValue)),
        help:
          "what FILE is for: touchegg, libinput-gestures or fusuma, where its content does not tell"
      ),
      CommandLineOption(
        "--output", short: "-o", "PATH", values: .file,
        help: "write to this file, which must not be there yet"),
      CommandLineOption("--force", help: "write over that file"),
      CommandLineOption(
        "--desktop", "NAME", values: .words(ImportDesktop.allCases.map(\.rawValue)),
        help: "what is told about windows and workspaces: "
          + ImportDesktop.allCases.map(\.rawValue).joined(separator: ", ")
          + "; without it, by XDG_CURRENT_DESKTOP"),
      CommandLineOption(
        "--touchpad", "WIDTHxHEIGHT",
        help: "its size in mm, of which touchegg's thresholds are parts; without it, 100x60"),
    ],
    examples: [
      CommandExample(
        "swipectl import ~/.config/touchegg/touchegg.conf -o ~/.config/swiped/swipes.yaml",
        "swipes that do what touchegg's did"),
      CommandExample(
        "swipectl import --desktop kde fusuma.yml", "the same of fusuma's, for another desktop"),
    ],
    run: { arguments, console throws(UsageError) in
      guard let path = arguments.operands.first else { throw .missingOperand("FILE") }
      if arguments.operands.count > 1 { throw .unexpectedOperand(arguments.operands[1]) }
      let format = try arguments.word("--from", ImportFormat.init, ImportFormat.allCases)
      var options = ImportOptions()
      options.desktop =
        try arguments.word("--desktop", ImportDesktop.init, ImportDesktop.allCases)
        ?? ImportDesktop(currentDesktop: environment("XDG_CURRENT_DESKTOP"))
      if let size = arguments.value("--touchpad") { options.touchpad = try touchpadSize(size) }
      if arguments.has("--force"), !arguments.has("--output") {
        throw .badValue(option: "--force", reason: "there is no --output that it could be for")
      }
      let name = path == "-" ? "standard input" : path
      let imported: Imported
      do throws(ImportFailure) {
        imported = try Imported(try bytes(of: path), format: format, options)
      } catch {
        let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
        console.error("\(name)\(place): \(error.text)")
        return ExitCode.failure
      }
      for remark in imported.remarks {
        let kind = remark.kind == .leftOut ? "left out" : "differs"
        console.error(
          "\(name):\(remark.place.line):\(remark.place.column): \(kind): \(remark.text)")
      }
      if imported.swipes.isEmpty {
        console.error("\(name): no swipe of it could be taken over; nothing is written")
        return ExitCode.negative
      }
      let yaml = imported.yaml(from: name)
      guard let output = arguments.value("--output") else {
        console.write(yaml)
        return ExitCode.success
      }
      do throws(Errno) {
        // What is no file has nothing to be lost.
        if !arguments.has("--force"), (try? FileStatus(path: output).kind) == .regular {
          throw .fileExists
        }
        let file = try OutputFile(path: output)
        try file.write(yaml)
        try file.finish()
      } catch {
        let remedy =
          switch error {
          case .fileExists: "; with --force it is written over"
          case .noSuchFile: "; its folder has to be there (mkdir -p)"
          default: ""
          }
        console.error("\"\(output)\" cannot be written: \(error)\(remedy)")
        return ExitCode.failure
      }
      let count = imported.swipes.count
      console.error(
        "\(count == 1 ? "1 swipe is" : "\(count) swipes are") in \(output); \"swipectl check \(output)\" tells whether"
          + " all that they start is installed")
      return ExitCode.success
    })

  private static func bytes(of path: String) throws(ImportFailure) -> [UInt8] {
    do throws(Errno) {
      var bytes: [UInt8] = []
      let file = try InputFile(path: path)
      while bytes.count <= Imported.fileSizeLimit {
        let more = try file.read()
        if more.isEmpty { break }
        bytes += more
      }
      return bytes
    } catch { throw ImportFailure(nil, "the file cannot be read: \(error)") }
  }

  private static func touchpadSize(_ text: String) throws(UsageError) -> (
    width: Double, height: Double
  ) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (10...1000).contains(width), (10...1000).contains(height)
    else {
      throw .badValue(
        option: "--touchpad",
        reason: "\"\(text)\"; expected width and height in mm, from 10 to 1000, such as 105x68")
    }
    return (width, height)
  }
}

extension ParsedCommandLine {
  /// The value of an option that takes one of these words.
  func word<Word: RawRepresentable>(
    _ option: String, _ word: (String) -> Word?, _ all: [Word]
  ) throws(UsageError) -> Word? where Word.RawValue == String {
    guard let text = value(option) else { return nil }
    guard let found = word(text) else {
      let words = all.map(\.rawValue)
      throw .badValue(
        option: option,
        reason: "\"\(text)\"; expected \(words.joined(separator: ", "))"
          + didYouMean(text, among: words))
    }
    return found
  }
}
