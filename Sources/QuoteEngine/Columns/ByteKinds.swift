/// Which kinds of bytes a text has.
///
/// Much is asked of a value that cannot be read: why not, whether more can be told of it, whether
/// it can be written as it is. All of it is answered by one look at each byte.
struct ByteKinds: OptionSet, BitwiseCopyable {
  var rawValue: UInt16

  static let digit = ByteKinds(rawValue: 1)
  /// A point or a minus, which numbers have.
  static let sign = ByteKinds(rawValue: 2)
  static let comma = ByteKinds(rawValue: 4)
  static let space = ByteKinds(rawValue: 8)
  /// Capital letters and marks that stand beside amounts: `USD`, `$`, `'`, `%`.
  static let amountMark = ByteKinds(rawValue: 16)
  static let quote = ByteKinds(rawValue: 32)
  static let backslash = ByteKinds(rawValue: 64)
  /// Any other visible character of ASCII.
  static let other = ByteKinds(rawValue: 128)
  /// Controls, and characters that are none of ASCII.
  static let unseen = ByteKinds(rawValue: 256)

  /// What a text has of which nothing is known.
  static let all = ByteKinds(rawValue: 511)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  @inline(__always)
  init(of text: TextSlice) {
    var found: UInt16 = 0
    let kinds = unsafe Self.byByte.pointer
    for unsafe byte in unsafe text.bytes { unsafe found |= kinds[Int(byte)] }
    rawValue = found
  }

  private static let byByte: ColumnBuffer<UInt16> = {
    let kinds = ColumnBuffer<UInt16>(capacity: 256)
    for byte in UInt8.min...UInt8.max { kinds.append(kind(of: byte).rawValue) }
    return kinds
  }()

  private static func kind(of byte: UInt8) -> ByteKinds {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "."), UInt8(ascii: "-"): .sign
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: " "): .space
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "'")...UInt8(ascii: "+"),
      UInt8(ascii: "$"), UInt8(ascii: "%"):
      .amountMark
    case UInt8(ascii: "\""): .quote
    case UInt8(ascii: "\\"): .backslash
    case 0x21...0x7E: .other
    default: .unseen
    }
  }

  /// Whether a text is of ASCII's visible characters and spaces alone.
  var arePlain: Bool { !contains(.unseen) }
}
