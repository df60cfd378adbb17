import QuoteLanguage
import QuoteSyntax

/// Two keys of a table that are nearly one word, of which the one goes on where the other ends:
/// `Bergstraße` from 350 kg on beside `Bergstrasse` up to it. One of them is hardly meant.
struct KeysApart {
  private let table: ModelTable
  private let sources: Sources

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    model.tables.flatMap { KeysApart(table: $0, sources: model.sources).warnings }
  }

  /// Columns with more words are not looked through: each is held against all others.
  private static let mostWords = 100

  private var warnings: [Diagnostic] {
    guard table.keys.count > 1, table.rows.count > 1 else { return [] }
    return table.keys.indices.flatMap { column -> [Diagnostic] in
      guard table.keys[column].domain.type == .text else { return [] }
      var rows: [String: [Int]] = [:]
      for index in table.rows.indices {
        guard case .words(let words, negated: false) = table.rows[index].keys[column].body,
          words.count == 1, let word = words.first
        else { continue }
        rows[word, default: []].append(index)
      }
      guard rows.count <= Self.mostWords else { return [] }
      let near = NearKey(rows.keys.sorted())
      return rows.sorted { $0.value[0] < $1.value[0] }.compactMap { word, own in
        guard own.count == 1, let other = near.meant(by: word, isKey: true),
          let theirs = rows[other], theirs.count > own.count || theirs[0] < own[0],
          let meeting = theirs.first(where: { goesOn(own[0], from: $0, but: column) }),
          !theirs.contains(where: { overlaps(own[0], $0, but: column) })
        else { return nil }
        let place = table.rows[own[0]].keySpans[column]
        // In quotation marks it is meant as it is.
        guard !sources.text(at: place).hasPrefix("\"") else { return nil }
        return .keysApart(
          word, other, of: table, at: place, beside: table.rows[meeting].keySpans[column],
          quoted: sources.quotedCell(word, at: place))
      }
    }
  }

  /// Whether two rows hold for some of the same other keys.
  private func overlaps(_ row: Int, _ other: Int, but column: Int) -> Bool {
    table.keys.indices.allSatisfy { key in
      let (one, two) = (table.rows[row].keys[key], table.rows[other].keys[key])
      guard key != column, one != two else { return true }
      guard case .ranges(let a) = one.body, case .ranges(let b) = two.body else { return false }
      return a.contains { a in
        b.contains { a.interval.lower < $0.interval.upper && $0.interval.lower < a.interval.upper }
      }
    }
  }

  /// Whether a row begins where another ends, or ends where it begins, and has the same other keys.
  private func goesOn(_ row: Int, from other: Int, but column: Int) -> Bool {
    var meets = false
    for key in table.keys.indices where key != column {
      let (one, two) = (table.rows[row].keys[key], table.rows[other].keys[key])
      if one == two { continue }
      guard !meets, case .ranges(let a) = one.body, case .ranges(let b) = two.body,
        a.count == 1, b.count == 1,
        a[0].interval.lower == b[0].interval.upper || a[0].interval.upper == b[0].interval.lower
      else { return false }
      meets = true
    }
    return meets
  }
}
