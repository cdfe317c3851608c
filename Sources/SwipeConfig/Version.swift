/// The version of everything in this package: the one place where it is written.
public let swipedVersion = "0.1.0"
