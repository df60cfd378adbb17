/// What the code of a loop came to, for people: the processor's registers and the bytes.
final class LoopListing {
  /// By step, the registers that hold what it makes, for as many rows as a body takes.
  var registers: [[String]] = []
  private(set) var codeBytes = 0
  private(set) var stackBytes = 0

  func note(_ code: MachineCode, stack: Int) {
    codeBytes = code.count
    stackBytes = stack
  }

  /// Whether the stack is too small for it, so that its instructions are run one by one.
  var isTooLarge: Bool { stackBytes > LoopInstructions.mostStack }
}
