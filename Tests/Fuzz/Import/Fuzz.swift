// Any bytes as another tool's configuration: by its content, and as each of the tools' own.

import SwipeActions
import SwipeConfig
import SwipeImport

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // The desktop decides what a window's actions become: the first byte chooses it, and belongs to the file too.
  var options = ImportOptions()
  let desktops = ImportDesktop.allCases
  options.desktop = desktops[Int(bytes.first ?? 0) % desktops.count]
  for format in [nil] + ImportFormat.allCases.map(Optional.some) {
    do throws(ImportFailure) {
      hold(try Imported(bytes, format: format, options))
    } catch {
      precondition(isPrint(error.text) && error.text.utf8.count < 1000, error.text)
    }
  }
  return 0
}

private func isPrint(_ text: some StringProtocol) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
}

/// What is written is a swipes.yaml without a fault, and has as many swipes.
private func hold(_ imported: Imported) {
  for remark in imported.remarks { precondition(isPrint(remark.text), remark.text) }
  let yaml = imported.yaml(from: "a\u{1B}[31m file\n")
  precondition(yaml.split(separator: "\n").allSatisfy { isPrint($0) })
  let loaded = SwipeActions.parse(Array(yaml.utf8), name: "swipes.yaml", for: .check)
  precondition(!loaded.hasErrors, "\(loaded.messages)")
  precondition(
    loaded.actions.swipes.count == imported.swipes.map(\.fingers.count).reduce(0, +))
}
