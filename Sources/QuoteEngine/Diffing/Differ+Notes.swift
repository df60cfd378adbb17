/// What is to be known of names that were not met.
extension Differ {
  func notes(on summary: DifferenceSummary) -> [String] {
    notesOfTexts(summary) + notesOfNames(summary) + notesOfTotals(summary)
      + notesOfRefusals(summary) + notesOfEntries(summary) + notesOfKeys(summary)
      + notesOfSpelling(summary) + notesOfRounding(summary) + notesOfNearKeys(summary)
  }

  /// Ways to round that were not tried on cents that nothing explains.
  private func notesOfRounding(_ summary: DifferenceSummary) -> [String] {
    let isLeft = ["unexplained", "not tried"].contains { summary.rounding[$0] != nil }
    guard isLeft else { return [] }
    var reasons: [(why: String, names: [String])] = []
    let arithmetics = Set(Arithmetic.allCases.filter(\.isBinary).map(\.rawValue))
    for refusal in profiles.flatMap(\.refused) where arithmetics.contains(refusal.name) {
      let why = refusal.why.replacing("`\(refusal.name)`", with: "it")
      if let known = reasons.firstIndex(where: { $0.why == why }) {
        let isTold = reasons[known].names.contains(refusal.name)
        if !isTold { reasons[known].names.append(refusal.name) }
      } else {
        reasons.append((why, [refusal.name]))
      }
    }
    return reasons.map { why, names in
      let named = names.map { "`\($0)`" }.joined(separator: ", ")
      return "cents were not tried in \(named), which the rules cannot be computed in: \(why)"
    }
  }

  /// Why nothing was compared, where the other side has none of our names.
  func reasonOfNothing(_ summary: DifferenceSummary) -> String {
    var reason = "nothing was compared: the other side has none of our names"
    let theirs = summary.unmatched.filter { $0 != map.places.status?.first }
    guard !theirs.isEmpty else { return reason }
    let more = theirs.count > 10 ? ", …" : ""
    let named = theirs.prefix(10).map { "`\($0.printable)`" }.joined(separator: ", ")
    reason += "; it has \(named)\(more)"
    let ours = pricers.flatMap { QuoteTexts.names(of: $0.plan.quoteSchema).names }
    for name in theirs {
      guard let near = Suggestion.nearest(to: name, among: ours) else { continue }
      return reason + ": is `\(name)` our `\(near)`? `fields:` of a map says so"
    }
    return reason
  }

  /// Values of the other side that are no numbers where ours are.
  private func notesOfTexts(_ summary: DifferenceSummary) -> [String] {
    summary.textsForNumbers.sorted { $0.key < $1.key }.map { field, found in
      let (theirs, ours) = (found.first.theirs.dropFirst().dropLast(), found.first.ours)
      let verb = found.count == 1 ? "is no number" : "are no numbers"
      return "`\(field)`: \(found.count) of their values \(verb), such as "
        + "`\(String(theirs.prefix(40)).printable)` where ours is `\(ours)`: a number is digits "
        + "with a point, and nothing else"
    }
  }

  /// Sentences of refusals that a map names a place for, and some records have none there.
  private func notesOfRefusals(_ summary: DifferenceSummary) -> [String] {
    let (refused, said) = (summary.refusedByBoth, summary.explainedRefusals)
    guard !map.isOwn, let place = map.places.refusal, refused > said else { return [] }
    let start = "both sides refuse \(refused) \(refused == 1 ? "booking" : "bookings"), and "
    let path = "`\(place.joined(separator: "."))`"
    if said == 0 { return [start + "none has a text at \(path): the reasons were not compared"] }
    let have = said == 1 ? "1 has" : "\(said) have"
    return [start + "\(have) a text at \(path): the other reasons were not compared"]
  }

  /// Values that are ours in another spelling, wherever they differ.
  private func notesOfSpelling(_ summary: DifferenceSummary) -> [String] {
    func fields(_ count: KeyPath<FieldTally, Int>) -> String? {
      let found = summary.tallies.filter { tally in
        tally[keyPath: count] >= 2 && tally[keyPath: count] == tally.different
      }
      guard !found.isEmpty else { return nil }
      let names = found.prefix(EntryTally.shown).map { "`\($0.field)`" }
      return names.joined(separator: ", ") + (found.count > names.count ? ", …" : "")
    }
    var notes: [String] = []
    if let names = fields(\.hundredfold) {
      notes.append(
        "wherever it differs, 100 times ours: \(names); of cents a map says `scale: 100`")
    }
    if let names = fields(\.quoted) {
      notes.append(
        "wherever it differs, a text with our number in it: \(names); a map says "
          + "`written: \"1234.50\"`")
    }
    return notes
  }

  /// Records without a key where the map looks for one.
  private func notesOfKeys(_ summary: DifferenceSummary) -> [String] {
    guard summary.unkeyed > 0, let place = map.places.key else { return [] }
    let path = "`\(place.joined(separator: "."))`"
    if summary.keyed == 0 {
      return ["no record has a key at \(path): bookings are called by the numbers of their records"]
    }
    return [
      summary.unkeyed == 1
        ? "1 record has no key at \(path): its booking is called by its number"
        : "\(summary.unkeyed) records have no key at \(path): their bookings are called by their "
          + "numbers"
    ]
  }

  /// Keys of both sides that are nearly each other's.
  private func notesOfNearKeys(_ summary: DifferenceSummary) -> [String] {
    let near = summary.nearKeys
    guard let first = near.first else { return [] }
    let what = near.count == 1 ? "1 key is" : "\(near.count) keys are"
    return [
      "\(what) the other side's but for case, zeros or spaces around, such as "
        + "`\(first.ours.printable)` and `\(first.theirs.printable)`: keys are compared "
        + "character by character"
    ]
  }

  /// The total, where the other side says none. A map that lists what is compared may mean
  /// it: then only if there is money to be told.
  private func notesOfTotals(_ summary: DifferenceSummary) -> [String] {
    let met = Set(summary.tallies.flatMap(\.names))
    let names = Set(pricers.flatMap { QuoteTexts.totals(of: $0.plan) })
    guard summary.comparedFields > 0, summary.pricedByBoth > 0, met.isDisjoint(with: names) else {
      return []
    }
    if map.isOwn { return ["no total was compared: the other side has no `total`"] }
    let isMeant = map.forms.allSatisfy { $0.compares == .listed }
    guard !isMeant || summary.different > 0 else { return [] }
    return [
      "no total was compared: nothing of the other side is our `total`, in `fields` or by name"
    ]
  }

  /// Entries of lists that the map does not tell apart, and those that it does not read.
  private func notesOfEntries(_ summary: DifferenceSummary) -> [String] {
    guard !map.isOwn else { return [] }
    let have = { (count: Int) in "\(count) \(count == 1 ? "record has" : "records have")" }
    let repeated = summary.entries.repeated.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let unread = summary.entries.unread.sorted { a, b in
      (b.value.records, a.key) < (a.value.records, b.key)
    }
    let twice = summary.entries.twice.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return twice.map { path, count in
      "`\(path)`: \(have(count)) this member more than once; the last was compared"
    } + repeated.map { path, count in
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

  /// Tolerances of values that were not compared, and names of the
  /// other side that are nearly ours.
  private func notesOfNames(_ summary: DifferenceSummary) -> [String] {
    guard summary.comparedFields > 0 else { return [] }
    let met = Set(summary.tallies.flatMap(\.names))
    let ours = pricers.flatMap { QuoteTexts.names(of: $0.plan.quoteSchema).names }
      .filter { !met.contains($0) }
    var notes = options.tolerances.idle(summary.tallies).map {
      "no value that was compared is called `\($0)`, for which there is a tolerance"
    }
    for name in summary.unmatched {
      guard let near = Suggestion.nearest(to: name, among: ours) else { continue }
      notes.append("`\(name)` was not compared: is it our `\(near)`?")
    }
    return notes
  }
}
