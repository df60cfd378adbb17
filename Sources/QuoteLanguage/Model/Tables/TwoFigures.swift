import QuoteSyntax

/// `$5-$7` in a cell, which a price list means as a range, and which computed is a difference.
struct TwoFigures {
  let help: String

  init?(_ text: String) {
    let figure = kept(/([^\w\s\-–]{0,1}\s?\d[\d.,]*\s?[^\d\s\-–]{0,4})/)
    let parts = text.split { "-–—".contains($0) }.map {
      String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    guard parts.count == 2, parts.allSatisfy({ $0.wholeMatch(of: figure) != nil }) else {
      return nil
    }
    help = "a cell has one value: write `\(parts[0])` or `\(parts[1])`"
  }
}
