import QuoteLanguage
import QuoteSyntax

/// Lists that are a cell each, many bookings at a time.
extension CSVFiller {
  /// Where every list is one cell of its booking's row: the elements of many bookings found
  /// first and then read a field at a time; bookings that need a closer look one by one.
  /// False, with nothing added, where lists are told in other ways.
  func addListCells(_ layout: CSVLayout) -> Bool {
    guard let columns = listColumns(layout) else { return false }
    let (reader, children) = (listCells, decoders.lists[0].children)
    let lists = decoders.lists.indices.dropFirst().filter { !decoders.lists[$0].schema.isMade }
    var start = 0
    while start < bookings {
      let end = min(start + Self.blockRows, bookings)
      filler.addMany(
        start..<end, of: lists, reader.cells, in: table.bytes, scratch, rowOf: { $0 }
      ) {
        find($0, columns: columns, lists: children, reader: reader)
      } added: { _ in
      } addEach: {
        addEach($0, layout)
      }
      start = end
    }
    return true
  }

  /// The column of each list right below the booking.
  private func listColumns(_ layout: CSVLayout) -> [Int]? {
    var columns: [Int] = []
    for child in decoders.lists[0].children {
      guard decoders.lists[child].schema.sources.count == 1, layout.parts[child].count == 1,
        case .cell(let column, _) = layout.parts[child][0]
      else { return nil }
      columns.append(column)
    }
    return columns
  }

  /// Finds the elements that a booking's cells spell; nothing with reference counting is
  /// looked up for it.
  private func find(
    _ booking: Int, columns: [Int], lists: [Int], reader: ListCellReader
  ) -> Bool {
    let row = firstRow(booking)
    for position in columns.indices {
      let text = table.cell(row, columns[position])
      let start = unsafe text.base - table.bytes.base
      guard reader.add(start, start + text.count, of: table.bytes, to: lists[position]) else {
        return false
      }
    }
    return true
  }
}
