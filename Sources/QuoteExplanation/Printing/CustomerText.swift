import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// Quotes for customers as aligned text, or as Markdown.
package struct CustomerText: Sendable {
  package var title: String?

  package init(title: String?) { self.title = title }

  private var heading: String { title ?? CustomerQuote.heading }

  /// Text, an empty line between quotes.
  package func render(_ quotes: [CustomerQuote]) -> String {
    quotes.map(text).joined(separator: "\n")
  }

  private func text(_ quote: CustomerQuote) -> String {
    var lines = ["\(heading) \(quote.key)"]
    switch quote.outcome {
    case .declined(let reason): lines += [quote.saidInstead] + [reason].compactMap { $0 }
    case .unreadable: lines.append(quote.saidInstead)
    case .priced(let total):
      var rows = AlignedRows("lr")
      // No label is cut.
      rows.limit = .max
      rows.rows = quote.rows.map { row in
        [String(repeating: "  ", count: row.depth) + row.label, row.amount]
      }
      rows.rows.append([CustomerQuote.totalWord, total])
      lines += [""] + rows.lines(indent: "")
      if !quote.facts.isEmpty { lines.append("") }
      lines += quote.facts.map { "\($0.label): \($0.value)" }
    }
    return lines.map { $0.shown.withoutTrailingSpaces + "\n" }.joined()
  }

  package func markdown(_ quotes: [CustomerQuote]) -> String {
    quotes.map(markdown).joined(separator: "\n")
  }

  private func markdown(_ quote: CustomerQuote) -> String {
    let head = "## \(escaped(heading)) \(escaped(quote.key))\n\n"
    switch quote.outcome {
    case .declined(let reason):
      return head + quote.saidInstead + "\n" + (reason.map { "\n\(escaped($0))\n" } ?? "")
    case .unreadable: return head + quote.saidInstead + "\n"
    case .priced(let total):
      let rows = quote.rows.map { row in
        let indent = String(repeating: "&nbsp;&nbsp;", count: row.depth)
        let (label, amount) = (escaped(row.label), escaped(row.amount))
        switch row.kind {
        case .line, .rest: return "| \(indent)\(label) | \(amount) |\n"
        case .subtotal: return "| **\(label)** | **\(amount)** |\n"
        }
      }
      let facts = quote.facts.map { "- \(escaped($0.label)): \(escaped($0.value))\n" }
      return head + "| | |\n|---|---:|\n" + rows.joined()
        + "| **\(CustomerQuote.totalWord)** | **\(escaped(total))** |\n"
        + (facts.isEmpty ? "" : "\n" + facts.joined())
    }
  }

  private func escaped(_ text: String) -> String { text.escapedForMarkdown }
}
