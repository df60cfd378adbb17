import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Titles above the header and totals below the last booking, as spreadsheets have them.
extension RowNotation {
  /// In a title fewer cells are filled than in the header, and in rows of bookings no more.
  private static let linesLookedAt = 8

  /// So many rows at the end are looked at for totals, as where bookings are read.
  private static let rowsLookedAt = 100

  /// Reads the first lines and the last rows of a file.
  init(guessedFrom source: ByteSource, _ format: InputFormat?) throws(Trouble) {
    self.init()
    guard let first = try Self.names(of: source, format, RowNotation()) else { return }
    var headers = [first]
    for line in 2...Self.linesLookedAt {
      var other = RowNotation()
      other.headerLine = line
      guard let names = try? Self.names(of: source, format, other) else { break }
      headers.append(names)
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
    var last: [[UInt8]] = []
    var count = 0
    try rows.each { _, text in
      if last.count < Self.rowsLookedAt {
        last.append(text)
      } else {
        last[count % Self.rowsLookedAt] = text
      }
      count += 1
      return true
    }
    let start = last.count < Self.rowsLookedAt ? 0 : count % Self.rowsLookedAt
    totals = Self.totals(
      (last[start...] + last[..<start]).map { Self.beginning(of: $0, columns) })
  }

  /// The names that a line has; none where its cells are merged, as those of a title are. Nil where
  /// there are no columns.
  private static func names(
    of source: ByteSource, _ format: InputFormat?, _ notation: RowNotation
  ) throws(Trouble) -> [String]? {
    do throws(Trouble) {
      return try ReferenceRows(source, format: format, key: [], notation: notation).columns?
        .filter { !$0.isEmpty }
    } catch {
      if error.id == "merged-header" { return [] }
      throw error
    }
  }

  /// The words of the rows at the end that are totals, from the first on: below them there are only
  /// notes.
  private static func totals(_ rows: [RowBeginning]) -> [String] {
    var (found, notes) = ([String](), 0)
    for row in rows.reversed() where row.filled > 0 {
      // With others below it, a row that is full may be a booking by that name.
      let isLast = found.isEmpty && notes == 0
      if isLast || row.filled < row.columns, let word = row.totalWord {
        if !found.contains(word) { found.append(word) }
      } else if row.isSparse, found.isEmpty {
        notes += 1
      } else {
        break
      }
    }
    return found.reversed()
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
    let total = words.count > 1 ? "[\(words.joined(separator: ", "))]" : words.first
    let said = [headerLine.map { "header: \($0)" }, total.map { "total: \($0)" }]
      .compactMap(\.self)
    return said.isEmpty ? "" : "bookings: { \(said.joined(separator: ", ")) }"
  }
}
