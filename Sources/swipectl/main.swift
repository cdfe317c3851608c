import Glibc
import SwipeTools

exit(swipectl(CommandLine.arguments.dropFirst()))
