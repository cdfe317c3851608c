// What Swift cannot import of the kernel's and the C library's interfaces; each entry gives its reason.

#pragma once

// Not part of the toolchain's Glibc module: the C library's own epoll, signalfd and timerfd headers.
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Likewise the kernel's input headers; their plain numbers (KEY_A, BTN_TOUCH, ABS_X) import as they are.
#include <linux/input.h>

// major() and minor() are function-like macros.
#include <sys/sysmacros.h>

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "ForceFeedback.h"
#include "Terminal.h"

/// EPOLL* are members of a C enumeration, which Swift would have spelt `EPOLLIN.rawValue`, and EPOLLET is
/// beyond its type: the four that are used, as plain numbers.
enum {
  CLINUX_EPOLLIN = EPOLLIN,
  CLINUX_EPOLLOUT = EPOLLOUT,
  CLINUX_EPOLLERR = EPOLLERR,
  CLINUX_EPOLLHUP = EPOLLHUP,
};

/// EPOLL_CLOEXEC, TFD_* and SFD_* are members of anonymous enumerations that also are macros of themselves.
enum {
  CLINUX_EPOLL_CLOEXEC = EPOLL_CLOEXEC,
  CLINUX_TFD_FLAGS = TFD_CLOEXEC | TFD_NONBLOCK,
  CLINUX_TFD_ABSTIME = TFD_TIMER_ABSTIME,
  CLINUX_SFD_FLAGS = SFD_CLOEXEC | SFD_NONBLOCK,
};

/// IN_CLOEXEC and IN_NONBLOCK are members of an anonymous enumeration that also are macros of themselves; the masks are
/// unsigned to the kernel and signed to Swift.
enum {
  CLINUX_INOTIFY_FLAGS = IN_CLOEXEC | IN_NONBLOCK,
  CLINUX_IN_CHANGED = IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
                      IN_MOVE_SELF | IN_ONLYDIR,
};

/// The signals that this process ignores, 1 being the lowest bit: sigaction's members are nothing to Swift.
unsigned long long clinux_ignored_signals(void);

/// What main is given: Swift's own way to it is to look for it in /proc/self/maps.
int clinux_argument_count(void);
char *const *clinux_arguments(void);

/// A program of a session of its own, with no signal blocked, none of `ignored` ignored, and no descriptor but the standard
/// ones: vfork is not for Swift, and posix_spawn asks the kernel some 70 things more, between a lift and its command. Gives
/// an error's number.
int clinux_spawn(int *process, const char *path, char *const *arguments, char *const *environment, int input,
                 int output, unsigned long long ignored);

/// How a process ended, of which WIFSIGNALED and the like are macros: its exit code, or 256 and the signal's number.
int clinux_wait_any(int *process, int *end);

/// `struct epoll_event` is packed and holds a union: Swift can import neither the layout nor the member.
static inline int clinux_epoll_ctl(int epoll, int operation, int descriptor, unsigned events,
                                   unsigned long long token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline unsigned clinux_event_bits(const struct epoll_event *event) { return event->events; }

static inline unsigned long long clinux_event_token(const struct epoll_event *event) {
  return event->data.u64;
}

/// SIG_IGN is a cast of a number to a function, which is no constant to Swift.
static inline void clinux_ignore_signal(int number) { signal(number, SIG_IGN); }

/// strerrordesc_np is declared for _GNU_SOURCE only, which the importer does not define. "Unknown error" where
/// the C library has no text.
const char *clinux_error_text(int number);

// ioctl() is variadic, and the EVIOC* requests are function-like macros that encode a size.

static inline int clinux_evdev_bits(int node, unsigned type, void *bits, unsigned size) {
  return ioctl(node, EVIOCGBIT(type, size), bits);
}

static inline int clinux_evdev_properties(int node, void *bits, unsigned size) {
  return ioctl(node, EVIOCGPROP(size), bits);
}

static inline int clinux_evdev_keys(int node, void *bits, unsigned size) {
  return ioctl(node, EVIOCGKEY(size), bits);
}

static inline int clinux_evdev_axis(int node, unsigned axis, struct input_absinfo *info) {
  return ioctl(node, EVIOCGABS(axis), info);
}

/// `values` begins with the ABS_MT_* code that is asked for; a value for each slot follows.
static inline int clinux_evdev_slots(int node, void *values, unsigned size) {
  return ioctl(node, EVIOCGMTSLOTS(size), values);
}

static inline int clinux_evdev_grab(int node) { return ioctl(node, EVIOCGRAB, 1); }

/// Masks every type of event: the descriptor answers questions, and nothing queues up on it. The kernel
/// wants the bits of whole longs.
static inline int clinux_evdev_mask_all(int node) {
  unsigned long none = 0;
  struct input_mask mask = {
      .type = EV_SYN, .codes_size = sizeof none, .codes_ptr = (unsigned long)&none};
  return ioctl(node, EVIOCSMASK, &mask);
}

/// <link.h> and <malloc.h> are no part of the Glibc module, and the ElfW() types are macros.
void clinux_give_back_memory(void);
