import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is found out about a chunk of bookings, whatever the other side is: each is judged, and of
/// those that differ it is looked for roundings, causes, what stands behind the first cause, and
/// bookings to try remedies on.
final class BatchInquiry {
  let judge: BookingJudge
  let analyst: DifferenceAnalyst
  private let repricer: BookingRepricer
  private let peeler: CausePeeler
  let form: Int
  private let options: ReaderOptions

  /// `comparer` makes what holds quotes against the other side.
  init(
    _ differ: Differ, form: Int, options: ReaderOptions, _ turns: RoundingTurns,
    cause: BookingCause = BookingCause(), comparer: @escaping (QuoteTexts) -> ReplyComparer
  ) {
    self.form = form
    self.options = options
    let texts = QuoteTexts(differ.pricers[form])
    let accepted = differ.acceptedRules(of: form)
    judge = BookingJudge(texts, comparer: comparer(texts))
    judge.keptReplies = accepted?.replies ?? []
    judge.prints = accepted?.prints ?? []
    analyst = DifferenceAnalyst(differ.pricers[form], cause: cause, accepted: accepted)
    repricer = BookingRepricer(differ.profiles[form], turns, options: options, comparer: comparer)
    peeler = CausePeeler(differ.peeled[form], cause: cause, comparer: comparer)
  }

  /// A chunk of the input begins. Where much was seen before, less of it is looked at closely.
  func begin(_ ordinal: Int) {
    judge.comparer.fields.mostTerms = TraitCounter.mostTerms(ofChunk: ordinal)
  }

  /// The block of a batch that was judged; `rows` are those that differ and are told, in order,
  /// `counted` those that are only counted.
  func block(
    of batch: BookingBatch, differing rows: [Int], counted: [Int] = [],
    isCompared: @escaping (Int) -> Bool, other: @escaping (Int) -> BookingJudge.Other?
  ) throws(Trouble) -> DifferenceBlock {
    var block = judge.takeBlock(batch.ordinal)
    let isPriced = { isCompared($0) && self.judge.texts.result(of: $0).outcome == .priced }
    let sides = BookingRepricer.Sides(rows: rows, other: other, isPriced: isPriced) {
      self.analyst.departing($0)
    }
    try repricer.findRounding(&block, batch, sides)
    let places = rows.enumerated().map { (index: $0.offset, row: $0.element) }
    analyst.describe(
      &block, ofChunk: batch.ordinal, batch, places, counted: counted, isCompared: isCompared
    ) { self.repricer.withoutDefaults(batch, $0) }
    peeler.peel(&block, batch, places, other: other)
    let agreeing = { () -> [Int] in
      let differing = Set(rows)
      return (0..<batch.count).filter { !differing.contains($0) && isPriced($0) }
    }
    block.keep(
      MeetingCases.kept(
        block, ofChunk: batch.ordinal, batch, rows, agreeing: agreeing, form: form,
        options: options))
    let cases = RemedySampler.cases(
      block, ofChunk: batch.ordinal, batch, rows, agreeing: agreeing, options: options,
      reply: other)
    block.keep(cases, ofForm: form)
    return block
  }
}
