import QuoteLanguage
import QuoteSyntax

/// Short numbers, eight bytes at a time.
///
/// Digits of a number are taken from the machine word that ends where the cell
/// ends, so the length only shifts a mask. Three multiplications then add up
/// eight digits (the pairs, the pairs of pairs, the halves), as described by
/// D. Lemire, "Quickly parsing eight digits" (2018).
package enum EightDigits {
  private static let zeros: UInt64 = 0x3030_3030_3030_3030
  private static let tops: UInt64 = 0x8080_8080_8080_8080
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// Powers of ten reach so far.
  package static let mostDecimals = 9

  /// A number of up to eight characters, digits and at most one point between
  /// them, times 10^decimals. False for anything else, also for more decimals;
  /// an empty cell is a true zero. `decimals` is at most `mostDecimals`; `powers` are those
  /// below.
  @inline(__always)
  package static func decimal(
    _ bytes: InputBytes, start: Int, count: Int, decimals: Int,
    powers: UnsafePointer<Int64>
  ) -> (Int64, Bool) {
    unsafe decimal(
      bytes.word(at: start &+ count &- 8), count: count, decimals: decimals, powers: powers)
  }

  /// The same of the machine word that ends where the number ends.
  @inline(__always)
  package static func decimal(
    _ last: UInt64, count: Int, decimals: Int, powers: UnsafePointer<Int64>
  ) -> (Int64, Bool) {
    let used: UInt64 = .max << UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
    var word = (last & used) | (zeros & ~used)
    let points = word ^ 0x2E2E_2E2E_2E2E_2E2E
    let hit = (points &- ones) & ~points & tops
    // Closes the gap the first point leaves; without one (64 trailing zeros)
    // everything is below it and stays. No branch: cells come with and without.
    let hasPoint: UInt64 = hit == 0 ? 0 : 1
    let place = UInt64(truncatingIfNeeded: hit.trailingZeroBitCount & ~7)
    let below = word & ((1 << place) &- 1)
    let above = word & ~((2 << (place | 7)) &- 1)
    word = above | below &<< (hasPoint &<< 3) | hasPoint &* 0x30
    let fraction = hit == 0 ? 0 : 7 &- Int(truncatingIfNeeded: place &>> 3)
    // A point at either end of the cell is no number.
    let isMisplaced =
      Int(truncatingIfNeeded: hasPoint)
      & ((fraction == 0 ? 1 : 0) | (fraction >= count &- 1 ? 1 : 0))
    let digits = word ^ zeros
    let strange = (digits | (digits &+ 0x7676_7676_7676_7676)) & tops
    let tooLong = (count > 8 ? 1 : 0) | (fraction > decimals ? 1 : 0) | isMisplaced
    let isRead = strange | UInt64(truncatingIfNeeded: tooLong) == 0
    let scale = unsafe powers[max(0, decimals &- fraction)]
    return (sum(digits) &* scale, isRead)
  }

  @inline(__always) private static func sum(_ digits: UInt64) -> Int64 {
    let pairs = (digits &* 10) &+ (digits &>> 8)
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let high = (pairs & mask) &* (100 &+ (1_000_000 &<< 32))
    let low = ((pairs &>> 16) & mask) &* (1 &+ (10_000 &<< 32))
    return Int64(truncatingIfNeeded: (high &+ low) &>> 32)
  }

  /// Powers of ten; never freed, never written again.
  package nonisolated(unsafe) static let powers: UnsafePointer<Int64> = {
    let memory = UnsafeMutablePointer<Int64>.allocate(capacity: mostDecimals + 1)
    var power: Int64 = 1
    for exponent in 0...mostDecimals {
      unsafe memory[exponent] = power
      power *= 10
    }
    return unsafe UnsafePointer(memory)
  }()
}
