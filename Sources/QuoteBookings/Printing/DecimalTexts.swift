import QuoteLanguage
import QuoteSyntax

/// Digits written beforehand, four bytes in the order of the text. Never freed,
/// never written again.
enum DecimalTexts {
  /// `0` to `9999` without zeros before them, in the lower half of each; in the
  /// upper half how many digits they are (asked of a number, it would be an
  /// unpredictable branch).
  nonisolated(unsafe) private static let wholes: UnsafePointer<UInt64> = {
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 10_000)
    for number in 0..<10_000 {
      var (text, length, rest): (UInt32, UInt64, Int) = (0, 0, number)
      repeat {
        text = text << 8 | UInt32(UInt8(ascii: "0")) + UInt32(rest % 10)
        length += 1
        rest /= 10
      } while rest > 0
      unsafe memory[number] = UInt64(text) | length << 32
    }
    return unsafe UnsafePointer(memory)
  }()

  /// `.00` to `.99`, and a byte that does not count.
  nonisolated(unsafe) private static let cents: UnsafePointer<UInt32> = {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 100)
    for number in 0..<100 {
      unsafe memory[number] = 0x30_302E + UInt32(number / 10) << 8 + UInt32(number % 10) << 16
    }
    return unsafe UnsafePointer(memory)
  }()

  /// Below it, the whole part of an amount is at most two groups of four digits.
  static let mostCents: UInt64 = 10_000_000_000

  /// An amount in hundredths below `mostCents` in size; gives the place after it. Up to 16
  /// bytes are written.
  @inline(__always)
  @unsafe static func write(
    _ value: Int64, to place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let (wholes, cents) = unsafe (wholes, cents)
    var at = unsafe place
    let magnitude = value.magnitude
    unsafe at[0] = UInt8(ascii: "-")
    unsafe at += Int(truncatingIfNeeded: UInt64(bitPattern: value) &>> 63)
    let whole = magnitude / 100
    let rest = Int(truncatingIfNeeded: magnitude &- whole &* 100)
    if whole < 10_000 {
      let text = unsafe wholes[Int(truncatingIfNeeded: whole)]
      unsafe store(UInt32(truncatingIfNeeded: text), at)
      unsafe at += Int(truncatingIfNeeded: text &>> 32)
    } else {
      let high = whole / 10_000
      let text = unsafe wholes[Int(truncatingIfNeeded: high)]
      unsafe store(UInt32(truncatingIfNeeded: text), at)
      unsafe at += Int(truncatingIfNeeded: text &>> 32)
      let low = unsafe wholes[Int(truncatingIfNeeded: whole &- high &* 10_000)]
      // The digits have zeros before them.
      let missing = UInt32(truncatingIfNeeded: 32 &- 8 &* (low &>> 32))
      let digits = UInt32(truncatingIfNeeded: low) &<< missing
      unsafe store(digits | 0x3030_3030 & ((1 &<< missing) &- 1), at)
      unsafe at += 4
    }
    unsafe store(cents[rest], at)
    return unsafe at + 3
  }

  @inline(__always)
  @unsafe private static func store(_ bytes: UInt32, _ at: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(at).storeBytes(of: bytes.littleEndian, as: UInt32.self)
  }
}
