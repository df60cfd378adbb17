@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A form in which an emitter makes a vector instruction, and what a disassembler has to say of it
/// for whatever registers.
struct InstructionForm {
  /// What an operand is; vector registers by the letter of their width.
  enum Operand {
    case x, y, z, k
    /// Cells of a column at rax from the row in rcx on, of so many bytes.
    case cells(Int)
    case pool
    case stack
    /// A cell of the pool in all of so many lanes.
    case lanes(Int)
    /// Cells of a table in the pool, by the lanes of a register of this width.
    case places(Character)
  }

  enum Masking {
    case none, kept, zeroed
  }

  let operation: VectorOperation
  let mnemonic: String
  let register: Operand
  var first: Operand?
  let last: Operand
  var masking = Masking.none
  var length: VectorLength
  var immediate: UInt8?
  /// Whether the immediate is part of the mnemonic.
  var isNamedByImmediate = false
  /// Whether the last operand of the encoding is what is written.
  var writesLast = false

  /// Three registers, and one of masks.
  struct Numbers {
    let register: Int
    let first: Int
    let last: Int
    let mask: Int
  }

  func emit(_ numbers: Numbers, isEVEX: Bool, to code: MachineCode) {
    let first = first.map { _ in numbers.first }
    let last = encoded(numbers)
    guard isEVEX else {
      return code.vex(
        operation, numbers.register, first, last, length: length, immediate: immediate)
    }
    switch masking {
    case .none:
      code.vector(operation, numbers.register, first, last, length: length, immediate: immediate)
    case .kept, .zeroed:
      code.vector(
        operation, numbers.register, first, last, mask: numbers.mask,
        zeroing: masking == .zeroed, length: length, immediate: immediate)
    }
  }

  private func encoded(_ numbers: Numbers) -> MachineCode.Operand {
    typealias Pointer = MachineCode.Pointer
    switch last {
    case .x, .y, .z, .k: return .register(numbers.last)
    case .cells(let bytes):
      return .memory(base: Pointer.rax, displacement: 0x140, index: Pointer.rcx, scale: bytes)
    case .pool: return .memory(base: Pointer.rdx, displacement: 0x88)
    case .stack: return .memory(base: Pointer.rsp, displacement: 0x1C0)
    case .lanes: return .broadcast(base: Pointer.rdx, displacement: 0x90)
    case .places:
      return .memory(base: Pointer.rdx, displacement: 0x240, index: numbers.last, scale: 4)
    }
  }

  /// The line that a disassembler prints.
  func text(_ numbers: Numbers) -> String {
    let mask: String =
      switch masking {
      case .none: ""
      case .kept: "{%k\(numbers.mask)}"
      case .zeroed: "{%k\(numbers.mask)}{z}"
      }
    var operands: [String] = []
    if let immediate, !isNamedByImmediate {
      operands.append("$0x" + String(immediate, radix: 16))
    }
    let own = written(register, numbers.register)
    let other = written(last, numbers.last)
    if writesLast {
      operands += [own, other + mask]
    } else {
      operands.append(other)
      if let first { operands.append(written(first, numbers.first)) }
      operands.append(own + mask)
    }
    return mnemonic + " " + operands.joined(separator: ",")
  }

  private func written(_ operand: Operand, _ number: Int) -> String {
    switch operand {
    case .x: "%xmm\(number)"
    case .y: "%ymm\(number)"
    case .z: "%zmm\(number)"
    case .k: "%k\(number)"
    case .cells(let bytes): "0x140(%rax,%rcx,\(bytes))"
    case .pool: "0x88(%rdx)"
    case .stack: "0x1c0(%rsp)"
    case .lanes(let count): "0x90(%rdx){1to\(count)}"
    case .places(let width): "0x240(%rdx,%\(width)mm\(number),4)"
    }
  }
}
