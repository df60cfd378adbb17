import QuoteSyntax

extension KeyCellReader {
  /// Warns of a word for codes that is a range as others write it: `PH16-PH40`, `PH*`, `78600+`.
  /// In quotation marks it is meant as it is.
  func checkAsRange(_ word: Spanned<String>) {
    guard unquoted(word.value) == word.value else { return }
    if let match = word.value.wholeMatch(of: /(\p{L}*)(\d+)\s*(?:-|–|to|bis)\s*(\p{L}*)(\d+)/),
      match.1 == match.3 || match.3.isEmpty, let first = Int(match.2), let last = Int(match.4),
      first < last
    {
      let (low, high) = ("\(match.1)\(match.2)", "\(match.1)\(match.4)")
      report(.rangeAsWord(word, range: "[\(low)..\(high)]"))
    } else if word.value.count > 1, word.value.last == "*" {
      report(.rangeAsWord(word, range: String(word.value.dropLast())))
    } else if word.value.count > 1, word.value.last == "+" {
      report(.rangeAsWord(word, range: ">= \(word.value.dropLast())"))
    }
  }
}
