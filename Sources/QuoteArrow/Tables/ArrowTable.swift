import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A table as Arrow has it: its columns, and those that are members of objects, by the names that
/// rules look for (`a.b`). Batches are bound one after the other. One a thread.
@safe final class ArrowTable {
  /// Rows that are brought into the engine's columns at a time: so many that they stay in the
  /// cache, whatever comes in.
  static let sliceRows = 16_384

  /// As they stand in the table.
  let columns: [ArrowColumn]
  private(set) var names: [String]
  /// One a name.
  private(set) var named: [any ForeignColumn]

  /// With what the inputs of `bookings` are read from beside columns.
  @unsafe init(
    _ schema: UnsafePointer<ArrowSchema>, digits: Int, for bookings: [BookingSchema]
  ) throws(Trouble) {
    let root = unsafe try ArrowColumn(schema, digits: digits)
    guard case .structure = root.type else {
      throw .brokenArrow("a table's rows are objects, and these are not")
    }
    columns = root.children
    var names = columns.map(\.name)
    var named: [any ForeignColumn] = columns
    var taken = Set(names)
    for column in columns {
      Self.addMembers(
        of: column, path: column.name, names: &names, named: &named, taken: &taken)
    }
    self.names = names
    self.named = named
    self.root = root
    for field in bookings.flatMap(\.lists[.booking].fields) {
      for case .path(let path) in field.sources { addEntry(path, digits: digits) }
    }
    for schema in bookings { markPoints(of: schema) }
  }

  /// `traits[key=size].value`, where no column is called so.
  private func addEntry(_ path: FieldPath, digits: Int) {
    let isEntry = path.steps.contains { if case .entry = $0 { true } else { false } }
    let name = CSVLayout.name(of: path)
    guard isEntry, !names.contains(name),
      let entry = ArrowEntry(path, in: columns, digits: digits)
    else { return }
    names.append(name)
    named.append(entry)
  }

  private let root: ArrowColumn

  /// Says of columns that inputs read a point from them.
  private func markPoints(of schema: BookingSchema) {
    for (id, list) in schema.lists.withIDs {
      for field in list.fields where field.type == .point {
        for case .path(let path) in field.sources {
          for objects in columns(of: id, schema) { objects.member(at: path)?.holdsPoints = true }
        }
      }
    }
  }

  /// What the elements of a list are read from.
  private func columns(of list: ListID, _ schema: BookingSchema) -> [ArrowColumn] {
    guard let parent = schema.lists[list].parent else { return [root] }
    let holders = columns(of: parent, schema)
    return schema.lists[list].sources.flatMap { source -> [ArrowColumn] in
      guard case .path(let path) = source else { return [] }
      return holders.compactMap { $0.member(at: path)?.lists?.element }
    }
  }

  private static func addMembers(
    of column: ArrowColumn, path: String, names: inout [String],
    named: inout [any ForeignColumn], taken: inout Set<String>
  ) {
    guard case .structure = column.type else { return }
    for child in column.children {
      let name = "\(path).\(child.name)"
      if taken.insert(name).inserted {
        names.append(name)
        named.append(child)
      }
      addMembers(of: child, path: name, names: &names, named: &named, taken: &taken)
    }
  }

  /// Takes a batch of which the rows from `skipped` on are rows 0 and so on.
  @unsafe func bind(
    _ batch: UnsafePointer<ArrowArray>, skipping skipped: Int, rows: Int, number: Int
  ) throws(Trouble) {
    unsafe try root.bind(batch, skipping: skipped, rows: rows, batch: number)
    if try root.given(0..<rows) != nil { throw .brokenArrow("a row is null") }
  }

  /// What brings rows of this table into batches of bookings.
  func filler(for schema: BookingSchema, asOf: Instant?) throws(Trouble) -> ColumnFiller {
    try ColumnFiller(
      schema: schema, names: names, ownColumns: columns.count, columns: named, asOf: asOf)
  }

  /// Refuses columns that are to be read and whose type is none that anything is read from.
  func check(_ places: some Sequence<Int>) throws(Trouble) {
    for place in places {
      guard let column = named[place] as? ArrowColumn else { continue }
      for case .other(let format) in [column.type, column.dictionary?.type] {
        throw .unreadableColumn(column.path, format)
      }
    }
  }

  /// The header of a CSV file with the columns that have these places among the names.
  func appendHeader(_ places: [Int], to buffer: ByteBuffer) {
    for (index, place) in places.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: names[place], as: .csv)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Some rows of that file.
  func append(_ rows: Range<Int>, _ places: [Int], to buffer: ByteBuffer) throws(Trouble) {
    let cells = try places.map { place throws(Trouble) in try named[place].texts(rows).cells }
    for row in 0..<rows.count {
      let start = buffer.count
      for (index, column) in cells.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        buffer.append(column[row], as: .csv)
      }
      // A line of nothing would be none.
      if buffer.count == start { buffer.append("\"\"") }
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Why bookings are refused is a list of texts in a table of quotes, and one text in a file.
  func joinReasons() {
    for (place, name) in names.enumerated() where name == "reasons" {
      (named[place] as? ArrowColumn)?.joinsTexts = true
    }
  }
}
