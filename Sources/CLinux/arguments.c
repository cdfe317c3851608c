#include "CLinux.h"

static int count;
static char *const *arguments;

// glibc hands to what is executed before main what it hands to main.
__attribute__((constructor)) static void keep(int given_count, char *const *given) {
  count = given_count;
  arguments = given;
}

int clinux_argument_count(void) { return count; }

char *const *clinux_arguments(void) { return arguments; }
