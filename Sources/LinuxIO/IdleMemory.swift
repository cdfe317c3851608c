internal import CLinux

/// The memory that an idle program does not need.
public enum IdleMemory {
  /// Gives back the pages of code and constants that have been touched, and those of the heap that nothing is kept in; what is
  /// needed again comes back from the file when it is.
  ///
  /// The kernel maps 64 KiB around every page that is touched (`fault_around_bytes`). A program that is read
  /// once at its start, with the linker's work and that of a dozen libraries, keeps megabytes mapped that a
  /// loop never looks at again: 9.3 MB became 2.6 for an idle `swiped`. Under memory pressure, mapped pages are also the last
  /// that the kernel takes. The allocator gives back no page but at the heap's end: 88 kB of a service's own 1,312.
  ///
  /// The corresponding C functions are `dl_iterate_phdr`, `madvise` with `MADV_DONTNEED`, and `malloc_trim`.
  public static func giveBack() { clinux_give_back_memory() }
}
