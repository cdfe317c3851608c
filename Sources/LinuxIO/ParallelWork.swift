internal import Glibc
internal import Synchronization

/// Work in pieces that do not need each other, on all processors.
package enum ParallelWork {
  /// Deep enough for what reads a file.
  private static let stackSize = 1 << 20

  private final class Job: Sendable {
    let next = Atomic(0)
    let count: Int
    let body: @Sendable (Int) -> Void

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    func work() {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }

  /// Calls `body` with each of 0..<count, in any order and several at once, and returns when all are done.
  ///
  /// The corresponding C functions are `pthread_create` and `pthread_join`.
  package static func each(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let job = Job(count, body)
    let helpers = min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), count) - 1
    var threads: [pthread_t] = []
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    // Where no more threads are to be had, this one does it.
    while threads.count < helpers {
      let own = unsafe Unmanaged.passRetained(job)
      var thread = pthread_t()
      let error = unsafe pthread_create(
        &thread, &attributes,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
          }
          return nil
        }, own.toOpaque())
      guard error == 0 else {
        unsafe own.release()
        break
      }
      threads.append(thread)
    }
    job.work()
    for thread in threads { pthread_join(thread, nil) }
  }
}
