/// Where the fingers go, as seen on the touchpad; the raw value is the word for it in files and
/// options. Natural scrolling plays no part in it.
public enum Direction: String, Sendable, Hashable, CaseIterable {
  case left, right, up, down

  /// The axis that the direction lies on.
  @inlinable public var axis: Axis {
    switch self {
    case .left, .right: .horizontal
    case .up, .down: .vertical
    }
  }

  /// The direction's sign in touchpad coordinates, in which right and down are positive: 1 or −1.
  @inlinable public var sign: Double {
    switch self {
    case .right, .down: 1
    case .left, .up: -1
    }
  }
}

/// One of the two axes that a swipe can keep to.
public enum Axis: Sendable, Hashable, CaseIterable {
  case horizontal, vertical

  /// The direction of negative travel: left or up.
  @inlinable public var negative: Direction {
    switch self {
    case .horizontal: .left
    case .vertical: .up
    }
  }

  /// The direction of positive travel: right or down.
  @inlinable public var positive: Direction {
    switch self {
    case .horizontal: .right
    case .vertical: .down
    }
  }
}

/// The way in which lines run. Without one there is no leading and no trailing edge.
public enum Layout: Sendable, Hashable, CaseIterable {
  case leftToRight, rightToLeft
}

/// The edge of a row on which its swipe actions lie, in the words of the iOS list.
public enum Edge: Sendable, Hashable, CaseIterable {
  case leading, trailing

  /// The direction of the fingers that reveals this edge's actions: they move away from the edge.
  public func direction(in layout: Layout) -> Direction {
    switch (self, layout) {
    case (.leading, .leftToRight), (.trailing, .rightToLeft): .right
    case (.trailing, .leftToRight), (.leading, .rightToLeft): .left
    }
  }
}
