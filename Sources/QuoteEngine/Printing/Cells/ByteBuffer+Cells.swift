package import QuoteBookings
import QuoteLanguage
import CVector
package import QuoteSyntax

extension ByteBuffer {
  /// Appends one cell of a column; one that is not given is empty in CSV and null in JSON.
  @inline(__always)
  package func append(_ column: PrintedColumn, row: Int, as notation: CellNotation) {
    guard column.isGiven(row) else {
      if notation.isJSON { append("null") }
      return
    }
    if column.plain == .text {
      return append(column.cell(row, as: TextSlice.self), as: notation)
    }
    if case .decimal(1, let places, let minimum) = column.form {
      return append(decimal: column.cell(row, as: Int64.self), places: places, minimum: minimum)
    }
    append(given: column, row: row, as: notation)
  }

  private func append(given column: PrintedColumn, row: Int, as notation: CellNotation) {
    switch column.form {
    case .decimal(let factor, let places, let minimum):
      let cell = column.cell(row, as: Int64.self)
      if case .cents(let each, 2) = column.ease, cell.magnitude <= Self.mostUnits {
        return append(decimal: cell * each, places: 2, minimum: 2)
      }
      append(wide: Int128(cell), times: factor, places: places, minimum: minimum)
    case .wide(let factor, let places, let minimum):
      append(
        wide: column.cell(row, as: Int128.self), times: factor, places: places, minimum: minimum)
    case .fraction(let scale, let minimum):
      append(fraction: Ratio(column.cell(row, as: Int64.self)) * scale, minimum: minimum)
    case .wideFraction(let scale, let minimum):
      append(fraction: Ratio(column.cell(row, as: Int128.self)) * scale, minimum: minimum)
    case .double(let arithmetic):
      append(double: column.cell(row, as: Double.self), as: arithmetic, notation)
    case .flag(let arithmetic):
      let flag = column.cell(row, as: UInt8.self) != 0
      append(flag: flag, as: notation.isJSON ? .javascript : arithmetic)
    case .choice: append(column.word(Int(column.cell(row, as: Int32.self))), as: notation)
    case .text: append(column.cell(row, as: TextSlice.self), as: notation)
    case .texts: append(texts: column, row: row, as: notation)
    case .date, .time, .instant, .weekday:
      if notation.isJSON { append(UInt8(ascii: "\"")) }
      append(moment: column.cell(row, as: Int64.self), as: column.form)
      if notation.isJSON { append(UInt8(ascii: "\"")) }
    case .point: append(point: column.point(row), as: notation)
    }
  }

  /// As many are at most 10^8 times as many hundredths.
  private static let mostUnits: UInt64 = 1_000_000_000

  private func append(double value: Double, as arithmetic: Arithmetic, _ notation: CellNotation) {
    if notation.isJSON, !value.isFinite { return append("null") }
    append(shortest: value, as: arithmetic)
  }

  private func append(moment value: Int64, as form: CellForm) {
    if form == .date {
      append(date: CalendarDate(daysSince1970: Int32(clamping: value)))
    } else if form == .time {
      append(time: TimeOfDay(secondsSinceMidnight: Int32(clamping: value)))
    } else if form == .weekday {
      if let weekday = Weekday(rawValue: Int(value)) { append(weekday: weekday) }
    } else {
      append(instant: Instant(microsecondsSince1970: value))
    }
  }

  private func append(point: (latitude: Double, longitude: Double), as notation: CellNotation) {
    append(notation.isJSON ? "{\"lat\":" : "\"")
    append(shortest: point.latitude, as: .javascript)
    append(notation.isJSON ? ",\"lng\":" : ",")
    append(shortest: point.longitude, as: .javascript)
    append(notation.isJSON ? "}" : "\"")
  }

  private func append(texts column: PrintedColumn, row: Int, as notation: CellNotation) {
    switch notation {
    case .json:
      append(UInt8(ascii: "["))
      for (index, word) in column.range(row).enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(column.word(word), as: .json)
      }
      append(UInt8(ascii: "]"))
    case .csv:
      let start = count
      for (index, word) in column.range(row).enumerated() {
        if index > 0 { append("; ") }
        append(column.word(word))
      }
      quoteCSV(from: start)
    }
  }

  /// Turns what was written from `start` on into one CSV cell.
  func quoteCSV(from start: Int) {
    let cell = slice(start, count)
    guard unsafe cvector_is_quoted(cell.base, cell.count) != 0 else { return }
    var quotes = 0
    for index in 0..<cell.count where cell[index] == UInt8(ascii: "\"") { quotes += 1 }
    let end = count
    let text = unsafe room(for: quotes + 2) - (end - start)
    advance(by: quotes + 2)
    unsafe text[end - start + quotes + 1] = UInt8(ascii: "\"")
    var target = end - start + quotes
    for source in stride(from: end - start - 1, through: 0, by: -1) {
      let byte = unsafe text[source]
      unsafe text[target] = byte
      target -= 1
      if byte == UInt8(ascii: "\"") {
        unsafe text[target] = byte
        target -= 1
      }
    }
    unsafe text[0] = UInt8(ascii: "\"")
  }

  /// Rounded to twelve decimals, halves away from zero.
  package func append(fraction value: Ratio, minimum: Int) {
    let scaled = value.magnitude * Ratio(powerOfTen: 12) + Ratio(1, 2)
    guard let units = scaled.floor else {
      return append(shortest: value.nearestDouble, as: .python)
    }
    append(wide: value.isNegative ? -units : units, places: 12, minimum: minimum)
  }
}
