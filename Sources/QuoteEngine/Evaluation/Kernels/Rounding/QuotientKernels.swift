import QuoteLanguage
import QuoteSyntax

/// Rounded quotients of two columns: `a × multiplier ÷ (b × divisor)`.
///
/// Exact: products are held in 256 and 128 bits (`b × divisor` must fit 127
/// bits, which the compiler's ranges see to). Zero where b is zero; the plan
/// keeps a flag for those.
enum QuotientKernels {
  /// Any mixture of integer and wide sources and target.
  @unsafe static func round(
    _ a: KernelColumn, _ b: KernelColumn, multiplier: Int128, divisor: Int128,
    _ mode: RoundingMode, into target: UnsafeMutableRawPointer, as storage: PlanStorage,
    count: Int
  ) {
    for i in 0..<count {
      let result = unsafe one(
        a.whole(i), b.whole(i), multiplier: multiplier, divisor: divisor, mode: mode)
      if storage == .wide {
        unsafe target.assumingMemoryBound(to: Int128.self)[i] = result
      } else {
        unsafe target.assumingMemoryBound(to: Int64.self)[i] = Int64(truncatingIfNeeded: result)
      }
    }
  }

  @inline(__always)
  static func one(
    _ a: Int128, _ b: Int128, multiplier: Int128, divisor: Int128, mode: RoundingMode
  ) -> Int128 {
    if b == 0 { return 0 }
    return WholeDivision.divide(a, multiplier, by: b &* divisor, mode)
  }
}

extension KernelColumn {
  /// Cell of an integer or wide column.
  @inline(__always)
  package func whole(_ index: Int) -> Int128 {
    if unsafe storage == .wide { return unsafe cells.assumingMemoryBound(to: Int128.self)[index] }
    return unsafe Int128(cells.assumingMemoryBound(to: Int64.self)[index])
  }

  @inline(__always)
  package func isGiven(_ index: Int) -> Bool {
    guard let given = unsafe given else { return true }
    return unsafe given[index] != 0
  }
}
