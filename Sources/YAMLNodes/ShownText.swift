/// A text as a message may show it: short, and without anything that a terminal would act on.
public func shownText(_ text: String) -> String {
  let longest = 40
  var shown = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    guard count < longest else { return shown + "…" }
    shown.unicodeScalars.append(isShown(scalar) ? scalar : "\u{FFFD}")
  }
  return shown
}

/// A character as a message may show it: what a terminal would act on is given by number.
public func shownCharacter(_ scalar: Unicode.Scalar) -> String {
  guard isShown(scalar) else {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
  return scalar == "\"" ? "'\"'" : "\"\(Character(scalar))\""
}

/// Whether a terminal shows the character, rather than acts on it or hides it.
public func isShown(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
    .paragraphSeparator:
    false
  default: true
  }
}
