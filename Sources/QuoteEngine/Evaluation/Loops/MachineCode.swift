import QuoteBookings
import QuoteLanguage
import CCode
import QuoteSyntax

/// Bytes of x86-64 machine code, put together an instruction at a time.
///
/// Registers are by their numbers. Encodings are those of Intel's "Software Developer's
/// Manual", volume 2, sections 2.1 to 2.7.
final class MachineCode {
  private let buffer = ByteBuffer()

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
  }

  // MARK: - Bytes

  /// ModRM, what follows it, and a displacement of 32 bits.
  func append(_ operand: Operand, register: Int) {
    let middle = (register & 7) << 3
    switch operand {
    case .register(let number): append(0xC0 | middle | number & 7, count: 1)
    case .memory(let base, let displacement, let index?, let scale):
      let places = scale.trailingZeroBitCount << 6 | (index & 7) << 3 | base & 7
      append(0x84 | middle | places << 8, count: 2)
      append(displacement, count: 4)
    case .memory(let base, let displacement, nil, _), .broadcast(let base, let displacement):
      append(0x80 | middle | base & 7, count: 1)
      // The stack pointer as a base takes a byte more, which says that there is no index.
      if base & 7 == Pointer.rsp { append(0x24, count: 1) }
      append(displacement, count: 4)
    }
  }

  /// The lowest bytes of a number, lowest first.
  func append(_ number: Int, count: Int) {
    let room = unsafe UnsafeMutableRawPointer(buffer.room(for: 8))
    unsafe room.storeBytes(of: number.littleEndian, as: Int.self)
    buffer.advance(by: count)
  }

  func append(_ bytes: [UInt8]) { buffer.append(bytes) }

  var count: Int { buffer.count }

  /// A copy that can be run, to be given back by `ccode_free`; nil if the system does not
  /// let a program make code.
  @unsafe func runnable() -> UnsafeRawBufferPointer? {
    let bytes = unsafe buffer.bytes
    guard let code = unsafe ccode_make(bytes.baseAddress, bytes.count) else { return nil }
    return unsafe UnsafeRawBufferPointer(start: code, count: bytes.count)
  }

  /// Four bytes that are known later.
  func gap() -> Int {
    append(0, count: 4)
    return buffer.count - 4
  }

  func fill(_ gap: Int, with number: Int) {
    buffer.overwrite(at: gap, with: Int32(number))
  }

  /// Where the bits of a place's bitmap are from the row on, to rax.
  func bits(_ place: Int) {
    column(place)
    // mov r9, rcx; shr r9, 3; add rax, r9
    append([0x49, 0x89, 0xC9, 0x49, 0xC1, 0xE9, 0x03, 0x4C, 0x01, 0xC8])
  }

  /// Where a place's column begins, to rax.
  func column(_ place: Int) {
    // mov rax, [rdi + 8 place]
    append(0x878B48, count: 3)
    append(8 * place, count: 4)
  }
}
