import QuoteLanguage
import QuoteSyntax

extension Diagnostic {
  /// `[0 kg..5 kg]` and `[6 kg..10 kg]` above a row for everything else.
  static func holeBetweenRows(
    _ table: ModelTable, _ value: String, from: String, to: String, below: SourceSpan,
    above: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "hole-in-rows", severity: .warning,
      "`\(table.name)` has a row up to \(from) and one from \(to) on, neither for \(value)",
      at: Label(below, "ends at \(from)"), labels: [Label(above, "begins at \(to)")],
      help: [
        "if \(value) belongs to the smaller values, end their row before \(to): `..\(to))` or "
          + "`< \(to)`",
        "if it belongs to the larger values, begin theirs after \(from): `(\(from)..` or "
          + "`> \(from)`",
        "if no value lies between, say so by the input's `step`, or by `count`",
      ])
  }

  /// The same of `hours <= 7.99` and `hours >= 8`. A single value that lies between may be left
  /// alone; others may be said not to come, where the value has a step.
  static func holeInConditions(
    _ subject: String, _ value: String, from: String, to: String, below: SourceSpan,
    above: SourceSpan, meeting: (String, String), alone: String?, hasStep: Bool
  ) -> Diagnostic {
    let step = "if no value lies between, say so by the input's `step`, or by `count`"
    return Diagnostic(
      "hole-in-conditions", severity: .warning,
      "neither condition holds where `\(subject)` is \(value)",
      at: Label(below, "holds up to \(from)"), labels: [Label(above, "holds from \(to) on")],
      help: ["let them meet: `\(meeting.0)`, or `\(meeting.1)` in the other"]
        + (alone.map { ["if it is meant for neither, say so in one of them: `\($0)`"] }
          ?? (hasStep ? [step] : [])))
  }

  /// `age > 12` and `age < 12`; also `at < 08:00` and `at >= 08:01`, where the other one has an end
  /// of its own, up to which or from which it holds.
  static func figureInNeither(
    _ subject: String, _ value: String, below: SourceSpan, upTo last: String?,
    above: SourceSpan, from first: String?, meeting: (String, String)?, alone: String
  ) -> Diagnostic {
    Diagnostic(
      "hole-in-conditions", severity: .warning,
      "neither condition holds where `\(subject)` is \(value)",
      at: Label(below, last.map { "holds up to \($0)" } ?? "holds below \(value)"),
      labels: [Label(above, first.map { "holds from \($0) on" } ?? "holds above \(value)")],
      help: [
        meeting.map { "let them meet: `\($0.0)`, or `\($0.1)` in the other" }
          ?? "write `<=` or `>=` in the one that is meant for it",
        "if it is meant for neither, say so in one of them: `\(alone)`",
      ])
  }

  /// `on in [2026-05-01..2026-07-01]` and `on in [2026-07-01..2026-09-30]`.
  static func dayInBoth(
    _ subject: String, _ day: String, first: SourceSpan, second: SourceSpan, begin: String,
    end: String, both: String
  ) -> Diagnostic {
    Diagnostic(
      "day-in-both", severity: .warning,
      "both conditions hold where `\(subject)` is \(day), and both lines are added",
      at: Label(second, "begins with \(day)"), labels: [Label(first, "ends with \(day)")],
      help: [
        "let one begin where the other has ended: `\(begin)`, or `\(end)` in the other",
        "if both are meant on that day, say so in one of them: `\(both)`",
      ])
  }

  /// Conditions for all months but one.
  static func monthInNeither(
    _ subject: String, _ month: String, before: SourceSpan, after: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "hole-in-conditions", severity: .warning,
      "no condition holds where `\(subject)` is \(month), and one for every other month",
      at: Label(before, before == after ? "the months around it" : "the month before"),
      labels: before == after ? [] : [Label(after, "the month after it")],
      help: [
        "write \(month) into the one that is meant for it",
        "if it is meant for none, give it one of its own that says so",
      ])
  }

  /// `at <= 05:59`.
  static func minuteLeftOut(
    _ written: String, _ end: String, write right: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "minute-left-out", severity: .warning, "\(end):30 is after \(end)",
      at: Label(span, "holds for the first second of that minute, and not for the others"),
      help: [
        "for all of the minute, write `\(right)`",
        "if no time has seconds, say so: `time, written \"HH:mm\"`",
      ])
  }

  /// A row of a `max` or `min` table that never counts.
  static func neverTaken(
    _ table: ModelTable, _ row: ModelTableRow, beside other: ModelTableRow
  ) -> Diagnostic {
    let word = table.hit == .max ? "largest" : "smallest"
    let opposite = table.hit == .max ? "min" : "max"
    return Diagnostic(
      "dead-row", severity: .warning, "a row of `\(table.name)` can never be the \(word)",
      at: Label(row.span, "where this row matches, another one is \(word.dropLast(3))er"),
      labels: [Label(other.span, "this row")],
      help: [
        "if the last row that matches counts, write `first` in place of "
          + "`\(table.hit.rawValue)`, and the rows in the other order",
        "if the \(opposite == "min" ? "smallest" : "largest") counts, write `\(opposite)`; "
          + "otherwise remove the row",
      ])
  }

  /// `10%` in a `product` table.
  static func productOfShares(
    _ table: String, _ written: String, more: String, less: String, plain: String,
    at span: SourceSpan, of place: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "product-of-shares", severity: .warning,
      "`\(table)` multiplies by `\(written)`, which leaves \(written) of the price",
      at: Label(span, "a factor of \(plain)"), labels: [Label(place, "`product` multiplies rows")],
      help: [
        "for \(written) more, write `\(more)`; for \(written) less, `\(less)`",
        "if such a part is meant, write `\(plain)`",
      ])
  }

  /// `if a then $5 else $0 + b`.
  static func sumInElse(_ sum: String, _ added: String, whole: String, at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      "sum-in-else", severity: .warning, "`\(added)` is only added where the condition fails",
      at: Label(span, "all of this is the `else`"),
      help: [
        "to add it to both, write `(\(whole)) + \(added)`",
        "if it belongs to the `else`, write `else \(added)`",
      ])
  }
}
