internal import CLinux

/// The memory that a program's start, or a time with much to do, has mapped.
public enum StartUpMemory {
  /// Gives back the pages of code and constants that the start has touched; those that are needed again come
  /// back from the file when they are. So it does those of the heap that nothing is kept in: the allocator keeps them otherwise,
  /// and what it has freed in the midst of them made 1.3 MB of a service's own 1.4 in a year, though it held no byte more.
  ///
  /// The kernel maps 64 KiB around every page that is touched (`fault_around_bytes`). A program that is read
  /// once at its start, with the linker's work and that of a dozen libraries, keeps megabytes mapped that a
  /// loop never looks at again: 9.3 MB became 2.6 for an idle `swiped`. Under memory pressure, mapped pages are also the last
  /// that the kernel takes.
  ///
  /// The corresponding C functions are `dl_iterate_phdr`, `madvise` with `MADV_DONTNEED`, and `malloc_trim`.
  public static func giveBack() { clinux_forget_startup() }
}
