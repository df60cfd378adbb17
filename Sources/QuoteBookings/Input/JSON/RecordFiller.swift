import QuoteLanguage
import QuoteSyntax

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
  /// Why there is none.
  private var withoutShape: ReadingCounts.Cause?
  private var counted = ReadingCounts()
  /// Records at fault, and those of which nobody asks why they were refused: only numbers, for
  /// there may be many.
  private var faulty = 0
  private var refused = 0
  /// Asks why records are refused.
  var why: RefusalNote?
  private let cells: ListCells
  private let lists: [Int]
  private let tokens = JSONTokens()
  private let strangers = ColumnBuffer<UInt64>()
  private let scratch = CellScratch()
  /// Where texts are put that do not stand in the chunk as they mean.
  private let made = UnescapedCells()
  /// Records that wait, in order: together so large that their tokens stay in the cache.
  private let waiting = ColumnBuffer<Place>()
  private static let blockBytes = 64 << 10

  init(_ filler: BatchFiller, _ options: ReaderOptions) {
    self.filler = filler
    bookingPath = options.bookingPath
    let decoders = filler.decoders
    if options.lastDuplicateWins || options.readsOneByOne {
      (shape, withoutShape) = (nil, .repeats)
    } else {
      do throws(ShapeObstacle) {
        shape = try RecordShape(decoders, bookingPath: bookingPath)
      } catch {
        (shape, withoutShape) = (nil, .rules(error))
      }
    }
    cells = ListCells(
      shape?.fields ?? [], slots: shape?.slots ?? [], owners: shape?.cellsOf ?? [])
    lists = decoders.lists.indices.filter { !decoders.lists[$0].schema.isMade }
  }

  var counts: ReadingCounts {
    var counts = counted
    for (cause, count) in [
      (ReadingCounts.Cause.fault, faulty), (.record(.malformed, member: ""), refused),
    ] where count > 0 {
      counts.oneByOne[cause, default: 0] += count
    }
    return counts
  }

  /// Starts on a chunk; gives its bytes.
  func begin(_ chunk: InputChunk) -> InputBytes {
    if shape != nil { chunk.makeRoom(for: made) }
    return chunk.input
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
      counted.oneByOne[withoutShape ?? .record(.malformed, member: ""), default: 0] += waiting.count
      return addEach(0..<waiting.count, bytes)
    }
    let scanner = RecordScanner(
      found, shape: shape, cells: cells, made: made, strangers: strangers,
      unread: filler.unread, why: why)
    let lines = filler.batch.lines
    var token = 0
    var last = -1
    var cause: ReadingCounts.Cause?
    filler.addMany(
      0..<waiting.count, of: lists, cells, in: bytes, scratch, rowOf: { _ in filler.row }
    ) { index in
      let record = waiting[index]
      // Records are looked for again where some among them are at fault.
      if token >= found.count || found.place(token) > record.start { token = 0 }
      while token < found.count, found.place(token) < record.start { token += 1 }
      guard let next = scanner.record(token, before: record.end) else {
        last = index
        cause = why.map { .record($0.obstacle, member: $0.member) }
        return false
      }
      token = next
      return true
    } added: { range in
      for index in range { lines.append(waiting[index].line) }
      filler.row += range.count
      counted.together += range.count
    } addEach: { range in
      count(range.count, areRefused: range == last..<last + 1, cause)
      addEach(range, bytes)
    }
  }

  private func count(_ records: Int, areRefused: Bool, _ cause: ReadingCounts.Cause?) {
    if !areRefused {
      faulty += records
    } else if let cause {
      counted.oneByOne[cause, default: 0] += records
    } else {
      refused += records
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
