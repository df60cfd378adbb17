/// What is to be known of names that were not met.
extension Differ {
  /// Tolerances of values that were not compared, the total where it is not, and names of the
  /// other side that are nearly ours.
  func notesOfNames(_ summary: DifferenceSummary) -> [String] {
    guard summary.comparedFields > 0 else { return [] }
    let met = Set(summary.tallies.map(\.name))
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
