// Filled by LinuxIO.
