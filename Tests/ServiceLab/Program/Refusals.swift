import CDevices
import Foundation
import NoPrograms
import Synchronization

/// Every way to start a program, before and after they are given up.
enum Refusals {
  static func run() -> Bool {
    let early = Waiting()
    early.start()
    var holds = true
    func check(_ what: String, _ isSo: Bool) {
      print(isSo ? "ok \(what)" : "FAILED \(what)")
      holds = holds && isSo
    }

    check("a program can be started before", spawn() == 0)
    do {
      try giveUpStartingPrograms()
    } catch {
      check("the kernel takes the filter: \(error)", false)
      return false
    }
    check("posix_spawn is refused", spawn() == EPERM)
    check("fork is refused", fork() == EPERM)
    check("execve is refused", execute() == EPERM)
    early.proceed()
    check("execve is refused to a thread that was there before", early.result == EPERM)
    let late = Waiting()
    late.proceed()
    late.start()
    check("a thread can be started after, and execve is refused to it", late.result == EPERM)
    return holds
  }

  private static func spawn() -> Int32 {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
    defer { unsafe free(arguments[0]) }
    let error = unsafe posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil)
    if error == 0 { waitpid(child, nil, 0) }
    return error
  }

  private static func fork() -> Int32 {
    let child = lab_fork()
    if child == 0 { _exit(0) }
    return child < 0 ? errno : 0
  }

  fileprivate static func execute() -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("false"), nil]
    defer { unsafe free(arguments[0]) }
    unsafe execve("/bin/false", &arguments, nil)
    return errno
  }
}

/// A thread that tries execve when it is told to.
private final class Waiting: Sendable {
  private let isTold = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)
  private let error = Mutex<Int32>(-1)

  func start() {
    Thread.detachNewThread { [self] in
      isTold.wait()
      error.withLock { $0 = Refusals.execute() }
      isDone.signal()
    }
  }

  func proceed() { isTold.signal() }

  var result: Int32 {
    guard isDone.wait(timeout: .now() + 5) == .success else { return -1 }
    return error.withLock { $0 }
  }
}
