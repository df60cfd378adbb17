import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is known of causes, in a comment on a change.
extension DifferenceMarkdown {
  /// What theirs is of ours, the edit that makes it ours, and the setting to try it with.
  func why(_ summary: DifferenceSummary) -> String {
    let reasons = words.reasons(summary)
    guard !reasons.isEmpty else { return "" }
    var text = "\n**Why**\n\n"
    for (cause, sentences) in reasons {
      text += "- \(Self.code(cause))\n"
      for sentence in sentences {
        text += "  - \(Self.isSetting(sentence) ? Self.whole(sentence) : Self.prose(sentence))\n"
      }
    }
    return text
  }

  private static func isSetting(_ sentence: String) -> Bool { sentence.hasPrefix("--set ") }

  /// Code that is copied, and so is not cut: between as many marks as no part of it has.
  private static func whole(_ text: String) -> String {
    let line = DifferenceWords.line(text, atMost: 2000)
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let mark = String(repeating: "`", count: longest + 1)
    let room = longest > 0 ? " " : ""
    return mark + room + line + room + mark
  }
}
