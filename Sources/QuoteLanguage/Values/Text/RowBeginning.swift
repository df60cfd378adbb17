/// What a row near the end of a file begins with, and how much of it is filled: there, rows may add
/// up those above them, and notes may follow.
package struct RowBeginning {
  /// The first cell that is filled, without blanks around it.
  package let text: String
  package let filled: Int
  /// How many cells the header has.
  package let columns: Int

  package init(text: String, filled: Int, columns: Int) {
    self.text = text
    self.filled = filled
    self.columns = columns
  }

  /// A sentence alone in its row, where rows have several cells.
  package var isNote: Bool { filled <= 1 && columns > 2 }

  /// Whether it is one of these words, or begins with one in a row that leaves cells empty, as in
  /// `Total (12 orders)`.
  package func begins(withOneOf words: [String]) -> Bool {
    words.contains { word in
      if text == word { return true }
      guard filled < columns, text.hasPrefix(word) else { return false }
      return text.dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
    }
  }

  /// The word for a total that it begins with, as a spreadsheet has it; nil where there is none.
  /// That is the first word where others follow, and both in `Grand total`. In a row that is full
  /// the word has to stand alone.
  package var totalWord: String? {
    let words = text.split(separator: " ").map {
      String($0).trimmed { !$0.isLetter && !$0.isNumber }
    }
    guard let first = words.first else { return nil }
    let isFull = filled >= columns && columns > 1
    if isFull, words.count > 1 { return nil }
    if Self.usualTotals.contains(first.lowercased()) { return isFull ? text : first }
    let isTwo = words.count == 2 && Self.usualTotals.contains(words[1].lowercased())
    return isTwo ? words.joined(separator: " ") : nil
  }

  private static let usualTotals: Set<String> = [
    "total", "totals", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "zwischensumme",
    "totale", "somme", "suma", "average", "durchschnitt",
  ]
}
