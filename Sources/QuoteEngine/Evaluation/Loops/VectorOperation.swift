import QuoteLanguage
import QuoteSyntax

/// A vector instruction, as its encoding says which it is, EVEX or VEX.
///
/// Names and numbers are those of Intel's "Software Developer's Manual", volume 2.
struct VectorOperation {
  /// 1 for opcodes after 0F, 2 after 0F 38, 3 after 0F 3A.
  var map: UInt8
  /// The prefix they have: 0 none, 1 for 66, 2 for F3, 3 for F2.
  var prefix: UInt8
  /// W: cells of 64 bits.
  var isWide: Bool
  var opcode: UInt8

  /// The parameters have no labels, because what they make is a table, and they are its columns.
  init(_ map: UInt8, _ prefix: UInt8, _ wide: Int, _ opcode: UInt8) {
    self.map = map
    self.prefix = prefix
    isWide = wide == 1
    self.opcode = opcode
  }

  // Memory. The last letter says 32 or 64 bits a lane.
  static let load32 = VectorOperation(1, 2, 0, 0x6F)
  static let store32 = VectorOperation(1, 2, 0, 0x7F)
  static let load64 = VectorOperation(1, 2, 1, 0x6F)
  static let store64 = VectorOperation(1, 2, 1, 0x7F)
  static let load8 = VectorOperation(1, 3, 0, 0x6F)
  static let store8 = VectorOperation(1, 3, 0, 0x7F)
  static let broadcast32 = VectorOperation(2, 1, 0, 0x58)
  static let broadcast64 = VectorOperation(2, 1, 1, 0x59)

  // Whole numbers.
  static let add32 = VectorOperation(1, 1, 0, 0xFE)
  static let add64 = VectorOperation(1, 1, 1, 0xD4)
  static let subtract32 = VectorOperation(1, 1, 0, 0xFA)
  static let subtract64 = VectorOperation(1, 1, 1, 0xFB)
  static let multiply32 = VectorOperation(2, 1, 0, 0x40)
  static let multiply64 = VectorOperation(2, 1, 1, 0x40)
  static let multiplyLong = VectorOperation(2, 1, 1, 0x28)
  static let least32 = VectorOperation(2, 1, 0, 0x39)
  static let least64 = VectorOperation(2, 1, 1, 0x39)
  static let greatest32 = VectorOperation(2, 1, 0, 0x3D)
  static let greatest64 = VectorOperation(2, 1, 1, 0x3D)
  static let leastUnsigned32 = VectorOperation(2, 1, 0, 0x3B)
  static let absolute32 = VectorOperation(2, 1, 0, 0x1E)
  static let absolute64 = VectorOperation(2, 1, 1, 0x1F)
  static let compare32 = VectorOperation(3, 1, 0, 0x1F)
  static let compare64 = VectorOperation(3, 1, 1, 0x1F)
  static let test8 = VectorOperation(2, 1, 0, 0x26)
  static let test32 = VectorOperation(2, 1, 0, 0x27)

  // Doubles.
  static let addDouble = VectorOperation(1, 1, 1, 0x58)
  static let subtractDouble = VectorOperation(1, 1, 1, 0x5C)
  static let multiplyDouble = VectorOperation(1, 1, 1, 0x59)
  static let divideDouble = VectorOperation(1, 1, 1, 0x5E)
  static let leastDouble = VectorOperation(1, 1, 1, 0x5D)
  static let greatestDouble = VectorOperation(1, 1, 1, 0x5F)
  static let compareDouble = VectorOperation(1, 1, 1, 0xC2)
  static let xor64 = VectorOperation(1, 1, 1, 0xEF)
  static let and64 = VectorOperation(1, 1, 1, 0xDB)
  /// Combines three bits each by a table of eight: the last operand's bit is the lowest of its
  /// index.
  static let ternary64 = VectorOperation(3, 1, 1, 0x25)

  // These lead between lanes of different widths.
  static let widen32 = VectorOperation(2, 1, 0, 0x25)
  static let doubleOf32 = VectorOperation(1, 2, 0, 0xE6)
  static let doubleOf64 = VectorOperation(1, 2, 1, 0xE6)
  static let cutTo32 = VectorOperation(1, 1, 1, 0xE6)
  static let cutTo64 = VectorOperation(1, 1, 1, 0x7A)

  // Places.
  static let blend32 = VectorOperation(2, 1, 0, 0x64)
  static let blend64 = VectorOperation(2, 1, 1, 0x64)
  static let permute32 = VectorOperation(2, 1, 0, 0x36)
  /// Takes cells of two tables; the target holds the places.
  static let permuteTwo32 = VectorOperation(2, 1, 0, 0x76)
  /// From memory; the index is a vector of places.
  static let gather32 = VectorOperation(2, 1, 0, 0x90)
  static let upperHalf = VectorOperation(3, 1, 1, 0x3B)
  static let withUpperHalf = VectorOperation(3, 1, 1, 0x3A)
}

/// How many bits of its registers an instruction takes.
enum VectorLength: UInt8 {
  case bits128 = 0
  case bits256 = 1
  case bits512 = 2
}

/// An instruction on mask registers, as its VEX encoding says which it is.
struct MaskOperation {
  var isLong: Bool
  var isByte: Bool
  var opcode: UInt8

  static let and = MaskOperation(isLong: true, isByte: false, opcode: 0x41)
  static let or = MaskOperation(isLong: true, isByte: false, opcode: 0x45)
  /// The low bytes, of the first above that of the second.
  static let unpack = MaskOperation(isLong: true, isByte: true, opcode: 0x4B)
  /// Compares a register with itself, which sets all bits.
  static let allOnes = MaskOperation(isLong: true, isByte: false, opcode: 0x46)
  static let not = MaskOperation(isLong: false, isByte: false, opcode: 0x44)
  static let load = MaskOperation(isLong: false, isByte: false, opcode: 0x90)
  static let store = MaskOperation(isLong: false, isByte: false, opcode: 0x91)
  static let fromInteger = MaskOperation(isLong: false, isByte: false, opcode: 0x92)
}
