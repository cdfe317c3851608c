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

// 272 years after the start, in µs: what a timer is set to that is not wanted.
static const int64_t never = 1000000ll << 33;

static void do_nothing(int signal) { (void)signal; }

static struct timespec span(int64_t microseconds) {
  return (struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
}

int clinux_guard_make(uintptr_t *timer) {
  int number = SIGRTMAX;
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  struct sigaction current;
  if (sigaction(number, NULL, &current) < 0)
    return -1;
  if (sigismember(&blocked, number) ||
      (current.sa_handler != SIG_DFL && current.sa_handler != do_nothing)) {
    errno = EBUSY;
    return -1;
  }
  // Without SA_RESTART: the call is to end.
  struct sigaction action = {.sa_handler = do_nothing};
  sigemptyset(&action.sa_mask);
  if (sigaction(number, &action, NULL) < 0)
    return -1;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number};
  event.sigev_notify_thread_id = gettid();
  timer_t made;
  if (timer_create(CLOCK_MONOTONIC, &event, &made) < 0)
    return -1;
  *timer = (uintptr_t)made;
  clinux_guard_stop(*timer);
  return 0;
}

void clinux_guard_drop(uintptr_t timer) { timer_delete((timer_t)timer); }

bool clinux_guard_set(uintptr_t timer, int64_t deadline, int64_t again) {
  struct itimerspec value = {.it_value = span(deadline), .it_interval = span(again)}, before;
  if (deadline <= 0 || timer_settime((timer_t)timer, TIMER_ABSTIME, &value, &before) < 0)
    return false;
  // How long it would have been until `never` says what time it is, without another call. The timer does not say that its
  // time has passed: the kernel has it go off a microsecond ahead at least, and the call may be over by then.
  int64_t now = never - (before.it_value.tv_sec * 1000000 + before.it_value.tv_nsec / 1000);
  if (now >= deadline)
    return false;
  if (deadline - now <= again)
    return true;
  value.it_value = span(now + again);
  return timer_settime((timer_t)timer, TIMER_ABSTIME, &value, NULL) == 0;
}

void clinux_guard_stop(uintptr_t timer) {
  struct itimerspec value = {.it_value = span(never)};
  timer_settime((timer_t)timer, TIMER_ABSTIME, &value, NULL);
}
