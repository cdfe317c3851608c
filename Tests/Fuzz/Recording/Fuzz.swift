// Any bytes as a file of `libinput record`: what is read is the same after it has been written.

import SwipeRecording
import YAMLNodes

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let recording: RawRecording
  do throws(YAMLFault) {
    recording = try RawRecording(bytes)
  } catch {
    let isPrint = error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    precondition(isPrint && error.message.utf8.count < 1000, error.message)
    return 0
  }
  let frames = recording.frames
  precondition(zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time })
  precondition(frames.allSatisfy { $0.time >= 0 && $0.events.last?.isReport == true })
  var writer = RawRecordingWriter()
  writer.begin(recording.device, withName: true, program: "fuzz")
  for frame in frames { writer.frame(frame) }
  let again: RawRecording
  do throws(YAMLFault) {
    again = try RawRecording(Array(writer.text.utf8))
  } catch {
    preconditionFailure("\(error.place): \(error.message)\n\(writer.text)")
  }
  var device = recording.device
  if device.name.isEmpty { device.name = "Touchpad" }
  precondition(again.device == device, "\(device) became \(again.device)")
  // A frame's events are written with its own time, from which the others count then.
  let first = frames.first?.time ?? 0
  precondition(again.frames.count == frames.count)
  for (frame, other) in zip(frames, again.frames) {
    precondition(other.time == frame.time - first && other.events == frame.events)
  }
  return 0
}
