#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>

int clinux_spawn(int *process, const char *path, char *const *arguments, char *const *environment, int input,
                 int output) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error)
    return error;
  error = posix_spawn_file_actions_init(&actions);
  if (error) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  sigset_t set;
  // All of them: of those that are not named the child would have to ask what becomes of them first.
  sigfillset(&set);
  posix_spawnattr_setsigdefault(&attributes, &set);
  sigemptyset(&set);
  posix_spawnattr_setsigmask(&attributes, &set);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  if (!(error = posix_spawn_file_actions_adddup2(&actions, input, 0)) &&
      !(error = posix_spawn_file_actions_adddup2(&actions, output, 1)) &&
      !(error = posix_spawn_file_actions_adddup2(&actions, output, 2)) &&
      !(error = posix_spawn_file_actions_addclosefrom_np(&actions, 3)))
    error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
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
