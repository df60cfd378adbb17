import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// An impact as one JSON object. Amounts are not rounded, but for the means over all orders, which
/// are in minor units that add up to the change; beside each stands the fraction that it was.
struct ImpactJSON {
  let words: ImpactWords

  var text: String {
    let (summary, context) = (words.summary, words.context)
    let both = summary.both
    return JSONParts.object([
      "title": JSONParts.text(context.title), "before": JSONParts.text(context.before),
      "after": JSONParts.text(context.after), "currency": JSONParts.text(context.currency),
      "bookings": "\(summary.bookings)", "priced_by_both": "\(both.bookings)",
      "same": "\(summary.same)", "dearer": "\(both.dearer)", "cheaper": "\(both.cheaper)",
      "sum_before": JSONParts.number(summary.revenueBefore),
      "sum_after": JSONParts.number(summary.revenueAfter),
      "change": JSONParts.number(summary.change), "raised": JSONParts.number(summary.raised),
      "lowered": JSONParts.number(summary.lowered), "faults_before": "\(summary.faultsBefore)",
      "faults_after": "\(summary.faultsAfter)", "percent": changes,
      "moves_by_amount": histogram, "split": JSONParts.text(words.edits.way.rawValue),
      "split_rounding": words.edits.isRounded
        ? JSONParts.text("largest remainder, in minor units") : nil,
      "edits": JSONParts.array(words.edits.rows.map(edit)),
      "together": words.edits.refusal.isEmpty ? JSONParts.number(words.edits.together) : nil,
      "refusal": words.edits.refusal.isEmpty ? nil : JSONParts.text(words.edits.refusal),
      "groups": JSONParts.array(zip(context.groups, summary.groups).map { group($0, $1) }),
      "largest": JSONParts.array(summary.moves.map(move)),
      "declined": declines(summary.declined), "admitted": declines(summary.admitted),
    ])
  }

  private var changes: String? {
    let changes = words.summary.changes
    guard !changes.isEmpty else { return nil }
    func part(_ share: Ratio) -> String { JSONParts.number(changes.part(reachedBy: share)) }
    return JSONParts.object([
      "p5": part(Ratio(5, 100)), "median": part(Ratio(1, 2)), "p95": part(Ratio(95, 100)),
      "largest": JSONParts.number(changes.largestRounded),
      "example": JSONParts.text(changes.example), "from_nothing": "\(changes.fromNothing)",
    ])
  }

  private var histogram: String {
    let histogram = words.summary.histogram
    func counts(_ all: [Int]) -> String { JSONParts.array(all.map { "\($0)" }) }
    return JSONParts.object([
      "bounds": JSONParts.array(DifferenceHistogram.bounds.map { JSONParts.number($0) }),
      "more": counts(histogram.above), "less": counts(histogram.below),
    ])
  }

  private func edit(_ row: EditMoney.Row) -> String {
    let isTold = words.edits.refusal.isEmpty
    return JSONParts.object([
      "name": JSONParts.text(row.edit.name), "before": JSONParts.text(row.edit.before),
      "after": JSONParts.text(row.edit.after), "text": JSONParts.text(row.edit.sentence),
      "place": row.edit.place.map { place in
        JSONParts.object([
          "file": JSONParts.text(place.file), "line": "\(place.line)", "column": "\(place.column)",
        ])
      }, "bookings": isTold ? "\(row.bookings)" : nil,
      "amount": isTold ? JSONParts.number(row.amount) : nil,
      "mean": isTold ? row.mean.map { JSONParts.text("\($0.numerator)/\($0.denominator)") } : nil,
    ])
  }

  private func group(_ name: String, _ groups: [String: ImpactSummary.Group]) -> String {
    let rows = groups.sorted { $0.key < $1.key }.map { value, group in
      JSONParts.object([
        "value": JSONParts.text(value), "bookings": "\(group.bookings)",
        "dearer": "\(group.dearer)", "cheaper": "\(group.cheaper)",
        "before": JSONParts.number(group.before), "after": JSONParts.number(group.after),
        "change": JSONParts.number(group.change),
      ])
    }
    return JSONParts.object(["by": JSONParts.text(name), "rows": JSONParts.array(rows)])
  }

  private func move(_ move: ImpactSummary.Move) -> String {
    JSONParts.object([
      "key": JSONParts.text(move.key), "record": "\(move.record)",
      "before": JSONParts.number(move.before), "after": JSONParts.number(move.after),
      "change": JSONParts.number(move.change),
    ])
  }

  private func declines(_ declines: [String: ImpactSummary.Decline]) -> String {
    JSONParts.array(
      declines.sorted { $0.key < $1.key }.map { reason, found in
        JSONParts.object([
          "reason": JSONParts.text(reason), "bookings": "\(found.bookings)",
          "money": JSONParts.number(found.money), "example": JSONParts.text(found.example),
        ])
      })
  }
}
