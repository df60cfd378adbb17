/// Says more of bookings that differ: which rules made our price, and what a
/// person would name as the cause.
final class DifferenceAnalyst {
  private let pricer: Pricer
  private let cause: BookingCause
  private let accepted: AcceptedJudge?
  /// So many rows between two take less to price than a block of its own.
  private static let widestGap = 64

  /// Records what it computes; made for the first booking that differs.
  private lazy var evaluator = recording.makeEvaluator()
  private lazy var fired = FiredRuleReader(recording.plan)
  private lazy var recording = pricer.recording()

  init(_ pricer: Pricer, cause: BookingCause = BookingCause(), accepted: AcceptedRules?) {
    self.pricer = pricer
    self.cause = cause
    self.accepted = accepted.map { AcceptedJudge($0) }
  }

  /// Fills in what the batch's rows say, ascending rows, each with the position
  /// of its difference in the block.
  func describe(
    _ block: inout DifferenceBlock, _ batch: BookingBatch, _ rows: [(index: Int, row: Int)]
  ) {
    var start = 0
    while start < rows.count {
      let first = rows[start].row
      var end = start + 1
      while end < rows.count, rows[end].row < first + Evaluator.blockSize,
        rows[end].row - rows[end - 1].row <= Self.widestGap
      {
        end += 1
      }
      _ = evaluator.price(batch, rows: first..<rows[end - 1].row + 1)
      for (index, row) in rows[start..<end] {
        let isPriced = block.differences[index].ours == .priced
        let rules = isPriced ? fired.rules(of: evaluator.recording(row: row - first)) : []
        describe(&block.differences[index], rules)
        if block.differences[index].ours == .declined, block.differences[index].place == nil {
          let span = evaluator.recording(row: row - first).declineSpan
          block.differences[index].place = RulePlace(span, in: pricer.sources)
        }
        if let accepted,
          let entry = accepted.entry(for: block.differences[index], in: batch, row: row)
        {
          block.differences[index].standing = .accepted(entry)
        }
      }
      start = end
    }
  }

  /// Describes what only the other side has, and looks for it in the ledger.
  func describe(theirs booking: inout BookingDifference) {
    describe(&booking)
    if let entry = accepted?.entry(forTheirs: booking, nobody) {
      booking.standing = .accepted(entry)
    }
  }

  /// A batch of one booking that says nothing.
  private lazy var nobody: BookingBatch = {
    let batch = BookingBatch(schema: pricer.schema)
    let filler = BatchFiller(
      BookingDecoders(pricer.schema, asOf: nil), lastDuplicateWins: true)
    filler.row = 0
    filler.begin(batch)
    batch.storage.append(filler.arena)
    batch.lines.append(0)
    filler.addEmpty(0)
    batch.count = 1
    return batch
  }()

  /// Says what can be said without the booking.
  func describe(_ booking: inout BookingDifference, _ rules: [FiredRule] = []) {
    var names: [String] = []
    for rule in rules where !rule.isOfOutput || rule.line == booking.departing {
      if !names.contains(rule.name) { names.append(rule.name) }
    }
    booking.rules = names
    booking.cause = cause.cause(of: booking, rules: rules)
  }
}

extension Pricer {
  /// The same rules, with every value kept for whoever asks.
  func recording() -> Pricer { Pricer(lowering: model, recording: true) }
}
