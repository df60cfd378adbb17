import QuoteSyntax

extension ValueType {
  /// What it is, with its article, for messages: `a text`, `money`, `a
  /// distance`, `money per distance`.
  package var described: String {
    switch self {
    case .flag: "a flag"
    case .text: "a text"
    case .choice(let words):
      words.count <= 4 ? "one of \(words.joined(separator: " | "))" : "a choice"
    case .quantity(let quantity): quantity.described
    case .date: "a date"
    case .time: "a time of day"
    case .instant: "an instant"
    case .weekday: "a weekday"
    case .point: "a point"
    case .texts: "a list of texts"
    case .invalid: "unknown"
    }
  }

  /// How a value of the type is written in a table, amounts in a currency.
  func exampleWritten(in currency: String) -> String {
    switch self {
    case .flag: "`yes` or `no`"
    case .text, .choice, .texts: "a bare word"
    case .quantity(let quantity): "`\(quantity.exampleWritten(in: currency))`"
    case .date: "`2026-03-14`"
    case .time: "`12:30`"
    case .instant: "`2026-03-14T12:30:00Z`"
    case .weekday: "`monday`"
    case .point: "the name of an area"
    case .invalid: "a value"
    }
  }
}

extension QuantityType {
  package var described: String {
    let measured =
      switch numerator {
      case nil: isWhole ? "a count" : "a number"
      case .money: "money"
      case .distance: "a distance"
      case .weight: "a weight"
      case .duration: "a duration"
      case .declared(let unit): "a number of `\(unit)`"
      }
    guard let denominator else { return measured }
    let per =
      switch denominator {
      case .money: "money"
      case .distance: "distance"
      case .weight: "weight"
      case .duration: "duration"
      case .declared(let unit): "`\(unit)`"
      }
    return "\(measured) per \(per)"
  }

  func exampleWritten(in currency: String) -> String {
    let per: String =
      switch denominator {
      case nil, .money: ""
      case .distance: "/mi"
      case .weight: "/kg"
      case .duration: "/min"
      case .declared(let unit): unit == "each" ? " each" : "/\(unit)"
      }
    switch numerator {
    case nil: return (isWhole ? "3" : "2.5") + per
    case .money: return CurrencySign.amount("45", currency) + per
    case .distance: return "10 mi" + per
    case .weight: return "10 kg" + per
    case .duration: return "30 min" + per
    case .declared(let unit): return "3 \(unit)" + per
    }
  }
}
