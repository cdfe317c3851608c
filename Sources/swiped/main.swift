import Glibc
import SwipedDaemon

exit(runSwiped(CommandLine.arguments.dropFirst()))
