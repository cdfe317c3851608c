internal import SwipeActions
internal import SystemBus

extension BusConnection {
  /// The call that an action is, to be sent.
  func message(_ call: BusCall) throws(BusError) -> BusMessage {
    let message = try methodCall(
      to: call.destination, path: call.path, interface: call.interface, member: call.method,
      mayStart: true)
    for argument in call.arguments { try message.append(argument) }
    return message
  }

  /// A message on the desktop.
  ///
  /// - Parameter replacing: the number of one that it takes the place of; 0 for none.
  func message(
    _ notification: DesktopNotification, replacing: UInt32
  ) throws(BusError) -> BusMessage {
    let message = try methodCall(
      to: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
      interface: "org.freedesktop.Notifications", member: "Notify", mayStart: true)
    try message.append("swiped")
    try message.append(replacing)
    try message.append(notification.icon)
    try message.append(notification.summary)
    try message.append(notification.body)
    try message.array(of: "s") { () throws(BusError) in }
    try message.array(of: "{sv}") { () throws(BusError) in
      try message.entry("urgency", "y") { () throws(BusError) in
        try message.append(notification.urgency.number)
      }
    }
    // As long as the desktop has it.
    try message.append(Int32(-1))
    return message
  }
}

extension BusMessage {
  fileprivate func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let value): try append(value)
    case .bool(let value): try append(value)
    case .int16(let value): try append(value)
    case .uint16(let value): try append(value)
    case .int32(let value): try append(value)
    case .uint32(let value): try append(value)
    case .int64(let value): try append(value)
    case .uint64(let value): try append(value)
    case .double(let value): try append(value)
    case .string(let value): try append(value)
    case .path(let value): try append(path: value)
    case .signature(let value): try append(signature: value)
    case .array(let type, let values):
      try array(of: type) { () throws(BusError) in
        for value in values { try append(value) }
      }
    case .dictionary(let type, let entries):
      try array(of: "{\(type)}") { () throws(BusError) in
        for entry in entries {
          try pair(type) { () throws(BusError) in
            try append(entry.key)
            try append(entry.value)
          }
        }
      }
    case .structure(let type, let values):
      try structure(type) { () throws(BusError) in
        for value in values { try append(value) }
      }
    case .variant(let type, let value):
      try variant(type) { () throws(BusError) in try append(value) }
    }
  }
}
