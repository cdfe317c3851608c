#define _GNU_SOURCE

#include "ForceFeedback.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

// glibc before 2.39 names the member of the union only so.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

// Each thread has timers of its own that signal it alone.
static _Thread_local volatile sig_atomic_t has_gone_off;

static void note(int signal) {
  (void)signal;
  has_gone_off = 1;
}

int clinux_guard_make(uintptr_t *timer) {
  int number = SIGRTMAX;
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  struct sigaction current;
  if (sigaction(number, NULL, &current) < 0)
    return -1;
  if (sigismember(&blocked, number) ||
      (current.sa_handler != SIG_DFL && current.sa_handler != note)) {
    errno = EBUSY;
    return -1;
  }
  // Without SA_RESTART: the call is to end.
  struct sigaction action = {.sa_handler = note};
  sigemptyset(&action.sa_mask);
  if (sigaction(number, &action, NULL) < 0)
    return -1;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number};
  event.sigev_notify_thread_id = gettid();
  timer_t made;
  if (timer_create(CLOCK_MONOTONIC, &event, &made) < 0)
    return -1;
  *timer = (uintptr_t)made;
  return 0;
}

void clinux_guard_drop(uintptr_t timer) { timer_delete((timer_t)timer); }

static struct timespec span(int64_t microseconds) {
  return (struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
}

bool clinux_guard_set(uintptr_t timer, int64_t deadline, int64_t again) {
  struct itimerspec value = {.it_value = span(deadline), .it_interval = span(again)};
  has_gone_off = 0;
  return deadline > 0 && timer_settime((timer_t)timer, TIMER_ABSTIME, &value, NULL) == 0 && !has_gone_off;
}

void clinux_guard_stop(uintptr_t timer) {
  struct itimerspec never = {0};
  timer_settime((timer_t)timer, 0, &never, NULL);
}
