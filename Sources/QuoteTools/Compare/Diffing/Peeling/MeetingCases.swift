import QuoteEngine
import QuoteLanguage

/// Bookings whose totals differ, kept until it is known which edits explain their causes.
struct MeetingCases: Sendable {
  struct Booking: Sendable {
    var row: Int
    var key: String
    /// Our total less theirs.
    var amount: Ratio
    /// Its causes with their money, whose sum is the amount.
    var parts: [BookingPart]

    init(row: Int, _ booking: BookingDifference) {
      self.row = row
      key = booking.key
      amount = booking.amount ?? .zero
      let whole = BookingPart(
        cause: booking.cause, departing: booking.departing, place: nil, amount: amount)
      parts = booking.parts.isEmpty ? [whole] : booking.parts
    }
  }

  var form: Int
  var batch: MeetingBatch
  var bookings: [Booking]

  /// So many chunks of the input are kept: of a longer one it is not known what a cause makes
  /// alone.
  static let mostChunks = 8
}

/// A batch that nobody fills any more.
final class MeetingBatch: @unchecked Sendable {
  let batch: BookingBatch
  /// What it points into.
  private let keeper: RecordKeeper?

  init(_ batch: BookingBatch, _ keeper: RecordKeeper? = nil) {
    self.batch = batch
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
    return MeetingCases(form: form, batch: MeetingBatch(kept), bookings: bookings)
  }
}

/// What causes make alone: our total less that under the edit that explains them.
struct MeetingMoney {
  private let cases: [MeetingCases]

  /// Nil where some bookings whose totals differ are not among these.
  init?(_ cases: [MeetingCases], of count: Int) {
    guard count > 0, cases.reduce(0, { $0 + $1.bookings.count }) == count else { return nil }
    self.cases = cases
  }

  /// Causes with the rules in which they are put right.
  typealias Mend = (causes: [String], pricer: Pricer)

  /// Money that is told apart in another way, of bookings that several edits change: `whole` has
  /// all edits, and must come to their total.
  func alone(
    form: Int, _ ours: Pricer, _ mends: [Mend], whole: Pricer
  ) -> [CauseMoneyChange] {
    let some = cases.filter { $0.form == form }
    guard !some.isEmpty, mends.count > 1 else { return [] }
    let before = Self.totals(ours, some)
    let after = mends.map { Self.totals($0.pricer, some) }
    let last = Self.totals(whole, some)
    var found: [CauseMoneyChange] = []
    for (number, one) in some.enumerated() {
      for (index, booking) in one.bookings.enumerated() {
        guard let own = before[number][index], let end = last[number][index],
          own - end == booking.amount
        else { continue }
        let alone = zip(mends, after).compactMap {
          (mend, totals) -> (cause: String, amount: Ratio)? in
          guard let total = totals[number][index], total != own else { return nil }
          let name = booking.parts.first { mend.causes.contains($0.cause) }?.cause
          return (name ?? mend.causes[0], own - total)
        }
        let isAsBefore = alone.count == 1 && booking.parts.map(\.cause) == alone.map(\.cause)
        if !alone.isEmpty, !isAsBefore {
          found.append(CauseMoneyChange(key: booking.key, parts: booking.parts, alone: alone))
        }
      }
    }
    return found
  }

  private static func totals(_ pricer: Pricer, _ cases: [MeetingCases]) -> [[Ratio?]] {
    let texts = QuoteTexts(pricer)
    let judge = BookingJudge(
      texts, comparer: texts.comparer(form: ReferenceMap.plain.forms[0], tolerances: Tolerances()))
    return cases.map { one in
      texts.price(one.batch.batch)
      return one.bookings.map { booking in
        texts.result(of: booking.row).outcome == .priced ? judge.ourTotal(booking.row) : nil
      }
    }
  }
}
