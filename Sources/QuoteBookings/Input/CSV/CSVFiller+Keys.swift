import QuoteLanguage
import CVector
import QuoteSyntax

/// Which keys of a chunk may be missing or repeated: 1 for those.
struct KeyMarks {
  let cells = ColumnBuffer<UInt8>()
  /// Whether there is one.
  var isAny = false
  /// The last key that was looked at.
  var last: UInt64 = 0
}

/// What names a booking, and whether its rows agree.
extension CSVFiller {
  /// A key that is not given names nothing, and may be missing if the rules
  /// say so and no rows have to be put together by it; one that is repeated in the next
  /// row, where rows are bookings, names two. Texts are compared as they came in,
  /// counts by value: `5` and `05` are one.
  func checkKeys(_ layout: CSVLayout) {
    guard let field = decoders.key, let key = layout.keyColumn else { return }
    if filler.batch.lists[.booking].columns[field].storage == .integer {
      let counts = KeyColumn(filler.batch, field)
      for booking in 0..<bookings {
        let isRepeated = booking > 0 && counts.repeats(booking)
        checkKey(table.cell(firstRow(booking), key), field, booking, isRepeated: isRepeated)
      }
      return
    }
    guard keyMarks.isAny else { return }
    let run = cells(key, 0, bookings)
    for booking in 0..<bookings where keyMarks.cells[booking] != 0 {
      let isRepeated = booking > 0 && run[booking].isSameCell(as: run[booking - 1])
      checkKey(run[booking], field, booking, isRepeated: isRepeated)
    }
  }

  /// Looks for keys that may be missing or repeated, with the other fields of some rows:
  /// their bytes are in the cache then.
  func markKeys(_ layout: CSVLayout, _ start: Int, _ count: Int) {
    guard let field = decoders.key, let key = layout.keyColumn,
      filler.batch.lists[.booking].columns[field].storage != .integer
    else { return }
    if start == 0 { (keyMarks.last, keyMarks.isAny) = (0, false) }
    keyMarks.cells.resize(to: start + count)
    let found = unsafe cvector_mark_keys(
      cells(key, start, count).lent, &keyMarks.last, keyMarks.cells.pointer + start)
    if found != 0 { keyMarks.isAny = true }
  }

  private func checkKey(_ text: TextSlice, _ field: Int, _ booking: Int, isRepeated: Bool) {
    if text.count == 0 {
      let mayBeMissing = firstRows.count == 0 && decoders.lists[0].fields[field].schema.isOptional
      if !mayBeMissing { fault(.missingKey, field: field, booking: booking, value: text) }
    } else if isRepeated {
      fault(.repeatedKey, field: field, booking: booking, value: text)
    }
  }

  /// The rows of a booking must say the same about it.
  func checkAgreement(_ layout: CSVLayout) {
    for booking in 0..<bookings {
      let rows = rows(of: booking)
      guard rows.count > 1 else { continue }
      for (field, cells) in layout.cells[0].enumerated() {
        for case .column(let column) in cells {
          compare(column: column, field: field, booking: booking, rows: rows)
        }
        for case .pair(let first, let second) in cells {
          compare(column: first, field: field, booking: booking, rows: rows)
          compare(column: second, field: field, booking: booking, rows: rows)
        }
      }
    }
  }

  private func compare(column: Int, field: Int, booking: Int, rows: Range<Int>) {
    let first = table.cell(rows.lowerBound, column)
    for row in rows.dropFirst() {
      let text = table.cell(row, column)
      if text.isEqual(to: first) { continue }
      filler.row = booking
      filler.line = table.line(row)
      filler.fault(.disagrees, decoders.lists[0], field, value: text)
    }
  }
}
