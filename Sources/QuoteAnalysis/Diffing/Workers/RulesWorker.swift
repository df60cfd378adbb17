import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One thread's comparison of two rules files: both price the same bookings, and their quotes are
/// compared as columns. What differs is then read value by value.
final class RulesWorker: DifferenceWorker {
  private let parser: BookingParser
  private let again: BookingParser
  private let batch: BookingBatch
  private let otherBatch: BookingBatch
  private let inquiry: BatchInquiry
  private let other: QuoteTexts
  private let columns: ColumnComparison?
  /// Nil if every booking that differs is told.
  private let counter: DifferenceCounter?
  private let reader = JSONRecordReader()
  private let turns: RoundingTurns

  private var judge: BookingJudge { inquiry.judge }

  init(
    _ differ: Differ, theirs: Pricer, reader: BookingReader, turns: RoundingTurns
  ) {
    self.turns = turns
    let ours = differ.pricers[0]
    parser = reader.makeParser()
    again = BookingReader(rereading: theirs.schema, options: reader.options).makeParser()
    batch = BookingBatch(schema: ours.schema)
    otherBatch = BookingBatch(schema: theirs.schema)
    other = QuoteTexts(theirs)
    let (form, tolerances) = (differ.form(0, against: theirs), differ.options.tolerances)
    inquiry = BatchInquiry(
      differ, form: 0, options: reader.options, turns, cause: BookingCause(ours, theirs)
    ) { $0.comparer(form: form, tolerances: tolerances, comparesLines: true) }
    // A ledger looks at bookings that are the same, too.
    columns =
      differ.acceptedRules(of: 0) != nil || reader.options.readsOneByOne
      ? nil
      : ColumnComparison(
        inquiry.judge.comparer, ours: ours.plan, theirs: theirs.plan)
    counter = differ.counter(inquiry, columns)
  }

  func next() throws(Trouble) -> DifferenceBlock? {
    guard try parser.read(into: batch) else { return nil }
    defer { turns.end(batch.ordinal) }
    inquiry.begin(batch.ordinal)
    try again.reread(batch, into: otherBatch)
    counter?.begin(batch.ordinal)
    price()
    counter?.choose(batch, isRoundingSettled: turns.evidence[0].isSettled)
    let counted = Set(counter?.counted ?? [])
    let rows = (0..<batch.count).filter {
      columns?.isSame($0) != true && !counted.contains($0) && compare($0)
    }
    counter?.take(into: &judge.block)
    let block = try inquiry.block(
      of: batch, differing: rows, counted: counter?.counted ?? []
    ) {
      !counted.contains($0)
    } other: {
      self.theirs($0)
    }
    counter?.learn(block, rows)
    return block
  }

  /// Prices the batch by both, block by block; what is the same has no texts.
  private func price() {
    guard let columns else {
      judge.texts.price(batch)
      return other.price(otherBatch)
    }
    other.begin(otherBatch)
    judge.price(batch, by: columns) { ours in
      let theirs = other.quotes(of: ours.firstRow..<ours.firstRow + ours.count)
      columns.compare(ours, theirs)
      other.keep(theirs) { !columns.isSame($0) && !columns.isOfNumbers($0) }
    }
    other.end()
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
