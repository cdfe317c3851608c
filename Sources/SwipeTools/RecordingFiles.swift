internal import LinuxIO
internal import SwipeAnalysis
internal import SwipeTrace

/// The recordings that operands name: files, and of folders all traces within, or all raw frames.
struct RecordingFiles {
  private(set) var paths: [String] = []
  /// Folders that cannot be read, or have no recording.
  private(set) var failures: [String] = []

  init(_ operands: [String], areRaw: Bool = false) {
    let ending = areRaw ? ".yml" : ".jsonl"
    for operand in operands {
      guard (try? FileStatus(path: operand).kind) == .directory else {
        paths.append(operand)
        continue
      }
      do throws(Errno) {
        let names = try Directory.names(in: operand).filter { $0.hasSuffix(ending) }.sorted()
        let folder = operand.hasSuffix("/") ? operand : operand + "/"
        paths += names.map { folder + $0 }
        if names.isEmpty {
          failures.append("\(operand): no recording here; expected files *\(ending)")
        }
      } catch {
        failures.append("\(operand): \(error)")
      }
    }
  }
}

/// Why a file cannot be read, with its name and, where it is known, the place within.
struct FileError: Error, CustomStringConvertible {
  var description: String
}

extension InputFile {
  /// No recording comes near it: 256 MiB, hours of swiping.
  private static let limit = 1 << 28

  /// All of the file at `path`; `-` stands for standard input.
  static func readAll(_ path: String) throws(FileError) -> [UInt8] {
    do throws(Errno) {
      let file = try InputFile(path: path)
      var bytes: [UInt8] = []
      while true {
        let part = try file.read()
        if part.isEmpty { return bytes }
        bytes += part
        if bytes.count > limit { break }
      }
    } catch {
      throw FileError(description: "\(shownName(path)): \(error)")
    }
    throw FileError(description: "\(shownName(path)): it is larger than 256 MiB")
  }
}

func shownName(_ path: String) -> String {
  path == "-" ? "standard input" : path.isEmpty ? "\"\"" : path
}

extension Recording {
  /// Reads the trace at `path`; `-` stands for standard input.
  init(file path: String) throws(FileError) {
    let bytes = try InputFile.readAll(path)
    let name = shownName(path)
    do throws(TraceError) { try self.init(name: name, bytes) } catch {
      throw FileError(description: "\(name):\(error)")
    }
  }
}

extension OutputFile {
  /// Writes a whole file, or none.
  ///
  /// - Returns: why it cannot be written, in one line.
  static func write(_ bytes: [UInt8], to path: String) -> String? {
    do throws(Errno) {
      let file = try OutputFile(path: path)
      try file.write(bytes)
      try file.finish()
      return nil
    } catch {
      return "\"\(path)\" cannot be written: \(error)"
    }
  }
}
