/// A swipes.yaml that is there to begin with.
public struct ExampleSet: Sendable {
  public var name: String
  /// The file, in UTF-8.
  public var yaml: [UInt8]

  /// In the order in which they are shown.
  public static let all = [
    ExampleSet(name: "gnome-ticks", yaml: PackageResources.gnome_ticks_yaml),
    ExampleSet(name: "niri-ticks", yaml: PackageResources.niri_ticks_yaml),
    ExampleSet(name: "gnome", yaml: PackageResources.gnome_yaml),
    ExampleSet(name: "kde", yaml: PackageResources.kde_yaml),
    ExampleSet(name: "sway", yaml: PackageResources.sway_yaml),
    ExampleSet(name: "niri", yaml: PackageResources.niri_yaml),
    ExampleSet(name: "hyprland", yaml: PackageResources.hyprland_yaml),
    ExampleSet(name: "media", yaml: PackageResources.media_yaml),
    ExampleSet(name: "browser", yaml: PackageResources.browser_yaml),
  ]

  /// Its first sentence, which says what it is for.
  public var summary: String {
    let remark = yaml.prefix { $0 != UInt8(ascii: "\n") }.drop {
      $0 == UInt8(ascii: "#") || $0 == 0x20
    }
    let sentence = remark.prefix { $0 != UInt8(ascii: ".") }
    return String(decoding: sentence, as: UTF8.self)
  }
}
