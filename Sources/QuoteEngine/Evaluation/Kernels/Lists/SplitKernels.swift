import QuoteLanguage
import QuoteSyntax

/// Shares of an amount in proportion to weights, adding up to it in whole minor
/// units: every share is rounded towards zero, and the units left over go to the largest
/// remainders, ties to the earlier element (Hamilton's method). Those of an amount below
/// zero are those of the amount without its sign, negative.
enum SplitKernels {
  /// Exact. `amount` is of the parents, `weight` of the elements; amount and shares are in
  /// minor units. `given` is 0, and shares are zero, where the weights of a
  /// parent add up to nothing or one of them is negative.
  @unsafe static func run(
    _ amount: KernelColumn, weight: KernelColumn, elements: UnsafePointer<Int32>, parents: Int,
    into target: UnsafeMutableRawPointer, as storage: PlanStorage,
    given: UnsafeMutablePointer<UInt8>?, scratch: KernelScratch
  ) {
    let shares = Shares()
    for parent in 0..<parents {
      let (start, end) = unsafe (Int(elements[parent]), Int(elements[parent + 1]))
      shares.weights.removeAll(keepingCapacity: true)
      for i in start..<end { unsafe shares.weights.append(weight.whole(i)) }
      let isGiven = shares.divide(unsafe amount.whole(parent))
      for i in start..<end {
        let share = isGiven ? shares.parts[i - start] : 0
        if storage == .wide {
          unsafe target.assumingMemoryBound(to: Int128.self)[i] = share
        } else {
          unsafe target.assumingMemoryBound(to: Int64.self)[i] = Int64(truncatingIfNeeded: share)
        }
        unsafe given?[i] = isGiven ? 1 : 0
      }
    }
  }

  /// Doubles: amount and weights to the nearest minor unit (`units` of them make
  /// one: 100 for cents), then as above; a share is its units divided by `units`.
  @unsafe static func run(
    _ amount: UnsafePointer<Double>, weight: UnsafePointer<Double>,
    elements: UnsafePointer<Int32>, parents: Int, units: Double,
    into target: UnsafeMutablePointer<Double>, given: UnsafeMutablePointer<UInt8>?
  ) {
    let shares = Shares()
    for parent in 0..<parents {
      let (start, end) = unsafe (Int(elements[parent]), Int(elements[parent + 1]))
      shares.weights.removeAll(keepingCapacity: true)
      for i in start..<end { shares.weights.append(unsafe inUnits(weight[i], units)) }
      let isGiven = shares.divide(unsafe inUnits(amount[parent], units))
      for i in start..<end {
        unsafe target[i] = isGiven ? Double(nearest: shares.parts[i - start]) / units : 0
        unsafe given?[i] = isGiven ? 1 : 0
      }
    }
  }

  private static func inUnits(_ x: Double, _ units: Double) -> Int128 {
    Int128(exactly: (x * units).rounded()) ?? 0
  }
}

/// The shares of one parent; the arrays keep their memory from one to the next.
private final class Shares {
  var weights: [Int128] = []
  var parts: [Int128] = []
  private var rests: [UInt128] = []
  private var order: [Int] = []

  /// False where the weights add up to zero, or one is negative: nobody knows
  /// what a share of less than nothing would be.
  func divide(_ units: Int128) -> Bool {
    let sum = weights.reduce(0, &+)
    guard sum > 0, weights.allSatisfy({ $0 >= 0 }) else { return false }
    parts.removeAll(keepingCapacity: true)
    rests.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    let one = units.signum()
    var left = units
    for (index, weight) in weights.enumerated() {
      let share = WholeDivision.divide(units, weight, by: sum, .towardsZero)
      // The rest is below the divisor, so its low 128 bits are all of it.
      let rest = units &* weight &- share &* sum
      parts.append(share)
      rests.append(rest.magnitude)
      order.append(index)
      left -= share
    }
    guard left != 0 else { return true }
    order.sort { rests[$0] == rests[$1] ? $0 < $1 : rests[$0] > rests[$1] }
    for index in order.prefix(Int(left.magnitude)) { parts[index] += one }
    return true
  }
}
