package import QuoteSyntax

/// How many bookings differ by how much, by powers of ten of the money.
package struct DifferenceHistogram: Hashable, Sendable {
  /// What the bars are bounded by, without sign.
  package static let bounds: [Ratio] = [
    Ratio(1, 100), Ratio(1, 10), 1, 10, 100, 1000, 10_000,
  ]

  /// Bars above zero: up to each bound, the last beyond all of them.
  package private(set) var above = Array(repeating: 0, count: bounds.count + 1)
  package private(set) var below = Array(repeating: 0, count: bounds.count + 1)
  /// Both totals are the same, and something else differs.
  package private(set) var zero = 0

  package init() {}

  /// So many in each bar, above and below zero.
  package init(above: [Int], below: [Int]) { (self.above, self.below) = (above, below) }

  package mutating func add(_ other: DifferenceHistogram) {
    for bar in above.indices { above[bar] += other.above[bar] }
    for bar in below.indices { below[bar] += other.below[bar] }
    zero += other.zero
  }

  package mutating func add(_ amount: Ratio) {
    guard !amount.isZero else { return zero += 1 }
    let size = amount.magnitude
    let bar = Self.bounds.firstIndex { size <= $0 } ?? Self.bounds.count
    if amount.isNegative { below[bar] += 1 } else { above[bar] += 1 }
  }
}
