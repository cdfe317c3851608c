internal import CSeccomp
internal import Glibc
public import LinuxIO

/// Gives up starting programs, for good and for every thread, those there are and those to come.
///
/// From then on the kernel refuses `execve`, `execveat`, `fork`, `vfork` and every `clone` that would make a
/// process, with EPERM. Threads can still be started: `clone3`, whose flags a filter cannot see, is said not
/// to exist, and the C library then starts them by `clone` (glibc 2.34; systemd and Chromium do the same). Calls of
/// another architecture end the program. Privileges cannot be gained any more (`no_new_privs`).
///
/// - Throws: why the kernel took no filter: `invalidArgument` where it was built without them, `noSharedLibrary` where
///   libseccomp is missing. Nothing has changed then but perhaps `no_new_privs`.
///
/// The corresponding C functions are `seccomp_rule_add` and `seccomp_load`.
public func giveUpStartingPrograms() throws(Errno) {
  guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else {
    throw errno == ELIBACC ? Errno.noSharedLibrary : Errno(rawValue: ENOMEM)
  }
  defer { unsafe seccomp_release(filter) }

  try check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
  // Without this one libseccomp turns every error of the kernel's into ECANCELED.
  try check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1))
  try check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))

  let refused = swiped_seccomp_refuse(EPERM)
  // Of those that an architecture lacks (aarch64: fork and vfork) libseccomp makes no rule.
  for name in ["execve", "execveat", "fork", "vfork"] {
    try check(unsafe seccomp_rule_add_array(filter, refused, number(of: name), 0, nil))
  }
  var isProcess = scmp_arg_cmp(
    arg: UInt32(SWIPED_CLONE_FLAGS), op: SCMP_CMP_MASKED_EQ,
    datum_a: UInt64(CLONE_THREAD), datum_b: 0)
  try check(unsafe seccomp_rule_add_array(filter, refused, number(of: "clone"), 1, &isProcess))
  let unknown = swiped_seccomp_refuse(ENOSYS)
  try check(unsafe seccomp_rule_add_array(filter, unknown, number(of: "clone3"), 0, nil))

  try check(unsafe seccomp_load(filter))
}

private func number(of call: String) -> Int32 {
  unsafe call.withCString { unsafe seccomp_syscall_resolve_name($0) }
}

private func check(_ result: Int32) throws(Errno) {
  guard result < 0 else { return }
  throw Errno(rawValue: -result)
}
