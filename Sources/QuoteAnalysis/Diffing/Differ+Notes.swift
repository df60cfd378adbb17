import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is to be known of names that were not met.
extension Differ {
  func notes(on summary: DifferenceSummary) -> [String] {
    notesOfTexts(summary) + notesOfNames(summary) + notesOfTotals(summary)
      + notesOfRefusals(summary) + notesOfPricedRefusals(summary) + notesOfEntries(summary)
      + notesOfKeys(summary) + notesOfTerms(summary) + notesOfRounding(summary)
      + notesOfNearKeys(summary) + notesOfPlaces(summary) + notesOfAbsent(summary)
      + notesOfFaults(summary)
  }

  /// Bookings that no side has a price for.
  private func notesOfFaults(_ summary: DifferenceSummary) -> [String] {
    let count = summary.bothAtFault
    guard count > 0 else { return [] }
    let bookings = count == 1 ? "1 booking is" : "\(count) bookings are"
    return ["\(bookings) at fault on both sides: there is no price to compare"]
  }

  /// Values of ours that some replies have a name for and others leave out: there they are not
  /// compared, unless the map asks for all.
  private func notesOfAbsent(_ summary: DifferenceSummary) -> [String] {
    guard areRepliesCompared, pricers.count == 1, let pricer = pricers.first else { return [] }
    let replies = summary.pricedByBoth - summary.withoutReply
    // A line without a condition has an amount in every booking. Others may be left out where they
    // do not apply, and outputs where they are nothing.
    let entries = PriceOrder(of: pricer.plan).entries.filter { entry in
      guard case .line(let line) = entry.body else {
        return entry.isMoney && entry.isAlwaysGiven && entry.isOfBooking && entry.name != "total"
      }
      return line.when == nil && line.grain == .booking
    }
    let own = Set(entries.map(\.name))
    let counts = Dictionary(summary.tallies.map { ($0.name, $0.count) }, uniquingKeysWith: +)
    let absent = summary.tallies.filter { tally in
      own.contains(tally.name) && !tally.field.contains(where: { ".[".contains($0) })
        && 0 < tally.count && tally.count < replies
        && counts[tally.name, default: 0] < replies
        && !summary.tallies.contains { $0.field.hasPrefix(tally.field + "[") }
    }
    let told = absent.sorted { ($0.count, $0.field) < ($1.count, $1.field) }
    return told.prefix(4).map { tally in
      "`\(tally.field)`: \(replies - tally.count) of \(replies) replies leave it out, and it was "
        + "not compared there"
        + (Self.nearNames(to: tally.name, among: summary.unmatched).map {
          "; is their `\($0.printable)` our `\(tally.name)`? `fields:` of a map says so"
        } ?? "")
    }
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

  /// Values of the other side that are no numbers where ours are.
  private func notesOfTexts(_ summary: DifferenceSummary) -> [String] {
    let read = Set(summary.tallies.filter { $0.term != nil }.map(\.field))
    let found = summary.textsForNumbers.sorted { $0.key < $1.key }
    return found.filter { !read.contains($0.key) }.map { field, found in
      let (theirs, ours) = (found.first.theirs.dropFirst().dropLast(), found.first.ours)
      let verb = found.count == 1 ? "is not a number" : "are not numbers"
      let start = "`\(field)`: \(found.count) of their values \(verb), such as "
        + "`\(String(theirs.prefix(40)).printable)` where ours is `\(ours)`: a number is digits "
        + "with a point, and nothing else"
      guard let written = ColumnTerm.notation(of: String(theirs), currency: currency)
      else { return start }
      let place = MapScalar.written(field)
      return start + "; a map reads it, with `\(place): "
        + "{ is: \(found.first.name), written: \"\(written)\" }` in its `fields`"
    }
  }

  /// Bookings without a price on either side that one declines and the other cannot price: who
  /// books is told something else.
  private func notesOfRefusals(_ summary: DifferenceSummary) -> [String] {
    let count = summary.declinedByOne
    guard count > 0 else { return notesOfSentences(summary) }
    let what = count == 1 ? "1 booking is" : "\(count) bookings are"
    return ["\(what) declined by one side and at fault for the other, and counted as the same"]
      + notesOfSentences(summary)
  }

  /// Bookings that both sides refuse, and that theirs has a price of all the same.
  private func notesOfPricedRefusals(_ summary: DifferenceSummary) -> [String] {
    var notes: [String] = []
    if let first = summary.refusedWithTotal.first {
      let count = summary.refusedWithTotal.count
      notes.append(
        (count == 1
          ? "1 booking that both sides refuse has a total of theirs, "
          : "\(count) bookings that both sides refuse have a total of theirs, such as ")
          + "\(first.amount) of `\(first.key.printable)`: it was not compared")
    }
    if let first = summary.refusedWithAmounts.first {
      let count = summary.refusedWithAmounts.count
      notes.append(
        (count == 1 ? "1 booking has" : "\(count) bookings have")
          + " amounts of theirs and no total, such as \(first.amount) for "
          + "`\(first.name.printable)` of `\(first.key.printable)`: "
          + "\(count == 1 ? "it counts" : "they count") as refused by both sides")
    }
    return notes
  }

  /// Sentences of refusals that a map names a place for, and some records have none there.
  private func notesOfSentences(_ summary: DifferenceSummary) -> [String] {
    let (refused, said) = (summary.refusedByBoth, summary.explainedRefusals)
    guard !map.isOwn, let place = map.places.refusal, refused > said else { return [] }
    let start = "both sides refuse \(refused) \(refused == 1 ? "booking" : "bookings"), and "
    let path = "`\(place.joined(separator: "."))`"
    if said == 0 { return [start + "none has a text at \(path): the reasons were not compared"] }
    let have = said == 1 ? "1 has" : "\(said) have"
    return [start + "\(have) a text at \(path): the other reasons were not compared"]
  }

  /// Values that are ours in other terms wherever they differ, and the map that reads them.
  private func notesOfTerms(_ summary: DifferenceSummary) -> [String] {
    var groups: [(term: ColumnTerm, fields: [FieldTally])] = []
    for tally in summary.tallies {
      guard let term = tally.term else { continue }
      if let known = groups.firstIndex(where: { $0.term == term }) {
        groups[known].fields.append(tally)
      } else {
        groups.append((term, [tally]))
      }
    }
    return groups.map { term, fields in
      let names = fields.prefix(EntryTally.shown).map { "`\($0.field)`" }.joined(separator: ", ")
      let more = fields.count > EntryTally.shown ? ", …" : ""
      let field = MapScalar.written(fields[0].field)
      let isAll = fields.allSatisfy(\.isTermOfAll)
      let rounded = fields.contains(where: \.isTermRounded) ? " but for roundings" : ""
      let start = "\(isAll ? "" : "almost ")wherever it differs, \(term.sentence)\(rounded): "
        + names + more
      // A map reads all values of a column in one way.
      if let same = fields.map(\.equal).max(), same > fields[0].different {
        return start + "; \(same) values are the same as they are"
      }
      var written = term
      let said = conversionSaid(of: fields[0].field)
      written.scale = written.scale * said.scale
      if said.sign == .negative, term.isNegated, term.scale == .one {
        return start + "; in the map, leave `sign: negative` of it out"
      }
      if written.isOurs { return start + "; in the map, leave `scale` of it out" }
      return start + "; a map reads it, with "
        + "`\(field): \(written.map(of: fields[0].name))` in its `fields`"
    }
  }

  /// How the map reads a value already.
  private func conversionSaid(of path: String) -> ReplyConversion {
    for field in map.forms.flatMap(\.fields)
    where field.places.contains(where: { $0.levels.last?.path == path }) {
      return field.conversion
    }
    return ReplyConversion()
  }

  /// Places that a map names, and most likely otherwise than it meant: statuses and forms without
  /// a meaning, fields that begin outside of the reply.
  private func notesOfPlaces(_ summary: DifferenceSummary) -> [String] {
    guard !map.isOwn else { return [] }
    var notes: [String] = []
    let whys = summary.passedOverReasons
    if map.places.form == nil, whys.contains(.noForm) {
      notes.append(
        "the map has no place for the form of a record, so each is of the form `other`, which is "
          + "not among its `forms`")
    }
    notes += notesOfStatuses(summary) + notesOfUnreadStatus(summary) + notesOfUnmet(summary)
    let reply = map.places.reply
    guard !reply.isEmpty else { return notes }
    let start = reply.joined(separator: ".") + "."
    for tally in summary.tallies
    where tally.field.hasPrefix(start) && tally.onlyOurs > 0 && tally.equal + tally.different == 0 {
      notes.append(
        "`\(tally.field)` was in no reply: paths in `fields` begin inside "
          + "`\(start.dropLast())`, `\(tally.field.dropFirst(start.count))`")
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
    let such = "such as `\(first.ours.printable)` and `\(first.theirs.printable)`"
    if first.ours == first.theirs {
      return [
        "\(what) the other side's except for how letters with accents are written, in one piece "
          + "or in two, \(such): keys are compared byte by byte"
      ]
    }
    return [
      "\(what) the other side's except for case, surrounding spaces or leading zeros, \(such): "
        + "keys are compared character by character, and with `--loose-keys` without these"
    ]
  }

  /// The total, where none was compared. A map that lists what is compared or leaves the total out
  /// means it: who reads that all is the same is to know of what.
  private func notesOfTotals(_ summary: DifferenceSummary) -> [String] {
    let met = Set(summary.tallies.flatMap(\.names))
    let names = Set(pricers.flatMap { QuoteTexts.totals(of: $0.plan) })
    guard summary.comparedFields > 0, summary.pricedByBoth > 0 else { return [] }
    guard met.isDisjoint(with: names) else { return notesOfFormsWithoutTotal(summary, names) }
    if map.forms.allSatisfy({ $0.compares == .listed }) {
      return [
        "no total was compared: the `fields` of the map do not list it"
      ]
    }
    // Where the map does not say so, it is a failure.
    let leftOut = map.forms.reduce(into: options.uncompared) { $0.formUnion($1.ignored) }
    guard areRepliesCompared, !leftOut.isDisjoint(with: names) else { return [] }
    return ["no total was compared: it is left out"]
  }

  /// Forms that list what is compared, and not the total, beside others that have it.
  private func notesOfFormsWithoutTotal(
    _ summary: DifferenceSummary, _ totals: Set<String>
  ) -> [String] {
    map.forms.filter { $0.compares == .listed }.compactMap { form in
      guard let compared = summary.forms[form.name], compared.replies > 0,
        totals.isDisjoint(with: compared.counts.keys)
      else { return nil }
      let bookings = compared.replies == 1 ? "1 booking" : "\(compared.replies) bookings"
      let name = (form.name ?? "other").printable
      return "no total was compared of the \(bookings) of form `\(name)`: its `fields` do not list "
        + "it"
    }
  }

  /// Entries of lists that the map does not tell apart, and those that it does not read.
  private func notesOfEntries(_ summary: DifferenceSummary) -> [String] {
    let have = { (count: Int) in "\(count) \(count == 1 ? "record has" : "records have")" }
    let unread = summary.entries.unread.sorted { a, b in
      (b.value.records, a.key) < (a.value.records, b.key)
    }
    let twice = summary.entries.twice.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let unmet = map.isOwn ? unmetNames(summary) : []
    return twice.map { path, count in
      "`\(path)`: \(have(count)) this member more than once; the last was compared"
    } + unread.map { list, found in
        let names = found.names.prefix(EntryTally.shown).map { name in
          let near = Suggestion.nearest(to: name, among: unmet)
          return String(name.prefix(40)) + (near.map { " (is it our `\($0)`?)" } ?? "")
        }
        let more = found.names.count > names.count ? ", …" : ""
        let what = map.isOwn ? "are no lines of ours" : "the map does not read"
        return "`\(list)`: \(have(found.records)) entries that \(what): "
          + names.joined(separator: ", ") + more
      }
  }

  /// Names of ours that the other side gives nowhere.
  private func unmetNames(_ summary: DifferenceSummary) -> [String] {
    let met = Set(summary.tallies.flatMap(\.names))
    return pricers.flatMap(\.plan.comparedNames).filter { !met.contains($0) }
  }

  /// Tolerances of values that were not compared, and names of the
  /// other side that are nearly ours.
  private func notesOfNames(_ summary: DifferenceSummary) -> [String] {
    guard summary.comparedFields > 0 else { return [] }
    let ours = unmetNames(summary)
    let fields = Set(summary.tallies.map(\.field)).sorted()
    var notes = options.tolerances.idle(summary.tallies).map { name in
      "no value that was compared is called `\(name)`, for which there is a tolerance"
        + (Suggestion.help(for: name, among: fields).first.map { "; \($0)" }
          ?? (fields.count > 12 ? "" : "; they are " + fields.map { "`\($0)`" }
            .joined(separator: ", ")))
    }
    for name in summary.unmatched {
      guard let near = Suggestion.nearest(to: name, among: ours) else { continue }
      notes.append("`\(name)` was not compared: is it our `\(near)`?")
    }
    return notes
  }
}
