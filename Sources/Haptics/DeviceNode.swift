internal import LinuxIO

/// A device's node, with what proves that it still is the device's.
struct DeviceNode: Sendable, Hashable {
  var path: String
  /// The node's directory in sysfs, which goes with the device.
  var directory: String

  /// Opens the node for writing.
  ///
  /// The number that a device leaves behind is given to the next one, which may be a keyboard: what was opened is ours
  /// only if the directory is there still, and has the number.
  ///
  /// - Throws: ``HapticObstacle/failed(_:path:_:)``, with ENODEV where another device has the node now.
  func open() throws(HapticObstacle) -> OwnedDescriptor {
    do throws(Errno) {
      let descriptor = try OwnedDescriptor(path: path, .write)
      let (major, minor) = DeviceNumber.parts(of: try descriptor.status().device)
      guard SystemFiles.text(directory + "/dev") == "\(major):\(minor)" else { throw .noSuchDevice }
      return descriptor
    } catch { throw .failed(.open, path: path, error) }
  }
}
