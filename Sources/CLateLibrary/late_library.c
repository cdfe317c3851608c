#include <dlfcn.h>
#include <string.h>

#include "CLateLibrary.h"

static int look_up(const struct late_library *library) {
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return -ELIBACC;
  char *slot = library->functions;
  for (const char *name = library->names; *name != '\0'; name += strlen(name) + 1) {
    void *function = dlsym(handle, name);
    if (function == NULL) {
      dlclose(handle);
      return -ELIBACC;
    }
    // ISO C has no conversion between pointers to objects and to functions; POSIX gives them one representation.
    memcpy(slot, &function, sizeof function);
    slot += sizeof function;
  }
  return 0;
}

int late_library_open(struct late_library *library) {
  if (atomic_load_explicit(&library->is_open, memory_order_acquire)) return 0;
  pthread_mutex_lock(&library->lock);
  int result = atomic_load_explicit(&library->is_open, memory_order_relaxed) ? 0 : look_up(library);
  if (result == 0) atomic_store_explicit(&library->is_open, 1, memory_order_release);
  pthread_mutex_unlock(&library->lock);
  return result;
}
