import LinuxIO
import Testing

@Test("The program's arguments are those that Swift finds")
func arguments() {
  #expect(ProgramArguments.all == CommandLine.arguments)
  #expect(!ProgramArguments.all.isEmpty)
}
