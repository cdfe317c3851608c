// libseccomp, opened when programs are given up: a swiped in the foreground gives none up.

#include "CSeccomp.h"
#include "CLateLibrary.h"

#define FUNCTIONS(NUMBER, POINTER, NOTHING) \
  POINTER(scmp_filter_ctx, seccomp_init, (uint32_t action), (action)) \
  NUMBER(int, seccomp_attr_set, (scmp_filter_ctx filter, enum scmp_filter_attr attribute, uint32_t value), \
    (filter, attribute, value)) \
  NUMBER(int, seccomp_load, (const scmp_filter_ctx filter), (filter)) \
  NOTHING(void, seccomp_release, (scmp_filter_ctx filter), (filter)) \
  NUMBER(int, seccomp_rule_add_array, \
    (scmp_filter_ctx filter, uint32_t action, int call, unsigned count, const struct scmp_arg_cmp *arguments), \
    (filter, action, call, count, arguments)) \
  NUMBER(int, seccomp_syscall_resolve_name, (const char *name), (name))

LATE_LIBRARY("libseccomp.so.2", "seccomp", "giving up to start programs", FUNCTIONS)
