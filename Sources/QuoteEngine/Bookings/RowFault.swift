package import QuoteLanguage

/// Why one booking cannot be read or priced.
package struct RowFault: Hashable, Sendable {
  /// The file it came from, as it was named.
  package var source = ""
  /// Row of the batch, from 0.
  package var row: Int
  /// Number of the record in the input, from 1.
  package var record: Int64
  /// Line of the input at which the trouble is, from 1; 0 where there is none.
  package var line: Int64
  /// The last line of what could not be read; `line` nearly always.
  package var lastLine: Int64
  /// The offending text as it came in, shortened to 80 bytes.
  package var value: String
  package let told: FaultText
  /// The cell of a spreadsheet, `Sheet1!C7`; empty elsewhere.
  package var cell = ""
  /// The column of that cell, from 0; -1 where it is not known.
  var column = -1

  package var field: String { told.field }
  package var reason: String { told.reason }
  package var message: String { told.message }
  package var rule: SourceSpan { told.rule }

  package init(row: Int, record: Int64, line: Int64, value: String, told: FaultText) {
    self.row = row
    self.record = record
    self.line = line
    lastLine = line
    self.value = value
    self.told = told
  }

  package init(
    row: Int, record: Int64, line: Int64, field: String, value: String, reason: String,
    message: String
  ) {
    self.init(
      row: row, record: record, line: line, value: value,
      told: FaultText(field: field, reason: reason, message: message))
  }
}

/// The faults of a batch: at most one a booking, the first found.
package final class RowFaults: @unchecked Sendable {
  package private(set) var all: [RowFault] = []
  /// By row, one more than the place of its fault; 0 where it has none.
  private var byRow: [Int32] = []
  /// Whether each was found in a later row than the one before.
  private var isAscending = true

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  /// By their rows.
  package var inOrder: [RowFault] { isAscending ? all : all.sorted { $0.row < $1.row } }

  /// Records a fault; a row's first one stays.
  package func add(_ fault: RowFault) {
    if byRow.count <= fault.row {
      let room = max(2 * byRow.count, fault.row + 1)
      byRow.append(contentsOf: repeatElement(0, count: room - byRow.count))
    }
    guard byRow[fault.row] == 0 else { return }
    if let last = all.last?.row, last > fault.row { isAscending = false }
    all.append(fault)
    byRow[fault.row] = Int32(all.count)
  }

  /// Moves records and lines from a part's own counting to the whole input's.
  func shift(records: Int64, lines: Int64, source: String) {
    for index in all.indices {
      all[index].source = source
      all[index].record += records
      if all[index].line > 0 {
        all[index].line += lines
        all[index].lastLine += lines
      }
    }
  }

  /// Says in which cells of a sheet the faults are, once their lines are those of the input.
  func place(_ cell: (RowFault) -> String) {
    for index in all.indices { all[index].cell = cell(all[index]) }
  }

  package subscript(row: Int) -> RowFault? { place(of: row).map { all[$0] } }

  /// Where in `all` a row's fault is: asked for one thing of it, nothing is copied.
  package func place(of row: Int) -> Int? {
    guard row < byRow.count, byRow[row] > 0 else { return nil }
    return Int(byRow[row]) - 1
  }

  package func removeAll() {
    // As many zeros as there were, without asking for memory again.
    for index in all.indices { byRow[all[index].row] = 0 }
    all.removeAll(keepingCapacity: true)
    isAscending = true
  }
}
