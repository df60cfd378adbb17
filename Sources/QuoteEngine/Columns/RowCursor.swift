/// A place in a buffer at which rows are being written: what a `ByteBuffer`
/// does for the cells that nearly all rows are made of, with the place held in
/// registers from cell to cell.
///
/// Between `init` and `finish` the buffer is the cursor's alone. Sound because
/// every append makes its room first, and a cursor is a local variable.
@safe struct RowCursor {
  private let buffer: ByteBuffer
  @unsafe private var at: UnsafeMutablePointer<UInt8>
  @unsafe private var limit: UnsafeMutablePointer<UInt8>

  /// Writes after what the buffer holds.
  @inline(__always)
  init(_ buffer: ByteBuffer) {
    self.buffer = buffer
    unsafe at = buffer.room(for: 64)
    unsafe limit = at + (buffer.capacity - buffer.count)
  }

  /// Gives the buffer what was written; more may follow.
  @inline(__always)
  func finish() { buffer.advance(by: unsafe at - buffer.room(for: 0)) }

  /// Lets the buffer write something itself.
  @inline(__always)
  mutating func pause(_ body: (ByteBuffer) -> Void) {
    finish()
    body(buffer)
    self = RowCursor(buffer)
  }

  @inline(__always)
  private mutating func reserve(_ count: Int) {
    if unsafe limit - at < count { grow(count) }
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    finish()
    _ = unsafe buffer.room(for: count)
    self = RowCursor(buffer)
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe at[0] = byte
    unsafe at += 1
  }

  /// One cell of a column.
  @inline(__always)
  mutating func append(csv column: PrintedColumn, row: Int) {
    switch column.ease {
    case .cents: append(cents: column.cell(row, as: Int64.self))
    case .text: append(csv: column.cell(row, as: TextSlice.self))
    case .other: pause { $0.append(column, row: row, as: .csv) }
    }
  }

  /// A text as a CSV cell.
  @inline(__always)
  mutating func append(csv text: TextSlice) {
    let count = text.count
    if count == 0 { return }
    guard count <= 16 else { return pause { unsafe $0.append(csv: text.bytes) } }
    let (low, high) = text.firstBytes
    let special = RowCursor.special(low, count) | RowCursor.special(high, count &- 8)
    let ends = unsafe text.base[0] == 0x20 || text.base[count &- 1] == 0x20
    if special != 0 || ends { return pause { unsafe $0.append(csv: text.bytes) } }
    reserve(16)
    let target = unsafe UnsafeMutableRawPointer(at)
    unsafe target.storeBytes(of: low.littleEndian, as: UInt64.self)
    unsafe target.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
    unsafe at += count
  }

  /// Not zero where a comma, a quote or a control character is among the first
  /// `count` of eight bytes (Mycroft's test for a byte that is zero, or small).
  @inline(__always)
  private static func special(_ word: UInt64, _ count: Int) -> UInt64 {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let unused = count >= 8 ? 0 : UInt64.max << UInt64(truncatingIfNeeded: max(count, 0) &* 8)
    let bytes = word & ~unused | unused & (ones &* 0x40)
    let (comma, quote) = (bytes ^ (ones &* 0x2C), bytes ^ (ones &* 0x22))
    return tops
      & ((comma &- ones) & ~comma | (quote &- ones) & ~quote | (bytes &- ones &* 0x20) & ~bytes)
  }

  /// An amount in hundredths, both decimals always.
  @inline(__always)
  mutating func append(cents value: Int64) {
    let magnitude = value.magnitude
    let whole = magnitude / 100
    guard whole < 100_000_000 else {
      return pause { $0.append(decimal: value, places: 2, minimum: 2) }
    }
    reserve(24)
    unsafe at[0] = UInt8(ascii: "-")
    unsafe at += value < 0 ? 1 : 0
    let digits = RowCursor.digits(whole)
    // The last digit is written even where all are zeros.
    let zeros = min(digits.trailingZeroBitCount &>> 3, 7)
    let text = (digits | 0x3030_3030_3030_3030) &>> UInt64(truncatingIfNeeded: zeros &* 8)
    unsafe UnsafeMutableRawPointer(at).storeBytes(of: text.littleEndian, as: UInt64.self)
    unsafe at += 8 &- zeros
    let rest = UInt32(truncatingIfNeeded: magnitude &- whole &* 100)
    let tens = (rest &* 103) &>> 10
    let fraction = 0x30302E | tens &<< 8 | (rest &- tens &* 10) &<< 16
    unsafe UnsafeMutableRawPointer(at).storeBytes(of: fraction.littleEndian, as: UInt32.self)
    unsafe at += 3
  }

  /// The eight digits of a number below 10⁸, a byte each, the first in the lowest
  /// place: halves, quarters and eighths of it, all at once.
  @inline(__always)
  private static func digits(_ value: UInt64) -> UInt64 {
    let high = value / 10_000
    let fours = high | (value &- high &* 10_000) &<< 32
    let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) &<< 8
  }
}
