internal import CLibinput
internal import CLinux
internal import CommitPoint
internal import Glibc
internal import LinuxIO

/// Something that libinput told of one of our touchpads, in its own units.
struct LibinputEvent: Sendable {
  enum Kind: Sendable {
    case swipeBegin(fingers: Int)
    /// The fingers are as many as at the begin: libinput ends a swipe whose number changes.
    case swipeUpdate(dx: Double, dy: Double)
    case swipeEnd(isCancelled: Bool)
    /// Two fingers scroll; 0 on both axes when they no longer do.
    case scroll(dx: Double, dy: Double)
    case buttonPressed
    case removed
  }

  /// The place of the touchpad, as given to `Libinput.add`.
  var place: Int
  var time: Microseconds
  var kind: Kind

  /// Whether it is an end that need not have been a release.
  var mayBeMisread: Bool {
    switch kind {
    case .swipeEnd(let isCancelled): !isCancelled
    case .scroll(let dx, let dy): dx == 0 && dy == 0
    case .swipeBegin, .swipeUpdate, .buttonPressed, .removed: false
    }
  }
}

/// A libinput context that reads the touchpads that it is given, and finds none by itself.
@safe
final class Libinput {
  /// What libinput found out about a touchpad.
  struct Facts {
    /// In millimetres; `nil` where the touchpad does not tell.
    var size: (width: Double, height: Double)?
  }

  private let context: OpaquePointer
  /// libinput keeps the pointer, not the structure.
  private let interface: UnsafeMutablePointer<libinput_interface>
  private let gate: Gate
  /// A reference of ours to the device at each place. libinput lets go of a device itself when it is
  /// unplugged, and still wants to be told to remove it.
  private var devices: [Device?] = []

  /// - Parameter isAlone: whether the devices are to be heard by nobody else.
  init(isAlone: Bool) throws(Errno) {
    let gate = Gate(isAlone: isAlone)
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    unsafe interface.initialize(
      to: libinput_interface(
        open_restricted: { path, _, gate in
          guard let path = unsafe path, let gate = unsafe gate else { return -EINVAL }
          return unsafe Unmanaged<Gate>.fromOpaque(gate).takeUnretainedValue()
            .open(String(cString: path))
        },
        close_restricted: { descriptor, _ in _ = OwnedDescriptor(descriptor) }))
    let data = unsafe Unmanaged.passUnretained(gate).toOpaque()
    guard let context = unsafe libinput_path_create_context(interface, data) else {
      let error = Errno(rawValue: errno)
      unsafe interface.deallocate()
      throw error
    }
    // Libraries do not print. What it has to say to us it returns.
    unsafe libinput_log_set_handler(context, nil)
    unsafe self.context = context
    unsafe self.interface = interface
    self.gate = gate
  }

  deinit {
    devices.removeAll()
    unsafe libinput_unref(context)
    unsafe interface.deallocate()
  }

  /// Readable when there are events.
  var descriptor: Int32 { unsafe libinput_get_fd(context) }

  /// Reads the touchpad at `path`; its events bear `place`.
  ///
  /// - Parameter number: the device that `path` must stand for.
  func add(path: String, number: UInt64, place: Int) -> Facts? {
    gate.allow(number)
    guard let device = unsafe libinput_path_add_device(context, path) else {
      gate.forbid(number)
      return nil
    }
    // One is added, so that no place looks like no user data.
    unsafe libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: place + 1))
    while devices.count <= place { devices.append(nil) }
    devices[place] = unsafe Device(device)

    // The scale of the unaccelerated units depends on the profile.
    if unsafe libinput_device_config_accel_get_profile(device)
      != LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE
    {
      _ = unsafe libinput_device_config_accel_set_profile(
        device, LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE)
    }
    // On by default for Apple's touchpads since libinput 1.24: scrolls would have the other sign.
    if unsafe libinput_device_config_scroll_has_natural_scroll(device) != 0 {
      _ = unsafe libinput_device_config_scroll_set_natural_scroll_enabled(device, 0)
    }
    var (width, height) = (0.0, 0.0)
    let isKnown = unsafe libinput_device_get_size(device, &width, &height) == 0
    return Facts(size: isKnown ? (width, height) : nil)
  }

  /// Reads the touchpad at `place` no longer. What it still has to tell is told next, its removal
  /// too unless that was told before.
  func remove(place: Int, number: UInt64) {
    guard let device = devices[place] else { return }
    devices[place] = nil
    unsafe libinput_path_remove_device(device.pointer)
    gate.forbid(number)
  }

  /// Lets libinput read what is there; `next(scrolls:)` then tells it.
  func read() {
    // It fails where its own epoll does; whatever it has read is there all the same.
    _ = unsafe libinput_dispatch(context)
  }

  /// The next thing that libinput has read, `nil` when all is told.
  ///
  /// - Parameter scrolls: whether scrolling is wanted.
  @inline(__always)
  func next(scrolls: Bool) -> LibinputEvent? {
    while let event = unsafe libinput_get_event(context) {
      let decoded = unsafe decode(event, scrolls: scrolls)
      unsafe libinput_event_destroy(event)
      if let decoded { return decoded }
    }
    return nil
  }

  // Into the loop that asks for events: to hand them over in memory takes as long as to make them.
  @unsafe @inline(__always)
  private func decode(_ event: OpaquePointer, scrolls: Bool) -> LibinputEvent? {
    let time: UInt64
    let kind: LibinputEvent.Kind
    switch unsafe libinput_event_get_type(event) {
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE:
      guard let gesture = unsafe libinput_event_get_gesture_event(event) else { return nil }
      unsafe time = libinput_event_gesture_get_time_usec(gesture)
      unsafe kind = .swipeUpdate(
        dx: libinput_event_gesture_get_dx_unaccelerated(gesture),
        dy: libinput_event_gesture_get_dy_unaccelerated(gesture))
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN:
      guard let gesture = unsafe libinput_event_get_gesture_event(event) else { return nil }
      unsafe time = libinput_event_gesture_get_time_usec(gesture)
      unsafe kind = .swipeBegin(fingers: Int(libinput_event_gesture_get_finger_count(gesture)))
    case LIBINPUT_EVENT_GESTURE_SWIPE_END:
      guard let gesture = unsafe libinput_event_get_gesture_event(event) else { return nil }
      unsafe time = libinput_event_gesture_get_time_usec(gesture)
      unsafe kind = .swipeEnd(isCancelled: libinput_event_gesture_get_cancelled(gesture) != 0)
    case LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      guard scrolls, let pointer = unsafe libinput_event_get_pointer_event(event) else {
        return nil
      }
      unsafe time = libinput_event_pointer_get_time_usec(pointer)
      unsafe kind = .scroll(
        dx: scroll(pointer, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL),
        dy: scroll(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
    case LIBINPUT_EVENT_POINTER_BUTTON:
      guard let pointer = unsafe libinput_event_get_pointer_event(event),
        unsafe libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED
      else { return nil }
      unsafe time = libinput_event_pointer_get_time_usec(pointer)
      kind = .buttonPressed
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      time = UInt64(Clock.monotonic)
      kind = .removed
    default:
      // Motion, taps, holds and pinches are others' business.
      return nil
    }
    // The device is borrowed from the event.
    let data = unsafe libinput_device_get_user_data(libinput_event_get_device(event))
    guard let data = unsafe data else { return nil }
    return LibinputEvent(
      place: Int(bitPattern: data) - 1, time: Microseconds(Int64(clamping: time)),
      kind: kind)
  }

  @unsafe
  private func scroll(_ event: OpaquePointer, _ axis: libinput_pointer_axis) -> Double {
    guard unsafe libinput_event_pointer_has_axis(event, axis) != 0 else { return 0 }
    return unsafe libinput_event_pointer_get_scroll_value(event, axis)
  }
}

/// A reference to a device of libinput's.
@safe
private final class Device {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    unsafe self.pointer = unsafe libinput_device_ref(pointer)
  }

  deinit { unsafe libinput_device_unref(pointer) }
}

/// Opens for libinput what it is to read, and nothing else.
private final class Gate {
  private var numbers: [UInt64] = []
  private let isAlone: Bool

  init(isAlone: Bool) { self.isAlone = isAlone }

  func allow(_ number: UInt64) { numbers.append(number) }

  func forbid(_ number: UInt64) {
    if let index = numbers.firstIndex(of: number) { numbers.remove(at: index) }
  }

  /// Opens `path` if it is one of the devices that are allowed. libinput asks for writing as well, which it
  /// needs for the lights of keyboards only.
  ///
  /// - Returns: a descriptor, or the negative number of an error.
  func open(_ path: String) -> Int32 {
    do throws(Errno) {
      let descriptor = try OwnedDescriptor(path: path, .read)
      let status = try descriptor.status()
      guard status.kind == .characterDevice, numbers.contains(status.device),
        !descriptor.hasTypingKeys
      else { return -EPERM }
      if isAlone, clinux_evdev_grab(descriptor.rawValue) < 0 { return -errno }
      return descriptor.release()
    } catch {
      return -error.rawValue
    }
  }
}
