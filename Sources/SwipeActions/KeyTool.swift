/// A program that presses keys for others.
public enum KeyTool: String, Sendable, Hashable, CaseIterable {
  case wtype, ydotool, xdotool
}
