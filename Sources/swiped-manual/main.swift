// Writes what is made from the programs' own descriptions: manual pages and completions. A program of the build,
// which is not installed.

import Glibc
import LinuxIO
import SwipeManual

let arguments = ProgramArguments.all
guard arguments.count == 4 else {
  complain("Usage: swiped-manual DATE DOCS OUTPUT: the release's day, the folder docs, a folder")
}
let (date, documents, output) = (arguments[1], arguments[2], arguments[3])

var files = ManualPages.ofPrograms(date: date).map { (path: "man/" + $0.path, text: $0.text) }
for document in ManualPages.documents {
  let page = document.page(read(documents + "/" + document.file), date: date)
  files.append((path: "man/" + page.path, text: page.text))
}
for program in CompletedProgram.all { files += program.files }
for file in files { write(file.text, output + "/" + file.path) }

func read(_ path: String) -> String {
  guard let file = unsafe fopen(path, "re") else { complain("\"\(path)\" cannot be read") }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk.prefix(count)
  }
  return String(decoding: bytes, as: UTF8.self)
}

func write(_ text: String, _ path: String) {
  var folder = ""
  for part in path.split(separator: "/").dropLast() {
    folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
    unsafe mkdir(folder, 0o755)
  }
  guard let file = unsafe fopen(path, "we"), unsafe fputs(text, file) >= 0,
    unsafe fclose(file) == 0
  else { complain("\"\(path)\" cannot be written") }
}

func complain(_ message: String) -> Never {
  try? WaitingOutput.write("swiped-manual: \(message)\n".utf8.span, to: STDERR_FILENO)
  exit(2)
}
