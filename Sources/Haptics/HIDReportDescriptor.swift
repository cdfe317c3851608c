/// A usage of HID: what a control or a collection is for.
public struct HIDUsage: Sendable, Hashable {
  public var page: UInt16
  public var id: UInt16

  public init(page: UInt16, id: UInt16) {
    self.page = page
    self.id = id
  }

  init(_ combined: UInt32) {
    self.init(page: UInt16(combined >> 16), id: UInt16(truncatingIfNeeded: combined))
  }
}

/// A run of usages on a page, first and last included, as Usage Minimum and Maximum give it; a
/// single usage is a run of one.
public struct HIDUsageRange: Sendable, Hashable {
  /// The page in the upper half, the id in the lower.
  var first: UInt32
  var last: UInt32
  /// Whether the descriptor wrote the ids without their page.
  var isShort: Bool

  /// At least 1; up to 2³² in a descriptor that means no good.
  var count: Int { Int(last) - Int(first) + 1 }

  /// Whether any of the run lies on the page.
  func touches(page: UInt16) -> Bool {
    UInt16(first >> 16) <= page && page <= UInt16(last >> 16)
  }
}

/// What a HID device says of its reports: the collections and the fields of its output and feature
/// reports.
///
/// The parser takes any bytes: what the kernel's own parser would refuse is thrown as
/// ``Malformed``, and time and memory grow with the number of bytes alone, whatever counts and
/// ranges they claim.
public struct HIDReportDescriptor: Sendable {
  /// Why bytes are no report descriptor.
  public enum Malformed: Error, Sendable, Hashable {
    /// More bytes than ``HIDReportDescriptor/lengthLimit``.
    case tooLong(Int)
    /// The item that begins at this byte goes on beyond the end.
    case truncatedItem(at: Int)
    /// An End Collection without its Collection, before this byte.
    case unopenedCollection(at: Int)
    /// A Collection without its End Collection.
    case unclosedCollection
    /// A Pop without its Push, before this byte.
    case unmatchedPop(at: Int)
    /// Deeper than ``HIDReportDescriptor/depthLimit``, at this byte.
    case tooDeep(at: Int)
    /// A report id of 0 or above 255, before this byte.
    case badReportID(at: Int)
    /// A report longer than ``HIDReportDescriptor/reportBitLimit``, at this byte.
    case reportTooLarge(at: Int)
    /// A delimiter within a delimiter, or a closing one alone, before this byte.
    case badDelimiter(at: Int)
  }

  /// Longest descriptor that is read, in bytes: sysfs gives 4096 (`HID_MAX_DESCRIPTOR_SIZE`), and
  /// there is room for a kernel that gives more.
  public static let lengthLimit = 65_536
  /// Largest report that is taken, in bits: `HID_MAX_BUFFER_SIZE` of the kernel, 16 KiB.
  public static let reportBitLimit = 16_384 * 8
  /// Collections in collections, and pushes; real descriptors have 4 at most.
  public static let depthLimit = 64

  public enum ReportKind: Int, Sendable, Hashable, CaseIterable {
    case input, output, feature
  }

  /// A collection, with the one that it lies in.
  public struct Collection: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      case physical, application, logical
      case other(UInt8)
    }

    public var kind: Kind
    public var usage: HIDUsage
    /// The place of the surrounding collection in ``HIDReportDescriptor/collections``.
    public var parent: Int?
    /// The place of the outermost application collection around it, or of itself if it is that.
    public var application: Int?
  }

  /// A run of controls of one size in an output or feature report.
  public struct Field: Sendable, Hashable {
    public var kind: ReportKind
    /// 0 where the device numbers no reports.
    public var reportID: UInt8
    /// Where the first control begins, in bits after the report id.
    public var bitOffset: Int
    /// The size of a control, in bits.
    public var bitSize: Int
    /// The number of controls.
    public var count: Int
    /// Whether each control has a value of its own; otherwise the values are indices of usages.
    public var isVariable: Bool
    /// The least and the greatest value as the descriptor has them, which may be the wrong way
    /// round.
    public var logicalMinimum: Int
    public var logicalMaximum: Int
    /// The place of the innermost collection in ``HIDReportDescriptor/collections``.
    public var collection: Int?
    /// In the order of the controls; the last usage stands for all controls that are left.
    public var usages: [HIDUsageRange]

    /// The usage of a control, or nil if it has none: padding.
    public func usage(at index: Int) -> HIDUsage? {
      guard index >= 0, index < count else { return nil }
      var before = 0
      for range in usages {
        if index - before < range.count { return HIDUsage(range.first + UInt32(index - before)) }
        before += range.count
      }
      return usages.last.map { HIDUsage($0.last) }
    }

    /// The first control with this usage, or nil.
    public func index(of usage: HIDUsage) -> Int? {
      let wanted = UInt32(usage.page) << 16 | UInt32(usage.id)
      var before = 0
      for range in usages {
        if before >= count { return nil }
        if range.first <= wanted, wanted <= range.last {
          let index = before + Int(wanted - range.first)
          return index < count ? index : nil
        }
        before += range.count
      }
      return nil
    }

    /// Where the control begins, in bits after the report id.
    public func bitOffset(ofControl index: Int) -> Int { bitOffset + index * bitSize }
  }

  public private(set) var collections: [Collection] = []
  /// The fields of output and feature reports that have a usage, in the order of the descriptor.
  public private(set) var fields: [Field] = []
  /// Whether a report begins with its id.
  public private(set) var numbersReports = false
  /// Whether any collection is a keyboard or a keypad, or any input is a key of one.
  public private(set) var hasKeyboard = false

  private var bitLengths = [Int](repeating: 0, count: 3 * 256)

  /// Reads a report descriptor, as the file `report_descriptor` of a HID device in sysfs has it.
  public init(_ bytes: [UInt8]) throws(Malformed) {
    guard bytes.count <= Self.lengthLimit else { throw .tooLong(bytes.count) }
    var items = HIDItems(bytes)
    var state = ParserState()
    while true {
      let start = items.offset
      guard let item = try items.next() else { break }
      switch item.kind {
      case .main(let tag): try take(main: tag, item, &state, at: start)
      case .global(let tag):
        try state.take(global: tag, item, at: start)
        if tag == 0x8 { numbersReports = true }
      case .local(let tag): try state.take(local: tag, item, at: start)
      case .reserved: break
      }
    }
    guard state.open.isEmpty else { throw .unclosedCollection }
  }

  /// The length of a report without its id, in bits; 0 if there is no such report.
  public func bitLength(of kind: ReportKind, id: UInt8) -> Int {
    bitLengths[kind.rawValue * 256 + Int(id)]
  }

  private mutating func take(
    main tag: UInt8, _ item: HIDItem, _ state: inout ParserState, at offset: Int
  ) throws(Malformed) {
    state.completeUsages()
    switch tag {
    case 0x8: try add(.input, item, state, at: offset)
    case 0x9: try add(.output, item, state, at: offset)
    case 0xB: try add(.feature, item, state, at: offset)
    case 0xA: try openCollection(item, &state, at: offset)
    case 0xC:
      guard state.open.popLast() != nil else { throw .unopenedCollection(at: offset) }
    default: break
    }
    state.local = ParserState.Local()
  }

  private mutating func openCollection(
    _ item: HIDItem, _ state: inout ParserState, at offset: Int
  ) throws(Malformed) {
    guard state.open.count < Self.depthLimit else { throw .tooDeep(at: offset) }
    let usage = HIDUsage(state.local.usages.first?.first ?? 0)
    let kind: Collection.Kind =
      switch item.unsigned {
      case 0: .physical
      case 1: .application
      case 2: .logical
      default: .other(UInt8(truncatingIfNeeded: item.unsigned))
      }
    let parent = state.open.last
    var application = parent.flatMap { collections[$0].application }
    if application == nil, kind == .application { application = collections.count }
    if usage == .keyboard || usage == .keypad { hasKeyboard = true }
    state.open.append(collections.count)
    collections.append(
      Collection(kind: kind, usage: usage, parent: parent, application: application))
  }

  private mutating func add(
    _ kind: ReportKind, _ item: HIDItem, _ state: ParserState, at offset: Int
  ) throws(Malformed) {
    let global = state.global
    let (bits, overflow) = global.reportSize.multipliedReportingOverflow(by: global.reportCount)
    let report = kind.rawValue * 256 + Int(global.reportID)
    let start = bitLengths[report]
    guard !overflow, bits <= Self.reportBitLimit - start else { throw .reportTooLarge(at: offset) }
    bitLengths[report] = start + bits
    let usages = state.local.usages
    if kind == .input {
      if usages.contains(where: { $0.touches(page: HIDUsage.keyboardPage) }) { hasKeyboard = true }
      return
    }
    guard !usages.isEmpty, bits > 0 else { return }
    fields.append(
      Field(
        kind: kind, reportID: global.reportID, bitOffset: start, bitSize: global.reportSize,
        count: global.reportCount, isVariable: item.unsigned & 2 != 0,
        logicalMinimum: global.logicalMinimum, logicalMaximum: global.logicalMaximum,
        collection: state.open.last, usages: usages))
  }
}

/// The item state table of section 5.4: what is in force until it is changed, and what holds for
/// the next main item only.
private struct ParserState {
  struct Global {
    var usagePage: UInt32 = 0
    var logicalMinimum = 0
    var logicalMaximum = 0
    var reportSize = 0
    var reportCount = 0
    var reportID: UInt8 = 0
  }

  struct Local {
    var usages: [HIDUsageRange] = []
    var minimum: UInt32?
    var delimiterDepth = 0
    var delimiterBranch = 0
  }

  var global = Global()
  var local = Local()
  var open: [Int] = []
  private var pushed: [Global] = []

  mutating func take(
    global tag: UInt8, _ item: HIDItem, at offset: Int
  ) throws(HIDReportDescriptor.Malformed) {
    switch tag {
    case 0x0: global.usagePage = item.unsigned & 0xFFFF
    case 0x1: global.logicalMinimum = item.signed
    case 0x2:
      // A maximum of one byte 0xFF with a minimum that is not negative means 255: the kernel reads
      // it so, since many descriptors are written so.
      global.logicalMaximum = global.logicalMinimum < 0 ? item.signed : Int(item.unsigned)
    case 0x7: global.reportSize = Int(item.unsigned)
    case 0x8:
      guard (1...255).contains(item.unsigned) else { throw .badReportID(at: offset) }
      global.reportID = UInt8(truncatingIfNeeded: item.unsigned)
    case 0x9: global.reportCount = Int(item.unsigned)
    case 0xA:
      guard pushed.count < HIDReportDescriptor.depthLimit else { throw .tooDeep(at: offset) }
      pushed.append(global)
    case 0xB:
      guard let previous = pushed.popLast() else { throw .unmatchedPop(at: offset) }
      global = previous
    default: break
    }
  }

  mutating func take(
    local tag: UInt8, _ item: HIDItem, at offset: Int
  ) throws(HIDReportDescriptor.Malformed) {
    if tag == 0xA {
      try delimit(opens: item.unsigned != 0, at: offset)
      return
    }
    // Delimiters enclose alternatives for one control, of which the first is the preferred one.
    guard local.delimiterBranch <= 1 else { return }
    let isShort = item.size <= 2
    let usage = isShort ? global.usagePage << 16 | item.unsigned : item.unsigned
    switch tag {
    case 0x0: local.usages.append(HIDUsageRange(first: usage, last: usage, isShort: isShort))
    case 0x1: local.minimum = usage
    case 0x2:
      guard let minimum = local.minimum.take() else { return }
      // Only a minimum and a maximum of one page make sense together where the maximum is short.
      guard minimum <= usage else { return }
      local.usages.append(HIDUsageRange(first: minimum, last: usage, isShort: isShort))
    default: break
    }
  }

  private mutating func delimit(
    opens: Bool, at offset: Int
  ) throws(HIDReportDescriptor.Malformed) {
    if opens {
      guard local.delimiterDepth == 0 else { throw .badDelimiter(at: offset) }
      local.delimiterDepth = 1
      local.delimiterBranch += 1
    } else {
      guard local.delimiterDepth == 1 else { throw .badDelimiter(at: offset) }
      local.delimiterDepth = 0
    }
  }

  /// A usage without its page takes the page in force at the main item, if that was set after it
  /// (section 6.2.2.8); the usages before one that already has that page are left, as in the
  /// kernel.
  mutating func completeUsages() {
    for index in local.usages.indices.reversed() {
      let range = local.usages[index]
      guard range.isShort else { continue }
      guard range.first >> 16 != global.usagePage else { break }
      let first = global.usagePage << 16 | range.first & 0xFFFF
      let last = global.usagePage << 16 | range.last & 0xFFFF
      guard first <= last else { continue }
      local.usages[index] = HIDUsageRange(first: first, last: last, isShort: true)
    }
  }
}

extension HIDUsage {
  static let keyboardPage: UInt16 = 0x07
  static let keyboard = HIDUsage(page: 0x01, id: 0x06)
  static let keypad = HIDUsage(page: 0x01, id: 0x07)
}
