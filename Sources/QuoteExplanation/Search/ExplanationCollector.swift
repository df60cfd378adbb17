package import QuoteBookings
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Explains what finders found, batch after batch in the order of the input.
package final class ExplanationCollector {
  private let pricer: Pricer
  private let evaluator: Evaluator
  private let search: ExplanationSearch
  private let options: ExplanationOptions
  private var wanted: Set<String>
  private var seen: [String: [String]] = [:]
  private var gathered = ExplanationSearch.Result()

  /// The pricer must have been made to record.
  package init(_ pricer: Pricer, _ search: ExplanationSearch, _ options: ExplanationOptions) {
    self.pricer = pricer
    evaluator = pricer.makeEvaluator()
    self.search = search
    self.options = options
    wanted = Set(search.keys)
  }

  /// Whether more batches are wanted.
  package func take(_ found: BookingFinder.Found, of batch: BookingBatch) -> Bool {
    for (row, key) in found.near where seen[search.keys[key], default: []].count < 64 {
      seen[search.keys[key], default: []].append(batch.key(row))
    }
    for row in found.refused {
      let key = batch.key(row)
      if wanted.remove(key) != nil { gathered.refused.append(key) }
    }
    for row in found.rows {
      if !search.keys.isEmpty, wanted.remove(batch.key(row)) == nil { continue }
      guard gathered.explanations.count < search.limit else {
        gathered.isCut = true
        return false
      }
      gathered.explanations.append(
        pricer.explanation(of: batch, row: row, by: evaluator, options))
    }
    if !search.keys.isEmpty { return !wanted.isEmpty }
    if search.condition != nil, !search.isLimited { return true }
    return gathered.explanations.count < search.limit
  }

  package var result: ExplanationSearch.Result {
    var result = gathered
    guard !result.isCut else { return result }
    result.missing = search.keys.filter { wanted.contains($0) }
    result.near = seen.filter { wanted.contains($0.key) }
    return result
  }
}
