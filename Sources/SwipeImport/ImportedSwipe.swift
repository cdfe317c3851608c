public import CommitPoint
internal import LinuxIO
internal import SwipeConfig
public import YAMLNodes

/// A swipe of another tool's, as swiped would have it.
public struct ImportedSwipe: Sendable, Hashable {
  /// What another tool did, in a form that a swipes.yaml has.
  public enum Action: Sendable, Hashable {
    /// A program and its arguments.
    case run([String])
    /// A line for the shell, or several.
    case shell(String)
    /// Chords of keys, one after the other.
    case press([String])
    /// A shortcut of KWin's, by its name.
    case kwin(String)

    /// Whether a swipes.yaml can have it: no program takes a zero byte, and a shell's line no other control characters.
    var isWritable: Bool {
      switch self {
      case .run(let words): words.allSatisfy { !$0.unicodeScalars.contains("\0") }
      case .shell(let line):
        line.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
        }
      case .press, .kwin: true
      }
    }
  }

  /// Where the other tool's file has it.
  public var place: YAMLPlace
  public var fingers: [Int]
  public var direction: Direction
  /// What the other tool called the action; empty where it has no word for it.
  public var name = ""
  /// Millimetres of finger; `nil` where the other tool had no threshold.
  public var commit: Double?
  public var action: Action
}

/// Something of another tool's file that was not taken over as it was: where it stands, and why.
public struct ImportRemark: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// There is nothing of it in what was written.
    case leftOut
    /// It was taken over, and is not quite the same.
    case differs
  }

  public var place: YAMLPlace
  public var kind: Kind
  public var text: String
}

/// Why a file cannot be imported at all.
public struct ImportFailure: Error, Sendable, Hashable {
  /// `nil` where the file as a whole is meant.
  public var place: YAMLPlace?
  public var text: String

  public init(_ place: YAMLPlace?, _ text: String) {
    self.place = place
    self.text = text
  }

  init(_ fault: YAMLFault) { self.init(fault.place, fault.message) }
}

/// What there is to know beside the file.
public struct ImportOptions: Sendable, Hashable {
  /// What windows and desktops are told through.
  public var desktop: ImportDesktop = .x11
  /// The touchpad's size in mm, of which touchegg's thresholds are parts.
  public var touchpad: (width: Double, height: Double) {
    get { (width, height) }
    set { (width, height) = newValue }
  }
  /// As wide and high as most of today's laptops have it.
  private var width = 100.0
  private var height = 60.0

  public init() {}
}

/// What was found in a file, while it is read.
struct Findings {
  private(set) var swipes: [ImportedSwipe] = []
  private(set) var remarks: [ImportRemark] = []
  /// How thresholds became millimetres, a sentence a line.
  var conversion: [String] = []

  /// No touchpad is larger, in mm.
  private static let longest = 1000.0
  /// Nobody reads more of one file.
  private static let remarkLimit = 1000

  /// Adds a swipe. One of the same fingers and direction before it no longer counts.
  mutating func add(_ swipe: ImportedSwipe) {
    guard swipe.action.isWritable else {
      return leaveOut(
        swipe.place,
        "the swipe \(swipe.direction.rawValue) with \(Self.words(swipe.fingers)) fingers: the command has control characters"
          + " in it")
    }
    var swipe = swipe
    if let commit = swipe.commit {
      let range = Setting.commit.range
      let rounded = (commit * 10).rounded() / 10
      let nearest = min(max(rounded, range.lowerBound), range.upperBound)
      swipe.commit = nearest
      if nearest != rounded {
        differ(
          swipe.place,
          "the threshold comes to \(rounded > Self.longest ? "over \(plain(Self.longest))" : plain(rounded)) mm; \(plain(nearest)) mm is the \(nearest > rounded ? "least" : "most")"
            + " that swiped has")
      }
    }
    for index in swipes.indices.reversed() where swipes[index].direction == swipe.direction {
      let replaced = swipes[index].fingers.filter(swipe.fingers.contains)
      guard !replaced.isEmpty else { continue }
      leaveOut(
        swipes[index].place,
        "the swipe \(swipe.direction.rawValue) with \(Self.words(replaced)) fingers is given again on line"
          + " \(swipe.place.line), which counts")
      swipes[index].fingers.removeAll { swipe.fingers.contains($0) }
      if swipes[index].fingers.isEmpty { swipes.remove(at: index) }
    }
    swipes.append(swipe)
  }

  mutating func leaveOut(_ place: YAMLPlace, _ text: String) { remark(place, .leftOut, text) }

  mutating func differ(_ place: YAMLPlace, _ text: String) { remark(place, .differs, text) }

  private mutating func remark(_ place: YAMLPlace, _ kind: ImportRemark.Kind, _ text: String) {
    guard remarks.count < Self.remarkLimit else { return }
    // It quotes a file that anybody may have written.
    remarks.append(ImportRemark(place: place, kind: kind, text: printable(text)))
  }

  static func words(_ fingers: [Int]) -> String {
    fingers.map { "\($0)" }.joined(separator: " and ")
  }
}
