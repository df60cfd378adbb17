import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A batch's bookings for rules into which the other side's amounts can be put: the inputs are
/// shared, their amounts stand beside them.
final class PeeledBookings {
  private let rules: PeeledRules
  private weak var source: BookingBatch?
  let batch: BookingBatch
  /// Rows that have amounts of theirs.
  private var filled: [Int] = []

  /// No row has an amount of theirs.
  init(_ rules: PeeledRules, _ source: BookingBatch) {
    self.rules = rules
    self.source = source
    batch = BookingBatch(schema: rules.pricer.schema, sharing: source)
    begin()
  }

  /// The bookings of a batch, `last` where it still stands for that batch; no row has an amount of
  /// theirs.
  static func of(
    _ source: BookingBatch, _ rules: PeeledRules, last: PeeledBookings?
  ) -> PeeledBookings {
    guard let last, last.source === source else { return PeeledBookings(rules, source) }
    last.begin()
    return last
  }

  private func begin() {
    batch.count = source?.count ?? 0
    filled.removeAll(keepingCapacity: true)
    for input in rules.inputs {
      let column = batch.lists[.booking].columns[input.field]
      column.removeAll()
      for row in 0..<batch.count { column.fill(to: row) }
    }
  }

  /// Takes their amounts out of all rows.
  func clear() {
    let columns = batch.lists[.booking].columns
    for row in filled {
      for input in rules.inputs { columns[input.field].fill(to: row) }
    }
    filled.removeAll(keepingCapacity: true)
  }

  func put(_ amount: Ratio, in input: PeeledRules.Input, at row: Int) {
    batch.lists[.booking].columns[input.field].put(amount, step: input.step, at: row)
    filled.append(row)
  }

  /// Puts an amount in that is so many steps of the input.
  func put(steps: Int64, in input: PeeledRules.Input, at row: Int) {
    batch.lists[.booking].columns[input.field].put(steps: steps, at: row)
    filled.append(row)
  }
}
