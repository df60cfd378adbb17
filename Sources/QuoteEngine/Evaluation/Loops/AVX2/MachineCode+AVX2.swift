import QuoteLanguage
import QuoteSyntax

/// Instructions in their VEX encodings of three bytes: section 2.3.
extension MachineCode {
  /// `first` is the operand in between, where the instruction has three. Operands have no labels:
  /// they are in the order of the manual, so that a line here can be read beside it.
  func vex(
    _ operation: VectorOperation, _ register: Int, _ first: Int? = nil, _ last: Operand,
    length: VectorLength = .bits256, immediate: UInt8? = nil
  ) {
    let (index, extra) =
      switch last {
      case .register(let number): (0, number >> 3 & 1)
      case .memory(let base, _, let at, _): ((at ?? 0) >> 3 & 1, base >> 3 & 1)
      case .broadcast: preconditionFailure("only the instructions of AVX-512 broadcast")
      }
    // Bits that extend registers' numbers, and the operand in between, are held inverted.
    let extensions = (register >> 3 & 1 ^ 1) << 7 | (index ^ 1) << 6 | (extra ^ 1) << 5
    let bytes =
      0xC4 | (extensions | Int(operation.map)) << 8
      | ((operation.isWide ? 0x80 : 0) | (~(first ?? 0) & 15) << 3 | Int(length.rawValue) << 2
        | Int(operation.prefix)) << 16
      | Int(operation.opcode) << 24
    append(bytes, count: 4)
    append(last, register: register)
    if let immediate { append(Int(immediate), count: 1) }
  }

  /// Lanes of a register moved by so many bits, to another.
  func shift(_ shift: VectorShift, _ register: Int, by bits: UInt8, into to: Int) {
    vex(shift.operation, shift.kind, to, .register(register), immediate: bits)
  }

  // MARK: - The loop around them

  /// `void (places in rdi, count in rsi, pool in rdx)` with bytes of its own on the stack at rsp:
  /// the body for eight rows at a time, whose first is in rcx. The count is a positive multiple of
  /// eight.
  ///
  /// The body gives how many bytes of the stack it wants.
  func loopOfEight(_ body: () -> Int) -> Int {
    // endbr64; push rbp; mov rbp, rsp; and rsp, -64; sub rsp, stack
    append([0xF3, 0x0F, 0x1E, 0xFA, 0x55, 0x48, 0x89, 0xE5, 0x48, 0x83, 0xE4, 0xC0])
    append([0x48, 0x81, 0xEC])
    let stack = gap()
    // xor ecx, ecx
    append([0x31, 0xC9])
    let start = count
    let inUse = body()
    // add rcx, 8; cmp rcx, rsi; jb to the body
    append([0x48, 0x83, 0xC1, 0x08, 0x48, 0x39, 0xF1, 0x0F, 0x82])
    fill(gap(), with: start - count)
    // vzeroupper; leave; ret
    append([0xC5, 0xF8, 0x77, 0xC9, 0xC3])
    fill(stack, with: inUse)
    return inUse
  }
}
