import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// A second file with several rows a booking as one with a row for each: rows beside each other
/// that have one key become an object. It has what all of them say alike, the sums that the map
/// asks for, and the rows themselves as a list. What is compared and is not alike is the list of
/// what they say: it is no value of a booking, and so differs.
package final class GatheredRows: ByteMaker, @unchecked Sendable {
  private let columns: [String]
  private let asked: ReferenceMap.Rows
  /// By column: whether it is held against something of the booking.
  private let isRead: [Bool]
  /// Whether two texts of a column of that name say the same.
  private let areAlike: (String, String, String) -> Bool
  private let reader: ReferencePageReader
  private var page: ReferencePage?
  private var next = 0
  private var isAtEnd = false
  /// The key of the rows that are being gathered, what their cells are, and the rows as JSON.
  private var key = Fingerprint.none
  private var cells: [[String]] = []
  private var objects: [String] = []
  /// The line of the first of these rows, and how many lines were made.
  private var line: Int64 = 0
  private var lineCount: Int64 = 0
  /// A column that nothing reads, and of how many bookings the rows do not say the same there.
  private let watched: String?
  package private(set) var apart = 0
  private let held = ByteBuffer()
  private let text = ByteBuffer()

  /// Throws where the rows have no columns, or none that is to be added up.
  package init(
    _ rows: ReferenceRows, _ asked: ReferenceMap.Rows, in file: String,
    isRead: (String) -> Bool, areAlike: @escaping (String, String, String) -> Bool,
    watching watched: String? = nil
  ) throws(Trouble) {
    guard let columns = rows.columns else { throw .rowsOfJSON(file) }
    for name in asked.sums where !columns.contains(name) {
      throw .noColumnToAdd(name, columns, in: file)
    }
    self.columns = columns
    self.asked = asked
    self.watched = watched
    self.isRead = columns.map(isRead)
    self.areAlike = areAlike
    reader = ReferencePageReader(rows)
  }

  /// About this many bytes are made at a time.
  private static let bytesAtATime = 256 << 10

  func more() throws(Trouble) -> [UInt8] {
    let made = ByteBuffer()
    while made.count < Self.bytesAtATime, !isAtEnd { try step(made) }
    return unsafe Array(made.bytes)
  }

  private func step(_ made: ByteBuffer) throws(Trouble) {
    if page == nil || next >= page?.count ?? 0 {
      page = try reader.next()
      next = 0
      if page == nil {
        write(made)
        isAtEnd = true
      }
      return
    }
    guard let page else { return }
    let row = next
    next += 1
    guard page.isReadable(row) else {
      write(made)
      // What could not be read stays a row that cannot be read.
      end("?", at: page.line(row), made)
      return
    }
    if page.keys[row] != key { write(made) }
    if cells.isEmpty { line = page.line(row) }
    key = page.keys[row]
    let slice = try page.row(row, in: held)
    var own: [String] = []
    ReferenceCells.each(slice, columns.count) { _, cell in own.append(cell.string) }
    cells.append(own)
    reader.write(slice, to: text)
    objects.append(text.string)
  }

  /// Writes what was gathered as one line of JSON.
  private func write(_ made: ByteBuffer) {
    guard let first = cells.first else { return }
    begin(at: line, made)
    made.append("{")
    for (column, name) in columns.enumerated() {
      let said: [String]
      if asked.sums.contains(name) {
        said = [Self.sum(cells.map { $0[column] })]
      } else if cells.allSatisfy({ $0[column] == first[column] }) {
        said = [first[column]]
      } else if isRead[column] {
        said = sayings(cells.map { $0[column] }, of: name)
      } else {
        if name == watched, sayings(cells.map { $0[column] }, of: name).count > 1 { apart += 1 }
        continue
      }
      made.append(text: name, as: .json)
      made.append(said.count > 1 ? ":[" : ":")
      for (index, text) in said.enumerated() {
        if index > 0 { made.append(",") }
        if text.isEmpty { made.append("null") } else { made.append(text: text, as: .json) }
      }
      made.append(said.count > 1 ? "]," : ",")
    }
    made.append(text: asked.list, as: .json)
    made.append(":[")
    for (index, object) in objects.enumerated() {
      if index > 0 { made.append(",") }
      made.append(text: object)
    }
    end("]}", at: line, made)
    cells.removeAll()
    objects.removeAll()
  }

  /// The first of each of the different things that cells say; empty ones say nothing.
  private func sayings(_ cells: [String], of name: String) -> [String] {
    cells.reduce(into: []) { said, cell in
      if !cell.isEmpty, !said.contains(where: { areAlike(name, $0, cell) }) { said.append(cell) }
    }
  }

  /// Empty lines until this one, so that messages name the lines of the file.
  private func begin(at line: Int64, _ made: ByteBuffer) {
    while lineCount + 1 < line {
      made.append("\n")
      lineCount += 1
    }
  }

  private func end(_ text: String, at line: Int64, _ made: ByteBuffer) {
    begin(at: line, made)
    made.append(text: text + "\n")
    lineCount += 1
  }

  /// The sum of decimals; of what is none, the cells as they are, so that it differs.
  private static func sum(_ cells: [String]) -> String {
    let figures = cells.filter { !$0.isEmpty }
    let sizes = figures.compactMap { Ratio(decimal: $0) }
    guard sizes.count == figures.count else { return figures.joined(separator: " + ") }
    guard !figures.isEmpty else { return "" }
    // As many decimals as the cells have, for a text is held against a text.
    let decimals = figures.map { $0.split(separator: ".").dropFirst().first?.count ?? 0 }.max() ?? 0
    var sum = "\(sizes.reduce(Ratio(0)) { $0 + $1 })"
    let own = sum.split(separator: ".").dropFirst().first?.count ?? 0
    if own == 0, decimals > 0 { sum += "." }
    return sum + String(repeating: "0", count: max(0, decimals - own))
  }
}

extension ReferenceMap {
  /// That a second file has several rows a booking, and what becomes of them.
  package struct Rows: Sendable {
    /// The list that holds them.
    var list: String
    /// Columns of which the sum counts.
    var sums: [String] = []
  }
}

extension Trouble {
  fileprivate static func rowsOfJSON(_ file: String) -> Trouble {
    Trouble(
      "rows-of-json",
      "`\(file)` is JSON, and `rows` of the map is about the rows of a CSV file: JSON has lists of "
        + "its own, which paths of `fields` name")
  }

  fileprivate static func noColumnToAdd(
    _ name: String, _ known: [String], in file: String
  ) -> Trouble {
    let help = Suggestion.help(for: name, among: known).first
    return Trouble(
      "no-column-to-add",
      "`\(file)` has no column `\(name)` to add up"
        + (help.map { "; \($0)" } ?? "; it has \(known.map { "`\($0)`" }.joined(separator: ", "))"))
  }
}
