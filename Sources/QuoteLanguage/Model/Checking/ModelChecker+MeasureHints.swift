/// What is said of sums and products of a measure, a number and a flag.
extension ModelChecker {
  private func text(_ value: PriceExpression) -> String {
    sources.text(at: value.span).trimmedOfSpaces
  }

  /// `n - 14` of a duration that is counted in days, and `n - 14 days` of a number.
  func daysAsNumber(_ a: PriceExpression, _ b: PriceExpression) -> [String]? {
    for (written, other) in [(b, a), (a, b)] {
      guard case .constant = written.operation, case .reference = other.operation,
        case .quantity(let one) = written.type, case .quantity(let two) = other.type,
        one.denominator == nil, two.denominator == nil
      else { continue }
      let name = text(other)
      if one.numerator == nil, two.numerator == .duration, let unit = other.units.numerator {
        return [
          "`\(name)` is a duration: write `\(text(written)) \(unit.name)`",
          "or make a number of it where it is declared: `(…) / 1 \(unit.name)`",
        ]
      }
      if let numerator = one.numerator, numerator != .money, two.numerator == nil {
        let figure = text(written).prefix { $0.isNumber || ".-".contains($0) }
        return [
          "`\(name)` has no unit: write `\(figure)`, if it counts the same",
          "or give it the unit where it is declared",
        ]
      }
    }
    for (amount, plain) in [(a, b), (b, a)] {
      guard amount.type == .quantity(.money), plain.type.isPlainNumber,
        case .reference(.field) = plain.operation
      else { continue }
      return ["declare `\(text(plain))` as `money`, if it is an amount"]
    }
    return nil
  }

  /// `€1.50 * (n > 14)`.
  func timesFlag(_ a: PriceExpression, _ b: PriceExpression) -> [String]? {
    for (value, flag) in [(a, b), (b, a)] where flag.type == .flag && value.type.isQuantity {
      var condition = text(flag)
      if condition.hasPrefix("("), condition.hasSuffix(")"),
        condition.count(where: { $0 == "(" }) == 1
      {
        condition = String(condition.dropFirst().dropLast())
      }
      let otherwise = zero(like: value)
      return ["a condition chooses: `(if \(condition) then \(text(value)) else \(otherwise))`"]
    }
    return nil
  }

  /// What is said of a value where a condition is wanted.
  func asCondition(_ value: PriceExpression) -> [String] {
    let name = text(value)
    switch value.type {
    case .text: return ["a condition compares: `\(name) = \"…\"`"]
    case .choice(let words):
      return ["a condition compares: `\(name) = \"\(words.first ?? "…")\"`"]
    case .quantity: return ["a condition compares: `\(name) > \(zero(like: value))`"]
    case .flag, .date, .time, .instant, .weekday, .point, .texts, .invalid: return []
    }
  }
}

extension MeasureUnit {
  /// Whether a word is a unit of weight, length or time, here or elsewhere.
  static func isSpelt(_ word: String) -> Bool {
    named(word) != nil
      || [
        "cm", "mm", "t", "oz", "ft", "in", "yd", "pcs", "pc", "hours", "hrs", "mins", "kgs", "lbs",
      ].contains(word.lowercased())
  }

  /// The unit of a plural: `h` of `hours`.
  static func spelt(_ plural: String) -> String {
    ["days": "day", "hours": "h", "minutes": "min"][plural] ?? plural
  }
}
