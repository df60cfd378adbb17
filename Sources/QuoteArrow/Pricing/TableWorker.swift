import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Some rows of a batch, to be priced by themselves.
struct TablePiece {
  /// Holds the batch until all of its portions are done, and those who borrow from it.
  let shared: SharedBatch
  let batch: Int
  let rows: Range<Int>
  let firstRecord: Int64
  /// The key of the row before; nil if keys are not compared.
  let before: String?
}

/// A batch of somebody else, given back when nobody holds it any more.
@safe final class SharedBatch: @unchecked Sendable {
  @unsafe let shared: OpaquePointer

  @unsafe init(_ array: UnsafeMutablePointer<ArrowArray>) {
    guard let shared = unsafe carrow_share(array) else {
      preconditionFailure("there is no memory for a batch")
    }
    unsafe self.shared = shared
  }

  deinit { unsafe carrow_drop(shared) }

  @unsafe var array: UnsafePointer<ArrowArray> { unsafe carrow_shared_array(shared) }
}

/// Prices portions of batches, one after the other. One a thread.
@safe final class TableWorker {
  private let table: ArrowTable
  private let filler: ColumnFiller
  private let bookings: BookingBatch
  private let evaluator: Evaluator
  private let quotes: QuoteTable
  private let builders: [ColumnBuilder?]
  private let quoted = ColumnBuffer<UInt8>()

  init(_ table: ArrowTable, _ filler: ColumnFiller, _ quotes: QuoteTable) {
    self.table = table
    self.filler = filler
    self.quotes = quotes
    bookings = BookingBatch(schema: quotes.pricer.schema)
    evaluator = quotes.pricer.makeEvaluator()
    builders = quotes.makeBuilders()
  }

  /// The quotes of a portion, into an array that is empty.
  @unsafe func price(
    _ portion: TablePiece, into array: UnsafeMutablePointer<ArrowArray>
  ) throws(Trouble) {
    let batch = unsafe portion.shared.array
    let count = portion.rows.count
    unsafe try table.bind(
      batch, skipping: portion.rows.lowerBound, rows: count, number: portion.batch)
    var before = portion.before
    for start in stride(from: 0, to: count, by: ArrowTable.sliceRows) {
      let rows = start..<min(start + ArrowTable.sliceRows, count)
      try filler.fill(
        bookings, rows: rows, firstRecord: portion.firstRecord + Int64(start), before: before)
      if before != nil { before = filler.lastKey(of: bookings) }
      evaluator.forEachBlock(of: 0..<rows.count) { append(evaluator.price(bookings, rows: $0)) }
    }
    unsafe finish(portion, into: array)
  }

  private func append(_ block: QuoteBatch) {
    quoted.removeAll()
    if !block.isAllQuoted {
      let isQuoted = QuoteBatch.Status.quoted.rawValue
      quoted.resize(to: block.count)
      for row in 0..<block.count { quoted[row] = block.statuses[row] == isQuoted ? 1 : 0 }
    }
    let block = ResultBlock(quotes: block, bookings: bookings, quoted: quoted)
    for builder in builders { builder?.append(block) }
  }

  @unsafe private func finish(
    _ portion: TablePiece, into array: UnsafeMutablePointer<ArrowArray>
  ) {
    let count = Int64(portion.rows.count)
    guard unsafe carrow_make(array, count, 0, 1, Int64(builders.count), 0) != 0 else {
      preconditionFailure("there is no memory for a batch of quotes")
    }
    let batch = unsafe portion.shared.array
    for (index, column) in quotes.columns.enumerated() {
      guard let target = unsafe array.pointee.children[index] else { continue }
      if case .borrowed(let place) = column.source,
        let from = unsafe batch.pointee.children[place]
      {
        let first = unsafe batch.pointee.offset + Int64(portion.rows.lowerBound)
        guard unsafe carrow_borrow(portion.shared.shared, from, first, count, target) != 0 else {
          preconditionFailure("there is no memory for a batch of quotes")
        }
      } else if let builder = builders[index] {
        unsafe builder.finish(into: target)
      }
    }
  }
}
