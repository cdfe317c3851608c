#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned long long clinux_ignored_signals(void) {
  unsigned long long ignored = 0;
  struct sigaction action;
  for (int number = 1; number <= 64; number++)
    if (!sigaction(number, NULL, &action) && action.sa_handler == SIG_IGN)
      ignored |= 1ULL << (number - 1);
  return ignored;
}

// A descriptor that is in its place already would be closed by what it is marked with.
static int put(int descriptor, int place) {
  return descriptor == place ? fcntl(place, F_SETFD, 0) : dup2(descriptor, place);
}

// In the child, which has its parent's memory and nothing of its own: nothing but system calls.
static int become(const char *path, char *const *arguments, char *const *environment, int input, int output,
                  unsigned long long ignored) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; ignored; number++, ignored >>= 1)
    if (ignored & 1)
      sigaction(number, &action, NULL);
  if (setsid() < 0 || put(input, 0) < 0 || put(output, 1) < 0 || put(output, 2) < 0)
    return errno;
  // A sandbox may not know of it.
  if (close_range(3, ~0U, 0))
    for (int descriptor = getdtablesize() - 1; descriptor > 2; descriptor--)
      close(descriptor);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, arguments, environment);
  return errno;
}

int clinux_spawn(int *process, const char *path, char *const *arguments, char *const *environment, int input,
                 int output, unsigned long long ignored) {
  sigset_t all, before;
  volatile int error = 0;
  // No handler of this program's may run in the child.
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int child = vfork();
  if (child == 0) {
    error = become(path, arguments, environment, input, output, ignored);
    _exit(127);
  }
  if (child < 0)
    error = errno;
  else if (error)
    // It was never the program, and nobody is to be told of its end.
    waitpid(child, NULL, 0);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  *process = child;
  return error;
}

int clinux_wait_any(int *process, int *end) {
  int status;
  do
    *process = waitpid(-1, &status, WNOHANG);
  while (*process < 0 && errno == EINTR);
  if (*process <= 0)
    return 0;
  *end = WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
  return 1;
}
