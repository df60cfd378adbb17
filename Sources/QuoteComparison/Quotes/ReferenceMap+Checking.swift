package import QuoteEngine
import QuoteLanguage
package import QuoteLint
import QuoteSyntax

extension ReferenceMap {
  /// Throws where the map names what the rules of its forms do not have; a pricer
  /// a form.
  package func check(with pricers: [Pricer]) throws(RulesFailure) {
    var log = DiagnosticLog()
    for (form, pricer) in zip(forms, pricers) {
      let schema = pricer.plan.quoteSchema
      let currency = pricer.model.currency
      for field in form.fields {
        if let mark = field.conversion.mark(ofOtherThan: currency) {
          log.report(.mapCurrency(mark, ours: currency, at: field.span))
        }
        let known =
          field.depth == 0
          ? pricer.plan.comparedNames : schema.outputs.names(below: field.depth)
        guard !known.contains(field.ours) else { continue }
        log.report(
          .mapName(
            Spanned(field.ours, at: field.span), of: form.name, among: known,
            // `total: Total` is a slip, and not the wrong way round.
            theirs: known.contains(field.path) && Suggestion.nearest(to: field.ours, among: known)
              == nil ? field.path : nil))
      }
    }
    let inputs = pricers.map { pricer in
      pricer.schema.lists[.booking].fields.filter(\.mayCount).map(\.name)
    }
    for count in counts where !inputs.contains(where: { $0.contains(count.input) }) {
      log.report(.mapInput(Spanned(count.input, at: count.span), among: inputs.first ?? []))
    }
    guard !log.hasErrors else {
      throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources))
    }
  }
}

extension ReplyConversion {
  /// The sign of another currency in an example of how theirs is written; nil where the scale is a
  /// rate, and not that of cents.
  fileprivate func mark(ofOtherThan currency: String) -> String? {
    guard let spelling, !hasRate else { return nil }
    return spelling.marks.map { String(decoding: $0, as: UTF8.self) }
      .first { ModelChecker.isSign($0, ofOtherThan: currency) }
  }
}

extension [QuoteOutput] {
  /// Members of records, so many lists down: `boxes.price`.
  fileprivate func names(below depth: Int) -> [String] {
    flatMap { output -> [String] in
      guard depth > 0 else { return [output.name] }
      guard case .records(_, let fields) = output.body else { return [] }
      return fields.names(below: depth - 1).map { "\(output.name).\($0)" }
    }
  }
}
