import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Encodings held against a disassembler: each form of each instruction that loops are made of,
/// with registers of low and high numbers, is to it what is meant here.
@Suite(
  .enabled(
    if: Disassembler.isHere, "SKIPPED: objdump is not installed, so no encoding was compared"))
struct MachineCodeTests {
  /// Instructions to be emitted, and what a disassembler has to say of them.
  private struct Meant {
    let code = MachineCode()
    var texts: [String] = []

    mutating func add(_ text: String, _ emit: (MachineCode) -> Void) {
      emit(code)
      texts.append(text)
    }

    func disagreements() throws -> [String] {
      let found = try Disassembler.instructions(of: [code])
      if found.count != texts.count { return ["\(found.count) for \(texts.count)"] + found }
      return zip(texts, found).filter { $0 != $1 }.map { "meant \($0), is \($1)" }
    }
  }

  private typealias Numbers = InstructionForm.Numbers

  private static let numbers512 = [
    Numbers(register: 1, first: 2, last: 3, mask: 1),
    Numbers(register: 9, first: 18, last: 27, mask: 2),
    Numbers(register: 30, first: 7, last: 12, mask: 3),
    Numbers(register: 16, first: 31, last: 0, mask: 4),
    Numbers(register: 23, first: 13, last: 21, mask: 7),
  ]
  private static let numbers2 = [
    Numbers(register: 1, first: 2, last: 3, mask: 0),
    Numbers(register: 9, first: 4, last: 10, mask: 0),
    Numbers(register: 6, first: 15, last: 7, mask: 0),
    Numbers(register: 12, first: 11, last: 8, mask: 0),
  ]

  private static func meant(_ kind: LoopInstructions) -> Meant {
    var meant = Meant()
    let forms =
      switch kind {
      case .avx512: InstructionForm.avx512
      case .avx2: InstructionForm.avx2
      }
    for form in forms {
      for numbers in kind == .avx512 ? numbers512 : numbers2 {
        var numbers = numbers
        if case .k = form.register {
          numbers = Numbers(
            register: numbers.register & 7, first: numbers.first, last: numbers.last,
            mask: numbers.mask)
        }
        meant.add(form.text(numbers)) { form.emit(numbers, isEVEX: kind == .avx512, to: $0) }
      }
    }
    switch kind {
    case .avx512: addMasks(to: &meant)
    case .avx2: addSpecials(to: &meant)
    }
    addPlaces(to: &meant)
    return meant
  }

  private static func addMasks(to meant: inout Meant) {
    for (a, b, c) in [(4, 5, 6), (3, 7, 1), (7, 4, 3)] {
      for (operation, mnemonic) in [
        (MaskOperation.and, "kandw"), (.or, "korw"), (.unpack, "kunpckbw"), (.allOnes, "kxnorw"),
      ] {
        meant.add("\(mnemonic) %k\(c),%k\(b),%k\(a)") { $0.mask(operation, a, b, .register(c)) }
      }
      meant.add("knotw %k\(c),%k\(a)") { $0.mask(.not, a, nil, .register(c)) }
      meant.add("kmovw 0x1c0(%rsp),%k\(a)") {
        $0.mask(.load, a, nil, .memory(base: MachineCode.Pointer.rsp, displacement: 0x1C0))
      }
      meant.add("kmovw %k\(a),0x1c0(%rsp)") {
        $0.mask(.store, a, nil, .memory(base: MachineCode.Pointer.rsp, displacement: 0x1C0))
      }
      meant.add("kmovw 0x0(%rax),%k\(a)") {
        $0.mask(.load, a, nil, .memory(base: MachineCode.Pointer.rax, displacement: 0))
      }
      meant.add("kmovw %eax,%k\(a)") { $0.mask(.fromInteger, a, nil, .register(0)) }
      meant.add("kshiftrw $0x8,%k\(c),%k\(a)") { $0.upperByte(a, of: c) }
    }
  }

  /// Those whose encoding has a register where others have none.
  private static func addSpecials(to meant: inout Meant) {
    for (a, b, c, d) in [(1, 2, 3, 4), (9, 10, 11, 12), (15, 0, 8, 7)] {
      for (shift, mnemonic) in [
        (VectorShift.left32, "vpslld"), (.left64, "vpsllq"), (.right64, "vpsrlq"),
      ] {
        meant.add("\(mnemonic) $0x1b,%ymm\(a),%ymm\(b)") { $0.shift(shift, a, by: 27, into: b) }
      }
      let bits = UInt8(d << 4)
      meant.add("vblendvps %ymm\(d),%ymm\(c),%ymm\(b),%ymm\(a)") {
        $0.vex(.chosen32, a, b, .register(c), immediate: bits)
      }
      meant.add("vblendvpd %ymm\(d),%ymm\(c),%ymm\(b),%ymm\(a)") {
        $0.vex(.chosen64, a, b, .register(c), immediate: bits)
      }
      meant.add("vpgatherdd %ymm\(d),0x240(%rdx,%ymm\(c),4),%ymm\(a)") {
        $0.vex(
          .gather32, a, d,
          .memory(base: MachineCode.Pointer.rdx, displacement: 0x240, index: c, scale: 4))
      }
      meant.add("vpbroadcastb 0x0(%rax),%ymm\(a)") {
        $0.vex(.broadcastByte, a, nil, .memory(base: MachineCode.Pointer.rax, displacement: 0))
      }
    }
  }

  private static func addPlaces(to meant: inout Meant) {
    meant.add("mov 0x28(%rdi),%rax") { $0.column(5) }
    meant.add("mov 0x10(%rdi),%rax") { $0.bits(2) }
    meant.texts += ["mov %rcx,%r9", "shr $0x3,%r9", "add %r9,%rax"]
  }

  @Test(arguments: LoopInstructions.allCases)
  func instructionsAreWhatIsMeant(_ kind: LoopInstructions) throws {
    let meant = Self.meant(kind)
    #expect(meant.texts.count > 200)
    #expect(try meant.disagreements() == [])
  }

  // MARK: - What loops are made of

  /// The loop around an empty body, with where its jumps go.
  @Test func framesAreWhatIsMeant() throws {
    let begin = [
      "endbr64", "push %rbp", "mov %rsp,%rbp", "and $0xffffffffffffffc0,%rsp", "sub $0x80,%rsp",
      "xor %ecx,%ecx",
    ]
    let end = ["vzeroupper", "leave", "ret"]
    let eight = MachineCode()
    _ = eight.loopOfEight {
      eight.column(1)
      return 0x80
    }
    #expect(
      try Disassembler.instructions(of: [eight]) == begin + [
        "mov 0x8(%rdi),%rax", "add $0x8,%rcx", "cmp %rsi,%rcx", "jb 0x15",
      ] + end)
    let sixteen = MachineCode()
    _ = sixteen.loopOfSixteen({
      sixteen.column(1)
      return 0x80
    }, {
      sixteen.column(2)
      return 0x40
    })
    #expect(
      try Disassembler.instructions(of: [sixteen]) == begin + [
        "mov %rsi,%r8", "and $0xfffffffffffffff0,%r8", "je 0x36", "mov 0x8(%rdi),%rax",
        "add $0x10,%rcx", "cmp %r8,%rcx", "jb 0x22", "and $0xf,%esi", "je 0x5b",
        "mov $0xffffffff,%eax", "bzhi %esi,%eax,%eax", "kmovw %eax,%k1", "kshiftrw $0x8,%k1,%k2",
        "mov 0x10(%rdi),%rax",
      ] + end)
  }

  /// Loops of all kinds of steps have no form but those above, and all of them.
  @Test(arguments: LoopInstructions.allCases)
  func loopsAreMadeOfNothingElse(_ kind: LoopInstructions) throws {
    var meant = Set(Self.meant(kind).texts.map(Disassembler.shape))
    let frame = MachineCode()
    switch kind {
    case .avx512: _ = frame.loopOfSixteen({ 0 }, { 0 })
    case .avx2: _ = frame.loopOfEight { 0 }
    }
    meant.formUnion(try Disassembler.instructions(of: [frame]).map(Disassembler.shape))
    let loops = (0..<150 as Range<UInt64>).compactMap {
      kind.code(of: RandomLoop(seed: $0, rows: 1).program)
    }
    let made = Set(try Disassembler.instructions(of: loops).map(Disassembler.shape))
    #expect(made.subtracting(meant).sorted() == [])
    #expect(meant.subtracting(made).sorted() == [])
  }
}
