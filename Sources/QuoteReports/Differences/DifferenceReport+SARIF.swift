import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// Differences as results of SARIF; what SARIF calls rules are the kinds of differences.
extension DifferenceReport {
  /// The whole log, with one run.
  func log(_ summary: DifferenceSummary) -> String {
    let kinds = DifferenceKind.all(summary)
    let numbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.id, $0) })
    let faults = FaultWords.all(summary)
    let whole = summary.otherFailures
    let results =
      whole.map { result(failing: $0, kinds.count + faults.count) } +
      faults.enumerated().flatMap { index, some in
        some.faults.map { result($0, kinds.count + index, fails: some.fails) }
      }
      + summary.worst.map { booking in
        let number = numbers[DifferenceKind.id(of: booking)]
        return result(booking, number, number.map { kinds[$0] })
      }
    return SARIFLog(
      version: context.version, rules: kinds.map { rule($0) } + faults.map { rule($0) }
        + (whole.isEmpty ? [] : [ruleOfWhole]),
      results: results, invocation: invocation(summary)
    ).text
  }

  private func rule(_ kind: DifferenceKind) -> String {
    let title = "A booking \(kind.title)"
    let full = ["\(title): \(words.sum(kind.group))"] + kind.common.map(\.sentence)
    return JSONParts.object([
      "id": JSONParts.text(kind.id), "shortDescription": message(title),
      "fullDescription": message(full.joined(separator: "; ")), "help": message(kind.help(words)),
      "defaultConfiguration": JSONParts.object(["level": JSONParts.text("error")]),
    ])
  }

  private func rule(_ faults: FaultWords) -> String {
    let help: String
    switch faults.kind {
    case .unanswered: help = "`quote diff --live` with `--record` and `--resume` asks them again."
    case .unreadable: help = "Correct the record, or allow some: `--fail-on 'unreadable>5'`."
    }
    return JSONParts.object([
      "id": JSONParts.text(Self.id(faults.kind)), "shortDescription": message(faults.title),
      "fullDescription": message(faults.sentence), "help": message(help),
      "defaultConfiguration": JSONParts.object(["level": JSONParts.text("error")]),
    ])
  }

  private static let idOfWhole = "comparison/failed"

  /// What fails the comparison and is no difference of a booking.
  private var ruleOfWhole: String {
    let full = "The comparison says too little of the prices to pass"
    return JSONParts.object([
      "id": JSONParts.text(Self.idOfWhole), "shortDescription": message("The comparison fails"),
      "fullDescription": message(full), "help": message("Each result says what would settle it."),
      "defaultConfiguration": JSONParts.object(["level": JSONParts.text("error")]),
    ])
  }

  private func result(failing sentence: String, _ number: Int) -> String {
    JSONParts.object([
      "ruleId": JSONParts.text(Self.idOfWhole), "ruleIndex": "\(number)",
      "level": JSONParts.text("error"), "message": message(sentence),
      "locations": JSONParts.array([location(nil)]),
      "partialFingerprints": JSONParts.object(["booking/v1": JSONParts.text(sentence)]),
    ])
  }

  private static func id(_ kind: ComparisonFault.Kind) -> String { "fault/\(kind.rawValue)" }

  private func result(_ fault: ComparisonFault, _ number: Int, fails: Bool) -> String {
    JSONParts.object([
      "ruleId": JSONParts.text(Self.id(fault.kind)), "ruleIndex": "\(number)",
      "level": JSONParts.text(fails ? "error" : "note"),
      "message": message(FaultWords.line(fault)), "locations": JSONParts.array([location(nil)]),
      "partialFingerprints": JSONParts.object([
        "booking/v1": JSONParts.text("\(fault.kind.rawValue) \(FaultWords.name(fault))")
      ]),
      "properties": json(fault: fault),
    ])
  }

  private func result(
    _ booking: BookingDifference, _ number: Int?, _ kind: DifferenceKind?
  ) -> String {
    let because = words.because(booking).map { [$0] } ?? []
    let lines =
      [words.headline(of: booking)] + because + (kind?.common.map(\.sentence) ?? [])
      + SideBySide(booking, words).lines(context)
    let isOfAll = kind?.common.first?.isNearlyAll == true
    return JSONParts.object([
      "ruleId": JSONParts.text(DifferenceKind.id(of: booking)),
      "ruleIndex": number.map { "\($0)" },
      "level": JSONParts.text("error"), "message": message(lines.joined(separator: "\n")),
      "locations": JSONParts.array([location(isOfAll ? kind?.place : booking.place)]),
      "partialFingerprints": JSONParts.object([
        "booking/v1": JSONParts.text("\(booking.form) \(booking.key)")
      ]),
      "properties": json(booking: booking),
    ])
  }

  private func invocation(_ summary: DifferenceSummary) -> String {
    var notes = words.sentences(summary) + summary.failuresOfBookings
    let more = summary.new - summary.worst.count
    if more > 0 {
      notes.append("the worst \(summary.worst.count) are results here, \(more) more differ")
    }
    if summary.faults.more > 0 {
      notes.append(
        "the first \(summary.faults.first.count) of which nothing could be compared are results "
          + "here, \(summary.faults.more) more are not")
    }
    let isDone = summary.failuresOfFaults.isEmpty && !summary.endedEarly
    return JSONParts.object([
      "executionSuccessful": "\(isDone)",
      "toolExecutionNotifications": JSONParts.array(
        notes.map { note in
          JSONParts.object(["level": JSONParts.text("note"), "message": message(note)])
        }),
    ])
  }

  private func message(_ text: String) -> String { SARIFLog.message(text) }

  /// A line of the rules; the first where none is to blame.
  private func location(_ place: RulePlace?) -> String {
    SARIFLog.location(place, other: context.rules)
  }
}
