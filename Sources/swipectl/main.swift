import Glibc
import LinuxIO
import SwipeTools

exit(swipectl(ProgramArguments.all.dropFirst()))
