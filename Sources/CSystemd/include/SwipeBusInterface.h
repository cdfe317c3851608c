// The interfaces of org.swiped.Swiped1, as sd-bus wants them: its vtables are made by macros that Swift cannot
// import, and must lie in memory that is zero where they say nothing. docs/dbus.md tells what each member means.

#pragma once

#include <systemd/sd-bus.h>

// In Swift, by @_cdecl; `userdata` is what the vtable was added with. All methods of an interface share one handler,
// which goes by the message's member.
int swipe_bus_manager_call(sd_bus_message *message, void *userdata, sd_bus_error *error);
int swipe_bus_touchpad_call(sd_bus_message *message, void *userdata, sd_bus_error *error);
int swipe_bus_swipe_call(sd_bus_message *message, void *userdata, sd_bus_error *error);
int swipe_bus_manager_get(sd_bus *bus, const char *path, const char *interface, const char *property,
                          sd_bus_message *reply, void *userdata, sd_bus_error *error);
int swipe_bus_touchpad_get(sd_bus *bus, const char *path, const char *interface, const char *property,
                           sd_bus_message *reply, void *userdata, sd_bus_error *error);
int swipe_bus_swipe_get(sd_bus *bus, const char *path, const char *interface, const char *property,
                        sd_bus_message *reply, void *userdata, sd_bus_error *error);

// Every method is UNPRIVILEGED: for one that is not, sd-bus itself asks the bus who the sender is and waits for the
// answer (sd-bus of systemd 252, `check_access`). Who may call what is decided by the policy and by the handlers.
#define SWIPE_BUS_METHOD(name, arguments, results, handler) \
  SD_BUS_METHOD_WITH_ARGS(name, SD_BUS_ARGS arguments, SD_BUS_RESULT results, handler, SD_BUS_VTABLE_UNPRIVILEGED)
#define SWIPE_BUS_SIGNAL(name, arguments) SD_BUS_SIGNAL_WITH_ARGS(name, SD_BUS_ARGS arguments, 0)

static inline const sd_bus_vtable *swipe_bus_manager_vtable(void) {
  static const sd_bus_vtable vtable[] = {
      SD_BUS_VTABLE_START(0),
      SD_BUS_PROPERTY("Version", "s", swipe_bus_manager_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Touchpads", "ao", swipe_bus_manager_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Paused", "b", swipe_bus_manager_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SWIPE_BUS_METHOD("Claim",
                       ("u", fingers, "s", direction, "ad", stops, "a{sv}", options),
                       ("o", swipe), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("Release", ("o", swipe), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("Monitor", ("a{sv}", options), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("Unmonitor", (NULL), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("LeaveAlone", ("s", node), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("TakeUp", ("s", node), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("GetClaims", (NULL), ("a(uss)", claims), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("GetStatistics", (NULL), ("a{sv}", statistics), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("Reload", (NULL), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("Pause", (NULL), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_METHOD("Resume", (NULL), (NULL), swipe_bus_manager_call),
      SWIPE_BUS_SIGNAL("TouchpadAdded", ("o", touchpad)),
      SWIPE_BUS_SIGNAL("TouchpadRemoved", ("o", touchpad)),
      SD_BUS_VTABLE_END,
  };
  return vtable;
}

static inline const sd_bus_vtable *swipe_bus_touchpad_vtable(void) {
  static const sd_bus_vtable vtable[] = {
      SD_BUS_VTABLE_START(0),
      SD_BUS_PROPERTY("Name", "s", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Node", "s", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Seat", "s", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Width", "d", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Height", "d", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("SizeIsGuess", "b", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Rung", "s", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("SkippedRungs", "a(ss)", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("ArmWaveform", "s", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("DisarmWaveform", "s", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("Enabled", "b", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SD_BUS_PROPERTY("LeftAloneBy", "as", swipe_bus_touchpad_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
      SWIPE_BUS_METHOD("GetEntitlement", (NULL), ("b", entitled, "s", standing), swipe_bus_touchpad_call),
      SWIPE_BUS_METHOD("GetSettings", (NULL), ("s", header), swipe_bus_touchpad_call),
      SWIPE_BUS_METHOD("Prepare", (NULL), (NULL), swipe_bus_touchpad_call),
      SWIPE_BUS_METHOD("SelectionChanged", (NULL), (NULL), swipe_bus_touchpad_call),
      SWIPE_BUS_SIGNAL("SwipeBegan", ("t", time, "u", fingers)),
      SWIPE_BUS_SIGNAL("SwipeMoved", ("t", time, "d", dx, "d", dy, "d", offset, "d", velocity)),
      SWIPE_BUS_SIGNAL("SwipeArmed", ("t", time, "s", direction, "u", stop, "d", offset)),
      SWIPE_BUS_SIGNAL("SwipeDisarmed", ("t", time, "s", direction, "u", stop, "d", offset)),
      SWIPE_BUS_SIGNAL("SwipeTicked", ("t", time, "s", tick)),
      SWIPE_BUS_SIGNAL("SwipeCommitted", ("t", time, "s", direction, "u", stop, "d", offset)),
      SWIPE_BUS_SIGNAL("SwipeSprungBack", ("t", time)),
      SWIPE_BUS_SIGNAL("SwipeCancelled", ("t", time, "s", reason)),
      SWIPE_BUS_SIGNAL("SwipeIgnored", ("t", time)),
      SD_BUS_VTABLE_END,
  };
  return vtable;
}

static inline const sd_bus_vtable *swipe_bus_swipe_vtable(void) {
  static const sd_bus_vtable vtable[] = {
      SD_BUS_VTABLE_START(0),
      SD_BUS_PROPERTY("Fingers", "u", swipe_bus_swipe_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Direction", "s", swipe_bus_swipe_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SD_BUS_PROPERTY("Stops", "ad", swipe_bus_swipe_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
      SWIPE_BUS_METHOD("Release", (NULL), (NULL), swipe_bus_swipe_call),
      SWIPE_BUS_METHOD("Decline", (NULL), (NULL), swipe_bus_swipe_call),
      SWIPE_BUS_SIGNAL("Began", ("o", touchpad, "t", time)),
      SWIPE_BUS_SIGNAL("Progress", ("o", touchpad, "t", time, "d", offset, "d", velocity)),
      SWIPE_BUS_SIGNAL("Armed", ("o", touchpad, "t", time, "u", stop, "d", offset)),
      SWIPE_BUS_SIGNAL("Disarmed", ("o", touchpad, "t", time, "u", stop, "d", offset)),
      SWIPE_BUS_SIGNAL("Committed", ("o", touchpad, "t", time, "u", stop, "d", offset)),
      SWIPE_BUS_SIGNAL("SprungBack", ("o", touchpad, "t", time)),
      SWIPE_BUS_SIGNAL("Cancelled", ("o", touchpad, "t", time, "s", reason)),
      SD_BUS_VTABLE_END,
  };
  return vtable;
}
