import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Causes that stand behind another one of a booking, and whose values are made of the same
/// figures: both may be one mistake.
package struct KinCauses: Sendable {
  /// Amounts of one sign each.
  struct Money: Sendable {
    var above = Ratio.zero
    var below = Ratio.zero

    mutating func add(_ amount: Ratio, times: Ratio) {
      if amount.isNegative {
        below = below + amount * times
      } else {
        above = above + amount * times
      }
    }
  }

  /// What bookings have of two such causes.
  struct Pair: Sendable {
    var count = 0
    var first = Money()
    var second = Money()
    /// What both make together in each booking.
    var both = Money()
  }

  /// What is known of each two, by the second and the first.
  private var all: [[String]: Pair] = [:]
  /// All causes of the bookings that have some such, and how many bookings have just these.
  private var sets: [[String]: Int] = [:]
  private static let most = 512

  var pairs: [(name: String, first: String, money: Pair)] {
    all.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key[0], $0.key[1], $0.value) }
  }

  mutating func add(_ parts: [BookingPart]) { add(parts, times: 1) }

  mutating func remove(_ parts: [BookingPart]) { add(parts, times: -1) }

  /// How many bookings have one cause when these are taken for those that they stand behind.
  func single(_ folded: [String: String]) -> Int {
    sets.reduce(0) { count, one in
      let causes = Set(one.key.map { folded[$0] ?? $0 })
      return count + (causes.count == 1 ? one.value : 0)
    }
  }

  private mutating func add(_ parts: [BookingPart], times: Int) {
    guard parts.contains(where: { $0.kin != nil }) else { return }
    let names = parts.map(\.cause)
    if sets[names] != nil || sets.count < Self.most { sets[names, default: 0] += times }
    for part in parts {
      guard let kin = part.kin, let first = parts.first(where: { $0.cause == kin }),
        all[[part.cause, kin]] != nil || all.count < Self.most
      else { continue }
      var pair = all[[part.cause, kin]] ?? Pair()
      let sign = Ratio(Int128(times))
      pair.count += times
      pair.first.add(first.amount, times: sign)
      pair.second.add(part.amount, times: sign)
      pair.both.add(first.amount + part.amount, times: sign)
      all[[part.cause, kin]] = pair
    }
  }

  /// Causes that no booking has but behind another one, with that one.
  package func causes(_ groups: DifferenceGroups) -> [String: String] {
    var counts: [String: Int] = [:]
    for (name, _, pair) in pairs { counts[name, default: 0] += pair.count }
    var found: [String: String] = [:]
    for (name, first, _) in pairs where found[name] == nil {
      if groups[name]?.bookings == counts[name] { found[name] = first }
    }
    return found
  }
}
