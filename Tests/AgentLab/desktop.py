"""A desktop and a player on the session bus, which note what they are asked for."""

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


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
names = [dbus.service.BusName(name, bus) for name in ("org.freedesktop.Notifications", "org.example.Player")]
Desktop(bus, "/org/freedesktop/Notifications")
Player(bus, "/org/example/Player")
GLib.MainLoop().run()
