// Replaced by the guest program.
