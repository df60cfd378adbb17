/// Numbers of up to eight characters that are written with all their decimals
/// or with none (`120`, `99.5` in tenths): what nearly every cell of a column
/// is. The point's place is then known, and nothing is searched for.
@safe struct ShortDecimal {
  private let pointPlace: UInt64
  private let point: UInt64
  private let below: UInt64
  private let above: UInt64
  private let scale: Int64
  private let leastCount: Int
  @unsafe private let masks: UnsafePointer<UInt8>

  /// Of numbers held as multiples of 10^-decimals, up to 9 decimals.
  init(decimals: Int) {
    let hasPoint = decimals >= 1 && decimals <= 6
    pointPlace = UInt64(8 * (hasPoint ? 7 - decimals : 0))
    // No byte is 0x100: such a column has no point to look for.
    point = hasPoint ? 0x2E : 0x100
    below = (1 << pointPlace) &- 1
    above = ~((2 << (pointPlace | 7)) &- 1)
    scale = unsafe EightDigits.powers[decimals]
    leastCount = decimals + 2
    unsafe masks = WordTable.masks
  }

  /// False for anything else; an empty cell is zero. Nothing branches here:
  /// whether a cell is empty, and whether it has a point, is anybody's guess.
  @inline(__always) func read(_ bytes: InputBytes, _ start: Int, _ count: Int) -> (Int64, Bool) {
    let used = unsafe InputBytes(masks).word(at: 24 &+ min(count, 8))
    let word = (bytes.word(at: start &+ count &- 8) & used) | (EightDigits.zeros & ~used)
    let isPointed: UInt64 = (word &>> pointPlace) & 0xFF == point ? 1 : 0
    let closed = (word & above) | (word & below) &<< 8 | 0x30
    let pick = 0 &- isPointed
    let digits = ((closed & pick) | (word & ~pick)) ^ EightDigits.zeros
    let strange = (digits | (digits &+ 0x7676_7676_7676_7676)) & EightDigits.tops
    let wrong =
      (count > 8 ? 1 : 0) | Int(truncatingIfNeeded: isPointed) & (count < leastCount ? 1 : 0)
    let isRead = strange | UInt64(truncatingIfNeeded: wrong) == 0
    let factor = scale ^ ((scale ^ 1) & Int64(bitPattern: pick))
    return (EightDigits.sum(digits) &* factor, isRead)
  }
}
