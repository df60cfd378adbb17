import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// For whom quotes are explained.
package enum ExplanationAudience: String, Hashable, Sendable, CaseIterable {
  /// Those who write the rules and answer for prices: everything, with its place in the rules.
  case staff
  /// Those who pay: what has a label and is not hidden.
  case customer
}

/// The forms in which quotes are shown to customers.
package enum CustomerFormat: String, Hashable, Sendable, CaseIterable {
  case text, markdown, html

  package func render(_ quotes: [CustomerQuote], title: String?) -> String {
    switch self {
    case .text: CustomerText(title: title).render(quotes)
    case .markdown: CustomerText(title: title).markdown(quotes)
    case .html: CustomerPage(title: title).render(quotes)
    }
  }
}
