// CLONE_*, which <sched.h> has for _GNU_SOURCE only.
#include <linux/sched.h>
#include <seccomp.h>

/// SCMP_ACT_ERRNO is a function-like macro.
static inline unsigned swiped_seccomp_refuse(int error) { return SCMP_ACT_ERRNO(error); }

/// Which argument of clone holds the flags is the architecture's choice.
#if defined(__s390__)
enum { SWIPED_CLONE_FLAGS = 1 };
#else
enum { SWIPED_CLONE_FLAGS = 0 };
#endif
