/*
 * Libraries of the system that are opened when they are first called, so that a start that does not need one, or not yet,
 * neither maps nor links it. Whoever calls sees the library's own functions: they are defined here, by a list
 *
 *     #define FUNCTIONS(NUMBER, POINTER, NOTHING) \
 *       NUMBER(int, library_open, (int how), (how)) \
 *       NOTHING(void, library_close, (int what), (what))
 *
 * in which each stands by what it returns, with its result, name, parameters and arguments; the compiler holds them against the
 * library's header. Where the library cannot be opened a number is -ELIBACC, and a pointer NULL, with errno ELIBACC.
 */

#pragma once

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

struct late_library {
  const char *file;
  // The functions' names, each with its zero; an empty one ends them.
  const char *names;
  // As many pointers to functions as there are names, in the same order.
  void *functions;
  pthread_mutex_t lock;
  atomic_bool is_open;
};

// Opens the library, unless it is open, and looks all its functions up.
// Returns 0, or -ELIBACC if there is no such library or it lacks one of them; it is tried anew by the next call then.
int late_library_open(struct late_library *library);

// The tools of packagers and of initrds read from it what is loaded besides what the linker knows of (the ELF metadata of
// the UAPI group, "dlopen() metadata"). `priority` is required, recommended or suggested.
#define LATE_NOTE(soname, feature, purpose, priority) \
  LATE_NOTE_OF("[{\"feature\":\"" feature "\",\"description\":\"" purpose "\",\"priority\":\"" priority \
               "\",\"soname\":[\"" soname "\"]}]")
#define LATE_NOTE_OF(text) \
  __attribute__((used, section(".note.dlopen"), aligned(4))) static const struct { \
    unsigned name_size, size, type; \
    char name[4]; \
    _Alignas(4) char content[sizeof(text)]; \
  } note = {4, sizeof(text), 0x407c0c0a, "FDO", text};

#define LATE_SLOT(result, name, parameters, arguments) __typeof__(name) *name;
#define LATE_NAME(result, name, parameters, arguments) #name "\0"

// Only for the program itself: a library that uses another of these, or is one, keeps the real functions.
#define LATE_HIDDEN __attribute__((visibility("hidden")))

#define LATE_NUMBER(result, name, parameters, arguments) \
  LATE_HIDDEN result name parameters { \
    int opened = late_library_open(&library); \
    return opened < 0 ? opened : functions.name arguments; \
  }
#define LATE_POINTER(result, name, parameters, arguments) \
  LATE_HIDDEN result name parameters { \
    int opened = late_library_open(&library); \
    if (opened == 0) return functions.name arguments; \
    errno = -opened; \
    return NULL; \
  }
#define LATE_NOTHING(result, name, parameters, arguments) \
  LATE_HIDDEN result name parameters { \
    if (late_library_open(&library) == 0) functions.name arguments; \
  }

// Once in a file, which then has all of them.
#define LATE_LIBRARY(soname, feature, purpose, FUNCTIONS) \
  LATE_NOTE(soname, feature, purpose, "required") \
  static struct { \
    FUNCTIONS(LATE_SLOT, LATE_SLOT, LATE_SLOT) \
  } functions; \
  static struct late_library library = { \
      .file = soname, \
      .names = FUNCTIONS(LATE_NAME, LATE_NAME, LATE_NAME), \
      .functions = &functions, \
      .lock = PTHREAD_MUTEX_INITIALIZER, \
  }; \
  FUNCTIONS(LATE_NUMBER, LATE_POINTER, LATE_NOTHING)
