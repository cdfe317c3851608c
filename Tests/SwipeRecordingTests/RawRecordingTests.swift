import Foundation
import SwipeRecording
import Testing
import YAMLNodes

struct RawRecordingTests {
  private static let device = DeviceDescription(
    name: "Ada's \"Trackpad\"", bus: 24, vendor: 0x1209, product: 0x5357, version: 1,
    codes: [1: [272, 330], 3: [0, 1, 47, 53, 54, 57]],
    axes: [
      .init(code: 0, minimum: 0, maximum: 1000, resolution: 10),
      .init(code: 1, minimum: -300, maximum: 300, fuzz: 2, flat: 1, resolution: 10),
      .init(code: 47, minimum: 0, maximum: 4),
      .init(code: 53, minimum: 0, maximum: 1000, resolution: 10),
      .init(code: 54, minimum: -300, maximum: 300, resolution: 10),
      .init(code: 57, minimum: 0, maximum: 65535),
    ], properties: [0, 2])

  private static let frames = [
    EvdevFrame(
      time: 0,
      events: [
        EvdevEvent(type: 3, code: 57, value: 7), EvdevEvent(type: 3, code: 53, value: -12),
        EvdevEvent(type: 0, code: 0, value: 0),
      ]),
    EvdevFrame(
      time: 12_008_003,
      events: [
        EvdevEvent(type: 3, code: 57, value: -1), EvdevEvent(type: 0, code: 0, value: 0),
      ]),
  ]

  private func written(withName: Bool) -> String {
    var writer = RawRecordingWriter()
    writer.begin(Self.device, withName: withName, program: "swipectl test")
    for frame in Self.frames { writer.frame(frame) }
    return writer.text
  }

  @Test("What is written is read again, the name too where it is wanted")
  func roundTrip() throws {
    let recording = try RawRecording(Array(written(withName: true).utf8))
    #expect(recording.device == Self.device)
    #expect(recording.frames == Self.frames)
    #expect(recording.device.size?.width == 100)
    #expect(recording.device.size?.height == 60)
  }

  @Test("Without being asked for no name is written")
  func withoutName() throws {
    let text = written(withName: false)
    #expect(!text.contains("Ada"))
    #expect(try RawRecording(Array(text.utf8)).device.name == "Touchpad")
  }

  @Test("Events have their names beside them, for people")
  func names() {
    let text = written(withName: false)
    #expect(
      text.contains("    - [  0,      0,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID 7\n"))
    #expect(
      text.contains(
        "    - [ 12,   8003,   0,   0,       0] # ------------ SYN_REPORT (0) ----------\n"))
  }

  @Test("A recording of libinput record's is read, its own events passed over")
  func libinput() throws {
    let text = """
      # libinput record
      version: 1
      ndevices: 1
      libinput:
        version: "1.22.1"
      system:
        os: "debian:12"
        kernel: "6.1.0"
        dmi: "dmi:bvnX:bvrY"
      devices:
      - node: /dev/input/event5
        evdev:
          # Name: Touchpad
          name: "Touchpad"
          id: [24, 1, 2, 0]
          codes:
            0: [0, 1, 2] # EV_SYN
            3: [0] # EV_ABS
          absinfo:
            0: [0, 1000, 0, 0, 10]
          properties: []
        hid: [
          0x05, 0x0d ]
        udev:
          properties:
          - ID_INPUT=1
        quirks:
        events:
        # Current time is 12:13:14
        - evdev:
          - [  3,    500,   3,   0,     100] # EV_ABS / ABS_X 100
          - [  3,    500,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
        - libinput:
          - {time: 3.000500, type: POINTER_MOTION, delta: [  0.10,   0.20], unaccel: [  1.0,  2.0]}
        - evdev:
          - [  3,   8500,   0,   0,       0]

      """
    let recording = try RawRecording(Array(text.utf8))
    #expect(recording.frames.map(\.time) == [0, 8000])
    #expect(recording.frames.first?.events.count == 2)
  }

  @Test("What is damaged is named by line and column", arguments: broken)
  func damaged(_ name: String) throws {
    let file = Bundle.module.url(forResource: "Broken/\(name)", withExtension: "yml")
    let bytes = [UInt8](try Data(contentsOf: try #require(file)))
    let wanted = Bundle.module.url(forResource: "Broken/\(name)", withExtension: "txt")
    let message = try String(contentsOf: try #require(wanted), encoding: .utf8)
    let fault = #expect(throws: YAMLFault.self) { _ = try RawRecording(bytes) }
    let found = try #require(fault)
    #expect("\(found.place.line):\(found.place.column): \(found.message)\n" == message)
  }

  static let broken: [String] = {
    let files = Bundle.module.urls(forResourcesWithExtension: "yml", subdirectory: "Broken") ?? []
    return files.map { ($0 as URL).deletingPathExtension().lastPathComponent }.sorted()
  }()

  @Test("No part of a recording, and no byte that is another, makes it trap")
  func shortened() {
    let bytes = Array(written(withName: true).utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = try? RawRecording(Array(bytes.prefix(count)))
    }
    for index in stride(from: 0, to: bytes.count, by: 5) {
      for byte: UInt8 in [0, 0x2D, 0x3A, 0x5B, 0xFF] {
        var changed = bytes
        changed[index] = byte
        _ = try? RawRecording(changed)
      }
    }
  }
}
