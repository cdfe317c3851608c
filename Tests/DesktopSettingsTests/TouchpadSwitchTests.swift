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

  /// As swaymsg prints it with -r, json-c's escapes included.
  private static let swayInputs = #"""
    [
      {
        "identifier": "1:1:AT_Translated_Set_2_keyboard",
        "name": "AT Translated Set 2 keyboard",
        "vendor": 1,
        "product": 1,
        "type": "keyboard",
        "repeat_delay": 600,
        "repeat_rate": 25,
        "xkb_layout_names": [
          "English (US)"
        ],
        "xkb_active_layout_index": 0,
        "xkb_active_layout_name": "English (US)",
        "libinput": {
          "send_events": "enabled"
        }
      },
      {
        "identifier": "2:7:SynPS\/2_Synaptics_TouchPad",
        "name": "SynPS\/2 Synaptics TouchPad",
        "vendor": 2,
        "product": 7,
        "type": "touchpad",
        "scroll_factor": 1.0,
        "libinput": {
          "send_events": "disabled",
          "tap": "disabled",
          "tap_button_map": "lrm",
          "tap_drag": "enabled",
          "tap_drag_lock": "disabled",
          "accel_speed": 0.0,
          "accel_profile": "adaptive",
          "natural_scroll": "disabled",
          "left_handed": "disabled",
          "click_method": "button_areas",
          "middle_emulation": "disabled",
          "scroll_method": "two_finger",
          "dwt": "enabled",
          "dwtp": "enabled"
        }
      }
    ]
    """#

  @Test(
    "A compositor's whole answer is understood",
    arguments: [
      ("SynPS/2 Synaptics TouchPad", TouchpadSwitch?.some(.off)),
      ("AT Translated Set 2 keyboard", .on), ("SynPS\\/2 Synaptics TouchPad", nil),
    ])
  func wholeAnswer(_ name: String, _ expected: TouchpadSwitch?) throws {
    let question = try #require(TouchpadQuestion(.sway, node: "/dev/input/event5"))
    #expect(question.answer(Self.swayInputs, name: name) == expected)
  }

  @Test(
    "Of what dconf tells the touchpad's is heard",
    arguments: [
      // One key, a folder of them, several at once, and a folder that was reset.
      ("/org/gnome/desktop/peripherals/touchpad/send-events", [""], true),
      ("/org/gnome/desktop/peripherals/touchpad/", ["send-events", "speed"], true),
      (
        "/org/gnome/desktop/", ["interface/clock-format", "peripherals/touchpad/send-events"], true
      ),
      ("/org/gnome/desktop/peripherals/", [""], true), ("/", [""], true),
      ("/org/mate/desktop/peripherals/touchpad/touchpad-enabled", [""], true),
      ("/org/gnome/desktop/peripherals/mouse/speed", [""], false),
      ("/org/gnome/desktop/peripherals/touchpads", [""], false),
      ("/org/gnome/desktop/", ["interface/clock-format", "peripherals"], false), ("/", [], false),
    ])
  func settingsChange(_ prefix: String, _ changes: [String], _ isHeard: Bool) {
    #expect(SettingsChange.concernsTouchpads(prefix: prefix, changes: changes) == isHeard)
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
