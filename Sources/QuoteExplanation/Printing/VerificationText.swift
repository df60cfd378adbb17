import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// The outcome of pricing quotes again, as aligned text. A receipt may be a stranger's: whatever it
/// holds is shown on its line.
package struct VerificationText: Sendable {
  package init() {}

  /// All keys are padded to the longest.
  private static let mostOfKey = 60

  /// Ending in a newline.
  package func render(_ verification: Verification) -> String {
    var text = ""
    if !verification.made.isEmpty {
      text += "made with\n" + indented(verification.made.map(row)) + "\n"
    }
    let keys = verification.quotes.map { $0.key.shown(atMost: Self.mostOfKey) }
    let width = keys.map(\.displayWidth).max() ?? 0
    var equal = 0
    var unread = 0
    for (quote, shown) in zip(verification.quotes, keys) {
      let key = shown + String(repeating: " ", count: width - shown.displayWidth)
      let result = quote.result.shown
      switch quote.outcome {
      case .equal:
        equal += 1
        text += "\(key)  equal    \(result)\n"
      case .unread:
        unread += 1
        text += "\(key)  unread   \(result)\n"
      case .differs(let differences):
        text += "\(key)  differs  \(result)\n" + indented(differences.map(row))
      }
    }
    let count = verification.quotes.count
    text += "\(count == 0 ? "" : "\n")\(equal) of \(count) \(count == 1 ? "quote" : "quotes") equal"
    if unread > 0 { text += ", \(unread) that could not be read at the time" }
    if unread == count { text += ": nothing was compared" }
    return text + "\n"
  }

  private func row(_ difference: QuoteFacts.Difference) -> [String] {
    guard let was = difference.was else {
      return [difference.name, "was not there", "is \(short(difference.now ?? "", or: "there"))"]
    }
    guard let now = difference.now else {
      return [difference.name, "was \(short(was, or: "there"))", "is not there"]
    }
    return [difference.name, "was \(short(was))", "is \(short(now))"]
  }

  /// A digest by its first digits, or another word for it where it stands alone.
  private func short(_ value: String, or word: String? = nil) -> String {
    let isDigest = value.utf8.count == 64 && value.allSatisfy(\.isHexDigit)
    return isDigest ? word ?? value.prefix(12) + "…" : value
  }

  /// Rows of three cells, aligned, two spaces in.
  private func indented(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(\.shown) }
    let widths = (0..<3).map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map {
        $0 + String(repeating: " ", count: $1 - $0.displayWidth)
      }
      return ("  " + cells.joined(separator: "  ")).withoutTrailingSpaces + "\n"
    }.joined()
  }
}
