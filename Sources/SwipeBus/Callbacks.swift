// What the vtables in CSystemd's SwipeBusInterface.h call; `userdata` is the SwipeBus that published them.

internal import CSystemd
internal import Glibc
internal import SystemBus

@_cdecl("swipe_bus_manager_call")
func swipeBusManagerCall(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  unsafe call(message, userdata) { $0.manager($1) }
}

@_cdecl("swipe_bus_touchpad_call")
func swipeBusTouchpadCall(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  unsafe call(message, userdata) { $0.touchpad($1) }
}

@_cdecl("swipe_bus_swipe_call")
func swipeBusSwipeCall(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  unsafe call(message, userdata) { $0.swipe($1) }
}

@_cdecl("swipe_bus_manager_get")
func swipeBusManagerGet(
  _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  unsafe get(property, reply, userdata) { server, property, reply throws(BusError) in
    try server.get(property, into: reply)
  }
}

@_cdecl("swipe_bus_touchpad_get")
func swipeBusTouchpadGet(
  _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let path = unsafe path else { return -EINVAL }
  let object = unsafe String(cString: path)
  return unsafe get(property, reply, userdata) { server, property, reply throws(BusError) in
    guard let touchpad = server.touchpad(path: object) else { throw .noSuchTouchpad(object) }
    try server.get(property, of: touchpad, into: reply)
  }
}

@_cdecl("swipe_bus_swipe_get")
func swipeBusSwipeGet(
  _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ interface: UnsafePointer<CChar>?,
  _ property: UnsafePointer<CChar>?, _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let path = unsafe path, let message = unsafe sd_bus_get_current_message(bus) else {
    return -EINVAL
  }
  let object = unsafe String(cString: path)
  let caller = unsafe BusMessage(sharing: message).sender
  return unsafe get(property, reply, userdata) { server, property, reply throws(BusError) in
    guard let claim = server.claim(path: object, of: caller) else { throw .noSuchSwipe }
    try server.get(property, of: claim, into: reply)
  }
}

@unsafe
private func call(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ body: (SwipeBus, BusMessage) -> Void
) -> Int32 {
  guard let message = unsafe message, let userdata = unsafe userdata else { return -EINVAL }
  let server = unsafe Unmanaged<SwipeBus>.fromOpaque(userdata).takeUnretainedValue()
  unsafe body(server, BusMessage(sharing: message))
  // It is answered, or will be.
  return 1
}

@unsafe
private func get(
  _ property: UnsafePointer<CChar>?, _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
  _ body: (SwipeBus, String, BusMessage) throws(BusError) -> Void
) -> Int32 {
  guard let property = unsafe property, let reply = unsafe reply, let userdata = unsafe userdata
  else { return -EINVAL }
  let server = unsafe Unmanaged<SwipeBus>.fromOpaque(userdata).takeUnretainedValue()
  do throws(BusError) {
    unsafe try body(server, String(cString: property), BusMessage(sharing: reply))
    return 0
  } catch {
    return -EINVAL
  }
}
