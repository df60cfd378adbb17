package import QuoteBookings
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteLint
package import QuoteSyntax

/// Explains bookings of recorded requests, each as its record says: by the rules of its form,
/// at the moment at which it was quoted, with what was counted before it.
package final class RecordExplainer {
  /// What was explained by the rules of one form.
  package struct Found: Sendable {
    /// Nil if nothing was found.
    package var pricer: Pricer?
    package var result = ExplanationSearch.Result()
    /// Keys of bookings that other forms price; they are not explained.
    package var ofOtherForms: [String] = []
  }

  private let map: ReferenceMap
  private let pricers: [Pricer]
  private let asOf: Instant?

  /// Compiles the rules once a form.
  package init(
    rulesAt path: String, map: ReferenceMap, overlays: [String], settings: [String],
    asOf: Instant?, loader: FileLoader = .disk()
  ) throws(RulesFailure) {
    self.map = map
    self.asOf = asOf
    var pricers: [Pricer] = []
    for form in map.forms {
      let pricer = try Pricer(
        rulesAt: path, overlays: form.overlays + overlays, settings: settings,
        loader: loader.distrusting(form.overlays), recording: true)
      pricers.append(pricer)
    }
    try map.check(with: pricers)
    self.pricers = pricers
  }

  /// The warnings of the rules, form by form.
  package var warned: [RulesWarnings] { pricers.map(\.warned) }

  /// Bookings with these keys, of the map or their own, or where there are none the first ones.
  /// Throws where a file cannot be read.
  package func explain(
    _ sources: [ByteSource], format: InputFormat?, keys: [String], first: Int?,
    options: ExplanationOptions
  ) throws(Trouble) -> Found {
    let feed = try RecordFeed(schema: pricers[0].schema, sources: sources, format: format)
    let bookings = RecordBookings(
      RecordRun(feed, counts: map.counts.count), map, asOf: asOf,
      forms: pricers.map { FormBookings($0.schema, map) })
    let limit = first ?? (keys.isEmpty ? 1 : .max)
    let asked = Set(keys)
    var wanted = asked
    var near: [String] = []
    var found = Found()
    var chosen = -1
    var evaluator: Evaluator?
    reading: while try bookings.take() {
      for form in bookings.forms { form.finish() }
      for (index, note) in bookings.notes.enumerated() where note.form >= 0 {
        guard let key = bookings.key(of: index) else { continue }
        let pricer = pricers[note.form]
        // The booking's own key is what the explanation is called by.
        let own = pricer.schema.key.map { _ in bookings.forms[note.form].batch.key(note.row) }
        let both = Set([key, own ?? key])
        wanted.subtract(both)
        if !keys.isEmpty, asked.isDisjoint(with: both) {
          if near.count < Self.mostNear { near.append(key) }
          continue
        }
        if found.pricer == nil {
          (found.pricer, chosen, evaluator) = (pricer, note.form, pricer.makeEvaluator())
        }
        guard chosen == note.form, let evaluator else {
          found.ofOtherForms.append(key)
          continue
        }
        found.result.explanations.append(
          explanation(of: bookings, index, pricer, evaluator: evaluator, options: options))
        // Records may repeat a key.
        if found.result.explanations.count == limit { break reading }
      }
    }
    found.result.missing = keys.filter { wanted.contains($0) }
    for key in found.result.missing { found.result.near[key] = near }
    return found
  }

  private static let mostNear = 10_000

  private func explanation(
    of bookings: RecordBookings, _ index: Int, _ pricer: Pricer, evaluator: Evaluator,
    options: ExplanationOptions
  ) -> Explanation {
    let note = bookings.notes[index]
    var explanation = pricer.explanation(
      of: bookings.forms[note.form].batch, row: note.row, by: evaluator, options)
    explanation.recordNumber = bookings.number(of: index)
    explanation.line = bookings.chunks.records[index].line
    if pricer.schema.key == nil { explanation.key = bookings.key(of: index) ?? "" }
    return explanation
  }
}
