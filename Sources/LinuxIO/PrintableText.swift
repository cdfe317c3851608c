/// The text as a line may show it: without anything that a terminal would act on, or that would end the line.
///
/// Names of devices, paths and arguments are anybody's to choose.
public func printable(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: shown.unicodeScalars.append("\u{FFFD}")
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
