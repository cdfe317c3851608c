internal import CommitPoint
public import LinuxIO

/// The touchpads of this machine: finds them, reads them, and tells what fingers did on them.
///
/// It opens touchpads and nothing else. It has no loop: put `descriptors` into one, and call
/// `dispatch(_:_:)` with the one that is readable.
public final class TouchpadInput {
  private let selection: TouchpadSelection
  /// Whether two fingers that scroll are told as a swipe of two fingers.
  public var twoFingerSwipes: Bool
  /// Which of the touchpads that `selection` allows are read; `reconsider(_:)` after a change.
  public var isWanted: (TouchpadCandidate) -> Bool = { _ in true }
  private let udev: Udev
  private let libinput: Libinput
  /// libinput's descriptor.
  private let touches: Int32
  /// A touchpad keeps its place; libinput's events bear it.
  private var pads: [TrackedPad?] = []
  private var nextID: UInt32 = 0
  /// Why devices that are there were not taken, as it was told.
  private var refused: [String: TouchpadRefusal] = [:]

  /// - Parameters:
  ///   - twoFingerSwipes: whether two fingers that scroll are told as a swipe of two fingers.
  ///   - isAlone: whether nobody else is to hear of these touchpads as long as they are read, the desktop neither.
  public init(
    selection: TouchpadSelection, twoFingerSwipes: Bool, isAlone: Bool = false
  ) throws(TouchpadInputError) {
    self.selection = selection
    self.twoFingerSwipes = twoFingerSwipes
    do throws(Errno) {
      udev = try Udev()
    } catch {
      throw .udev(error)
    }
    do throws(Errno) {
      libinput = try Libinput(isAlone: isAlone)
      touches = libinput.descriptor
    } catch {
      throw .libinput(error)
    }
  }

  /// What is to be waited on for reading.
  public var descriptors: [Int32] { [touches, udev.descriptor] }

  /// Takes the touchpads that are there already; to be called once, with `descriptors` in the loop.
  public func start(_ emit: (TouchpadEvent) -> Void) {
    // Where paths are given, nobody else's device is looked at.
    guard case .nodes(let paths) = selection else {
      for node in udev.nodes(all: false) { consider(node, emit) }
      return
    }
    for path in paths { take(at: path, emit) }
  }

  /// Tells all that is pending on `descriptor`, one of `descriptors`.
  public func dispatch(_ descriptor: Int32, _ emit: (TouchpadEvent) -> Void) {
    if descriptor == touches {
      readTouches(emit)
    } else if descriptor == udev.descriptor {
      hearAnnouncements(emit)
    }
  }

  /// Lets go of touchpads that are wanted no longer, and takes those that are now.
  public func reconsider(_ emit: (TouchpadEvent) -> Void) {
    for pad in pads {
      if let pad, !isWanted(pad.touchpad.candidate) { letGo(of: pad.touchpad.sysPath, emit) }
    }
    for node in udev.nodes(all: false) { consider(node, emit) }
  }

  /// Notes which contacts are held right now; to be called when a swipe on the touchpad has armed.
  ///
  /// Whether the swipe's end is a release is told by these contacts. May be called within `emit`.
  public func holdContacts(of touchpad: TouchpadID) {
    for pad in pads {
      if let pad, pad.touchpad.id == touchpad { return pad.holdContacts() }
    }
  }

  /// Opens the touchpad at a path for its own frames, without waiting; nothing else is ever opened.
  ///
  /// - Throws: why it stays closed.
  public static func open(touchpad path: String) throws(TouchpadRefusal) -> OwnedDescriptor {
    let file: FileStatus
    do throws(Errno) { file = try FileStatus(path: path) } catch {
      throw error == .noSuchFile ? .noSuchNode : .cannotOpen(error)
    }
    guard file.kind == .characterDevice else { throw .notAnInputDevice(.regular) }
    let udev: Udev
    do throws(Errno) { udev = try Udev() } catch { throw .cannotOpen(error) }
    let node = try udev.look(up: file.device).get()
    if let refusal = node.refusal { throw refusal }
    return try EvdevNode.open(node.path, number: node.number)
  }

  /// Every input device of this machine, and whether it would be taken.
  public static func list() throws(TouchpadInputError) -> [TouchpadReport] {
    let input = try TouchpadInput(selection: .all, twoFingerSwipes: false)
    return input.udev.nodes(all: true).map { node in
      TouchpadReport(name: node.name, node: node.path, result: input.take(node))
    }
  }

  // MARK: Touches

  private func readTouches(_ emit: (TouchpadEvent) -> Void) {
    libinput.read()
    let twoFingerSwipes = twoFingerSwipes
    while let event = libinput.next(scrolls: twoFingerSwipes) {
      if event.mayBeMisread { return read(after: event, emit) }
      handle(event, before: [], emit)
    }
  }

  /// Tells an event and all that is there: what it really was may be told by what follows.
  @inline(never)
  private func read(after event: LibinputEvent, _ emit: (TouchpadEvent) -> Void) {
    var batch = [event]
    while let next = libinput.next(scrolls: twoFingerSwipes) { batch.append(next) }
    for index in batch.indices { handle(batch[index], before: batch[(index + 1)...], emit) }
  }

  private func handle(
    _ event: LibinputEvent, before rest: ArraySlice<LibinputEvent>,
    _ emit: (TouchpadEvent) -> Void
  ) {
    guard let pad = pads[event.place] else { return }
    pad.handle(event, before: rest, emit)
    if case .removed = event.kind { release(pad, at: event.place, emit) }
  }

  private func release(_ pad: TrackedPad, at place: Int, _ emit: (TouchpadEvent) -> Void) {
    libinput.remove(place: place, number: pad.number)
    pads[place] = nil
    emit(.released(pad.touchpad.id))
  }

  // MARK: Announcements

  private func hearAnnouncements(_ emit: (TouchpadEvent) -> Void) {
    while true {
      do throws(Errno) {
        guard let announcement = try udev.next() else { return }
        switch announcement {
        case .present(let node): consider(node, emit)
        case .gone(let sysPath): letGo(of: sysPath, emit)
        }
      } catch {
        // Whatever it is, there may be news that was not heard.
        lookAnew(emit)
        return
      }
    }
  }

  private func lookAnew(_ emit: (TouchpadEvent) -> Void) {
    emit(.announcementsLost)
    let nodes = udev.nodes(all: false)
    refused = refused.filter { entry in nodes.contains { $0.sysPath == entry.key } }
    for pad in pads {
      guard let pad, !nodes.contains(where: { $0.sysPath == pad.touchpad.sysPath }) else {
        continue
      }
      letGo(of: pad.touchpad.sysPath, emit)
    }
    for node in nodes { consider(node, emit) }
  }

  private func letGo(of sysPath: String, _ emit: (TouchpadEvent) -> Void) {
    refused[sysPath] = nil
    guard let place = place(of: sysPath), let pad = pads[place] else { return }
    // libinput now ends what is open, and tells of the removal: both are read as what they are.
    libinput.remove(place: place, number: pad.number)
    readTouches(emit)
  }

  private func place(of sysPath: String) -> Int? {
    pads.firstIndex { $0?.touchpad.sysPath == sysPath }
  }

  // MARK: Taking

  private func consider(_ node: InputNode, _ emit: (TouchpadEvent) -> Void) {
    guard isSelected(node), isWanted(node.candidate), place(of: node.sysPath) == nil else { return }
    switch take(node) {
    case .success(let touchpad):
      refused[node.sysPath] = nil
      emit(.taken(touchpad))
    case .failure(let refusal):
      // Without being asked for by its path, only a touchpad is worth a word.
      if case .notATouchpad = refusal, case .all = selection { return }
      // udev tells of every change; what is the same as before is said once.
      if refused.updateValue(refusal, forKey: node.sysPath) == refusal { return }
      emit(.refused(node: node.path, name: node.name, refusal))
    }
  }

  private func isSelected(_ node: InputNode) -> Bool {
    guard case .nodes(let paths) = selection else { return true }
    return paths.contains { path in
      guard let file = try? FileStatus(path: path) else { return false }
      return file.kind == .characterDevice && file.device == node.number
    }
  }

  private func take(_ node: InputNode) -> Result<Touchpad, TouchpadRefusal> {
    if let refusal = node.refusal { return .failure(refusal) }
    do throws(TouchpadRefusal) {
      let own = try EvdevNode(path: node.path, number: node.number)
      let capabilities: Capabilities
      do throws(Errno) { capabilities = try own.capabilities() } catch {
        throw error == .noSuchDevice ? .noSuchNode : .cannotOpen(error)
      }
      let place = pads.firstIndex { $0 == nil } ?? pads.count
      let facts = libinput.add(path: node.path, number: node.number, place: place)
      guard let facts else { throw .libinputRefused }
      let size = capabilities.size(told: facts.size)
      let touchpad = Touchpad(
        id: TouchpadID(rawValue: nextID), name: node.name, node: node.path, sysPath: node.sysPath,
        seat: node.seat, width: Millimetres(size.width), height: Millimetres(size.height),
        sizeIsGuess: capabilities.isGuess(size), maxFingers: capabilities.fingers,
        slots: capabilities.slots, isSemiMultitouch: capabilities.isSemiMultitouch,
        links: node.links, vendor: node.vendor, product: node.product,
        isExternal: node.isExternal)
      nextID += 1
      let scale = Scale.millimetresPerUnit(
        name: node.name, dmi: udev.dmi, isX220Firmware: node.isX220Firmware)
      if place == pads.count { pads.append(nil) }
      pads[place] = TrackedPad(touchpad, at: place, node: own, of: node, scale: scale)
      return .success(touchpad)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Asked for by path

  /// Takes what is at `path`, or says why not.
  private func take(at path: String, _ emit: (TouchpadEvent) -> Void) {
    let file: FileStatus
    do throws(Errno) {
      file = try FileStatus(path: path)
    } catch {
      if error == .noSuchFile { return emit(.waiting(path: path, .noSuchNode)) }
      return emit(.refused(node: path, name: nil, .cannotOpen(error)))
    }
    let kind: FileKind
    switch file.kind {
    case .characterDevice: return take(at: path, device: file.device, emit)
    case .directory: kind = .directory
    case .blockDevice: kind = .blockDevice
    case .pipe: kind = .pipe
    case .socket: kind = .socket
    case .regular, .other: kind = .regular
    }
    emit(.refused(node: path, name: nil, .notAnInputDevice(kind)))
  }

  private func take(at path: String, device: UInt64, _ emit: (TouchpadEvent) -> Void) {
    switch udev.look(up: device) {
    case .failure(let refusal): emit(.refused(node: path, name: nil, refusal))
    case .success(let node):
      switch node.refusal {
      case nil, .alsoKeyboard: consider(node, emit)
      case .notInitialised: emit(.waiting(path: path, .notInitialised))
      case .some(let refusal): emit(.refused(node: path, name: node.name, refusal))
      }
    }
  }
}
