import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// Quotes for customers as one HTML page, a printed page for each: labels, amounts and the total,
/// and nothing else that the rules or the booking say.
package struct CustomerPage: Sendable {
  /// The title of the rules; without one the page is headed by a common word.
  package var title: String?

  package init(title: String?) { self.title = title }

  private var heading: String { title ?? CustomerQuote.heading }

  package func render(_ quotes: [CustomerQuote]) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(pageTitle(quotes).escapedForHTML)</title>
    <style>\(Documents.customerCSS)</style></head><body>
    <main>
    \(quotes.map(article).joined(separator: "\n"))
    </main></body></html>

    """
  }

  /// With the key of the quote, where it is one only.
  private func pageTitle(_ quotes: [CustomerQuote]) -> String {
    quotes.count == 1 ? "\(heading) \(quotes[0].key)" : heading
  }

  private func article(_ quote: CustomerQuote) -> String {
    let head =
      "<article><header><h1>\(heading.escapedForHTML)</h1>"
      + "<p>\(quote.key.escapedForHTML)</p></header>"
    switch quote.outcome {
    case .declined(let reason):
      return head + "<p class=\"said\">\(quote.saidInstead)</p>"
        + (reason.map { "<p>\($0.escapedForHTML)</p>" } ?? "") + "</article>"
    case .unreadable: return head + "<p class=\"said\">\(quote.saidInstead)</p></article>"
    case .priced(let total):
      return head + "<table><tbody>" + quote.rows.map(row).joined() + "</tbody><tfoot><tr>"
        + "<th>\(CustomerQuote.totalWord)</th><td>\(total.escapedForHTML)</td></tr></tfoot></table>"
        + facts(quote) + "</article>"
    }
  }

  private func row(_ row: CustomerQuote.Row) -> String {
    let kind =
      switch row.kind {
      case .line: row.depth == 0 ? "" : " class=\"in\""
      case .rest: row.depth == 0 ? " class=\"rest\"" : " class=\"in rest\""
      case .subtotal: " class=\"sum\""
      }
    let depth = row.depth > 0 ? " style=\"--in:\(row.depth)\"" : ""
    return "<tr\(kind)\(depth)><th>\(row.label.escapedForHTML)</th>"
      + "<td>\(row.amount.escapedForHTML)</td></tr>"
  }

  private func facts(_ quote: CustomerQuote) -> String {
    guard !quote.facts.isEmpty else { return "" }
    return "<dl>"
      + quote.facts.map {
        "<div><dt>\($0.label.escapedForHTML)</dt><dd>\($0.value.escapedForHTML)</dd></div>"
      }.joined() + "</dl>"
  }
}

extension CustomerQuote {
  static let heading = "Quote"
  static let totalWord = "Total"

  /// What stands where a quote has no price.
  var saidInstead: String {
    switch outcome {
    case .priced: ""
    case .declined: "We cannot give a price for this."
    case .unreadable: "We could not work out a price for this yet."
    }
  }
}
