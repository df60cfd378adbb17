import QuoteLanguage
import QuoteSyntax

extension NeverWords {
  /// `""` for an input that is not given where a booking has an empty cell.
  mutating func checkEmpty(_ table: ModelTable, _ column: Int, _ key: TableKey) {
    guard key.value.isOptional, key.domain.type == .text,
      case .reference(.field(let list, let field)) = names.resolved(key.value).operation,
      model.schema.lists[list].fields[field].defaultValue == nil,
      !table.rows.contains(where: {
        $0.keys[column].matchesNotGiven && $0.keys[column].body != .everything
      }),
      let row = table.rows.first(where: { row in
        guard case .words(let wanted, false) = row.keys[column].body else { return false }
        return wanted.contains("") && !row.keys[column].matchesNotGiven
      })
    else { return }
    found.append(.emptyCell(of: table, key.header, at: row.keySpans[column]))
  }

  /// Words for what is not given, in other notations.
  private static let absences = Diagnostic.absences.union([
    "empty", "blank", "(empty)", "(blank)", "not given", "n/a",
  ])

  /// `null` for an input that is not given where a booking has an empty cell.
  mutating func checkAbsence(_ table: ModelTable, _ column: Int, _ key: TableKey) {
    guard key.value.isOptional, key.domain.type == .text,
      !table.rows.contains(where: {
        $0.keys[column].matchesNotGiven && $0.keys[column].body != .everything
      })
    else { return }
    var cells: [(word: String, span: SourceSpan)] = []
    for row in table.rows {
      guard case .words(let words, false) = row.keys[column].body else { continue }
      // What may be empty may be full, too.
      if words.contains("full") { return }
      guard words.count == 1, let word = words.first, Self.absences.contains(word.lowercased()),
        !model.sources.text(at: row.keySpans[column]).contains("\"")
      else { continue }
      cells.append((word, row.keySpans[column]))
    }
    guard let (word, span) = cells.first else { return }
    found.append(
      .absentWord(
        word, of: table, key.header, at: span, quoted: model.sources.quotedCell(word, at: span)))
  }
}
