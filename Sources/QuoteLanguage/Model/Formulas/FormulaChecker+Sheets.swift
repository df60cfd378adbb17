/// Functions of spreadsheets that are operators or other functions here.
extension FormulaChecker {
  /// What is written for `AND(a, b)`, `IF(a, b, c)`, `CEILING(x, step)`; nil for others.
  func operatorInstead(of call: FormulaCall, _ texts: [String]) -> String? {
    guard !texts.isEmpty else { return nil }
    let name = call.name.value.lowercased()
    switch name {
    case "and", "or", "not", "if", "iif":
      let call = "\(name)(\(texts.joined(separator: ", ")))"
      let written = SheetFormula.rewritten(call)
      return written == call ? nil : "write `\(written)`"
    case "ceiling", "mround", "roundup", "rounddown":
      let own = ["ceiling": "round_up", "mround": "round", "roundup": "round_up"][name]
        ?? "round_down"
      guard texts.count == 2 else { return nil }
      let isDigits = name == "roundup" || name == "rounddown"
      guard let step = stepMeant(by: call.arguments[1], for: call.arguments[0], isDigits: isDigits)
      else { return nil }
      return "write `\(own)(\(texts[0]), \(step))`"
    case "sumif", "countif": return conditionalSum(name, texts)
    case "vlookup", "hlookup", "xlookup", "lookup":
      guard texts.count > 1, Lexicon.isName(texts[1]) else { return nil }
      return "a table finds its row by itself: write `\(texts[1])`, or "
        + "`\(texts[1])(\(texts[0]))` for a key that its header does not name"
    case "sum" where texts.count > 1: return "write `\(texts.joined(separator: " + "))`"
    case let other where FormulaFunction.named(other) != nil && other != call.name.value:
      return "write `\(other)`"
    default: return nil
    }
  }

  /// `SUMIF(range, condition, sum)` as a sum over elements, `COUNTIF` as a count of them.
  private func conditionalSum(_ name: String, _ texts: [String]) -> String? {
    guard texts.count > 1 else { return nil }
    let (range, written) = (texts[0], texts[1])
    let bare = written.filter { $0 != "\"" }
    let isComparison = written.hasPrefix("\"") && "<>=".contains(bare.first ?? " ")
    let isFlag = !written.hasPrefix("\"") && texts.count == 2 && name == "sumif"
    let condition =
      isFlag ? range : isComparison ? "\(range) \(bare)" : "\(range) = \(written)"
    let value = isFlag ? written : texts.count > 2 ? texts[2] : range
    return "write `\(name == "sumif" ? "sum" : "count")(\(value) where \(condition))`"
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
