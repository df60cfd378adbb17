import QuoteLanguage
import QuoteSyntax

/// Instructions in their EVEX and mask encodings: sections 2.6 and 2.7, masks in VEX.
extension MachineCode {
  /// `first` is the operand in between, where the instruction has three. Lanes whose bit in
  /// `mask` (0: none) is not set keep what they had, or get zero. Operands have no labels: they are
  /// in the order of the manual, so that a line here can be read beside it.
  func vector(
    _ operation: VectorOperation, _ register: Int, _ first: Int? = nil, _ last: Operand,
    mask: Int = 0, zeroing: Bool = false, length: VectorLength = .bits512, immediate: UInt8? = nil
  ) {
    var (extra, index, isBroadcast) = (0, 0, false)
    let between = first ?? 0
    var upper = between >> 4 & 1
    switch last {
    case .register(let number): (extra, index) = (number >> 3 & 1, number >> 4 & 1)
    case .memory(let base, _, let at, _):
      (extra, index) = (base >> 3 & 1, (at ?? 0) >> 3 & 1)
      // Where vectors are places, their fifth bit is where that of the operand between is.
      if let at, at > 15 { upper = 1 }
    case .broadcast(let base, _): (extra, isBroadcast) = (base >> 3 & 1, true)
    }
    // Bits that extend registers' numbers are held inverted.
    let extensions =
      (register >> 3 & 1 ^ 1) << 7 | (index ^ 1) << 6 | (extra ^ 1) << 5
      | (register >> 4 & 1 ^ 1) << 4
    let bytes =
      0x62 | (extensions | Int(operation.map)) << 8
      | ((operation.isWide ? 0x80 : 0) | (~between & 15) << 3 | 4 | Int(operation.prefix)) << 16
      | ((zeroing ? 0x80 : 0) | Int(length.rawValue) << 5 | (isBroadcast ? 0x10 : 0)
        | (upper ^ 1) << 3 | mask) << 24
      | Int(operation.opcode) << 32
    append(bytes, count: 5)
    append(last, register: register)
    if let immediate { append(Int(immediate), count: 1) }
  }

  // MARK: - Masks

  /// The operands have the order of `vector`, which is the manual's, and so no labels.
  func mask(_ operation: MaskOperation, _ register: Int, _ first: Int? = nil, _ last: Operand) {
    let prefix =
      (~(first ?? 0) & 15) << 3 | (operation.isLong ? 4 : 0) | (operation.isByte ? 1 : 0)
    append(0xE1C4 | prefix << 16 | Int(operation.opcode) << 24, count: 4)
    append(last, register: register)
  }

  /// The upper byte of sixteen bits as the lower one.
  func upperByte(_ register: Int, of source: Int) {
    append([0xC4, 0xE3, 0xF9, 0x30])
    append(.register(source), register: register)
    append(8, count: 1)
  }

  // MARK: - The loop around them

  /// `void (places in rdi, count in rsi, pool in rdx)` with bytes of its own on the stack at
  /// rsp: the first body for sixteen rows at a time, then the second for those that are left,
  /// whose bits are in k1 (of the upper eight in k2). rcx is the row in both.
  ///
  /// Bodies give how many bytes of the stack they want.
  func loopOfSixteen(_ whole: () -> Int, _ rest: () -> Int) -> Int {
    // endbr64; push rbp; mov rbp, rsp; and rsp, -64; sub rsp, stack
    append([0xF3, 0x0F, 0x1E, 0xFA, 0x55, 0x48, 0x89, 0xE5, 0x48, 0x83, 0xE4, 0xC0])
    append([0x48, 0x81, 0xEC])
    let stack = gap()
    // xor ecx, ecx; mov r8, rsi; and r8, -16; je past the loop
    append([0x31, 0xC9, 0x49, 0x89, 0xF0, 0x49, 0x83, 0xE0, 0xF0, 0x0F, 0x84])
    let pastLoop = gap()
    let start = count
    let wholeStack = whole()
    // add rcx, 16; cmp rcx, r8; jb to the first body
    append([0x48, 0x83, 0xC1, 0x10, 0x4C, 0x39, 0xC1, 0x0F, 0x82])
    fill(gap(), with: start - count)
    fill(pastLoop, with: count - pastLoop - 4)
    // and esi, 15; je to the end
    append([0x83, 0xE6, 0x0F, 0x0F, 0x84])
    let toEnd = gap()
    // mov eax, -1; bzhi eax, eax, esi; k1 from eax, k2 from its upper byte
    append([0xB8, 0xFF, 0xFF, 0xFF, 0xFF, 0xC4, 0xE2, 0x48, 0xF5, 0xC0])
    mask(.fromInteger, 1, nil, .register(Pointer.rax))
    upperByte(2, of: 1)
    let stackInUse = max(wholeStack, rest())
    fill(toEnd, with: count - toEnd - 4)
    // vzeroupper; leave; ret
    append([0xC5, 0xF8, 0x77, 0xC9, 0xC3])
    fill(stack, with: stackInUse)
    return stackInUse
  }
}
