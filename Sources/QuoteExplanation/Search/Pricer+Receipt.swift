import QuoteEngine
import QuoteLanguage
import QuoteLint
package import QuoteSyntax

extension Pricer {
  /// What quotes of this pricer are made with.
  package func receipt(asOf: Instant?) -> Receipt {
    Receipt(
      model: model, rulesAt: warned.rules, overlays: warned.overlays, engine: Self.version,
      asOf: asOf)
  }
}
