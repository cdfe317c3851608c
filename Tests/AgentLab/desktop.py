"""A desktop and a player on the session bus, which note what they are asked for, and a KWin with one touchpad."""

import glob

import dbus
import dbus.service
import dbus.mainloop.glib
from gi.repository import GLib


def note(*words):
    with open("/run/lab/done", "a") as done:
        print(*words, file=done)


class Desktop(dbus.service.Object):
    number = 0

    @dbus.service.method("org.freedesktop.Notifications", "susssasa{sv}i", "u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        note("notify", int(replaces), f"[{icon}]", summary, "|", body, "|", int(hints["urgency"]))
        self.number += 1
        return replaces or self.number


class Player(dbus.service.Object):
    @dbus.service.method("org.example.Player", "sua{sv}", "")
    def Play(self, name, number, options):
        note("play", name, int(number), {str(key): int(value) for key, value in options.items()})

    @dbus.service.method("org.example.Player", "", "")
    def Fail(self):
        raise dbus.DBusException("there is no disc", name="org.example.Error.NoDisc")


class Touchpad(dbus.service.Object):
    """As KWin has them: org.kde.KWin.InputDevice of /org/kde/KWin/InputDevice/eventN."""

    enabled = True

    @dbus.service.method(dbus.PROPERTIES_IFACE, "ss", "v")
    def Get(self, interface, name):
        if name != "enabled":
            raise dbus.DBusException(name, name="org.freedesktop.DBus.Error.UnknownProperty")
        return dbus.Boolean(self.enabled)

    @dbus.service.method(dbus.PROPERTIES_IFACE, "ssv", "")
    def Set(self, interface, name, value):
        self.enabled = bool(value)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
names = [dbus.service.BusName(name, bus) for name in ("org.freedesktop.Notifications", "org.example.Player", "org.kde.KWin")]
Desktop(bus, "/org/freedesktop/Notifications")
Player(bus, "/org/example/Player")
for node in glob.glob("/dev/input/event*"):
    Touchpad(bus, "/org/kde/KWin/InputDevice/" + node.split("/")[-1])
GLib.MainLoop().run()
