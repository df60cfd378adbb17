import QuoteEngine
package import QuoteLanguage

/// How much may differ before a comparison fails.
package struct FailureRule: Hashable, Sendable {
  /// What is measured, of bookings that are neither accepted nor known.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// How many differ, missing ones among them.
    case differences
    /// How many of all that could be compared.
    case share
    /// Differences of totals, added up without their signs.
    case money
    /// Keys that came twice on either side.
    case duplicates
    /// Records, or rows of a second file, that cannot be read.
    case unreadable

    /// Whether bookings that differ are what is measured.
    var isOfBookings: Bool {
      switch self {
      case .differences, .share, .money: true
      case .duplicates, .unreadable: false
      }
    }

    /// Whether a rule about the one takes the place of one about the other.
    func replaces(_ other: Measure) -> Bool {
      self == other || isOfBookings && other.isOfBookings
    }
  }

  package var measure: Measure
  package var bound: Ratio
  /// What stands with an amount of money; empty for nothing.
  private var unit = ""

  /// What fails where nobody says anything else.
  package static let usual = [
    FailureRule(measure: .differences, bound: .zero),
    FailureRule(measure: .duplicates, bound: .zero),
    FailureRule(measure: .unreadable, bound: .zero),
  ]

  /// These rules, and what is usual of which they say nothing: who allows some differences has
  /// not allowed keys that come twice.
  package static func completed(_ rules: [FailureRule]) -> [FailureRule] {
    rules + usual.filter { one in !rules.contains { $0.measure.replaces(one.measure) } }
  }

  init(measure: Measure, bound: Ratio) {
    self.measure = measure
    self.bound = bound
  }

  /// `differences>10`, `share>0.1%`, `money>$5`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ">", omittingEmptySubsequences: false)
    guard parts.count == 2, let measure = Measure(rawValue: parts[0].trimmed { $0 == " " }) else {
      return nil
    }
    var amount = parts[1].trimmed { $0 == " " }
    var factor = Ratio.one
    switch measure {
    case .differences, .duplicates, .unreadable: break
    case .share:
      guard amount.hasSuffix("%") else { return nil }
      amount.removeLast()
      factor = Ratio(1, 100)
    case .money:
      let isOfUnit = { (mark: Character) in !mark.isNumber && mark != "." && mark != "-" }
      let bare = amount.trimmed(of: isOfUnit)
      unit = amount.replacing(bare, with: "").trimmed { $0 == " " }
      amount = bare
    }
    guard let bound = Ratio(decimal: amount), !bound.isNegative else { return nil }
    self.measure = measure
    self.bound = bound * factor
  }

  /// Whether it counts money as rules of this currency do: it says nothing, or that currency.
  package func counts(in currency: String) -> Bool {
    unit.isEmpty || ModelChecker.isSign(unit, of: currency)
  }

  /// Why a comparison fails by this rule; nil where it does not.
  func failure(of summary: DifferenceSummary, currency: String) -> String? {
    let (value, unit): (Ratio, String)
    switch measure {
    case .differences:
      (value, unit) = (Ratio(summary.new), summary.new == 1 ? "booking differs" : "bookings differ")
    case .share:
      let compared = summary.records - summary.notComparable
      (value, unit) = (
        compared == 0 ? .zero : Ratio(summary.new) / Ratio(compared) * 100,
        "% of the bookings differ"
      )
    case .money: (value, unit) = (summary.newMoney, "\(currency) of differences")
    case .duplicates:
      let count = summary.ourDuplicates.count + summary.theirDuplicates.count
      (value, unit) = (Ratio(count), count == 1 ? "key is repeated" : "keys are repeated")
    case .unreadable:
      let count = summary.faults.count(of: .unreadable)
      (value, unit) = (
        Ratio(count), count == 1 ? "record cannot be read" : "records cannot be read"
      )
    }
    let limit = measure == .share ? bound * 100 : bound
    guard value > limit else { return nil }
    let sentence = "\(Self.shown(value))\(measure == .share ? "" : " ")\(unit)"
    return limit.isZero ? sentence : "\(sentence), more than \(Self.shown(limit))"
  }

  /// At most four digits after the point.
  private static func shown(_ value: Ratio) -> String {
    if value.decimalDigits.map({ $0 <= 4 }) ?? false { return value.description }
    return Ratio((value * 10_000).floor ?? 0, 10_000).description
  }
}
