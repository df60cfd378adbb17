import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// What is known of causes, on the page: written as it stands, for it needs no script.
extension DifferencePage {
  /// A card; empty where nothing is known.
  static func why(_ summary: DifferenceSummary, _ words: DifferenceWords) -> String {
    let reasons = words.reasons(summary)
    guard !reasons.isEmpty else { return "" }
    var text = "<section class=\"card common\" id=\"why\"><h2>Why, and which edit of the rules "
    text += "makes it the same</h2><table><thead><tr><th>cause</th><th></th></tr></thead><tbody>\n"
    for (cause, sentences) in reasons {
      let told = sentences.map { sentence in
        let line = DifferenceWords.line(
          Sources.withoutFolders(sentence, of: words.context.rules), atMost: 2000
        )
        return sentence.hasPrefix("--set ")
          ? "<code>\(line.escapedForHTML)</code>" : line.proseForHTML
      }
      text += "<tr><td>\(DifferenceWords.line(cause).escapedForHTML)</td>"
      text += "<td>\(told.joined(separator: "<br>"))</td></tr>\n"
    }
    return text + "</tbody></table></section>\n"
  }
}
