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

  /// A table that is looked up by a text and has no row for words that it does not name.
  static func openKey(
    _ fault: RowFault, _ table: ModelTable, _ count: Int, of all: Int, in model: PriceModel
  ) -> Diagnostic {
    let why = fault.message.split(separator: ": ", maxSplits: 1).map(String.init).last ?? ""
    return Diagnostic(
      "open-key", severity: .warning,
      "`\(table.name)` has no row for words that it does not name",
      at: Label(table.span, "\(why); so for \(count) of \(all) sampled bookings"),
      help: [
        "give the others a row, `-`, or say `\(table.name) default …` where it is used",
        "or decline them: `when: \(table.name) is not given`",
        "or, if there are no others, list the words at the input: `one of a | b`",
      ])
  }

  private static func instead(_ line: ModelLine?, _ model: PriceModel) -> String {
    switch line?.effect {
    case nil: "say what its bounds are then, `(… default …)`"
    case .becomes: "say what it is then, `(…) default subtotal`"
    case .amount, .members, .nothing:
      "say what it is then, `(…) default \(CurrencySign.amount("0", model.currency))`"
    }
  }
}
