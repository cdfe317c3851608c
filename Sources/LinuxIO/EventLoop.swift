internal import CLinux

/// Waits for descriptors, and calls what was given for each when it is ready.
///
/// One thread, one epoll, level-triggered: a handler need not take all that is pending, it is called again. A
/// handler may add and remove descriptors, its own too. A descriptor that was removed is told nothing more,
/// even if it was found ready together with the one whose handler removed it: each has a place in a table, the
/// kernel hands back the place and a number that changes whenever the place gets a new owner, and what does not
/// match is passed over. A descriptor that reports nothing but trouble could never be waited for again without
/// spinning: its handler is told, and if the next thing it reports is trouble alone once more, it is removed.
public final class EventLoop {
  /// What a descriptor is waited for.
  public enum Interest: Sendable, Hashable {
    case reading, writing
  }

  /// What a descriptor reports.
  public struct Readiness: OptionSet, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Readiness(rawValue: UInt32(CLINUX_EPOLLIN))
    public static let writable = Readiness(rawValue: UInt32(CLINUX_EPOLLOUT))
    /// The other side is gone.
    public static let hangup = Readiness(rawValue: UInt32(CLINUX_EPOLLHUP))
    /// The next call on the descriptor says what is wrong.
    public static let error = Readiness(rawValue: UInt32(CLINUX_EPOLLERR))
  }

  public typealias Handler = (Readiness) -> Void

  private struct Source {
    var descriptor: Int32
    /// Changes with every owner of this place in the table.
    var generation: UInt32
    var isUsed: Bool
    var hasFailed: Bool
    /// Whether nobody is to be told any more, and the kernel could not be told so.
    var isLeaving: Bool
  }

  /// In a structure of its own, since an array of closures calls each by way of another.
  private struct Boxed {
    var call: Handler
  }

  /// How many descriptors are told of by one call; the rest is told by the next.
  private static let batch = 16

  private let epoll: OwnedDescriptor
  private var sources: [Source] = []
  /// Of each place in the table; apart, since to look at a place then counts no references.
  private var handlers: [Boxed] = []
  private var isStopped = false

  /// The corresponding C function is `epoll_create1`.
  public init() throws(Errno) {
    epoll = OwnedDescriptor(try SystemCalls.makeEpoll())
  }

  /// Calls `handler` whenever `descriptor` is ready, until it is removed.
  ///
  /// The descriptor stays its owner's, who removes it before closing it.
  ///
  /// - Throws: EPERM for a regular file, which is always ready; EEXIST for one that is waited for already.
  ///
  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_ADD`.
  public func add(
    _ descriptor: Int32, for interest: Interest = .reading, _ handler: @escaping Handler
  ) throws(Errno) {
    // The kernel takes none twice.
    if let place = sources.firstIndex(where: { $0.isLeaving && $0.descriptor == descriptor }) {
      forget(place)
    }
    let place = sources.firstIndex { !$0.isUsed && !$0.isLeaving } ?? sources.count
    let generation = place == sources.count ? 0 : sources[place].generation &+ 1
    let events: Readiness =
      switch interest {
      case .reading: .readable
      case .writing: .writable
      }
    try SystemCalls.epollAdd(
      epoll.rawValue, descriptor, events: events.rawValue,
      token: UInt64(generation) << 32 | UInt64(place))
    // Of one with the same number that could not be forgotten the kernel has let go, or it would have refused.
    for index in sources.indices where sources[index].descriptor == descriptor {
      sources[index].isLeaving = false
    }
    let source = Source(
      descriptor: descriptor, generation: generation, isUsed: true, hasFailed: false,
      isLeaving: false)
    if place == sources.count {
      sources.append(source)
      handlers.append(Boxed(call: handler))
    } else {
      sources[place] = source
      handlers[place].call = handler
    }
  }

  /// Waits for `descriptor` no longer; one that is not waited for is none of its business.
  ///
  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_DEL`.
  public func remove(_ descriptor: Int32) {
    let place = sources.firstIndex { $0.descriptor == descriptor && $0.isUsed }
    guard let place else { return }
    sources[place].isUsed = false
    handlers[place].call = { _ in }
    forget(place)
  }

  /// Has the kernel forget a descriptor; where it cannot just now the place is kept, and it is asked again when it next tells
  /// of it, since it would do nothing else any more.
  private func forget(_ place: Int) {
    do throws(Errno) {
      try SystemCalls.epollRemove(epoll.rawValue, sources[place].descriptor)
      sources[place].isLeaving = false
    } catch {
      // Of one that is closed already it has let go itself.
      sources[place].isLeaving = error != .noSuchFile && error != .badDescriptor
    }
  }

  /// Waits and calls handlers until `stop()`.
  ///
  /// - Parameter beforeWaiting: called before each wait, when all handlers have had their turn.
  ///
  /// The corresponding C function is `epoll_wait`.
  public func run(beforeWaiting: () -> Void = {}) throws(Errno) {
    while !isStopped {
      beforeWaiting()
      // What it found may be a reason to end.
      if !isStopped { try turn(timeout: -1) }
    }
    isStopped = false
  }

  /// Ends `run(beforeWaiting:)` once the handler that calls this has returned; other handlers that are due are still called.
  /// Called before it, that does not wait at all.
  public func stop() { isStopped = true }

  /// Waits up to `timeout` ms, −1 for no limit, and calls the handlers of all that is ready.
  ///
  /// The corresponding C function is `epoll_wait`.
  public func turn(timeout: Int32) throws(Errno) {
    // What is thrown from within is of any kind before Swift 6.3.
    let failure: Errno? = unsafe withUnsafeTemporaryAllocation(
      of: epoll_event.self, capacity: Self.batch
    ) { events in
      do throws(Errno) {
        let count = try systemCall {
          // Newer C libraries say that it is never null.
          unsafe epoll_wait(
            epoll.rawValue, events.baseAddress.unsafelyUnwrapped, Int32(events.count), timeout)
        }
        for index in 0..<Int(count) {
          let token = unsafe clinux_event_token(events.baseAddress.unsafelyUnwrapped + index)
          let bits = unsafe clinux_event_bits(events.baseAddress.unsafelyUnwrapped + index)
          tell(token, Readiness(rawValue: bits))
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func tell(_ token: UInt64, _ readiness: Readiness) {
    let place = Int(token & 0xffff_ffff)
    let source = sources[place]
    guard source.generation == UInt32(token >> 32) else { return }
    if source.isLeaving { return forget(place) }
    guard source.isUsed else { return }
    let isTrouble = readiness.isDisjoint(with: [.readable, .writable])
    if isTrouble, source.hasFailed { return remove(source.descriptor) }
    if isTrouble != source.hasFailed { sources[place].hasFailed = isTrouble }
    handlers[place].call(readiness)
  }
}
