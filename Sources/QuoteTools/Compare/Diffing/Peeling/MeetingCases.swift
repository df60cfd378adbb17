import QuoteEngine
import QuoteLanguage

/// Bookings with several causes, kept until it is known which edits explain these.
struct MeetingCases: Sendable {
  struct Booking: Sendable {
    var row: Int
    /// Causes with what each makes behind those before it.
    var parts: [BookingPart]
  }

  var form: Int
  var batch: MeetingBatch
  var bookings: [Booking]

  /// So many are kept of a whole run: of more it is not known what a cause makes alone.
  static let most = 20_000
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
    _ block: DifferenceBlock, _ batch: BookingBatch, _ rows: [Int], form: Int = 0,
    options: ReaderOptions
  ) -> MeetingCases? {
    let some = block.differences.indices.filter { !block.differences[$0].parts.isEmpty }
    guard !some.isEmpty, let chunk = batch.chunk as? InputChunk else { return nil }
    let kept = BookingBatch(schema: batch.schema)
    let parser = BookingReader(rereading: batch.schema, options: options).makeParser()
    guard let cut = chunk.cut(some.map { rows[$0] }, of: batch),
      (try? parser.reread(cut, into: kept)) != nil, kept.count == some.count
    else { return nil }
    let bookings = some.enumerated().map { position, index in
      Booking(row: position, parts: block.differences[index].parts)
    }
    return MeetingCases(form: form, batch: MeetingBatch(kept), bookings: bookings)
  }
}

/// What causes make alone: our total less that under the edit that explains them.
struct MeetingMoney {
  private let cases: [MeetingCases]

  /// Nil where some bookings with several causes are not among these.
  init?(_ cases: [MeetingCases], of count: Int) {
    guard count > 0, cases.reduce(0, { $0 + $1.bookings.count }) == count else { return nil }
    self.cases = cases
  }

  /// A cause with what it makes behind those before it, and alone.
  typealias Alone = (cause: String, behind: Ratio, alone: Ratio)

  /// Causes with the rules in which they are put right.
  typealias Repair = (causes: Set<String>, pricer: Pricer)

  /// For each booking the causes whose money alone is another one.
  func alone(form: Int, _ ours: Pricer, _ repairs: [Repair]) -> [[Alone]] {
    let some = cases.filter { $0.form == form }
    guard !some.isEmpty, !repairs.isEmpty else { return [] }
    let before = Self.totals(ours, some)
    let after = repairs.map { Self.totals($0.pricer, some) }
    var found: [[Alone]] = []
    for (number, one) in some.enumerated() {
      for (index, booking) in one.bookings.enumerated() {
        guard let own = before[number][index] else { continue }
        found.append(
          zip(repairs, after).flatMap { repair, totals in
            Self.parts(booking, repair.causes, alone: totals[number][index].map { own - $0 })
          })
      }
    }
    return found.filter { !$0.isEmpty }
  }

  /// Of causes that one edit explains the first has all of the money.
  private static func parts(
    _ booking: MeetingCases.Booking, _ causes: Set<String>, alone: Ratio?
  ) -> [Alone] {
    let own = booking.parts.filter { causes.contains($0.cause) }
    guard let alone, !own.isEmpty else { return [] }
    return own.enumerated().map { index, part in
      (part.cause, part.amount, index == 0 ? alone : .zero)
    }
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
