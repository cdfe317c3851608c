/// One item of a HID report descriptor, as section 6.2.2 of the Device Class Definition for HID
/// 1.11 has it.
struct HIDItem {
  enum Kind {
    case main(UInt8)
    case global(UInt8)
    case local(UInt8)
    /// Items of the reserved type and long items: they have no meaning, and are stepped over.
    case reserved
  }

  var kind: Kind
  /// The data without a sign, 0 where the item has none.
  var unsigned: UInt32
  /// The number of data bytes: 0, 1, 2 or 4.
  var size: Int

  /// The data as a number in two's complement of its own size.
  var signed: Int {
    switch size {
    case 1: Int(Int8(truncatingIfNeeded: unsigned))
    case 2: Int(Int16(truncatingIfNeeded: unsigned))
    case 4: Int(Int32(truncatingIfNeeded: unsigned))
    default: 0
    }
  }
}

/// The items of a report descriptor, one after the other.
struct HIDItems {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next item, or nil at the end.
  mutating func next() throws(HIDReportDescriptor.Malformed) -> HIDItem? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let prefix = bytes[offset]
    offset += 1
    if prefix == 0xFE {
      // A long item: its data size, its tag, its data.
      guard bytes.count - offset >= 2 else { throw .truncatedItem(at: start) }
      let size = Int(bytes[offset])
      offset += 2
      guard bytes.count - offset >= size else { throw .truncatedItem(at: start) }
      offset += size
      return HIDItem(kind: .reserved, unsigned: 0, size: 0)
    }
    let code = Int(prefix & 3)
    let size = code == 3 ? 4 : code
    guard bytes.count - offset >= size else { throw .truncatedItem(at: start) }
    var value: UInt32 = 0
    for index in 0..<size { value |= UInt32(bytes[offset + index]) << UInt32(8 * index) }
    offset += size
    let tag = prefix >> 4
    let kind: HIDItem.Kind =
      switch (prefix >> 2) & 3 {
      case 0: .main(tag)
      case 1: .global(tag)
      case 2: .local(tag)
      default: .reserved
      }
    return HIDItem(kind: kind, unsigned: value, size: size)
  }
}
