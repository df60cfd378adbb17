import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The slow and obvious evaluator: one booking at a time, straight from the
/// model, by recursion. It shares no code with the product's plan, evaluator or
/// kernels, so that the two can be held against each other.
package struct ScalarEvaluator {
  package let model: PriceModel
  let parents: ByList<ListID?>
  let lines: [ModelLine]
  /// The lists that the rules make, each after those that it needs.
  let making: [ListID]

  package init(model: PriceModel) {
    self.model = model
    parents = model.lists.mapped(\.parent)
    lines = model.allLines
    making = model.makingOrder
  }

  /// Prices one row of a batch.
  package func price(_ row: Int, of bookings: BookingBatch) -> ScalarQuote {
    if let fault = bookings.faults[row] {
      return ScalarQuote(
        status: .fault(fault.reason), total: .notGiven, lines: [:], sums: [:], outputs: [])
    }
    let run = ScalarRun(evaluator: self, booking: node(row, of: bookings))
    return run.quote()
  }

  // MARK: - Reading a row

  func node(_ row: Int, of bookings: BookingBatch) -> ScalarNode {
    let booking = ScalarNode(list: .booking, parent: nil)
    fill(booking, row: row, of: bookings)
    return booking
  }

  private func fill(_ node: ScalarNode, row: Int, of bookings: BookingBatch) {
    let schema = model.schema.lists[node.list]
    let columns = bookings.lists[node.list]
    node.fields = zip(schema.fields, columns.columns).map { Self.cell(row, $0, $1, model) }
    for (list, below) in model.schema.lists.withIDs
    where below.parent == node.list && !below.isMade {
      let offsets = bookings.lists[list].offsets
      var children: [ScalarNode] = []
      for element in Int(offsets[row])..<Int(offsets[row + 1]) {
        let child = ScalarNode(list: list, parent: node)
        fill(child, row: element, of: bookings)
        let source =
          bookings.lists[list].sources.count > element
          ? Int(bookings.lists[list].sources[element]) : 0
        if isKept(child, source: source) { children.append(child) }
      }
      node.children[list] = children
    }
  }

  /// Completes an extra element, then asks `keep`.
  private func isKept(_ child: ScalarNode, source: Int) -> Bool {
    let list = model.lists[child.list]
    let run = ScalarRun(evaluator: self, booking: child.enclosing(.booking)!, isComplete: false)
    if let extra = list.extras.first(where: { $0.source == source }) {
      if let condition = extra.condition, !run.value(condition, at: child).isTrue { return false }
      for (field, value) in extra.computed { child.fields[field] = run.value(value, at: child) }
    }
    guard let keep = list.keep else { return true }
    return run.value(keep, at: child).isTrue
  }

  static func cell(
    _ row: Int, _ schema: FieldSchema, _ column: FieldColumn, _ model: PriceModel
  ) -> ScalarValue {
    if column.isOptional, column.validity[row / 64] >> UInt64(row % 64) & 1 == 0 {
      return .notGiven
    }
    switch column.storage {
    case .integer: return integer(column.integers[row], schema, model)
    case .double: return .double(column.doubles[row])
    case .flag: return .flag(column.flags[row] != 0)
    case .choice: return .choice(Int(column.choices[row]))
    case .text: return .text(column.texts[row].string)
    case .point:
      return .point(
        GeographicPoint(
          latitude: column.points[2 * row], longitude: column.points[2 * row + 1]))
    }
  }

  private static func integer(
    _ held: Int64, _ schema: FieldSchema, _ model: PriceModel
  ) -> ScalarValue {
    switch schema.type {
    case .date: return .date(Int(held))
    case .time: return .time(Int(held))
    case .instant: return .instant(held)
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      if model.arithmetic.isBinary { return .integer(held) }
      return .exact(Ratio(held) * schema.step * (schema.unit?.size ?? 1))
    case .text, .flag, .point, .oneOf: return .notGiven
    }
  }
}
