import QuoteEngine
import QuoteLanguage

/// A comparison of nothing fails, whatever made it nothing.
extension Differ {
  /// Why nothing was compared, or nothing could have failed.
  func nothingFails(_ summary: DifferenceSummary) -> [String] {
    var failures: [String] = []
    if let why = reasonOfNothing(summary) { failures.append("nothing was compared: \(why)") }
    if let wide = wideTolerance(summary) {
      failures.append(
        "nothing could have failed: the tolerance, \(wide), is more than all our totals together")
    }
    let isLimited = options.failureRules.contains {
      $0.measure == .skipped && !FailureRule.usual.contains($0)
    }
    if summary.withoutReply > 0, reasonOfNothing(summary) == nil, !isLimited {
      let count = summary.withoutReply
      let bookings = count == 1 ? "1 booking" : "\(count) bookings"
      failures.append(
        "nothing of \(bookings) was compared: both sides priced, and there is no reply where the "
          + "map looks for it")
    }
    if let path = map.places.status, !map.isOwn, areRepliesCompared, !isStatusColumn,
      summary.statused == 0, summary.answered > 0
    {
      failures.append(
        "no record has a status at `\(path.joined(separator: "."))`, where the map looks for it")
    }
    return failures
  }

  /// A tolerance that hid something, and would have let pass any total; nil where it is none. Where
  /// totals may be below zero, their sum says nothing of how large they are.
  private func wideTolerance(_ summary: DifferenceSummary) -> Ratio? {
    let areSigned = pricers.contains { pricer in
      let total = pricer.plan.results[pricer.plan.quoteSchema.total].cells
      return pricer.plan[total].range.lower < 0
    }
    if areSigned { return nil }
    let minorUnit = pricers[0].model.minorUnit
    let tolerance = options.tolerances.tolerance(field: "total", name: "total")
      .resolved(minorUnit: minorUnit)
    guard summary.tolerated > 0, !summary.ourRevenue.isZero,
      tolerance.absolute > summary.ourRevenue.magnitude
    else { return nil }
    return tolerance.absolute
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
