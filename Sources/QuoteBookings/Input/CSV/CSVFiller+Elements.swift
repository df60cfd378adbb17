import QuoteLanguage
import QuoteSyntax

/// Rows that are elements, many at a time.
extension CSVFiller {
  /// Where each row is an element of the one list there is: a field at a time for
  /// the whole chunk, in the runs in which a booking's own fields are read. False,
  /// with nothing added, where rows need to be looked at one by one.
  func addElementsAtOnce(_ layout: CSVLayout) -> Bool {
    let own = decoders.lists[0]
    guard own.children.count == 1, !table.trimsReturn else { return false }
    let list = decoders.lists[own.children[0]]
    guard list.children.isEmpty, layout.parts[list.index].count == 1,
      case .rows(let source, _) = layout.parts[list.index][0],
      let columns = singleColumns(layout.cells[list.index]), !columns.isEmpty,
      everyRowIsElement(columns), noBookingHasMore(than: list.schema.bound)
    else { return false }
    addElements(list, columns, source: UInt8(truncatingIfNeeded: source))
    return true
  }

  /// The column of each field; nil where some field has not just one.
  private func singleColumns(_ fields: [[CSVLayout.Cell]]) -> [Int]? {
    var columns: [Int] = []
    for cells in fields {
      guard cells.count == 1, case .column(let column) = cells[0] else { return nil }
      columns.append(column)
    }
    return columns
  }

  /// A row that says nothing of the list may be an element or none.
  private func everyRowIsElement(_ columns: [Int]) -> Bool {
    let runs = columns.map { table.cells($0) }
    for row in 0..<table.rows {
      var length = 0
      for run in runs { length |= run.end(row) &- run.start(row) }
      if length == 0 { return false }
    }
    return true
  }

  private func noBookingHasMore(than bound: Int) -> Bool {
    (0..<bookings).allSatisfy { rows(of: $0).count <= bound }
  }

  private func addElements(_ list: ListDecoder, _ columns: [Int], source: UInt8) {
    let target = filler.targets[list.index]
    for field in target.fields { field.column.resize(to: table.rows) }
    let complaints = scratch.complaints
    complaints.removeAll()
    var start = 0
    while start < table.rows {
      let count = min(Self.blockRows, table.rows - start)
      table.tellGiven(start..<start + count, readingOf: columns.count)
      for field in target.fields {
        let run = table.cells(columns[field.index], start..<start + count)
        field.decoder.read(run, into: field.column, at: start, scratch) { row, reason in
          let kind = FaultTexts.Kind(
            field: field.index, list: list.index, source: -1, reason: reason, owner: .element)
          complaints.append(
            CellComplaint(
              row: booking(ofRow: start + row), element: start + row, kind, cell: row, of: run))
        }
      }
      start += count
    }
    target.columns.count = table.rows
    target.columns.sources.resize(to: table.rows)
    for row in 0..<table.rows { target.columns.sources[row] = source }
    for booking in 0..<bookings {
      target.columns.offsets.append(Int32(truncatingIfNeeded: rows(of: booking).upperBound))
    }
    guard complaints.count > 0 else { return }
    filler.tell(filler.inOrder(scratch.complaintsByRow), of: table.bytes) {
      table.line($0.element)
    }
  }
}
