import QuoteLanguage

/// JSON records of a chunk into a batch: the cells of many found in one walk each and read
/// a column at a time, and those that need a closer look one by one.
final class RecordFiller {
  /// A record, and the line of the chunk it starts in.
  struct Place: BitwiseCopyable {
    var start: Int
    var end: Int
    var line: Int64
  }

  private let filler: BatchFiller
  private let bookingPath: [String]
  private let shape: RecordShape?
  private let cells: ListCells
  private let lists: [Int]
  private let tokens = JSONTokens()
  private let strangers = ColumnBuffer<UInt64>()
  private let scratch = CellScratch()
  /// Records that wait, in order: together so large that their tokens stay in the cache.
  private let waiting = ColumnBuffer<Place>()
  private static let blockBytes = 64 << 10

  init(_ filler: BatchFiller, _ options: ReaderOptions) {
    self.filler = filler
    bookingPath = options.bookingPath
    let decoders = filler.decoders
    let isPlain = !options.lastDuplicateWins && !options.readsOneByOne
    shape = isPlain ? RecordShape(decoders, bookingPath: bookingPath) : nil
    cells = ListCells(shape?.fields ?? [], slots: shape?.slots ?? [])
    lists = decoders.lists.indices.filter { !decoders.lists[$0].schema.isMade }
  }

  /// Adds a record when its turn comes, at the latest with `finish`.
  func add(_ record: Place, of bytes: InputBytes) {
    waiting.append(record)
    if record.end - waiting[0].start > Self.blockBytes { finish(bytes) }
  }

  /// Adds all that wait.
  func finish(_ bytes: InputBytes) {
    defer { waiting.removeAll() }
    guard waiting.count > 0 else { return }
    let (start, end) = (waiting[0].start, waiting[waiting.count - 1].end)
    guard let shape, let found = tokens.find(bytes, start, end) else {
      return addEach(0..<waiting.count, bytes)
    }
    let scanner = RecordScanner(found, shape, cells, strangers: strangers, filler.unread)
    let lines = filler.batch.lines
    var token = 0
    filler.addMany(0..<waiting.count, of: lists, cells, bytes, scratch) { index in
      let record = waiting[index]
      while token < found.count, found.place(token) < record.start { token += 1 }
      guard let next = scanner.record(token, before: record.end) else { return false }
      token = next
      return true
    } added: { range in
      for index in range { lines.append(waiting[index].line) }
      filler.row += range.count
    } addEach: { range in
      addEach(range, bytes)
    }
  }

  /// Adds records one by one.
  private func addEach(_ range: Range<Int>, _ bytes: InputBytes) {
    for index in range {
      let record = waiting[index]
      filler.line = record.line
      filler.batch.lines.append(record.line)
      filler.addBooking(bytes.slice(record.start, record.end - record.start), at: bookingPath)
    }
  }
}
