internal import CLinux

/// The memory that a program's start has mapped.
public enum StartUpMemory {
  /// Gives back the pages of code and constants that the start has touched; those that are needed again come
  /// back from the file when they are.
  ///
  /// The kernel maps 64 KiB around every page that is touched (`fault_around_bytes`). A program that is read
  /// once at its start, with the linker's work and that of a dozen libraries, keeps megabytes mapped that a
  /// loop never looks at again: 9.3 MB became 2.6 for an idle `swiped`. Under memory pressure, mapped pages are also the last
  /// that the kernel takes.
  ///
  /// The corresponding C functions are `dl_iterate_phdr` and `madvise` with `MADV_DONTNEED`.
  public static func giveBack() { clinux_forget_startup() }
}
