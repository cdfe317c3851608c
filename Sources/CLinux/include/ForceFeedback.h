// Force feedback and hidraw, as far as Swift cannot import them or bookworm's headers lack them.

#pragma once

#include <linux/hidraw.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <time.h>

/// EFD_* are members of an anonymous enumeration that also are macros of themselves.
enum {
  CLINUX_EFD_WAITING = EFD_CLOEXEC,
  CLINUX_EFD_POLLED = EFD_CLOEXEC | EFD_NONBLOCK,
};

/// FF_HAPTIC came with Linux 6.18; bookworm's headers are 6.1's.
enum { CLINUX_FF_HAPTIC = 0x4f };

/// `struct ff_haptic_effect` of Linux 6.18, for the same reason; the member `u.haptic` of `struct ff_effect`.
struct clinux_haptic_effect {
  uint16_t hid_usage;
  uint16_t vendor_id;
  uint8_t vendor_waveform_page;
  uint16_t intensity;
  uint16_t repeat_count;
  uint16_t retrigger_period;
};

_Static_assert(sizeof(struct clinux_haptic_effect) == 12, "as in the kernel");
_Static_assert(sizeof(struct clinux_haptic_effect) <= sizeof(((struct ff_effect *)0)->u),
               "it must not reach beyond the union's other members");

// ioctl() is variadic, the EVIOC* and HIDIOC* requests are function-like macros, and the union in `struct
// ff_effect` holds a pointer, for which Swift would call every use of it unsafe. `id` is −1 for a new effect, and is
// set to what the kernel gave it; an upload that fails leaves it as it was.

static inline int clinux_upload(int node, struct ff_effect *effect, int16_t *id) {
  effect->id = *id;
  int result = ioctl(node, EVIOCSFF, effect);
  if (result >= 0)
    *id = effect->id;
  return result;
}

static inline int clinux_upload_haptic(int node, int16_t *id, struct clinux_haptic_effect haptic) {
  struct ff_effect effect = {.type = CLINUX_FF_HAPTIC};
  memcpy(&effect.u, &haptic, sizeof haptic);
  return clinux_upload(node, &effect, id);
}

static inline int clinux_upload_rumble(int node, int16_t *id, struct ff_rumble_effect rumble,
                                       uint16_t milliseconds) {
  struct ff_effect effect = {.type = FF_RUMBLE, .replay.length = milliseconds, .u.rumble = rumble};
  return clinux_upload(node, &effect, id);
}

static inline int clinux_upload_periodic(int node, int16_t *id, uint16_t waveform, uint16_t period,
                                         int16_t magnitude, uint16_t milliseconds) {
  struct ff_effect effect = {
      .type = FF_PERIODIC,
      .replay.length = milliseconds,
      .u.periodic = {.waveform = waveform, .period = period, .magnitude = magnitude}};
  return clinux_upload(node, &effect, id);
}

static inline int clinux_erase_effect(int node, int16_t id) { return ioctl(node, EVIOCRMFF, (int)id); }

/// `report` begins with the id of the report that is asked for.
static inline int clinux_hidraw_get_feature(int node, void *report, unsigned size) {
  return ioctl(node, HIDIOCGFEATURE(size), report);
}

static inline int clinux_hidraw_set_feature(int node, const void *report, unsigned size) {
  return ioctl(node, HIDIOCSFEATURE(size), report);
}

// A timer that signals one thread, whose number is in an anonymous union of `struct sigevent`, and a handler, which is a
// function pointer in another; SIGRTMAX is a function.

/// Makes a timer that interrupts this thread's system call; −1 if the signal for it, the last of the real-time
/// signals, is blocked here or has a handler of the program's own.
/// The timer is handed over as a number: a process's first is 0, which no pointer may be in Swift.
int clinux_guard_make(uintptr_t *timer);
void clinux_guard_drop(uintptr_t timer);

/// Lets it go off at `deadline` of CLOCK_MONOTONIC, but not later than `again` from now, and then every `again`, both in µs:
/// again, since the call may begin just after the first time. False if it cannot be set, or the deadline has passed.
bool clinux_guard_set(uintptr_t timer, int64_t deadline, int64_t again);
void clinux_guard_stop(uintptr_t timer);
