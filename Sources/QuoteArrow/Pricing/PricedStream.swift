import QuoteBookings
package import CArrow
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax
import Synchronization

/// Runs work beside each other, numbered from 0, and comes back when all of it is done. False
/// where some of it stopped at a broken invariant.
package typealias WorkRunner = (Int, @escaping (Int) -> Void) -> Bool

/// A stream of batches of bookings as a stream of batches of quotes, in the same order.
///
/// Nothing runs but while the next batch is asked for; threads begin and end within that. In
/// memory are a batch of the input, a portion of it and what comes of it; with threads, some
/// portions for each of them.
@safe package final class PricedStream {
  private let rules: Pricer
  private let input: TableStream
  private let quotes: QuoteTable
  private let workers: [TableWorker]
  /// Reads the keys at the seams of portions.
  private let seams: ArrowTable
  private let keyColumn: Int?
  private let runner: WorkRunner
  private var batch: SharedBatch?
  /// Rows of the batch that are done.
  private var done = 0
  private var batches = 0
  private var record: Int64 = 1
  private var lastKey = ""
  private var ready: [ArrayBox] = []
  /// Sentences about the table's columns that may be slips, such as a name close to an input's.
  package let remarks: [String]

  /// A portion has at most so many rows.
  private static let pieceRows = 8 * ArrowTable.sliceRows
  /// Threads get so many portions each before they end, so that beginning and ending takes little
  /// beside the work, but no further ones once there are rows enough.
  private static let piecesPerThread = 4

  /// Takes the stream over.
  ///
  /// Throws where its schema is not one that the rules read.
  @unsafe package init(
    _ pricer: Pricer, _ stream: UnsafeMutablePointer<ArrowArrayStream>, asOf: Instant?,
    options: TableOptions, runner: @escaping WorkRunner
  ) throws(Trouble) {
    rules = pricer
    input = try unsafe TableStream(stream)
    self.runner = runner
    let made = unsafe try Self.made(pricer, schema: input.schema, asOf: asOf, options: options)
    (quotes, workers, seams, keyColumn, remarks) = made
  }

  deinit {
    for box in ready { box.free() }
    rules.keep(quotes.pricer)
  }

  @unsafe private static func made(
    _ pricer: Pricer, schema: UnsafePointer<ArrowSchema>, asOf: Instant?, options: TableOptions
  ) throws(Trouble) -> (QuoteTable, [TableWorker], ArrowTable, Int?, [String]) {
    let digits = pricer.schema.arithmetic == .exact ? 15 : 17
    func table() throws(Trouble) -> ArrowTable {
      unsafe try ArrowTable(schema, digits: digits, for: [pricer.schema])
    }
    let first = try table()
    let binding = try first.filler(for: pricer.schema, asOf: asOf)
    try first.check(binding.used.sorted())
    let key = binding.keyColumn.flatMap { place in
      place < first.columns.count && binding.isKeyOneColumn ? place : nil
    }
    let quotes = try QuoteTable(
      pricer, names: first.columns.map(\.name), unread: binding.unread, key: key, options: options)
    var workers = [TableWorker(first, binding, quotes)]
    for _ in 1..<max(1, options.threads) {
      let table = try table()
      let filler = try table.filler(for: pricer.schema, asOf: asOf)
      workers.append(TableWorker(table, filler, quotes))
    }
    let compared = options.comparesKeys ? binding.keyColumn : nil
    return (quotes, workers, try table(), compared, binding.remarks)
  }

  // MARK: What others ask for

  @unsafe package func describe(in schema: UnsafeMutablePointer<ArrowSchema>) {
    let builders = quotes.makeBuilders()
    guard unsafe carrow_schema(schema, "+s", "", 0, Int64(builders.count), 0) != 0 else {
      preconditionFailure("there is no memory for a schema")
    }
    for (index, column) in quotes.columns.enumerated() {
      guard let target = unsafe schema.pointee.children[index] else { continue }
      if case .borrowed(let place) = column.source,
        let from = unsafe input.schema.pointee.children[place]
      {
        _ = unsafe carrow_copy_schema(target, from, column.name)
      } else {
        unsafe builders[index]?.describe(column.name, in: target)
      }
    }
  }

  /// The next quotes; false at the end.
  @unsafe package func next(
    into array: UnsafeMutablePointer<ArrowArray>
  ) throws(Trouble) -> Bool {
    while ready.isEmpty {
      let portions = try nextPieces()
      if portions.isEmpty { return false }
      try price(portions)
    }
    let box = ready.removeFirst()
    unsafe array.initialize(to: box.take())
    return true
  }

  // MARK: Portions

  private func price(_ portions: [TablePiece]) throws(Trouble) {
    let boxes = portions.map { _ in ArrayBox() }
    let workers = self.workers
    let portion = NextPortion(portions.count)
    func work(_ worker: Int) {
      while let index = portion.next() {
        do throws(Trouble) {
          unsafe try workers[worker].price(portions[index], into: boxes[index].pointer)
        } catch {
          boxes[index].trouble = error
        }
      }
    }
    guard runner(min(workers.count, portions.count), work) else { throw .engineStopped }
    if let trouble = boxes.compactMap(\.trouble).first {
      for box in boxes { box.free() }
      throw trouble
    }
    ready = boxes
  }

  /// One, or for several workers some for each of them; fewer only at the end.
  private func nextPieces() throws(Trouble) -> [TablePiece] {
    let isAlone = workers.count == 1
    let most = isAlone ? 1 : Self.piecesPerThread * workers.count
    var portions: [TablePiece] = []
    var gathered = 0
    while portions.count < most, gathered < Self.pieceRows * workers.count,
      let batch = try currentBatch()
    {
      let length = unsafe Int(batch.array.pointee.length)
      let share = max((length + workers.count - 1) / workers.count, ArrowTable.sliceRows)
      let rows = done..<min(done + min(share, Self.pieceRows), length)
      let before = keyColumn == nil ? nil : lastKey
      portions.append(
        TablePiece(
          shared: batch, batch: batches, rows: rows, firstRecord: record, before: before))
      record += Int64(rows.count)
      gathered += rows.count
      done = rows.upperBound
      if keyColumn != nil { try noteKey(of: rows.upperBound - 1, in: batch, length) }
      if done == length { self.batch = nil }
    }
    return portions
  }

  private func noteKey(of row: Int, in batch: SharedBatch, _ length: Int) throws(Trouble) {
    guard let keyColumn else { return }
    unsafe try seams.bind(batch.array, skipping: row, rows: 1, number: batches)
    let text = try seams.named[keyColumn].texts(0..<1)
    lastKey = text.cells[0].string
  }

  private func currentBatch() throws(Trouble) -> SharedBatch? {
    if batch == nil, let next = try input.next() {
      (batch, done) = (next, 0)
      batches += 1
    }
    return batch
  }
}

/// Which portion is next, for threads that take one after the other.
private final class NextPortion: Sendable {
  private let taken = Atomic(0)
  private let count: Int

  init(_ count: Int) { self.count = count }

  func next() -> Int? {
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }
}

/// One array of results, where a thread puts it.
@safe private final class ArrayBox: @unchecked Sendable {
  @unsafe let pointer: UnsafeMutablePointer<ArrowArray>
  var trouble: Trouble?

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: ArrowArray())
  }

  deinit { unsafe pointer.deallocate() }

  @unsafe func take() -> ArrowArray { unsafe pointer.pointee }

  func free() {
    if let release = unsafe pointer.pointee.release { unsafe release(pointer) }
  }
}

extension Trouble {
  /// Beside a thread that stopped.
  static var engineStopped: Trouble {
    Trouble("engine-stopped", "the engine stopped at a broken invariant")
  }
}
