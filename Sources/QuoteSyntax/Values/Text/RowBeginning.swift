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

  /// Whether it is one of these words, or one with only marks, figures and remarks in brackets
  /// behind it in a row that leaves cells empty, as in `Total (12 orders)`. A word behind it may
  /// make a name of it: `Total Energies`.
  package func begins(withOneOf words: [String]) -> Bool {
    words.contains { word in
      if text == word { return true }
      guard filled < columns, text.hasPrefix(word) else { return false }
      let rest = text.dropFirst(word.count)
      return rest.first?.isNumber != true && Self.isWithoutWords(rest)
    }
  }

  /// Whether no more than half of the cells are filled, as in titles and notes.
  package var isSparse: Bool { 2 * filled <= columns }

  /// What it begins with if that is a word for a total as a spreadsheet has it, alone or one of
  /// two: `Total` of `Total (12 orders)`. Nil where there is none. In a row that is full, it is the
  /// whole text, and no other words may be in it: `Total Energies` is a name, `Grand Total` none.
  package var totalWord: String? {
    // Sentences are long, and no totals.
    guard text.utf8.count < 100 else { return nil }
    let end = text.indices.first { Self.isWithoutWords(text[$0...]) } ?? text.endIndex
    let name = text[..<end]
    let words = name.split(separator: " ")
    guard words.count < 3, words.contains(where: { Self.usualTotals.contains($0.lowercased()) })
    else { return nil }
    guard filled >= columns, columns > 1 else { return String(name) }
    // `Subtotal March` is a sum of some rows, whatever else the row has.
    if let first = words.first, Self.subtotals.contains(first.lowercased()) { return text }
    let isAlone = words.allSatisfy {
      Self.usualTotals.contains($0.lowercased()) || Self.besideTotals.contains($0.lowercased())
    }
    return isAlone ? text : nil
  }

  /// Whether no letters are in it but between brackets.
  private static func isWithoutWords(_ text: Substring) -> Bool {
    var depth = 0
    for character in text {
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case _: if depth < 1, character.isLetter { return false }
      }
    }
    return depth == 0
  }

  private static let usualTotals: Set<String> = [
    "total", "totals", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "gesamtbetrag",
    "zwischensumme", "endsumme", "insgesamt", "totale", "somma", "somme", "suma", "totaal", "summa",
    "soma", "razem", "celkem", "итого",
  ]
  private static let subtotals: Set<String> = ["subtotal", "zwischensumme"]
  private static let besideTotals: Set<String> = ["grand", "overall", "net", "gross"]
}
