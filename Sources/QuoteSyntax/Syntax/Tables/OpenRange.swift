/// `30 and above`, `30+`, `over 30`, `up to 5`: a range with one end, in words.
package struct OpenRange {
  package var sign: String
  package var bound: String

  private static let firstWords: Set<Substring> = [
    "over", "above", "more", "under", "below", "less", "up", "from",
  ]
  private static let lastWords: Set<Substring> = [
    "above", "over", "up", "more", "less", "below", "under", "plus", "upwards",
  ]

  package init?(_ text: String) {
    // Nearly all cells are something else, which shows without looking for a pattern.
    let words = text.split(whereSeparator: \.isWhitespace)
    guard text.hasSuffix("+") || words.last.map(Self.lastWords.contains) == true
      || words.first.map(Self.firstWords.contains) == true
    else { return nil }
    let open =
      kept(
        /(.*?\S)\s*(?:\+|plus|(?:and )?upwards|and (?:above|over|up|more)|or (?:more|above|over))/)
    if let match = text.wholeMatch(of: open) {
      (sign, bound) = (">=", String(match.1))
    } else if let match = text.wholeMatch(of: kept(/(.*?\S)\s*(?:and|or) (?:less|below|under)/)) {
      (sign, bound) = ("<=", String(match.1))
    } else if let match = text.wholeMatch(
      of: kept(/(over|above|more than|under|below|less than|up to|from)\s+(.+)/))
    {
      bound = String(match.2)
      switch match.1 {
      case "over", "above", "more than": sign = ">"
      case "under", "below", "less than": sign = "<"
      case "from": sign = ">="
      case _: sign = "<="
      }
    } else {
      return nil
    }
  }
}
