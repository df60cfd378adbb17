import QuoteLanguage
import QuoteSyntax

/// Instructions that AVX2 has in other forms than AVX-512, or alone.
extension VectorOperation {
  // Memory.
  static let flagsOfBytes = VectorOperation(2, 1, 0, 0x31)
  static let broadcastByte = VectorOperation(2, 1, 0, 0x78)
  static let broadcastLong = VectorOperation(2, 1, 0, 0x59)
  static let storeLowEight = VectorOperation(1, 1, 0, 0xD6)

  // Whole numbers.
  static let multiplyUnsigned = VectorOperation(1, 1, 0, 0xF4)
  static let equal32 = VectorOperation(1, 1, 0, 0x76)
  static let greater32 = VectorOperation(1, 1, 0, 0x66)
  static let equal64 = VectorOperation(2, 1, 0, 0x29)
  static let greater64 = VectorOperation(2, 1, 0, 0x37)
  static let and = VectorOperation(1, 1, 0, 0xDB)
  static let xor = VectorOperation(1, 1, 0, 0xEF)
  static let or = VectorOperation(1, 1, 0, 0xEB)
  /// The double with what is below one cut off.
  static let roundDouble = VectorOperation(3, 1, 0, 0x09)

  // Places.
  /// Where the lanes' upmost bits are set from the last operand; by a register in the immediate.
  static let chosen32 = VectorOperation(3, 1, 0, 0x4A)
  static let chosen64 = VectorOperation(3, 1, 0, 0x4B)
  /// Lanes of 32 bits by a bit each of the immediate.
  static let blendBy = VectorOperation(3, 1, 0, 0x02)
  static let upperFour = VectorOperation(3, 1, 0, 0x39)
  static let withUpperFour = VectorOperation(3, 1, 0, 0x38)
  /// Two of the first operand and two of the last in each half of a register.
  static let twoOfEach = VectorOperation(1, 0, 0, 0xC6)
  static let permuteBy64 = VectorOperation(3, 1, 1, 0x00)
  static let packTo16 = VectorOperation(1, 1, 0, 0x6B)
  static let packTo8 = VectorOperation(1, 1, 0, 0x63)
}

/// A shift of lanes by a number of bits that the instruction says.
struct VectorShift {
  var operation: VectorOperation
  /// Which shift it is of those that share an opcode.
  var kind: Int

  static let left32 = VectorShift(operation: VectorOperation(1, 1, 0, 0x72), kind: 6)
  static let left64 = VectorShift(operation: VectorOperation(1, 1, 0, 0x73), kind: 6)
  static let right64 = VectorShift(operation: VectorOperation(1, 1, 0, 0x73), kind: 2)
}
