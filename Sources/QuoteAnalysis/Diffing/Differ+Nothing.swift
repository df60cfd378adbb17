import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A comparison of nothing fails, whatever made it nothing.
extension Differ {
  /// Why nothing was compared, or nothing could have failed.
  func nothingFails(_ summary: DifferenceSummary) -> [String] {
    var failures: [String] = []
    let why = reasonOfNothing(summary)
    failures += why.map { ["nothing was compared: \($0)"] } ?? mostlyNothing(summary)
    failures += wideTolerances(summary)
    let empty = summary.forms.filter { !$0.value.hasCompared }
    if !empty.isEmpty, empty.count < summary.forms.count {
      let named = empty.map { "`\(($0.key ?? "other").printable)`" }.sorted()
        .joined(separator: ", ")
      failures.append(
        "nothing was compared of the bookings of \(empty.count == 1 ? "form" : "the forms") "
          + "\(named): no value that the map compares there is in their replies")
    }
    if summary.withoutReply > 0, why == nil, !isLimited(.skipped) {
      let count = summary.withoutReply
      let bookings = count == 1 ? "1 booking" : "\(count) bookings"
      failures.append(
        "nothing of \(bookings) was compared: there is no reply where the map looks for it")
    }
    if let path = map.places.status, !map.isOwn, areRepliesCompared, !isStatusColumn,
      summary.statused == 0, summary.answered > 0
    {
      failures.append(
        "no record has a status at `\(path.joined(separator: "."))`, where the map looks for it")
    }
    if !map.isOwn, let (path, count) = summary.entries.repeated.min(by: { $0.key < $1.key }) {
      failures.append(
        "`\(path)`: \(count == 1 ? "1 record has" : "\(count) records have") several such entries, "
          + "and only the first was compared: `entries: sum` compares their sum, and "
          + "`entries: first` says that the first one counts")
    }
    if !map.isOwn, let (member, count) = summary.entries.twice.min(by: { $0.key < $1.key }) {
      let records = count == 1 ? "1 record has" : "\(count) records have"
      failures.append(
        "\(records) `\(member.shown(atMost: 100))` more than once: some programs read the first, "
          + "others the last")
    }
    return failures
  }

  /// Bookings without the key that all are to have, or most of those that may lack it, or most of
  /// them without a price that could be compared; and nobody said how many may.
  private func mostlyNothing(_ summary: DifferenceSummary) -> [String] {
    guard !isLimited(.notComparable) else { return [] }
    let many = summary.records / 2 + 1
    func told(_ count: Int, _ least: Int, one: String, several: String) -> [String] {
      guard count >= least else { return [] }
      return [
        "\(count) of \(summary.records) bookings \(count == 1 ? one : several); a limit, as "
          + "`--fail-on 'not-comparable>90%'`, says how many may be"
      ]
    }
    return told(
      summary.unnamed.count, wantsKeys ? 1 : many, one: "is without a key, and was not compared",
      several: "are without a key, and were not compared")
      + told(
        summary.bothAtFault, many, one: "is at fault on both sides, and has no price to compare",
        several: "are at fault on both sides, and have no price to compare")
  }

  /// Whether each booking has a value of all these inputs.
  func areRequired(_ fields: [Int], of schema: BookingSchema) -> Bool {
    let all = schema.lists[.booking].fields
    return !fields.isEmpty && fields.allSatisfy { !all[$0].isOptional }
  }

  /// Rows of the other side that belong to no booking because they have no key, where all bookings
  /// have one. A single one may well have the totals of a whole file.
  func unnamedRowsFail(_ count: Int) -> [String] {
    guard count > 1, wantsKeys, !isLimited(.notComparable) else { return [] }
    return [
      "\(count) rows of the reference have no key, and were held against nothing; a limit, as "
        + "`--fail-on 'not-comparable>0'`, allows them"
    ]
  }

  /// What the tolerance hid of the totals: where several values say the total, of one of them.
  var hiddenMoney: Ratio {
    let totals = Set(pricers.flatMap { QuoteTexts.totals(of: $0.plan) })
    return summary.tallies.filter { totals.contains($0.name) }.map(\.hiddenTogether)
      .filter(\.isFinite)
      .max { $0.magnitude < $1.magnitude } ?? .zero
  }

  /// Whether somebody says how many there may be of what a measure counts.
  func isLimited(_ measure: FailureRule.Measure) -> Bool {
    options.failureRules.contains {
      $0.measure == measure && !FailureRule.usual.contains($0)
    }
  }

  /// Tolerances of money that hid something, and are more than half of the amounts that were met
  /// and more than rounding: what they let pass is another price.
  private func wideTolerances(_ summary: DifferenceSummary) -> [String] {
    let minorUnit = pricers[0].model.minorUnit
    let orders = pricers.map { PriceOrder(of: $0.plan) }
    return summary.tallies.compactMap { tally in
      guard tally.tolerated > 0, tally.mostHidden * 1000 > minorUnit,
        orders.contains(where: { $0.isMoney(tally.name) })
      else { return nil }
      guard let greatest = greatest(tally, summary) else { return otherAmount(tally, minorUnit) }
      let tolerance = options.tolerances.tolerance(field: tally.field, name: tally.name)
        .resolved(minorUnit: minorUnit)
      let part = tolerance.relative * greatest
      let most = max(tolerance.absolute, part)
      guard most > RoundingLimit.amount(minorUnit) else { return otherAmount(tally, minorUnit) }
      guard most * 2 > greatest else { return otherAmount(tally, minorUnit) }
      let said =
        tolerance.absolute < part ? "\(tolerance.relative * 100)%" : "\(tolerance.absolute)"
      let count = tally.tolerated == 1 ? "1 difference" : "\(tally.tolerated) differences"
      let of = tally.tolerated == 1 ? "of" : "of up to"
      return "the tolerance of `\(tally.field)`, \(said), is more than half of the amounts there, "
        + "which are around \(greatest): it hides another price, and hid \(count) \(of) "
        + "\(tally.mostHidden)"
    }
  }

  /// What the tolerance of an amount hid of one booking, where that is more than half of it, and no
  /// rounding: it is wide for this one, if for no other. Parts of a total may be small beside it.
  private func otherAmount(_ tally: FieldTally, _ minorUnit: Ratio) -> String? {
    let isTotal = pricers.contains { QuoteTexts.totals(of: $0.plan).contains(tally.name) }
    let least = isTotal ? RoundingLimit.amount(minorUnit) : minorUnit * 100
    guard let half = tally.mostOfHalf, half.hidden > least else { return nil }
    return "the tolerance of `\(tally.field)` hides another price: it hid \(half.hidden) of "
      + "\(half.ours)"
  }

  /// The greatest amount of a value, as far as it is known; nil where that says little of the
  /// others: bookings that are the same are not looked at one by one.
  private func greatest(_ tally: FieldTally, _ summary: DifferenceSummary) -> Ratio? {
    let isTotal = pricers.contains { QuoteTexts.totals(of: $0.plan).contains(tally.name) }
    guard isTotal else { return tally.tolerated * 2 > tally.count ? tally.greatest : nil }
    // Where totals have both signs, their sum says nothing of how great they are.
    let areSigned = pricers.contains { pricer in
      let total = pricer.plan.results[pricer.plan.quoteSchema.total].cells
      return pricer.plan[total].range.lower < 0
    }
    if areSigned { return nil }
    // Some total is at least as great as all of them are in the middle.
    let middle = summary.ourRevenue.magnitude / Ratio(max(1, summary.pricedByBoth))
    return max(tally.greatest, middle)
  }

  private func reasonOfNothing(_ summary: DifferenceSummary) -> String? {
    if summary.records == 0 { return "there is no booking" }
    if summary.records == summary.notComparable + summary.bothAtFault {
      return summary.bothAtFault == 0 ? "no booking is comparable" : "every booking is at fault"
    }
    guard summary.isOfNothing else { return nil }
    if summary.pricedByBoth > 0 { return reasonOfNoNames(summary) }
    if summary.onlyOurs.count + summary.onlyTheirs.count + summary.notComparable == summary.records
    {
      return "no key is on both sides"
    }
    return "there is no booking that both sides priced"
  }

  /// Why nothing was compared, where the other side has none of our names.
  private func reasonOfNoNames(_ summary: DifferenceSummary) -> String {
    var reason = "the other side has none of our names"
    let theirs = summary.unmatched.filter { $0 != map.places.status?.first }
    guard !theirs.isEmpty else { return reason }
    let more = theirs.count > 10 ? ", …" : ""
    let named = theirs.prefix(10).map { "`\($0.printable)`" }.joined(separator: ", ")
    reason += "; it has \(named)\(more)"
    let ours = pricers.flatMap(\.plan.comparedNames)
    for name in theirs {
      guard let near = Suggestion.nearest(to: name, among: ours) else { continue }
      return reason + ": is `\(name)` our `\(near)`? `fields:` of a map says so"
    }
    return reason
  }
}
