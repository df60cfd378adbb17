import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// The forms in which explanations are shown.
package enum ExplanationFormat: String, Hashable, Sendable, FormatOfFile {
  case text, json, markdown, html

  /// All of them, one after the other; text is folded to the width of a terminal, if one is given.
  package func render(
    _ explanations: [Explanation], title: String, receipt: Receipt, sources: Sources,
    listing: RulesListing.Extent? = nil, isColored: Bool, width: Int? = nil
  ) -> String {
    switch self {
    case .text:
      let writer = ExplanationText(sources: sources, isColored: isColored, width: width)
      return explanations.map(writer.render).joined(separator: "\n")
    case .json: return ExplanationDocument(receipt: receipt, sources: sources).render(explanations)
    case .markdown:
      let writer = ExplanationMarkdown(sources: sources)
      return explanations.map(writer.render).joined(separator: "\n")
    case .html:
      return ExplanationPage(title: title, sources: sources, listing: listing)
        .render(explanations)
    }
  }
}
