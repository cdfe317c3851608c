/// A length on the touchpad's surface, in millimetres of finger travel.
///
/// Where it is a position or a difference, positive is right and down, as libinput and evdev have it.
public struct Millimetres: Sendable, Hashable, Comparable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  public var value: Double

  @inlinable public init(_ value: Double) { self.value = value }
  @inlinable public init(floatLiteral value: Double) { self.value = value }
  @inlinable public init(integerLiteral value: Int) { self.value = Double(value) }

  /// The length without its sign.
  @inlinable public var magnitude: Millimetres { Millimetres(value.magnitude) }

  @inlinable public static func < (a: Millimetres, b: Millimetres) -> Bool { a.value < b.value }
  @inlinable public static func + (a: Millimetres, b: Millimetres) -> Millimetres {
    Millimetres(a.value + b.value)
  }
  @inlinable public static func - (a: Millimetres, b: Millimetres) -> Millimetres {
    Millimetres(a.value - b.value)
  }
  @inlinable public static prefix func - (a: Millimetres) -> Millimetres { Millimetres(-a.value) }
  @inlinable public static func += (a: inout Millimetres, b: Millimetres) { a.value += b.value }
  @inlinable public static func * (a: Millimetres, factor: Double) -> Millimetres {
    Millimetres(a.value * factor)
  }
}

/// A point in time or a span of it, in microseconds: the unit of libinput's time stamps.
///
/// As a point in time it is `CLOCK_MONOTONIC`, or any other clock that its user keeps to.
public struct Microseconds: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  public var value: Int64

  @inlinable public init(_ value: Int64) { self.value = value }
  @inlinable public init(integerLiteral value: Int64) { self.value = value }

  /// A span given in milliseconds, the unit of settings.
  @inlinable public static func milliseconds(_ count: Int64) -> Microseconds {
    Microseconds(count * 1000)
  }

  @inlinable public static func < (a: Microseconds, b: Microseconds) -> Bool { a.value < b.value }

  /// The sum; it stays at the last representable instant instead of overflowing.
  @inlinable public static func + (a: Microseconds, b: Microseconds) -> Microseconds {
    let (sum, overflow) = a.value.addingReportingOverflow(b.value)
    return Microseconds(overflow ? (b.value < 0 ? .min : .max) : sum)
  }

  /// The difference; it stays at the longest representable span instead of overflowing.
  @inlinable public static func - (a: Microseconds, b: Microseconds) -> Microseconds {
    let (difference, overflow) = a.value.subtractingReportingOverflow(b.value)
    return Microseconds(overflow ? (b.value < 0 ? .max : .min) : difference)
  }
}

/// A speed of the fingers along an axis, in millimetres a second; positive is right and down.
public struct MillimetresPerSecond: Sendable, Hashable, Comparable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  public var value: Double

  @inlinable public init(_ value: Double) { self.value = value }
  @inlinable public init(floatLiteral value: Double) { self.value = value }
  @inlinable public init(integerLiteral value: Int) { self.value = Double(value) }

  @inlinable public static func < (a: MillimetresPerSecond, b: MillimetresPerSecond) -> Bool {
    a.value < b.value
  }

  /// How far the fingers would get at this speed in `span`.
  @inlinable public static func * (speed: MillimetresPerSecond, span: Microseconds) -> Millimetres {
    Millimetres(speed.value * (Double(span.value) / 1_000_000))
  }
}
