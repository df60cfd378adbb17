import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Whole rows of tables that say what another row does.
extension RemedyTurns {
  private static let nearest = [1, -1, 2, -2]

  /// A row as it is written says what one beside it does, in all of its columns.
  static func rows(_ table: ModelTable, _ row: Int, _ sources: Sources) -> [RulesEdit] {
    let written = writtenRows(table)
    guard let own = written.firstIndex(where: { $0.contains(row) }) else { return [] }
    return nearest.flatMap { step -> [RulesEdit] in
      guard written.indices.contains(own + step),
        let copy = edit(table, rows: written[own], like: written[own + step], sources: sources)
      else { return [] }
      guard abs(step) == 1, let other = edit(
        table, rows: written[own + step], like: written[own], sources: sources)
      else { return [copy] }
      var both = copy
      both.changes += other.changes
      both.what = copy.what.replacing(" says what row ", with: " and row ")
        .replacing(" does", with: " change places")
      return [copy, both]
    }
  }

  /// Rows by the line that they are written in: a table whose header has a key across has several
  /// in each.
  private static func writtenRows(_ table: ModelTable) -> [[Int]] {
    var written: [[Int]] = []
    for row in table.rows.indices {
      let first = table.rows[row].keySpans.first
      if let known = written.last?.first, first != nil,
        table.rows[known].keySpans.first == first
      {
        written[written.count - 1].append(row)
      } else {
        written.append([row])
      }
    }
    return written
  }

  /// A table without a row: one that another program does not have, or asks for by another word.
  static func gone(_ table: ModelTable, _ row: Int, _ sources: Sources) -> [RulesEdit] {
    let written = writtenRows(table)
    guard written.count > 1, let own = written.first(where: { $0.contains(row) }), own.count == 1,
      let first = table.rows[row].keySpans.first, let file = sources[first.file]
    else { return [] }
    let line = file.position(of: first.lower).line - 1
    let lower = Int(file.lineStarts[line])
    let isLast = line + 1 >= file.lineStarts.count
    let upper = isLast ? file.text.count : Int(file.lineStarts[line + 1])
    // A cell may go over several lines, and a short table may stand in one.
    let spans = table.rows[row].keySpans + table.rows[row].values.compactMap { $0?.span }
    let others = table.rows.indices.filter { $0 != row }
      .compactMap { table.rows[$0].keySpans.first }
    guard
      spans.allSatisfy({
        $0.file == first.file && lower <= Int($0.lower) && Int($0.upper) <= upper
      }),
      !others.contains(where: {
        $0.file == first.file && lower <= Int($0.lower) && Int($0.lower) < upper
      })
    else { return [] }
    let change = RulesEdit.Change(file: first.file, lower: lower, upper: upper, text: "")
    let name = table.rows[row].keySpans.map { sources.text(at: $0).trimmedOfSpaces }
      .joined(separator: ", ")
    return [
      RulesEdit(changes: [change], what: "row \(name) of \(table.name) is left out", span: first)
    ]
  }

  /// A cell that says nothing.
  static func empty(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    let change = RulesEdit.Change(
      file: place.span.file, lower: Int(place.span.lower), upper: Int(place.span.upper), text: "-")
    let own = place.text(in: sources).trimmedOfSpaces
    return [
      RulesEdit(
        changes: [change], setting: "\(place.path)=-", what: "\(own) becomes -", span: place.span)
    ]
  }

  private static func edit(
    _ table: ModelTable, rows own: [Int], like others: [Int], sources: Sources
  ) -> RulesEdit? {
    var changes: [RulesEdit.Change] = []
    for row in own {
      let across = table.rows[row].keySpans.dropFirst().map { sources.text(at: $0) }
      guard
        let other = others.first(where: {
          own.count == 1
            || table.rows[$0].keySpans.dropFirst().map { sources.text(at: $0) } == across
        })
      else { continue }
      for (value, next) in zip(table.rows[row].values, table.rows[other].values) {
        guard let span = value?.span, let theirs = next?.span else { continue }
        let (was, text) = (
          sources.text(at: span).trimmedOfSpaces, sources.text(at: theirs).trimmedOfSpaces
        )
        guard text != was, !text.isEmpty else { continue }
        changes.append(
          RulesEdit.Change(
            file: span.file, lower: Int(span.lower), upper: Int(span.upper), text: text))
      }
    }
    guard changes.count > 1, let first = table.rows[own[0]].values.compactMap(\.self).first else {
      return nil
    }
    func name(_ rows: [Int]) -> String {
      let spans = table.rows[rows[0]].keySpans
      return spans.prefix(rows.count > 1 ? 1 : spans.count)
        .map { sources.text(at: $0).trimmedOfSpaces }.joined(separator: ", ")
    }
    return RulesEdit(
      changes: changes, what: "row \(name(own)) says what row \(name(others)) does",
      span: first.span)
  }
}
