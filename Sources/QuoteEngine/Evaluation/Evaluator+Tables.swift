import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Look-ups, and what is read from the rows they find.
  func run(
    _ operation: PlanOperation.Tables, _ instruction: PreparedInstruction, count: Int,
    scratch: KernelScratch
  ) {
    let target = instruction.target
    unsafe registers.target(target, rows: count)
    switch operation {
    case .find(let table, let keys):
      unsafe withColumns(keys) { columns in
        unsafe prepared.tables[table].find(
          columns, into: registers.cells(target), count: count, scratch: scratch)
      }
    case .match(let table, let keys):
      unsafe withColumns(keys) { columns in
        unsafe prepared.tables[table].match(
          columns, into: registers.cells(target), count: count, scratch: scratch)
      }
    case .cell(let column, let row):
      unsafe prepared.columns[column].gather(
        registers.cells(row), into: registers.raw(target), count: count)
    case .cellGiven(let column, let row):
      unsafe prepared.columns[column].gatherGiven(
        registers.cells(row), into: registers.cells(target), count: count)
    case .combine(_, let rows, _):
      unsafe instruction.step.combination.run(
        registers.cells(rows), into: registers.raw(target), count: count)
    case .rowIs(let rows, let row):
      unsafe RowKernels.isRow(
        registers.cells(rows), row, into: registers.cells(target), count: count)
    case .rowAmong(let rows, let row):
      unsafe RowKernels.isAmong(
        registers.cells(rows), words: words(rows), row, into: registers.cells(target), count: count)
    case .textsOfRows(let column, let rows):
      unsafe RowKernels.texts(
        registers.cells(rows), words: words(rows), of: prepared.columns[column],
        into: registers.cells(target), items: registers.texts(target), count: count)
    }
  }

  private func words(_ rows: Register) -> Int {
    if case .rowSet(let words) = registers.storage(rows) { return words }
    return 1
  }

  @unsafe func withColumns<Result>(
    _ values: [PlanValue], _ body: (UnsafeBufferPointer<KernelColumn>) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: KernelColumn.self, capacity: max(1, values.count)) {
      buffer in
      for (index, value) in values.enumerated() {
        unsafe (buffer.baseAddress! + index).initialize(to: column(value))
      }
      return unsafe body(UnsafeBufferPointer(rebasing: buffer[..<values.count]))
    }
  }
}
