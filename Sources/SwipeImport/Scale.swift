internal import CommitPoint

/// Other tools' thresholds in millimetres of finger.
enum Scale {
  /// libinput's unaccelerated units of a millimetre on a touchpad with the adaptive profile, since 1.18: 1000 an inch,
  /// times 0.9 × 0.2968 (TP_MAGIC_SLOWDOWN and its kin in filter-touchpad.c).
  static let unitsPerMillimetre = 1000 / 25.4 * 0.9 * 0.2968

  /// touchegg's own reckoning takes 1000 units an inch for granted (`mmToDpi`), and makes up for it by small percentages.
  private static let toucheggUnits = 1000 / 25.4

  /// The way after which touchegg acts: it begins at 1 % of the shorter side, and goes on for so many percent of that and
  /// 9 % of the side that the swipe runs along (libinput-device-handler.cpp and libinput-handler.cpp, with libinput 1.18
  /// and newer).
  static func touchegg(
    percent: Double, _ direction: Direction, width: Double, height: Double
  ) -> Double {
    let scale = toucheggUnits / unitsPerMillimetre
    let start = 0.01 * min(width, height) * scale
    let finish = 0.09 * (direction.axis == .horizontal ? width : height) * scale
    return start + percent / 100 * (start + finish)
  }

  /// libinput-gestures' dots are libinput's unaccelerated units, added up.
  static func libinputGestures(dots: Double) -> Double { dots / unitsPerMillimetre }

  /// fusuma's threshold is a speed, of the last ten movements: 25 × 100 units a second for each 1 (swipe_detector.rb). In
  /// the nine intervals between ten touch frames of 10 ms the fingers then go 225 units.
  static func fusuma(_ threshold: Double) -> Double {
    threshold * 25 * 100 * 0.09 / unitsPerMillimetre
  }
}
