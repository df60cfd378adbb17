import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What expressions of a booking come to, by the slow evaluator.
package struct ScalarValues {
  private let run: ScalarRun
  package let quote: ScalarQuote

  /// Whether an amount of money that was needed is not given.
  package var lacksAmounts: Bool { run.fault != nil }

  /// Nil where the booking could not be read.
  package init?(_ row: Int, of bookings: BookingBatch, by evaluator: ScalarEvaluator) {
    guard bookings.faults[row] == nil else { return nil }
    run = ScalarRun(evaluator: evaluator, booking: evaluator.node(row, of: bookings))
    quote = run.quote()
  }

  /// The value at an element, counted through the whole booking. Nil of what depends on the
  /// running subtotal, which has another value at each line.
  package func value(of expression: PriceExpression, list: ListID, element: Int) -> ScalarValue? {
    guard !isMoving(expression) else { return nil }
    let nodes = run.nodes(of: list, below: run.booking)
    guard nodes.indices.contains(element) else { return nil }
    return run.value(expression, at: nodes[element])
  }

  private func isMoving(_ expression: PriceExpression) -> Bool {
    switch expression.operation {
    case .reference(.running), .reference(.carried), .steps: true
    case .reference(.letValue(let index)): isMoving(run.model.lets[index].value)
    case .lookup(let table, _, let keys), .graduated(let table, let keys):
      keys.contains(where: isMoving)
        || run.model.tables[table].rows.flatMap(\.values).contains { $0.map(isMoving) ?? false }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .isFound, .texts:
      expression.parts.contains(where: isMoving)
    }
  }
}

extension ScalarValue {
  /// As a recording holds it.
  package var recorded: RecordedValue {
    switch self {
    case .notGiven: .notGiven
    case .flag(let flag): .flag(flag)
    case .text(let text): .text(text)
    case .choice(let index): .choice(index)
    case .exact(let value): .exact(value)
    case .double(let value): .double(value)
    case .integer(let value): .integer(value)
    case .date(let days): .integer(Int64(days))
    case .time(let seconds): .integer(Int64(seconds))
    case .instant(let microseconds): .integer(microseconds)
    case .weekday(let number): .integer(Int64(number))
    case .point(let point): .point(point)
    case .texts(let texts): .texts(texts)
    }
  }
}
