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

static void do_nothing(int signal) { (void)signal; }

int clinux_guard_make(void **timer) {
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
  *timer = made;
  return 0;
}

void clinux_guard_drop(void *timer) { timer_delete(timer); }
