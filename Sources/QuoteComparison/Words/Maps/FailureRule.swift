import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How much may differ before a comparison fails.
package struct FailureRule: Hashable, Sendable {
  /// What is measured; of bookings that differ, those that are neither accepted nor known.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// How many differ, missing ones among them.
    case differences
    /// How many of all that could be compared.
    case share
    /// Differences of totals, added up without their signs, and the totals of bookings that one
    /// side alone priced.
    case money
    /// By how much of our total theirs is another, or any amount of theirs: at most, in half of the
    /// bookings in which it is, in nineteen of twenty of them.
    case change
    case median
    case p95
    /// Bookings that both sides refuse, with another sentence.
    case reasons
    /// Bookings that one side declines and that are at fault for the other.
    case refusals
    /// Bookings that the map leaves out without saying so.
    case skipped
    /// All that were not compared, those that the map leaves out among them.
    case notComparable = "not-comparable"
    /// Keys that came twice on either side.
    case duplicates
    /// Records, or rows of a second file, that cannot be read.
    case unreadable

    /// Whether a limit of how much may differ is what it is.
    var isOfBookings: Bool {
      switch self {
      case .differences, .share, .money, .change, .median, .p95: true
      case .reasons, .refusals, .skipped, .notComparable, .duplicates, .unreadable: false
      }
    }

    /// Whether a rule about the one takes the place of one about the other.
    func replaces(_ other: Measure) -> Bool {
      self == other || isOfBookings && other.isOfBookings
    }

    /// Whether it is counted in bookings, of which there are no more than all.
    fileprivate var isOfAll: Bool {
      switch self {
      case .differences, .share, .reasons, .refusals, .skipped, .notComparable: true
      case .money, .change, .median, .p95, .duplicates, .unreadable: false
      }
    }

    /// Whether its limit is a part of something, and nothing else.
    fileprivate var isPart: Bool {
      switch self {
      case .share, .change, .median, .p95: true
      case .differences, .money, .reasons, .refusals, .skipped, .notComparable, .duplicates,
        .unreadable:
        false
      }
    }
  }

  package var measure: Measure
  package var bound: Ratio
  /// Whether the bound is a part: of all bookings, of our totals.
  private var isRelative = false
  /// What stands with an amount of money; empty for nothing.
  private var unit = ""

  /// The rules of failure that hold unless others are given.
  package static let usual = [
    FailureRule(measure: .differences, bound: .zero),
    FailureRule(measure: .skipped, bound: Ratio(9, 10), isRelative: true),
    FailureRule(measure: .duplicates, bound: .zero),
    FailureRule(measure: .unreadable, bound: .zero),
  ]

  /// Examples for messages about others.
  package static let examples =
    "`differences>10`, `share>0.1%`, `money>$5`, `money>1%`, `change>5%`, `median>1%`, `p95>2%`, "
    + "`reasons>0`, `refusals>0`, `skipped>0`, `not-comparable>0`, `duplicates>0` or `unreadable>0`"

  /// These rules, and what is usual of which they say nothing: who allows some differences has
  /// not allowed keys that come twice.
  package static func completed(_ rules: [FailureRule]) -> [FailureRule] {
    rules + usual.filter { one in !rules.contains { $0.measure.replaces(one.measure) } }
  }

  init(measure: Measure, bound: Ratio, isRelative: Bool = false) {
    self.measure = measure
    self.bound = bound
    self.isRelative = isRelative
  }

  /// `differences>10`, `share>0.1%`, `money>$5`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ">", omittingEmptySubsequences: false)
    guard parts.count == 2, let measure = Measure(rawValue: parts[0].trimmed { $0 == " " }) else {
      return nil
    }
    var amount = parts[1].trimmed { $0 == " " }
    isRelative = amount.hasSuffix("%")
    if isRelative { amount.removeLast() }
    guard isRelative || !measure.isPart else { return nil }
    if measure == .money, !isRelative {
      let isOfUnit = { (mark: Character) in !mark.isNumber && mark != "." && mark != "-" }
      let bare = amount.trimmed(of: isOfUnit)
      unit = amount.replacing(bare, with: "").trimmed { $0 == " " }
      amount = bare
    }
    guard let bound = Ratio(decimal: amount), !bound.isNegative else { return nil }
    self.measure = measure
    self.bound = isRelative ? bound / 100 : bound
    // More than all bookings cannot differ, and who allows all of the money to differ holds
    // nothing back: such a limit is none.
    if isRelative, measure.isOfAll || measure == .money, self.bound >= 1 { return nil }
  }

  /// Whether it counts money as rules of this currency do: it says nothing, or that currency.
  package func counts(in currency: String) -> Bool {
    unit.isEmpty || ModelChecker.isSign(unit, of: currency)
  }

  /// Why a comparison fails by this rule; nil where it does not.
  package func failure(of summary: DifferenceSummary, currency: String) -> String? {
    failureOfUncounted(summary) ?? failureOfMeasured(summary, currency)
      ?? failureOfWidth(summary, currency)
  }

  /// Why a limit is none for these bookings: it is more than all of them, or than all that we ask
  /// for them, and most of that differs.
  private func failureOfWidth(_ summary: DifferenceSummary, _ currency: String) -> String? {
    guard !isRelative, measure == .money || measure == .differences else { return nil }
    let (value, whole) = measured(of: summary)
    let areMost = summary.new * 2 > summary.records - summary.notComparable
    guard areMost || value * 2 > whole, bound > whole, !whole.isZero else { return nil }
    let limit = "a limit of \(Self.shown(bound))"
    return measure == .money
      ? "\(sentence(value, currency)), and \(limit) is more than our totals together, "
        + Self.shown(whole)
      : "\(sentence(value, currency)), and \(limit) is more than all of them"
  }

  private func failureOfMeasured(_ summary: DifferenceSummary, _ currency: String) -> String? {
    let (value, whole) = measured(of: summary)
    if isRelative, !measure.isPart, whole.isZero {
      // A part of nothing is more than any part.
      return value.isZero ? nil : "\(sentence(value, currency)), and there is nothing it is part of"
    }
    let found = isRelative && !measure.isPart ? value / whole : value
    guard found > bound else { return nil }
    let isOfTotals = found == part(of: summary.changes)
    let said =
      isRelative
      ? sentence(ofPart: found * 100, isOfTotals: isOfTotals) : sentence(value, currency)
    let limit = isRelative ? bound * 100 : bound
    return bound.isZero ? said : "\(said), more than \(Self.shown(limit))"
  }

  /// No limit of money holds what is no amount, and no limit of a part what one side alone prices.
  private func failureOfUncounted(_ summary: DifferenceSummary) -> String? {
    func said(_ count: Int, _ what: String) -> String {
      "\(count) \(count == 1 ? "booking differs" : "bookings differ") by what is \(what)"
    }
    switch measure {
    case .money: return summary.uncounted == 0 ? nil : said(summary.uncounted, "no amount of money")
    case .change, .median, .p95:
      let (beyond, counted) = (summary.beyondParts, summary.changes.bookings)
      let all = Ratio(beyond + counted)
      let isReached = beyond > 0 && (reach.map { Ratio(counted) < all * $0 } ?? true)
      let why = "no part of our total: it is nothing, or one side alone has a price"
      return isReached ? said(beyond, why) : nil
    case .differences, .share, .reasons, .refusals, .skipped, .notComparable, .duplicates,
      .unreadable:
      return nil
    }
  }

  /// How many of the bookings a limit is about, as a part of them; nil for the largest one.
  private var reach: Ratio? {
    switch measure {
    case .median: Ratio(1, 2)
    case .p95: Ratio(95, 100)
    case .change, .differences, .share, .money, .reasons, .refusals, .skipped, .notComparable,
      .duplicates, .unreadable:
      nil
    }
  }

  /// The part that is limited: the largest, or that of so many bookings.
  private func part(of changes: TotalChanges) -> Ratio {
    reach.map { changes.magnitude(reachedBy: $0) } ?? changes.largest
  }

  /// What is measured, and what a part of it is a part of.
  private func measured(of summary: DifferenceSummary) -> (value: Ratio, whole: Ratio) {
    let all = Ratio(summary.records)
    switch measure {
    case .differences: return (Ratio(summary.new), Ratio(summary.records - summary.notComparable))
    case .share:
      let compared = summary.records - summary.notComparable
      return (compared == 0 ? .zero : Ratio(summary.new) / Ratio(compared), 1)
    case .money:
      return (summary.newMoney + summary.hiddenMoney.magnitude, summary.ourRevenue.magnitude)
    case .change, .median, .p95:
      return (max(part(of: summary.changes), part(of: summary.amountChanges)), 1)
    case .reasons: return (Ratio(summary.changedReasons), all)
    case .refusals: return (Ratio(summary.declinedByOne), all)
    case .skipped: return (Ratio(summary.skipped), all)
    case .notComparable: return (Ratio(summary.notComparable), all)
    case .duplicates:
      return (Ratio(summary.ourDuplicates.count + summary.theirDuplicates.count), all)
    case .unreadable: return (Ratio(summary.faults.count(of: .unreadable)), all)
    }
  }

  private func sentence(_ value: Ratio, _ currency: String) -> String {
    let shown = Self.shown(value)
    let isOne = value == 1
    return switch measure {
    case .differences, .share: "\(shown) \(isOne ? "booking differs" : "bookings differ")"
    case .money: "\(shown) \(currency) of differences"
    case .change, .median, .p95: sentence(ofPart: value * 100)
    case .reasons: "\(shown) \(isOne ? "booking is" : "bookings are") refused for another reason"
    case .refusals:
      "\(shown) \(isOne ? "booking is" : "bookings are") declined by one side and at fault for the "
        + "other"
    case .skipped: "\(shown) \(isOne ? "booking was" : "bookings were") skipped"
    case .notComparable: "\(shown) \(isOne ? "booking is" : "bookings are") not comparable"
    case .duplicates: "\(shown) \(isOne ? "key is" : "keys are") repeated"
    case .unreadable: "\(shown) \(isOne ? "record" : "records") cannot be read"
    }
  }

  private func sentence(ofPart percent: Ratio, isOfTotals: Bool = true) -> String {
    let shown = "\(Self.shown(percent))%"
    return switch measure {
    case .differences, .share: "\(shown) of the bookings differ"
    case .money: "the differences are \(shown) of our totals"
    case .change:
      isOfTotals ? "a total changes by \(shown)" : "an amount changes by \(shown) of our total"
    case .median:
      isOfTotals
        ? "half of the totals that differ change by \(shown) or more"
        : "in half of the bookings that differ an amount changes by \(shown) of our total or more"
    case .p95:
      isOfTotals
        ? "one in twenty of the totals that differ changes by \(shown) or more"
        : "in one of twenty bookings that differ an amount changes by \(shown) of our total or more"
    case .reasons: "\(shown) of the bookings are refused for another reason"
    case .refusals: "\(shown) of the bookings are declined by one side and at fault for the other"
    case .skipped: "\(shown) of the bookings were skipped"
    case .notComparable: "\(shown) of the bookings are not comparable"
    case .duplicates: "\(shown) of the keys are repeated"
    case .unreadable: "\(shown) of the records cannot be read"
    }
  }

  /// At most four digits after the point.
  private static func shown(_ value: Ratio) -> String {
    if value.decimalDigits.map({ $0 <= 4 }) ?? false { return value.description }
    return Ratio((value * 10_000).floor ?? 0, 10_000).description
  }
}
