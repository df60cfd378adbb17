/// Functions of spreadsheets that are operators or other functions here.
extension FormulaChecker {
  /// What is written for `AND(a, b)`, `IF(a, b, c)`, `CEILING(x, step)`; nil for others.
  func operatorInstead(of call: FormulaCall, _ texts: [String]) -> String? {
    guard !texts.isEmpty else { return nil }
    let name = call.name.value.lowercased()
    switch name {
    case "and", "or": return "write `\(texts.joined(separator: " \(name) "))`"
    case "not": return "write `not (\(texts[0]))`"
    case "if", "iif":
      guard 2...3 ~= texts.count else { return nil }
      let otherwise = texts.count == 3 ? " else \(texts[2])" : ""
      return "write `if \(texts[0]) then \(texts[1])\(otherwise)`"
    case "ceiling", "mround", "roundup", "rounddown":
      let own = ["ceiling": "round_up", "mround": "round", "roundup": "round_up"][name]
        ?? "round_down"
      guard texts.count == 2 else { return nil }
      let isDigits = name == "roundup" || name == "rounddown"
      guard let step = stepMeant(by: call.arguments[1], for: call.arguments[0], isDigits: isDigits)
      else { return nil }
      return "write `\(own)(\(texts[0]), \(step))`"
    case let other where FormulaFunction.named(other) != nil && other != call.name.value:
      return "write `\(other)`"
    default: return nil
    }
  }

  /// A step written as a plain number, or how many digits are kept, as a step of its value.
  private func stepMeant(by step: Formula, for value: Formula, isDigits: Bool) -> String? {
    let (size, of) = (expression(of: step), expression(of: value))
    guard case .constant(.quantity(let figure)) = size.operation, size.type.isPlainNumber,
      case .quantity(let wanted) = of.type, wanted.denominator == nil
    else { return nil }
    var text = rules.sources.text(at: step.span).trimmedOfSpaces
    if isDigits {
      guard figure.isWhole, let digits = Int(exactly: figure.numerator), -9...6 ~= digits else {
        return nil
      }
      text =
        digits > 0
        ? "0." + String(repeating: "0", count: digits - 1) + "1"
        : "1" + String(repeating: "0", count: -digits)
    }
    if wanted.numerator == .money { return rules.money(text) }
    return of.units.numerator.map { "\(text) \($0.name)" } ?? text
  }
}
