internal import CLinux
internal import Glibc

/// How libinput's unaccelerated units become millimetres of finger travel.
enum Scale {
  /// libinput brings every touchpad to 1000 units an inch, then slows it to the feel of a mouse
  /// (0.9 × 0.2968, TP_MAGIC_SLOWDOWN and its kin in filter-touchpad.c, since 1.18): with the adaptive
  /// profile 10.5165 units are a millimetre at any speed setting.
  static let adaptive = 25.4 / 1000 / (0.9 * 0.2968)

  /// The ThinkPad X230's touchpad has an acceleration of its own (0.4 ÷ 4 in filter-touchpad-x230.c):
  /// 3.937 units a millimetre.
  static let thinkPadX230 = 25.4 / 1000 / (0.4 / 4)

  /// libinput goes by its quirk files, in which one model has this acceleration, and by a udev property that
  /// owners of a ThinkPad X220 with the same firmware set themselves.
  static func millimetresPerUnit(name: String, dmi: String?, isX220Firmware: Bool) -> Double {
    if isX220Firmware { return thinkPadX230 }
    guard let dmi, name.hasSuffix("SynPS/2 Synaptics TouchPad"),
      unsafe fnmatch("dmi:*svnLENOVO:*:pvrThinkPadX230*", dmi, 0) == 0
    else { return adaptive }
    return thinkPadX230
  }
}
