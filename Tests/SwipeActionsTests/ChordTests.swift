import SwipeActions
import Testing

@Suite struct ChordTests {
  @Test(arguments: [
    ("Alt+Left", "Alt+Left", 105), ("ctrl + shift+T", "Ctrl+Shift+t", 20),
    ("Meta+PageUp", "Super+Page_Up", 104), ("F12", "F12", 88), ("F24", "F24", 194),
    ("XF86AudioNext", "XF86AudioNext", 163), ("audioplay", "XF86AudioPlay", 164),
    ("Ctrl+plus", "Ctrl+plus", 78), ("0", "0", 11), ("m", "m", 50),
  ])
  func aChordIsRead(text: String, written: String, code: UInt16) throws {
    let chord = try KeyChord(text)
    #expect(chord.description == written)
    #expect(chord.key.code == code)
    #expect(try KeyChord(chord.description) == chord)
  }

  @Test(arguments: [
    ("", KeyChord.Fault.empty), ("Alt+", .empty), ("+", .empty),
    ("Atl+Left", .unknownModifier("Atl")),
    ("Ctrl+Control+a", .repeatedModifier("Control")), ("Alt+Lef", .unknownKey("Lef")),
    ("Ctrl+Alt", .onlyModifiers), ("F25", .unknownKey("F25")),
    ("XF86Left", .unknownKey("XF86Left")),
  ])
  func whatIsNoneIsToldWhy(text: String, fault: KeyChord.Fault) {
    #expect(throws: fault) { _ = try KeyChord(text) }
  }
}
