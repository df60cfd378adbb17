import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How one value may differ in the bookings that an entry of a ledger covers: as it did when
/// the entry was drafted, and by no more money.
///
///     charge: { by: [-0.04, -0.05], below: -0.13 }
///     total: { from: -12.54, to: -0.54, below: -30.21 }
///     word: { pairs: [{ ours: '"a"', theirs: '"b"', bookings: 3 }] }
package struct AcceptedValue: Hashable, Sendable {
  /// What a value that is no number is on both sides, as JSON; empty where a side has none.
  package struct Pair: Hashable, Sendable {
    package var ours: String
    package var theirs: String
  }

  /// Our number less theirs is one of these, or lies between these two.
  var amounts: Set<Ratio> = []
  var least: Ratio?
  var most: Ratio?
  /// What it comes to in all bookings, each way.
  var above = Ratio.zero
  var below = Ratio.zero
  /// What is no number, and in how many bookings.
  var pairs: [Pair: Int] = [:]

  /// Whether a difference of the value is as it was.
  func covers(_ field: FieldDifference) -> Bool {
    guard let amount = field.numberGap else {
      return pairs[Pair(ours: field.ours, theirs: field.theirs)] != nil
    }
    return covers(amount: amount)
  }

  /// Whether our number less theirs may be that.
  func covers(amount: Ratio) -> Bool {
    if amounts.contains(amount) { return true }
    guard let least, let most else { return false }
    return least <= amount && amount <= most
  }
}

extension FieldDifference {
  /// Our number less theirs, one that a side does not say being nothing; nil if what
  /// differs is no number.
  package var numberGap: Ratio? {
    switch kind {
    case .different: amount
    case .onlyOurs: Ratio(decimal: ours)
    case .onlyTheirs: Ratio(decimal: theirs).map { -$0 }
    case .notComparable: nil
    }
  }
}

/// What was seen of one value in the bookings of one entry.
package struct AcceptedSum: Hashable, Sendable {
  package var above = Ratio.zero
  package var below = Ratio.zero
  package var pairs: [AcceptedValue.Pair: Int] = [:]

  package init() {}

  package mutating func add(_ field: FieldDifference) {
    guard let amount = field.numberGap else {
      pairs[AcceptedValue.Pair(ours: field.ours, theirs: field.theirs), default: 0] += 1
      return
    }
    if amount.isNegative { below = below + amount } else { above = above + amount }
  }

  /// In what it is more than was accepted, or other than that where as many bookings differ as
  /// then; nil if it is not.
  func departure(from value: AcceptedValue, isWhole: Bool) -> String? {
    func differs(_ seen: Ratio, _ accepted: Ratio) -> Bool {
      isWhole ? seen != accepted : accepted.magnitude < seen.magnitude
    }
    if differs(above, value.above) {
      return "ours is \(above) above theirs instead of \(value.above)"
    }
    if differs(below, value.below) {
      return "ours is \(below.magnitude) below theirs instead of \(value.below.magnitude)"
    }
    for (pair, count) in value.pairs.sorted(by: { $0.key.ours < $1.key.ours }) {
      let seen = pairs[pair] ?? 0
      if isWhole ? seen != count : seen > count {
        return "\(pair.ours) and \(pair.theirs) in \(seen) bookings instead of \(count)"
      }
    }
    return nil
  }
}
