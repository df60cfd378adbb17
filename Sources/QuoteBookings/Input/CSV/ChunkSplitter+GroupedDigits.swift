import CScan
import QuoteLanguage
import QuoteSyntax

/// Columns of numbers in which a point looks like the mark between thousands: `1.000` beside `950`.
extension ChunkSplitter {
  /// So many rows are looked at, of those that were read with the header.
  private static let mostRows = 100

  /// Remarks on inputs whose texts have three decimals each, and no declaration that says so.
  func findGroupedDigits(_ layout: CSVLayout) {
    let fields = layout.maybeGroupedDigits(schema)
    if fields.isEmpty { return }
    let rows = firstRowsAtHand(layout)
    // Where semicolons part cells, commas are in numbers, and points are as likely between
    // thousands as before decimals, unless some number tells.
    let isOpen =
      sheet == nil && layout.delimiter == UInt8(ascii: ";")
      && !rows.contains { $0.contains { GroupedNumbers.hasDecimalPoint($0.trimmedOfSpaces) } }
    for (field, column) in fields {
      var numbers = GroupedNumbers()
      for row in rows where column < row.count { numbers.add(row[column].trimmedOfSpaces) }
      guard
        let first = numbers.first(among: isOpen ? .amounts : field.type.groupedKind),
        let large = Ratio(decimal: first.replacing(".", with: "")), field.range.contains(large)
      else { continue }
      let whole = first.replacing(".", with: "")
      let read = Ratio(decimal: first).map { "\($0)" } ?? first
      let place = sheet == nil ? "of" : "in texts of"
      remark(
        "every decimal point \(place) `\(layout.names[column])` in `\(sourceName)` has three "
          + "digits behind it, first in `\(first)`, which is \(read): if it is \(whole), say "
          + "`\(field.name): …, written \"1.234,56\"` in the rules, and "
          + (field.type == .count ? "without points otherwise" : "`step 0.001` if it is \(read)"))
    }
  }

  /// The first rows, as far as they are at hand: nothing more is read.
  func firstRowsAtHand(_ layout: CSVLayout) -> [[String]] {
    sheet.map(textsAtHand) ?? rowsAtHand(layout.delimiter)
  }

  private func rowsAtHand(_ delimiter: UInt8) -> [[String]] {
    seal()
    return Self.rows(of: carry, delimiter, isAll: isAtEnd)
  }

  /// The first rows of a sheet, without the cells that are numbers there: their digits are not in
  /// groups, however their format shows them.
  private func textsAtHand(_ sheet: SheetRows) -> [[String]] {
    let rows = Self.rows(of: CarriedBytes(sheet.firstRows), UInt8(ascii: ","), isAll: true)
    return rows.map { row in row.map { $0.hasPrefix("\u{1}") ? "" : $0 } }
  }

  private static func rows(
    of bytes: CarriedBytes, _ delimiter: UInt8, isAll: Bool
  ) -> [[String]] {
    var (rows, start) = ([[String]](), 0)
    while rows.count < mostRows, start < bytes.count {
      let found = unsafe cscan_csv_first(bytes.pointer, start, bytes.count, delimiter, -1)
      let end = found.end > 0 ? Int(found.end) : isAll ? bytes.count : start
      guard end > start else { break }
      defer { start = end }
      // A text of a book's length is in it, and costs more to part than all other rows together.
      if end - start > sightBytes { continue }
      let row = CSVHeader(bytes.copy(of: start..<end), delimiter: delimiter)
      if let cells = row.names { rows.append(cells) }
    }
    return rows
  }
}

extension CSVLayout {
  /// The inputs that read a column in whose texts a point may group digits, and those columns.
  fileprivate func maybeGroupedDigits(_ schema: BookingSchema) -> [(FieldSchema, Int)] {
    zip(schema.lists, cells).flatMap { list, cells in
      zip(list.fields, cells).compactMap { field, places -> (FieldSchema, Int)? in
        guard field.mayGroupDigits, case .column(let column)? = places.first else { return nil }
        return (field, column)
      }
    }
  }

  func columnsOfMaybeGroupedDigits(_ schema: BookingSchema) -> [Int] {
    maybeGroupedDigits(schema).map(\.1)
  }
}

extension InputType {
  /// What three decimals would be for numbers of the type.
  fileprivate var groupedKind: GroupedNumbers.Kind {
    switch self {
    case .money, .count: .amounts
    case .number: .numbers
    case .text, .flag, .date, .time, .instant, .point, .oneOf, .duration, .distance, .weight,
      .declared:
      .measures
    }
  }
}

extension FieldSchema {
  /// A number that is read as it stands; whoever says a step said how many decimals there are.
  fileprivate var mayGroupDigits: Bool {
    guard notation == nil, !isStepped || type == .count else { return false }
    switch type {
    case .money: return step.isZero || step > Ratio(1, 1000)
    case .count, .number, .duration, .distance, .weight, .declared: return true
    case .text, .flag, .date, .time, .instant, .point, .oneOf: return false
    }
  }
}
