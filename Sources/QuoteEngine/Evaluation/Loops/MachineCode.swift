/// Bytes of x86-64 machine code, put together an instruction at a time.
///
/// Registers are by their numbers. Encodings are those of Intel's "Software Developer's
/// Manual", volume 2, sections 2.1 to 2.7.
struct MachineCode {
  private(set) var bytes: [UInt8] = []

  /// The last operand of an instruction.
  enum Operand {
    case register(Int)
    /// Base and displacement in bytes, with an index times a scale of 1, 2, 4 or 8.
    case memory(base: Int, displacement: Int, index: Int? = nil, scale: Int = 1)
    /// One cell in memory for all lanes.
    case broadcast(base: Int, displacement: Int)
  }

  /// Registers that point to memory, or count, by their numbers.
  enum Pointer {
    static let rax = 0
    static let rcx = 1
    static let rdx = 2
    static let rsp = 4
    static let rsi = 6
    static let rdi = 7
  }

  var count: Int { bytes.count }

  // MARK: - Vectors

  /// `first` is the operand in between, where the instruction has three. Lanes whose bit in
  /// `mask` (0: none) is not set keep what they had, or get zero.
  mutating func vector(
    _ operation: VectorOperation, _ register: Int, _ first: Int? = nil, _ last: Operand,
    mask: Int = 0, zeroing: Bool = false, length: VectorLength = .bits512, immediate: UInt8? = nil
  ) {
    var (extra, index, isBroadcast) = (0, 0, false)
    var upper = (first ?? 0) >> 4 & 1
    switch last {
    case .register(let number): (extra, index) = (number >> 3 & 1, number >> 4 & 1)
    case .memory(let base, _, let at, _):
      (extra, index) = (base >> 3 & 1, (at ?? 0) >> 3 & 1)
      // Where vectors are places, their fifth bit is where that of the operand between is.
      if let at, at > 15 { upper = 1 }
    case .broadcast(let base, _): (extra, isBroadcast) = (base >> 3 & 1, true)
    }
    let between = first ?? 0
    // Bits that extend registers' numbers are held inverted.
    func inverted(_ bit: Int, _ at: Int) -> UInt8 { UInt8(1 - bit) << UInt8(at) }
    bytes.append(0x62)
    bytes.append(
      inverted(register >> 3 & 1, 7) | inverted(index, 6) | inverted(extra, 5)
        | inverted(register >> 4 & 1, 4) | operation.map)
    bytes.append(
      (operation.isWide ? 0x80 : 0) | UInt8(~between & 15) << 3 | 4 | operation.prefix)
    bytes.append(
      (zeroing ? 0x80 : 0) | length.rawValue << 5 | (isBroadcast ? 0x10 : 0)
        | inverted(upper, 3) | UInt8(mask))
    bytes.append(operation.opcode)
    append(last, register: register)
    if let immediate { bytes.append(immediate) }
  }

  // MARK: - Masks

  mutating func mask(
    _ operation: MaskOperation, _ register: Int, _ first: Int? = nil, _ last: Operand
  ) {
    bytes.append(0xC4)
    bytes.append(0xE1)
    bytes.append(
      UInt8(~(first ?? 0) & 15) << 3 | (operation.isLong ? 4 : 0) | (operation.isByte ? 1 : 0))
    bytes.append(operation.opcode)
    append(last, register: register)
  }

  /// The upper byte of sixteen bits as the lower one.
  mutating func upperByte(_ register: Int, of source: Int) {
    bytes += [0xC4, 0xE3, 0xF9, 0x30]
    append(.register(source), register: register)
    bytes.append(8)
  }

  /// ModRM, what follows it, and a displacement of 32 bits.
  private mutating func append(_ operand: Operand, register: Int) {
    let middle = UInt8(register & 7) << 3
    switch operand {
    case .register(let number): bytes.append(0xC0 | middle | UInt8(number & 7))
    case .memory(let base, let displacement, let index?, let scale):
      bytes.append(0x84 | middle)
      bytes.append(
        UInt8(scale.trailingZeroBitCount) << 6 | UInt8(index & 7) << 3 | UInt8(base & 7))
      append(Int32(displacement))
    case .memory(let base, let displacement, nil, _), .broadcast(let base, let displacement):
      bytes.append(0x80 | middle | UInt8(base & 7))
      // The stack pointer as a base takes a byte more, which says that there is no index.
      if base & 7 == Pointer.rsp { bytes.append(0x24) }
      append(Int32(displacement))
    }
  }

  private mutating func append(_ number: Int32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: UInt32(bitPattern: number) >> shift))
    }
  }

  // MARK: - The loop around them

  /// `void (places in rdi, count in rsi, pool in rdx)` with so many bytes of its own on the
  /// stack at rsp: the first body for sixteen rows at a time, then the second for those that are
  /// left, whose bits are in k1 (of the upper eight in k2). rcx is the row in both.
  static func loop(stack: Int, _ whole: MachineCode, _ rest: MachineCode) -> [UInt8] {
    var code = MachineCode()
    // endbr64; push rbp; mov rbp, rsp; and rsp, -64; sub rsp, stack
    code.bytes += [0xF3, 0x0F, 0x1E, 0xFA, 0x55, 0x48, 0x89, 0xE5, 0x48, 0x83, 0xE4, 0xC0]
    code.bytes += [0x48, 0x81, 0xEC]
    code.append(Int32(stack))
    // xor ecx, ecx; mov r8, rsi; and r8, -16; je past the loop
    code.bytes += [0x31, 0xC9, 0x49, 0x89, 0xF0, 0x49, 0x83, 0xE0, 0xF0, 0x0F, 0x84]
    code.append(Int32(whole.count + 13))
    code.bytes += whole.bytes
    // add rcx, 16; cmp rcx, r8; jb to the first body
    code.bytes += [0x48, 0x83, 0xC1, 0x10, 0x4C, 0x39, 0xC1, 0x0F, 0x82]
    code.append(Int32(-(whole.count + 13)))
    // and esi, 15; je to the end
    code.bytes += [0x83, 0xE6, 0x0F, 0x0F, 0x84]
    var masks = MachineCode()
    // mov eax, -1; bzhi eax, eax, esi; k1 from eax, k2 from its upper byte
    masks.bytes += [0xB8, 0xFF, 0xFF, 0xFF, 0xFF, 0xC4, 0xE2, 0x48, 0xF5, 0xC0]
    masks.mask(.fromInteger, 1, nil, .register(Pointer.rax))
    masks.upperByte(2, of: 1)
    code.append(Int32(masks.count + rest.count))
    code.bytes += masks.bytes + rest.bytes
    // vzeroupper; leave; ret
    code.bytes += [0xC5, 0xF8, 0x77, 0xC9, 0xC3]
    return code.bytes
  }

  /// Where the bits of a place's bitmap are from the row on, to rax.
  mutating func bits(_ place: Int) {
    column(place)
    // mov r9, rcx; shr r9, 3; add rax, r9
    bytes += [0x49, 0x89, 0xC9, 0x49, 0xC1, 0xE9, 0x03, 0x4C, 0x01, 0xC8]
  }

  /// Where a place's column begins, to rax.
  mutating func column(_ place: Int) {
    // mov rax, [rdi + 8 place]
    bytes += [0x48, 0x8B, 0x87]
    append(Int32(8 * place))
  }
}
