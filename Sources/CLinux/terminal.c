#define _GNU_SOURCE

#include "Terminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Crashes, and what else ends a process that does nothing about it.
static const int ends[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP,   SIGABRT, SIGFPE, SIGQUIT, SIGSYS,
                           SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO};

static int terminal = -1;
static struct termios modes;
static char farewell[256];
static size_t farewell_length;

static void give_back(int number) {
  int descriptor = terminal;
  if (descriptor >= 0) {
    ssize_t written = write(descriptor, farewell, farewell_length);
    (void)written;
    tcsetattr(descriptor, TCSANOW, &modes);
  }
  // SA_RESETHAND has put the default action back, which now does what it would have done.
  raise(number);
}

int clinux_terminal_guard(int descriptor) {
  if (tcgetattr(descriptor, &modes) < 0)
    return -1;
  farewell_length = 0;
  terminal = descriptor;
  struct sigaction action = {.sa_handler = give_back, .sa_flags = SA_RESETHAND | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
    struct sigaction before;
    // What is ignored ends nothing.
    if (sigaction(ends[index], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(ends[index], &action, NULL);
  }
  return 0;
}

void clinux_terminal_farewell(const char *text) {
  size_t length = strlen(text);
  if (farewell_length + length > sizeof farewell)
    return;
  memcpy(farewell + farewell_length, text, length);
  farewell_length += length;
}

void clinux_terminal_unguard(void) {
  terminal = -1;
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
    struct sigaction now;
    if (sigaction(ends[index], NULL, &now) == 0 && now.sa_handler == give_back)
      signal(ends[index], SIG_DFL);
  }
}

int clinux_terminal_restore(int descriptor) { return tcsetattr(descriptor, TCSANOW, &modes); }

void clinux_stop(void) {
  struct sigaction before, standard = {.sa_handler = SIG_DFL};
  sigset_t stop, mask;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &before);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  raise(SIGTSTP);
  // It is blocked until here, and this is where the process rests.
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &before, NULL);
}
