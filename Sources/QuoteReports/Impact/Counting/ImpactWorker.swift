package import QuoteBookings
import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// One thread's share of an impact: prices chunks of bookings by the rules before and after, and
/// by those that have some of the edits.
package final class ImpactWorker {
  /// Rules that read the same inputs, with the batch that these are read into.
  private final class Reading {
    let parser: BookingParser
    let batch: BookingBatch

    init(_ schema: BookingSchema, _ options: ReaderOptions) {
      parser = BookingReader(rereading: schema, options: options).makeParser()
      batch = BookingBatch(schema: schema)
    }
  }

  private struct Side {
    var evaluator: Evaluator
    var total: Int
    /// Nil if they read what the rules after read.
    var reading: Reading?

    func price(_ batch: BookingBatch, _ rows: Range<Int>) -> QuoteBatch {
      evaluator.price(reading?.batch ?? batch, rows: rows)
    }
  }

  private let before: Side
  private let after: Side
  private let trials: [(edits: Attribution.Coalition, side: Side)]
  private let groups: ImpactGroupReader?
  private let readings: [Reading]
  private let groupCount: Int
  private let rowsAtOnce: Int
  // What the block at hand has: totals and statuses before, and whether both sides have no fault.
  private var totals: [Int128] = []
  private var statuses: [UInt8] = []
  private var isSound: [Bool] = []

  package init(
    before: Pricer, after: Pricer, _ attribution: Attribution, groups: ImpactGroups?,
    options: ReaderOptions
  ) {
    var readings: [String: Reading] = [:]
    let own = "\(after.schema)"
    func side(_ pricer: Pricer) -> Side {
      let schema = "\(pricer.schema)"
      if schema != own, readings[schema] == nil {
        readings[schema] = Reading(pricer.schema, options)
      }
      return Side(
        evaluator: pricer.makeEvaluator(), total: pricer.plan.quoteSchema.total,
        reading: schema == own ? nil : readings[schema])
    }
    self.after = side(after)
    self.before = side(before)
    trials = attribution.rules.map { ($0.edits, side($0.pricer)) }
    self.groups = groups.map { ImpactGroupReader($0) }
    groupCount = groups?.names.count ?? 0
    let sides = [self.before, self.after] + trials.map(\.side)
    rowsAtOnce = sides.map(\.evaluator.rowsAtOnce).min() ?? Evaluator.blockSize
    self.readings = Array(readings.values)
  }

  /// What a chunk comes to, read by the rules after.
  package func summary(of batch: BookingBatch) throws(Trouble) -> ImpactSummary {
    for reading in readings { try reading.parser.reread(batch, into: reading.batch) }
    groups?.price(batch)
    var summary = ImpactSummary()
    summary.groups = Array(repeating: [:], count: groupCount)
    var sums = trials.map { _ in ImpactSums() }
    var (revenueBefore, revenueAfter) = (Int128(0), Int128(0))
    var lower = 0
    while lower < batch.count {
      let rows = lower..<min(lower + rowsAtOnce, batch.count)
      let old = before.price(batch, rows)
      take(old)
      let new = after.price(batch, rows)
      revenueAfter += compare(new, old, batch: batch, rows: rows, summary: &summary)
      for row in totals.indices where isSound[row] { revenueBefore += totals[row] }
      for index in trials.indices {
        count(trials[index].side.price(batch, rows), trials[index].side.total, &sums[index])
      }
      lower = rows.upperBound
    }
    summary.bookings = batch.count
    summary.revenueBefore = ImpactMoney.ratio(revenueBefore)
    summary.revenueAfter = ImpactMoney.ratio(revenueAfter)
    for (trial, sum) in zip(trials, sums) { summary.trials[trial.edits] = sum.trial }
    return summary
  }

  private func take(_ quotes: QuoteBatch) {
    let column = quotes.columns[before.total]
    statuses = (0..<quotes.count).map { quotes.statuses[$0] }
    totals = (0..<quotes.count).map { row in
      quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
        ? ImpactMoney.total(column, row) : 0
    }
    isSound = statuses.map { $0 != QuoteBatch.Status.fault.rawValue }
  }

  private func count(_ quotes: QuoteBatch, _ total: Int, _ sums: inout ImpactSums) {
    let column = quotes.columns[total]
    for row in 0..<quotes.count where isSound[row] {
      let status = quotes.statuses[row]
      let isQuoted = status == QuoteBatch.Status.quoted.rawValue
      let amount = isQuoted ? ImpactMoney.total(column, row) : 0
      sums.revenue += amount
      if amount != totals[row] || status != statuses[row] { sums.bookings += 1 }
      if status == QuoteBatch.Status.fault.rawValue { sums.faults += 1 }
    }
  }

  /// Compares a block with what was before; gives the sum of its totals.
  private func compare(
    _ new: QuoteBatch, _ old: QuoteBatch, batch: BookingBatch, rows: Range<Int>,
    summary: inout ImpactSummary
  ) -> Int128 {
    let column = new.columns[after.total]
    var revenue: Int128 = 0
    for row in 0..<new.count {
      let place = rows.lowerBound + row
      let was = QuoteBatch.Status(rawValue: statuses[row]) ?? .fault
      let status = QuoteBatch.Status(rawValue: new.statuses[row]) ?? .fault
      if was == .fault { summary.faultsBefore += 1 }
      if status == .fault {
        summary.faultsAfter += 1
        isSound[row] = false
        if summary.firstFault.isEmpty { summary.firstFault = batch.key(place) }
      }
      guard isSound[row] else { continue }
      let amount = status == .quoted ? ImpactMoney.total(column, row) : 0
      revenue += amount
      switch (was, status) {
      case (.quoted, .quoted):
        move(totals[row], amount, batch: batch, row: place, summary: &summary)
      case (.quoted, .declined):
        let reason = new.declineReason(of: row).string
        refuse(reason, totals[row], key: batch.key(place), declines: &summary.declined)
        group(totals[row], 0, row: place, isMove: false, summary: &summary)
      case (.declined, .quoted):
        refuse(
          old.declineReason(of: row).string, amount, key: batch.key(place),
          declines: &summary.admitted)
        group(0, amount, row: place, isMove: false, summary: &summary)
      case (.declined, .declined): summary.same += 1
      case (.fault, _), (_, .fault): break
      }
    }
    return revenue
  }

  private func move(
    _ before: Int128, _ after: Int128, batch: BookingBatch, row: Int,
    summary: inout ImpactSummary
  ) {
    let (old, new) = (ImpactMoney.ratio(before), ImpactMoney.ratio(after))
    var own = ImpactSummary.Group(bookings: 1, before: old, after: new)
    if before == after {
      summary.same += 1
    } else {
      let change = new - old
      let key = batch.key(row)
      if change.isNegative {
        own.cheaper = 1
        summary.lowered = summary.lowered + change
      } else {
        own.dearer = 1
        summary.raised = summary.raised + change
      }
      summary.histogram.add(change)
      summary.changes.add(-change, of: old, key: key)
      summary.keep(
        ImpactSummary.Move(
          key: key, record: batch.firstRecord + Int64(row), before: old, after: new))
    }
    summary.both.add(own)
    group(before, after, row: row, isMove: true, summary: &summary)
  }

  private func refuse(
    _ reason: String, _ total: Int128, key: String,
    declines: inout [String: ImpactSummary.Decline]
  ) {
    var found = declines[reason] ?? ImpactSummary.Decline(example: key)
    found.bookings += 1
    found.money = found.money + ImpactMoney.ratio(total)
    declines[reason] = found
  }

  private func group(
    _ before: Int128, _ after: Int128, row: Int, isMove: Bool, summary: inout ImpactSummary
  ) {
    guard let groups else { return }
    let own = ImpactSummary.Group(
      bookings: 1, dearer: isMove && before < after ? 1 : 0,
      cheaper: isMove && after < before ? 1 : 0,
      before: ImpactMoney.ratio(before), after: ImpactMoney.ratio(after))
    for (index, name) in groups.values(row).enumerated() { summary.add(own, name, to: index) }
  }
}

/// Sums of one trial in a chunk.
private struct ImpactSums {
  var revenue: Int128 = 0
  var bookings = 0
  var faults = 0

  var trial: ImpactSummary.Trial {
    ImpactSummary.Trial(
      revenue: ImpactMoney.ratio(revenue), bookings: bookings, faults: faults)
  }
}
