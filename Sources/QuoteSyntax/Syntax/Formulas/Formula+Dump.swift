/// Formulas, texts and literals written the way rules have them, with just
/// the parentheses they need.
extension Formula {
  /// How tightly the outermost operator binds, the loosest 0.
  private var tightness: Int {
    switch kind {
    case .conditional: 0
    case .binary(let operation, _, _, _): operation.tightness
    case .not: 3
    case .isGiven, .membership: 4
    case .negate: 8
    case .literal, .text, .name, .member, .call, .list, .range, .invalid: 9
    }
  }

  /// The formula as text; reading it again gives the same formula.
  package var written: String { written(atLeast: 0) }

  private func written(atLeast wanted: Int) -> String {
    tightness < wanted ? "(\(writtenOpen))" : writtenOpen
  }

  private var writtenOpen: String {
    switch kind {
    case .literal(let literal): return literal.written
    case .text(let template): return "\"\(template.written(isQuoted: true))\""
    case .name(let name): return name
    case .member(let formula, let name): return "\(formula.written(atLeast: 9)).\(name.value)"
    case .call(let name, let arguments, let condition, let order):
      return name.value + "(" + Self.written(arguments, condition, order) + ")"
    case .negate(let operand): return "-\(operand.written(atLeast: 8))"
    case .not(let operand): return "not \(operand.written(atLeast: 3))"
    case .binary(let operation, let left, let right, _):
      let level = operation.tightness
      // Comparisons are not chained, so both sides bind tighter.
      let leftLevel = level == 4 ? 5 : level
      return "\(left.written(atLeast: leftLevel)) \(operation.rawValue) "
        + right.written(atLeast: level + 1)
    case .isGiven(let operand, let negated):
      return "\(operand.written(atLeast: 5)) is \(negated ? "not " : "")given"
    case .membership(let operand, let whole, let negated):
      return "\(operand.written(atLeast: 5)) \(negated ? "not " : "")in "
        + whole.written(atLeast: 5)
    case .conditional(let condition, let then, let other):
      let thenText = then.written(atLeast: other == nil ? 0 : 1)
      return "if \(condition.written(atLeast: 1)) then \(thenText)"
        + (other.map { " else \($0.written(atLeast: 0))" } ?? "")
    case .list(let elements):
      return "[" + elements.map { $0.written(atLeast: 0) }.joined(separator: ", ") + "]"
    case .range(let range): return range.written
    case .invalid: return "<unreadable>"
    }
  }

  private static func written(
    _ arguments: [Formula], _ condition: Formula?, _ order: Formula?
  ) -> String {
    var text = arguments.map(\.written).joined(separator: ", ")
    if let condition { text += " where \(condition.written)" }
    if let order { text += "\(text.isEmpty ? "" : ", ")by \(order.written)" }
    return text
  }
}

extension BinaryOperator {
  fileprivate var tightness: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 4
    case .default: 5
    case .add, .subtract: 6
    case .multiply, .divide: 7
    }
  }
}

extension FormulaRange {
  var written: String {
    "\(lowerIsIncluded ? "[" : "(")\(lower.written)..\(upper.written)\(upperIsIncluded ? "]" : ")")"
  }
}

extension Template {
  /// The text with its formulas in braces. Quoted, marks that would end it
  /// are escaped.
  package func written(isQuoted: Bool) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .formula(let formula): result += "{\(formula.written)}"
      case .text(let text):
        let quoted = Literal.quoted(text).dropFirst().dropLast()
        let escaped = String(quoted)
        result += isQuoted ? escaped : escaped.replacing("\\\"", with: "\"")
      }
    }
    return result
  }
}

extension Literal {
  package var written: String {
    switch self {
    case .number(let number): number.written
    case .text(let text): Literal.quoted(text)
    case .flag(let flag): flag ? "yes" : "no"
    case .date(let date): "\(date)"
    case .time(let time): "\(time)"
    case .instant(let instant): "\(instant)"
    }
  }
}

extension NumberLiteral {
  package var written: String {
    let shown = isPercent ? value * 100 : value
    let digits = max(0, fractionDigits - (isPercent ? 2 : 0))
    var text = Self.decimal(shown.magnitude, digits: digits)
    if isPercent { text += "%" }
    if let currency {
      text = currency.utf8.count == 3 && currency.utf8.allSatisfy(\.isUppercaseLetter)
        ? "\(text) \(currency)" : "\(currency)\(text)"
    }
    if let unit { text += " \(unit)" }
    if let perUnit { text += perUnit == "each" ? " each" : "/\(perUnit)" }
    return value.isNegative ? "-\(text)" : text
  }

  /// With as many decimals as were written.
  private static func decimal(_ value: Ratio, digits: Int) -> String {
    let scaled = value * Ratio(powerOfTen: digits)
    guard digits > 0, scaled.isWhole else { return "\(value)" }
    var text = String(scaled.numerator)
    while text.utf8.count <= digits { text = "0" + text }
    text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
    return text
  }
}
