import DesktopSettings
import Testing

struct TouchpadSwitchTests {
  @Test(
    "A session's desktop is told by its environment",
    arguments: [
      ("GNOME", DesktopEnvironment.gnome), ("ubuntu:GNOME", .gnome), ("Budgie:GNOME", .gnome),
      ("KDE", .kde), ("sway", .sway), ("niri", .niri), ("Hyprland", .hyprland),
      ("X-Cinnamon", .cinnamon), ("MATE", .mate), ("XFCE", .other("XFCE")), ("", .other("")),
    ])
  func desktop(_ value: String, _ expected: DesktopEnvironment) {
    #expect(DesktopEnvironment { $0 == "XDG_CURRENT_DESKTOP" ? value : nil } == expected)
  }

  @Test(
    "An answer says whether the touchpad is switched on",
    arguments: [
      (DesktopEnvironment.gnome, "'enabled'\n", TouchpadSwitch?.some(.on)),
      (.gnome, "'disabled'\n", .off), (.gnome, "'disabled-on-external-mouse'\n", .offBesideMouse),
      (.gnome, "No such schema\n", nil), (.cinnamon, "'disabled'\n", .off),
      (.mate, "false\n", .off), (.mate, "true\n", .on), (.kde, "b true\n", .on),
      (.kde, "b false\n", .off), (.kde, "", nil), (.sway, "[]", nil), (.sway, "not JSON {", nil),
      (
        .sway,
        #"[{"name":"Mouse","type":"pointer"},{"name":"Pad","type":"touchpad","libinput":{"send_events":"disabled","tap":"enabled"}}]"#,
        .off
      ),
      (
        .sway,
        #"[{"name":"Other","libinput":{"send_events":"disabled"}},{"name":"Pad","libinput":{"send_events":"enabled"}}]"#,
        .on
      ),
      (.niri, "", .on), (.niri, "input {\n  touchpad {\n    tap\n    off\n  }\n}\n", .off),
      (
        .niri, "input {\n  touchpad {\n    // off\n    tap // off\n  }\n  mouse {\n    off\n  }\n}",
        .on
      ),
      (.niri, "input { touchpad {\n disabled-on-external-mouse\n } }", .offBesideMouse),
      (.niri, "input {\n /-touchpad {\n }\n}\n", .on),
      (.niri, "input{touchpad{tap;off}}", .off), (.niri, "input { touchpad { tap; off; } }", .off),
      (.niri, "input {\n touchpad {\n /* /* tap */\n off\n */\n }\n}\n", .on),
      (.niri, "input { touchpad {\n /-off\n tap /-off\n } }", .on),
      (.niri, "/-input { touchpad { off; }; }\nx /-{\n }", .on),
      (.niri, "a \"{\" \"\\\"{\" r#\"\"{\"# // {\ninput { \"touchpad\" { off; }; }", .off),
      (.niri, "spawn \"off\" \\\n off\ninput { touchpad { scroll-factor \\\n off\n } }", .on),
      (.niri, "}}} \" { /* \\", .on),
    ])
  func answer(_ desktop: DesktopEnvironment, _ text: String, _ expected: TouchpadSwitch?) throws {
    let question = try #require(TouchpadQuestion(desktop, node: "/dev/input/event5"))
    #expect(question.answer(text, name: "Pad") == expected)
  }

  @Test("The remedy is the setting that was asked for")
  func remedies() {
    func remedy(_ desktop: DesktopEnvironment) -> String? {
      TouchpadQuestion(desktop, node: "/dev/input/event5")?.remedy
    }
    #expect(
      remedy(.gnome)
        == "gsettings set org.gnome.desktop.peripherals.touchpad send-events enabled")
    #expect(remedy(.mate) == "gsettings set org.mate.peripherals-touchpad touchpad-enabled true")
    #expect(
      remedy(.kde)
        == "busctl --user set-property org.kde.KWin /org/kde/KWin/InputDevice/event5"
        + " org.kde.KWin.InputDevice enabled b true")
    #expect(remedy(.sway) == "swaymsg input type:touchpad events enabled")
    #expect(TouchpadQuestion(.hyprland, node: "/dev/input/event5") == nil)
    #expect(TouchpadQuestion(.other("XFCE"), node: "/dev/input/event5") == nil)
  }
}
