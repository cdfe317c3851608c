import Glibc

/// A system bus of the laptop's own, on which everybody may do everything.
func startBus(in folder: String) throws -> ChildProcess {
  _ = unsafe mkdir(folder, 0o755)
  _ = unsafe mkdir("/run/dbus", 0o755)
  let configuration = """
    <busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen>
    <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
    <allow receive_sender="*"/></policy></busconfig>

    """
  let path = "\(folder)/bus.conf"
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  _ = unsafe write(descriptor, configuration, configuration.utf8.count)
  close(descriptor)
  let bus = try ChildProcess(
    ["dbus-daemon", "--config-file=\(path)", "--nofork"], stdout: "/dev/null",
    stderr: "\(folder)/bus")
  for _ in 0..<1000 {
    if unsafe access("/run/dbus/system_bus_socket", R_OK) == 0 { return bus }
    usleep(1000)
  }
  throw LabFailure("the bus does not start")
}
