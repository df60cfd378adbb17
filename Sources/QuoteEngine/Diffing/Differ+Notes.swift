/// What is to be known of names that were not met.
extension Differ {
  /// Sentences of refusals that a map names a place for, and no record has one there.
  func notesOfRefusals(_ summary: DifferenceSummary) -> [String] {
    guard !map.isOwn, let place = map.places.refusal, summary.refusedByBoth > 0,
      summary.explainedRefusals == 0
    else { return [] }
    let records = "\(summary.refusedByBoth) \(summary.refusedByBoth == 1 ? "booking" : "bookings")"
    return [
      "both sides refuse \(records), and none has a text at `\(place.joined(separator: "."))`: "
        + "the reasons were not compared"
    ]
  }

  /// Tolerances of values that were not compared, the total where it is not, and names of the
  /// other side that are nearly ours.
  func notesOfNames(_ summary: DifferenceSummary) -> [String] {
    guard summary.comparedFields > 0 else { return [] }
    let met = Set(summary.tallies.flatMap(\.names))
    let ours = pricers.flatMap { QuoteTexts.names(of: $0.plan.quoteSchema).names }
      .filter { !met.contains($0) }
    var notes = options.tolerances.idle(summary.tallies).map {
      "no value that was compared is called `\($0)`, for which there is a tolerance"
    }
    if map.isOwn, !met.contains("total") {
      notes.append("no total was compared: the other side has no `total`")
    }
    for name in summary.unmatched {
      guard let near = Suggestion.nearest(to: name, among: ours) else { continue }
      notes.append("`\(name)` was not compared: is it our `\(near)`?")
    }
    return notes
  }
}
