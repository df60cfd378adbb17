import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings whose totals differ, kept until it is known which edits explain their causes, and
/// beside them those of which the totals are the same: there mistakes may make up for each other.
struct MeetingCases: Sendable {
  struct Booking: Sendable {
    var row: Int
    var key: String
    var record: Int64 = 0
    /// Our total less theirs.
    var amount: Ratio
    /// Whether its totals differ, and whether the other side has one.
    var isMoving = true
    var isPriced = true
    /// Its causes with their money, whose sum is the amount; none where both sides agree, and where
    /// the other side has no price.
    var parts: [BookingPart]
    /// What lines that differ are for the other side.
    var theirs: [String: Ratio] = [:]

    init(row: Int, _ booking: BookingDifference) {
      self.row = row
      key = booking.key
      record = booking.record
      isMoving = booking.movesMoney
      isPriced = booking.theirs == .priced
      amount = isPriced ? booking.amount ?? .zero : .zero
      let whole = BookingPart(
        cause: booking.cause, departing: booking.departing, place: nil, amount: amount)
      parts = !isPriced ? [] : booking.parts.isEmpty ? [whole] : booking.parts
      for field in booking.fields where field.isMoney && field.isAtTop {
        let text = field.kind == .onlyOurs ? "0" : field.theirs.filter { $0 != "\"" }
        theirs[field.name] = theirs[field.name] ?? Ratio(decimal: text)
      }
    }

    /// Whether we price it and the other side says what it makes of it.
    static func isKept(_ booking: BookingDifference) -> Bool {
      booking.ours == .priced
        && [.priced, .declined, .fault].contains(booking.theirs)
    }

    /// One on which both sides agree.
    init(agreeing row: Int) {
      self.row = row
      (key, amount, isMoving, parts) = ("", .zero, false, [])
    }
  }

  var form: Int
  var batch: MeetingBatch
  var bookings: [Booking]

  /// So many chunks of the input are kept: of a longer one it is not known what a cause makes
  /// alone.
  static let mostChunks = 8

  /// The same of records, of which a chunk has a tenth as many.
  static let mostChunksOfRecords = 64
}

/// A batch that was filled for good, and what it points into.
final class MeetingBatch: @unchecked Sendable {
  let batch: BookingBatch
  /// What it points into.
  private let keeper: RecordKeeper?
  /// How its text is read; nil where no text is kept.
  private let options: ReaderOptions?

  init(
    _ batch: BookingBatch, _ keeper: RecordKeeper? = nil, reading options: ReaderOptions? = nil
  ) {
    self.batch = batch
    self.options = options
    self.keeper = keeper
  }

  /// The same bookings, as other rules read them.
  func read(by other: BookingSchema) -> BookingBatch {
    batch.read(by: other, options: options, keeper)
  }
}

extension MeetingCases {
  /// Keeps bookings of a batch: `rows` are those that differ, in the order of the block.
  static func kept(
    _ block: DifferenceBlock, ofChunk ordinal: Int, _ batch: BookingBatch, _ rows: [Int],
    agreeing: () -> [Int], form: Int = 0, options: ReaderOptions
  ) -> MeetingCases? {
    guard ordinal < mostChunks, let chunk = batch.chunk as? InputChunk,
      block.differences.contains(where: \.movesMoney)
    else { return nil }
    var wanted = block.differences.indices.filter { Booking.isKept(block.differences[$0]) }
      .map { (row: rows[$0], booking: Optional(block.differences[$0])) }
    wanted += agreeing().map { ($0, nil) }
    wanted.sort { $0.row < $1.row }
    let kept = BookingBatch(schema: batch.schema)
    let parser = BookingReader(rereading: batch.schema, options: options).makeParser()
    guard let cut = chunk.cut(wanted.map(\.row), of: batch),
      (try? parser.reread(cut, into: kept)) != nil, kept.count == wanted.count
    else { return nil }
    let bookings = wanted.enumerated().map { row, one in
      one.booking.map { Booking(row: row, $0) } ?? Booking(agreeing: row)
    }
    return MeetingCases(form: form, batch: MeetingBatch(kept, reading: options), bookings: bookings)
  }
}
