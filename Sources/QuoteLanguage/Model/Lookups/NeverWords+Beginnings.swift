import QuoteSyntax

extension NeverWords {
  /// `left(zip, 3)` in a column that has beginnings of two digits alone: no longer text has one.
  mutating func checkBeginnings(_ table: ModelTable, _ column: Int, _ key: TableKey) {
    guard case .apply(.text(.left(let length)), let parts) = names.resolved(key.value).operation
    else { return }
    var words: Set<String> = []
    var first: Spanned<String>?
    for row in table.rows {
      switch row.keys[column].body {
      case .everything: continue
      case .words(let own, negated: false):
        words.formUnion(own)
        first = first ?? own.min().map { Spanned($0, at: row.keySpans[column]) }
      case .words, .ranges, .textRanges, .indices, .areas: return
      }
    }
    guard let first, words.count > 1, case let size = first.value.utf8.count,
      size > 1, size < length,
      words.allSatisfy({ $0.utf8.count == size && $0.utf8.allSatisfy(\.isDigit) })
    else { return }
    let text = model.sources.text(at: parts[0].span).trimmedOfSpaces
    found.append(
      .beginningTooShort(
        first.value, by: model.sources.text(at: key.value.span).trimmedOfSpaces, of: text,
        write: "left(\(text), \(size))", at: first.span))
  }
}
