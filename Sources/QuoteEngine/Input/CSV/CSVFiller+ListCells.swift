/// Lists that are a cell each, many bookings at a time.
extension CSVFiller {
  /// Where every list is one cell of its booking's row: the elements of many bookings found
  /// first and then read a field at a time; bookings that need a closer look one by one.
  /// False, with nothing added, where lists are told in other ways.
  func addListCells(_ layout: CSVLayout) -> Bool {
    guard let columns = listColumns(layout) else { return false }
    let lists = decoders.lists.indices.dropFirst().filter { !decoders.lists[$0].schema.isMade }
    var start = 0
    while start < bookings {
      let end = min(start + Self.blockRows, bookings)
      filler.addMany(start..<end, of: lists, listCells.cells, table.bytes, scratch) {
        find($0, columns)
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

  private func find(_ booking: Int, _ columns: [Int]) -> Bool {
    let row = rows(of: booking).lowerBound
    for (position, column) in columns.enumerated() {
      let text = table.cell(row, column)
      let start = unsafe text.base - table.bytes.base
      let list = decoders.lists[decoders.lists[0].children[position]]
      guard listCells.add(start, start + text.count, of: table.bytes, list) else { return false }
    }
    return true
  }
}
