import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings whose totals differ, kept until it is known which edits explain their causes.
struct MeetingCases: Sendable {
  struct Booking: Sendable {
    var row: Int
    var key: String
    /// Our total less theirs.
    var amount: Ratio
    /// Its causes with their money, whose sum is the amount.
    var parts: [BookingPart]
    /// What lines that differ are for the other side.
    var theirs: [String: Ratio] = [:]

    init(row: Int, _ booking: BookingDifference) {
      self.row = row
      key = booking.key
      amount = booking.amount ?? .zero
      let whole = BookingPart(
        cause: booking.cause, departing: booking.departing, place: nil, amount: amount)
      parts = booking.parts.isEmpty ? [whole] : booking.parts
      for field in booking.fields where field.isMoney && field.isAtTop {
        let text = field.kind == .onlyOurs ? "0" : field.theirs.filter { $0 != "\"" }
        theirs[field.name] = theirs[field.name] ?? Ratio(decimal: text)
      }
    }
  }

  var form: Int
  var batch: MeetingBatch
  var bookings: [Booking]

  /// So many chunks of the input are kept: of a longer one it is not known what a cause makes
  /// alone.
  static let mostChunks = 8
}

/// A batch that was filled for good, and what it points into.
final class MeetingBatch: @unchecked Sendable {
  let batch: BookingBatch
  /// What it points into.
  private let keeper: RecordKeeper?
  /// How its text is read; nil where it cannot be read again.
  let options: ReaderOptions?

  init(
    _ batch: BookingBatch, _ keeper: RecordKeeper? = nil, reading options: ReaderOptions? = nil
  ) {
    self.batch = batch
    self.options = options
    self.keeper = keeper
  }
}

extension MeetingCases {
  /// Keeps bookings of a batch: `rows` are those that differ, in the order of the block.
  static func kept(
    _ block: DifferenceBlock, ofChunk ordinal: Int, _ batch: BookingBatch, _ rows: [Int],
    form: Int = 0, options: ReaderOptions
  ) -> MeetingCases? {
    guard ordinal < mostChunks, let chunk = batch.chunk as? InputChunk else { return nil }
    let some = block.differences.indices.filter { block.differences[$0].movesMoney }
    guard !some.isEmpty else { return nil }
    let kept = BookingBatch(schema: batch.schema)
    let parser = BookingReader(rereading: batch.schema, options: options).makeParser()
    guard let cut = chunk.cut(some.map { rows[$0] }, of: batch),
      (try? parser.reread(cut, into: kept)) != nil, kept.count == some.count
    else { return nil }
    let bookings = some.enumerated().map { Booking(row: $0, block.differences[$1]) }
    return MeetingCases(form: form, batch: MeetingBatch(kept, reading: options), bookings: bookings)
  }
}
