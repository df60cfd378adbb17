import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// Differences as JSON objects, each with its reasons and its place.
extension DifferenceReport {
  func json(booking: BookingDifference) -> String {
    JSONParts.object([
      "key": JSONParts.text(booking.key), "record": "\(booking.record)",
      "line": "\(booking.line)", "form": JSONParts.text(booking.form),
      "our_status": JSONParts.text(booking.ours.rawValue),
      "their_status": JSONParts.text(booking.theirs.rawValue),
      "our_reason": JSONParts.text(booking.ourReason),
      "their_reason": JSONParts.text(booking.theirReason),
      "standing": standing(booking), "departing": JSONParts.text(booking.departing),
      "place": booking.place.map { json(place: $0) },
      "cause": booking.cause.isEmpty ? nil : JSONParts.text(booking.cause),
      "causes": booking.parts.isEmpty
        ? nil : JSONParts.array(booking.parts.map { json(part: $0) }),
      "rounding": rounding(booking), "difference": JSONParts.number(booking.amount),
      "stake": booking.stake == nil ? nil : JSONParts.number(booking.stake),
      "fields": JSONParts.array(booking.fields.map { json(field: $0) }),
      "waterfall": JSONParts.array(booking.steps.map { json(step: $0) }),
      "rules": JSONParts.array(booking.rules.map(JSONParts.text)),
    ])
  }

  func json(fault: ComparisonFault) -> String {
    JSONParts.object([
      "key": JSONParts.text(fault.key), "record": "\(fault.record)",
      "line": fault.line > 0 ? "\(fault.line)" : nil,
      "fault": JSONParts.text(fault.kind.rawValue), "reason": JSONParts.text(fault.reason),
      "message": JSONParts.text(fault.message),
    ])
  }

  private func standing(_ booking: BookingDifference) -> String {
    switch booking.standing {
    case .new: JSONParts.text("new")
    case .accepted: JSONParts.text("accepted")
    case .known: JSONParts.text("known")
    }
  }

  /// Profiles that remove it; left out where it is more than rounding.
  private func rounding(_ booking: BookingDifference) -> String? {
    switch booking.rounding {
    case .no: nil
    case .unexplained, .untried: "[]"
    case .removed(let profiles): JSONParts.array(profiles.map(JSONParts.text))
    }
  }

  func json(place: RulePlace) -> String {
    JSONParts.object([
      "file": JSONParts.text(place.file), "line": "\(place.line)", "column": "\(place.column)",
    ])
  }

  private func json(field: FieldDifference) -> String {
    JSONParts.object([
      "kind": JSONParts.text(field.kind.rawValue), "path": JSONParts.text(field.path),
      "line": JSONParts.text(field.name), "ours": JSONParts.value(field.ours),
      "theirs": JSONParts.value(field.theirs), "difference": JSONParts.number(field.amount),
      "original": field.original.isEmpty ? nil : field.original,
    ])
  }

  private func json(step: ComparedStep) -> String {
    JSONParts.object([
      "line": JSONParts.text(step.name), "depth": "\(step.depth)",
      "state": JSONParts.text(step.state.rawValue), "ours": JSONParts.value(step.ours),
      "theirs": JSONParts.value(step.theirs), "place": step.place.map { json(place: $0) },
    ])
  }

  // MARK: - The whole

  func json(summary: DifferenceSummary) -> String {
    let start = members(counts: summary).map { "\(JSONParts.text($0)):\($1)" }
    let groups = members(groups: summary).map { "\(JSONParts.text($0)):\($1)" }
    let faults = "\"faults\":\(JSONParts.lines(summary.faults.first.map { json(fault: $0) }))"
    let worst = "\"worst\":\(JSONParts.lines(summary.worst.map { json(booking: $0) }))"
    return "{\((start + groups + [faults, worst]).joined(separator: ","))}"
  }

  private func members(counts summary: DifferenceSummary) -> KeyValuePairs<String, String> {
    [
      "records": "\(summary.records)", "same": "\(summary.same)",
      "different": "\(summary.different)", "new": "\(summary.new)",
      "accepted": "\(summary.accepted)", "known": "\(summary.known)",
      "not_comparable": "\(summary.notComparable)",
      "unanswered": "\(summary.faults.count(of: .unanswered))",
      "unreadable": "\(summary.faults.count(of: .unreadable))",
      "ended_early": "\(summary.endedEarly)", "priced_by_both": "\(summary.pricedByBoth)",
      "compared_values": "\(summary.comparedFields)", "tolerated_values": "\(summary.tolerated)",
      "only_rounding": "\(summary.onlyRounding)",
      "currency": JSONParts.text(context.currency), "higher": "\(summary.dearer)",
      "lower": "\(summary.cheaper)", "above": JSONParts.number(summary.above),
      "below": JSONParts.number(summary.below), "new_money": JSONParts.number(summary.newMoney),
      "skipped": "\(summary.skipped)", "changes": json(changes: summary.changes) ?? "null",
      "our_sum": JSONParts.number(summary.ourRevenue),
      "their_sum": JSONParts.number(summary.theirRevenue),
      "only_ours": keys(summary.onlyOurs), "only_theirs": keys(summary.onlyTheirs),
      "our_duplicates": keys(summary.ourDuplicates),
      "their_duplicates": keys(summary.theirDuplicates),
      "notes": JSONParts.array(summary.notes.map(JSONParts.text)),
      "failures": JSONParts.array(summary.failures.map(JSONParts.text)),
    ]
  }

  /// Parts of our total by which theirs is another.
  private func json(changes: TotalChanges) -> String? {
    guard !changes.isEmpty else { return nil }
    func part(_ share: Ratio) -> String? { JSONParts.number(changes.part(reachedBy: share)) }
    return JSONParts.object([
      "bookings": "\(changes.bookings)", "p5": part(Ratio(5, 100)), "median": part(Ratio(1, 2)),
      "p95": part(Ratio(95, 100)),
      "largest": JSONParts.number(changes.largestRounded),
      "example": JSONParts.text(changes.example),
    ])
  }

  private func members(groups summary: DifferenceSummary) -> KeyValuePairs<String, String> {
    [
      "causes": groups(summary.causes), "interaction": json(meetings: summary.meetings),
      "outcomes": groups(summary.outcomes),
      "departing": groups(summary.departing), "fields": groups(summary.fields),
      "rules": groups(summary.rules), "rounding": groups(summary.rounding),
      "in_common": JSONParts.array(DifferenceWords.traits(summary).map { json(trait: $0) }),
      "values": JSONParts.array(summary.tallies.map { json(tally: $0) }),
      "ledger": JSONParts.array(summary.ledger.map { json(entry: $0) }),
    ]
  }

  private func groups(_ groups: DifferenceGroups) -> String {
    JSONParts.array(
      groups.ordered.map { group in
        JSONParts.object([
          "name": JSONParts.text(group.name), "bookings": "\(group.bookings)",
          "above": JSONParts.number(group.above), "below": JSONParts.number(group.below),
          "example": JSONParts.text(group.example), "place": group.place.map { json(place: $0) },
          "relation": group.relation.map(JSONParts.text),
          "remedy": group.remedy.map { json(remedy: $0) },
          "earlier": group.earlier.isEmpty
            ? nil : JSONParts.array(group.earlier.map { json(remedy: $0) }),
        ])
      })
  }

  /// What several causes make together and none of them alone.
  private func json(meetings: DifferenceGroup) -> String {
    JSONParts.object([
      "bookings": "\(meetings.bookings)", "above": JSONParts.number(meetings.above),
      "below": JSONParts.number(meetings.below),
    ])
  }

  private func json(part: BookingPart) -> String {
    JSONParts.object([
      "cause": JSONParts.text(part.cause), "departing": JSONParts.text(part.departing),
      "place": part.place.map { json(place: $0) }, "difference": JSONParts.number(part.amount),
    ])
  }

  private func json(remedy: CauseRemedy) -> String {
    JSONParts.object([
      "edit": JSONParts.text(remedy.edit), "set": remedy.setting.map(JSONParts.text),
      "place": remedy.place.map { json(place: $0) }, "removes": "\(remedy.removes)",
      "of": "\(remedy.of)", "breaks": "\(remedy.breaks)",
      "judged": "\(remedy.judged)", "alone": remedy.alone.map { "\($0)" },
      "together": remedy.together.map { "\($0)" },
    ])
  }

  private func json(trait: DifferenceWords.Trait) -> String {
    let finding = trait.finding
    return JSONParts.object([
      "departing": JSONParts.text(trait.departing), "text": JSONParts.text(finding.text),
      "different": "\(finding.differing)", "of_different": "\(trait.of.differing)",
      "same": "\(finding.agreeing)", "of_same": "\(trait.of.agreeing)",
      "place": finding.place.map { json(place: $0) },
    ])
  }

  private func keys(_ keys: UnpairedKeys) -> String {
    JSONParts.object([
      "count": "\(keys.count)",
      "first": JSONParts.array(keys.first.map { JSONParts.text($0.key) }),
    ])
  }

  private func json(tally: FieldTally) -> String {
    JSONParts.object([
      "name": JSONParts.text(tally.field), "equal": "\(tally.equal)",
      "tolerated": "\(tally.tolerated)", "different": "\(tally.different)",
      "only_ours": "\(tally.onlyOurs)", "only_theirs": "\(tally.onlyTheirs)",
      "not_comparable": "\(tally.notComparable)", "above": JSONParts.number(tally.above),
      "below": JSONParts.number(tally.below), "hidden": JSONParts.number(tally.hidden),
      "most_hidden": JSONParts.number(tally.mostHidden),
    ])
  }

  private func json(entry: AcceptedTally) -> String {
    JSONParts.object([
      "reason": JSONParts.text(entry.reason), "owner": JSONParts.text(entry.owner),
      "ticket": JSONParts.text(entry.ticket), "expires": JSONParts.text(entry.expires),
      "expected": entry.expected.map { "\($0)" }, "bookings": "\(entry.bookings)",
      "amount": JSONParts.number(entry.amount), "verdict": JSONParts.text(entry.verdict.rawValue),
      "place": entry.place.map { json(place: $0) },
    ])
  }
}
