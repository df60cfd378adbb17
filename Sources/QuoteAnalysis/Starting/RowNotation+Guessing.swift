import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Titles above the header and a total below the last booking, as spreadsheets have them.
extension RowNotation {
  /// In a title fewer cells are filled than in the header, and in rows of bookings no more.
  private static let linesLookedAt = 8

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
    let rows = try ReferenceRows(source, format: format, key: [], notation: self)
    let columns = rows.columns?.count ?? 0
    var last: [UInt8] = []
    try rows.each { _, text in
      last = text
      return true
    }
    if let word = Self.beginning(of: last, columns).totalWord { totals = [word] }
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
    let total = totals.first.map { "total: \(Literal.quoted($0))" }
    let said = [headerLine.map { "header: \($0)" }, total].compactMap(\.self)
    return said.isEmpty ? "" : "bookings: { \(said.joined(separator: ", ")) }"
  }
}
