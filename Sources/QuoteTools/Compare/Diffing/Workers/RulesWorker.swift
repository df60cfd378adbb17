import QuoteEngine
import QuoteLanguage

/// One thread's comparison of two rules files: both price the same bookings.
final class RulesWorker: DifferenceWorker {
  private let parser: BookingParser
  private let again: BookingParser
  private let batch: BookingBatch
  private let otherBatch: BookingBatch
  private let judge: BookingJudge
  private let other: QuoteTexts
  private let repricer: BookingRepricer
  private let analyst: DifferenceAnalyst
  private let peeler: CausePeeler
  private let reader = JSONRecordReader()
  private let turns: RoundingTurns
  private let options: ReaderOptions

  init(
    _ differ: Differ, _ theirs: Pricer, _ reader: BookingReader, _ turns: RoundingTurns
  ) {
    self.turns = turns
    options = reader.options
    let ours = differ.pricers[0]
    parser = reader.makeParser()
    again = BookingReader(rereading: theirs.schema, options: reader.options).makeParser()
    batch = BookingBatch(schema: ours.schema)
    otherBatch = BookingBatch(schema: theirs.schema)
    let (form, tolerances) = (differ.map.forms[0], differ.options.tolerances)
    let comparer = { (texts: QuoteTexts) in
      texts.comparer(form: form, tolerances: tolerances, comparesLines: true)
    }
    let texts = QuoteTexts(ours)
    judge = BookingJudge(texts, comparer: comparer(texts))
    other = QuoteTexts(theirs)
    repricer = BookingRepricer(
      differ.profiles[0], turns, options: reader.options, comparer: comparer)
    analyst = DifferenceAnalyst(
      ours, cause: BookingCause(ours, theirs), accepted: differ.acceptedRules(of: 0))
    peeler = CausePeeler(
      differ.peeled[0], cause: BookingCause(ours, theirs), comparer: comparer)
    judge.keptReplies = differ.acceptedRules(of: 0)?.replies ?? []
    judge.prints = differ.acceptedRules(of: 0)?.prints ?? []
  }

  func next() throws(Trouble) -> DifferenceBlock? {
    guard try parser.read(into: batch) else { return nil }
    defer { turns.end(batch.ordinal) }
    try again.reread(batch, into: otherBatch)
    judge.texts.price(batch)
    other.price(otherBatch)
    let rows = (0..<batch.count).filter { compare($0) }
    var block = judge.takeBlock(batch.ordinal)
    let sides = BookingRepricer.Sides(rows: rows) {
      self.theirs($0)
    } isPriced: {
      self.judge.texts.result(of: $0).outcome == .priced
    } departing: {
      self.analyst.departing($0)
    }
    try repricer.findRounding(&block, batch, sides)
    analyst.describe(
      &block, ofChunk: batch.ordinal, batch,
      rows.enumerated().map { (index: $0.offset, row: $0.element) }
    ) { self.repricer.withoutDefaults(batch, $0) }
    peeler.peel(&block, batch, rows.enumerated().map { (index: $0.offset, row: $0.element) }) {
      self.theirs($0)
    }
    block.keep(MeetingCases.kept(block, ofChunk: batch.ordinal, batch, rows, options: options))
    block.keep(
      RemedySampler.cases(
        block, ofChunk: batch.ordinal, batch, rows,
        agreeing: {
          let differing = Set(rows)
          return (0..<self.batch.count).filter {
            !differing.contains($0) && self.judge.texts.result(of: $0).outcome == .priced
          }
        }, options: options, reply: { self.theirs($0) }), ofForm: 0)
    return block
  }

  /// True where both sides do not make the same of a booking.
  private func compare(_ row: Int) -> Bool {
    let record = batch.firstRecord + Int64(row)
    if batch.faults[row]?.reason == CellFault.repeatedKey.rawValue {
      judge.block.ourDuplicates.append(
        UnpairedKeys.Place(key: batch.key(row), record: record, line: batch.lines[row]))
      judge.block.notComparable += 1
      return false
    }
    let theirs = theirs(row)
    if theirs.outcome == .fault, judge.texts.outcome(of: row) == .fault {
      judge.block.bothAtFault += 1
    }
    return judge.judge(
      row: row, theirs,
      BookingJudge.Identity(
        key: batch.key(row), record: record, line: batch.lines[row], form: ""))
  }

  private func theirs(_ row: Int) -> BookingJudge.Other { other.other(row, reader) }
}

extension QuoteTexts {
  /// What these rules make of a row, as another side.
  func other(_ row: Int, _ reader: JSONRecordReader) -> BookingJudge.Other {
    let result = result(of: row)
    var theirs = BookingJudge.Other(outcome: result.outcome, reason: result.reason)
    if result.outcome == .priced, case .success(let quote) = reader.read(self.quote(of: row)) {
      theirs.reply = quote
    }
    return theirs
  }
}

extension BookingCause {
  /// Compares two sets of rules.
  init(_ ours: Pricer, _ theirs: Pricer) {
    let lines = ours.plan.quoteSchema.lines.filter { $0.kind == .line }.map(\.name)
    let others = theirs.plan.quoteSchema.lines.filter { $0.kind == .line }.map(\.name)
    self.init(lines: lines + others.filter { !lines.contains($0) })
  }
}
