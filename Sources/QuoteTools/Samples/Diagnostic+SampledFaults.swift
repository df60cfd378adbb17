import QuoteEngine
import QuoteLanguage

/// What is said of rules whose sampled bookings have no price.
extension Diagnostic {
  static func notAlwaysGiven(
    _ fault: RowFault, line: ModelLine?, _ count: Int, of all: Int, in model: PriceModel
  ) -> Diagnostic {
    let parts = fault.message.split(separator: ": ", maxSplits: 1).map(String.init)
    let what = line.map { "the amount of `\($0.name)` is not given" } ?? parts[0]
    return Diagnostic(
      "not-always-given", severity: .warning, "\(what) for some bookings",
      at: Label(
        fault.rule, "\(parts.last ?? what); so for \(count) of \(all) sampled bookings"),
      help: ["\(instead(line, model)), or decline those bookings"])
  }

  private static func instead(_ line: ModelLine?, _ model: PriceModel) -> String {
    switch line?.effect {
    case nil: "say what its bounds are then, `(… default …)`"
    case .becomes: "say what it is then, `… default subtotal`"
    case .amount, .members, .nothing:
      "say what it is then, `… default \(CurrencySign.amount("0", model.currency))`"
    }
  }
}
