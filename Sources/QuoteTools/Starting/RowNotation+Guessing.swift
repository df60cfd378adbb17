import QuoteEngine
import QuoteLanguage

/// Titles above the header and a total below the last booking, as spreadsheets have them.
extension RowNotation {
  /// In a title fewer cells are filled than in the header, and in rows of bookings no more.
  private static let linesLookedAt = 8
  /// How many rows at the end are looked at.
  private static let rowsOfTotals = 32

  /// Reads the first lines and the last row of a file.
  init(guessedFrom source: ByteSource, _ format: InputFormat?) throws(Trouble) {
    self.init()
    guard let first = try ReferenceRows(source, format: format, key: []).columns else { return }
    var headers = [first.filter { !$0.isEmpty }]
    for line in 2...Self.linesLookedAt {
      var other = RowNotation()
      other.headerLine = line
      guard
        let names = try? ReferenceRows(source, format: format, key: [], notation: other).columns
      else { break }
      headers.append(names.filter { !$0.isEmpty })
    }
    let most = headers.map(\.count).max() ?? 0
    if most > 1, 2 * headers[0].count <= most,
      var line = headers.firstIndex(where: { $0.count == most })
    {
      // A line that is blank is passed over on the way to the header.
      while line + 1 < headers.count, headers[line + 1] == headers[line] { line += 1 }
      headerLine = line + 1
    }
    totals = try Self.totalWords(atEndOf: source, format, self)
  }

  /// The words for totals that the last rows begin with, whatever notes stand below them.
  private static func totalWords(
    atEndOf source: ByteSource, _ format: InputFormat?, _ notation: RowNotation
  ) throws(Trouble) -> [String] {
    let rows = try ReferenceRows(source, format: format, key: [], notation: notation)
    let columns = rows.columns?.count ?? 0
    var last: [[UInt8]] = []
    try rows.each { _, text in
      if last.count == rowsOfTotals { last.removeFirst() }
      last.append(text)
      return true
    }
    var words: [String] = []
    for text in last.reversed() {
      let row = beginning(of: text, columns)
      if let word = row.totalWord {
        if !words.contains(word) { words.insert(word, at: 0) }
      } else if !row.isNote {
        break
      }
    }
    return words
  }

  private static func beginning(of row: [UInt8], _ columns: Int) -> RowBeginning {
    var cells: [String] = []
    BookingShape.read(row) { root in
      root.eachMember { _, value in
        if !value.isNothing { cells.append(value.plainText?.string ?? "") }
      }
    }
    let first = cells.first ?? ""
    return RowBeginning(
      text: first.trimmed(of: \.isWhitespace), filled: cells.count, columns: columns)
  }

  /// How rules say it; empty where there is nothing to say.
  var written: String {
    let words = totals.map { Literal.quoted($0) }
    let list = words.count > 1 ? "[\(words.joined(separator: ", "))]" : words.first
    let total = list.map { "total: \($0)" }
    let said = [headerLine.map { "header: \($0)" }, total].compactMap(\.self)
    return said.isEmpty ? "" : "bookings: { \(said.joined(separator: ", ")) }"
  }
}
