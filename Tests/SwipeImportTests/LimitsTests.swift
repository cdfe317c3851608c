import SwipeActions
import SwipeImport
import Testing

struct LimitsTests {
  @Test("A file over 1 MiB is refused, one below is read whole")
  func size() throws {
    let remark = [UInt8](repeating: UInt8(ascii: "#"), count: 1000) + [0x0A]
    let line = Array("gesture swipe left true\n".utf8)
    let many = [[UInt8]](repeating: remark, count: 1040).flatMap { $0 } + line
    #expect(try Imported(many).swipes.count == 1)
    #expect(throws: ImportFailure.self) { try Imported(many + many) }
  }

  @Test("A line of a megabyte is read")
  func line() throws {
    let word = String(repeating: "x", count: 1_000_000)
    let imported = try Imported(Array("gesture swipe left notify-send \(word)\n".utf8))
    #expect(imported.swipes.first?.action == .run(["notify-send", word]))
  }

  @Test("Elements within each other without end are refused")
  func depth() {
    let deep = "<touchégg>" + String(repeating: "<a>", count: 300_000)
    #expect(throws: ImportFailure.self) { try Imported(Array(deep.utf8)) }
  }

  @Test("XML is read in the encodings that it can say it has")
  func encodings() throws {
    let text = """
      <touchégg><application name="All"><gesture type="SWIPE" fingers="3" direction="LEFT">\
      <action type="RUN_COMMAND"><command>caf\u{E9}</command></action></gesture></application></touchégg>
      """
    let latin1 =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8)
      + text.unicodeScalars.map { UInt8(clamping: $0.value) }
    let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [latin1, utf16, [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
      #expect(try Imported(bytes).swipes.map(\.action) == [.shell("café")])
    }
  }

  @Test("Whatever bytes a file is of, it is read or refused, and what is read can be written")
  func anything() throws {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    let seeds = try ImportCase.all(in: "Cases").map { try $0.bytes() }
    let marks = Array("\"'\\\n\t:<&[{$~\0".utf8)
    for round in 0..<50 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...random(8) {
        let place = random(bytes.count)
        switch random(4) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(20)))
        case 2:
          bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random(40))], at: place)
        default: bytes.insert(marks[random(marks.count)], at: place)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      for format in ImportFormat.allCases {
        guard let imported = try? Imported(bytes, format: format) else { continue }
        let faults = imported.faults()
        #expect(faults == [], "round \(round), \(format)")
      }
    }
  }
}
