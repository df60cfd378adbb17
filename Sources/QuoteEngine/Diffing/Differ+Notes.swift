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

  /// Entries of lists that the map does not tell apart, and those that it does not read.
  func notesOfEntries(_ summary: DifferenceSummary) -> [String] {
    guard !map.isOwn else { return [] }
    let have = { (count: Int) in "\(count) \(count == 1 ? "record has" : "records have")" }
    let repeated = summary.entries.repeated.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let unread = summary.entries.unread.sorted { a, b in
      (b.value.records, a.key) < (a.value.records, b.key)
    }
    return repeated.map { path, count in
      "`\(path)`: \(have(count)) several such entries; the first was compared, and "
        + "`entries: sum` compares their sum"
    }
      + unread.map { list, found in
        let names = found.names.prefix(EntryTally.shown).map { String($0.prefix(40)) }
        let more = found.names.count > names.count ? ", …" : ""
        return "`\(list)`: \(have(found.records)) entries that the map does not read: "
          + names.joined(separator: ", ") + more
      }
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
