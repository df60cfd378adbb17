import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Words of a key that stand in the row of another one.
extension RemedyWords {
  /// So many words are looked at that bookings have which differ, and no other.
  private static let mostWords = 4
  /// A word moves to so many of the other rows.
  private static let mostRows = 4

  /// A word that moves to another row, and two that change places. `words` are held against the
  /// keys of one column.
  func moved(_ words: [String], _ table: ModelTable, _ column: Int) -> [RulesEdit] {
    let cells = cells(of: table, column)
    let found = words.prefix(Self.mostWords).filter { word in
      cells.contains { $0.words.contains(word) }
    }
    var edits: [RulesEdit] = []
    for (index, word) in found.enumerated() {
      for other in found[(index + 1)...] {
        let changed = cells.map { cell in
          cell.words.map { $0 == word ? other : $0 == other ? word : $0 }
        }
        edits += edit(cells, changed, "\(word) and \(other) change places").map { [$0] } ?? []
      }
    }
    for word in found {
      for (to, cell) in cells.enumerated().filter({ !$1.words.contains(word) })
        .prefix(Self.mostRows)
      {
        var changed = cells.map { cell in cell.words.filter { $0 != word } }
        changed[to].append(word)
        // A row without a word would hold for every one.
        guard !changed.contains(where: \.isEmpty) else { continue }
        let row = cell.words.joined(separator: ", ")
        edits += edit(cells, changed, "\(word) moves to the row \(row)").map { [$0] } ?? []
      }
    }
    return edits
  }

  /// Cells of a column that list words; each is written once, and may stand for several rows.
  private func cells(
    of table: ModelTable, _ column: Int
  ) -> [(span: SourceSpan, words: [String])] {
    var found: [(span: SourceSpan, words: [String])] = []
    for row in table.rows where row.keySpans.indices.contains(column) {
      let span = row.keySpans[column]
      guard !found.contains(where: { $0.span == span }),
        let words = Self.words(of: text(span)), !words.isEmpty
      else { continue }
      found.append((span, words))
    }
    return found
  }

  private func edit(
    _ cells: [(span: SourceSpan, words: [String])], _ changed: [[String]], _ what: String
  ) -> RulesEdit? {
    let changes = zip(cells, changed).filter { $0.words != $1 }.map { cell, words in
      RulesEdit.Change(
        file: cell.span.file, lower: Int(cell.span.lower), upper: Int(cell.span.upper),
        text: words.joined(separator: ", "))
    }
    guard let first = zip(cells, changed).first(where: { $0.words != $1 }) else { return nil }
    return RulesEdit(changes: changes, what: what, span: first.0.span)
  }
}
