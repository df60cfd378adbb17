import QuoteSyntax

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
    case "ceiling", "ceil", "floor", "mround", "roundup", "rounddown":
      let ups = ["ceiling", "ceil", "roundup"]
      let own = ups.contains(name) ? "round_up" : name == "mround" ? "round" : "round_down"
      guard texts.count == 2 else {
        return FormulaFunction.named(name) == nil ? nil : "write `\(name)`"
      }
      let isDigits = name == "roundup" || name == "rounddown"
      guard let step = stepMeant(by: call.arguments[1], for: call.arguments[0], isDigits: isDigits)
      else { return nil }
      return "write `\(own)(\(texts[0]), \(step))`"
    case "trunc" where texts.count == 2: return truncated(texts[0], call)
    case "sumif", "countif", "sumifs", "countifs":
      return conditionalSum(name, texts, call.arguments)
    case "vlookup", "hlookup", "xlookup", "lookup":
      guard texts.count > 1, let table = texts.prefix(2).firstIndex(where: isTable)
        ?? (Lexicon.isName(texts[1]) ? 1 : nil)
      else { return nil }
      if case .table(let index)? = rules.symbols[texts[table]],
        let found = rules.table(index, keys: nil, from: call.span)
      {
        let (columns, keys) = (rules.tables[found].columns, rules.tables[found].keys)
        let named = columns.prefix(3).map { "`\(texts[table]).\($0.name)`" }
        if columns.count > 1 {
          return "a table finds its row by itself: write \(named.joined(separator: " or "))"
        }
        if keys.map(\.header) == [texts[1 - table]] {
          return "a table finds its row by itself: write `\(texts[table])`"
        }
      }
      return "a table finds its row by itself: write `\(texts[table])`, or "
        + "`\(texts[table])(\(texts[1 - table]))` for a key that its header does not name"
    case "sum": return added(texts)
    case let other where FormulaFunction.named(other) != nil && other != call.name.value:
      return "write `\(other)`"
    default: return nil
    }
  }

  /// `TRUNC(x, digits)`, which goes up below zero.
  private func truncated(_ text: String, _ call: FormulaCall) -> String? {
    guard let step = stepMeant(by: call.arguments[1], for: call.arguments[0], isDigits: true) else {
      return nil
    }
    let value = expression(of: call.arguments[0])
    return value.range.lower >= 0
      ? "write `round_down(\(text), \(step))`"
      : "write `round(\(text), \(step), towards_zero)`"
  }

  private func isTable(_ name: String) -> Bool {
    if case .table? = rules.symbols[name] { true } else { false }
  }

  private func isList(_ name: String) -> Bool {
    if case .list? = rules.symbols[name] { true } else { false }
  }

  /// `sum(a, b)`, as a spreadsheet adds cells up, and `sum(list, x)`, whose list is known by x.
  func added(_ texts: [String]) -> String? {
    guard texts.count > 1 else { return nil }
    if isList(texts[0]) { return texts.count == 2 ? "write `sum(\(texts[1]))`" : nil }
    return "write `\(texts.joined(separator: " + "))`"
  }

  /// `SUMIF(range, condition, sum)` as a sum over elements, `COUNTIF` as a count of them.
  private func conditionalSum(
    _ name: String, _ texts: [String], _ arguments: [Formula]
  ) -> String? {
    guard texts.count > 1 else { return nil }
    let isSum = name.hasPrefix("sum")
    // `SUMIFS` names what is added first, and ranges with their conditions behind it.
    let isSumFirst = isSum && texts.count > 2 && (name == "sumifs" || isText(arguments[2]))
    let ranges = isSumFirst ? Array(arguments.dropFirst()) : arguments
    let shown = isSumFirst ? Array(texts.dropFirst()) : texts
    guard shown.count > 1 else { return nil }
    let condition: String
    var value = isSumFirst ? texts[0] : shown.count > 2 && isSum ? shown[2] : shown[0]
    if isCondition(ranges[1]) {
      condition = shown[1]
    } else if isSum, shown.count == 2, !isSumFirst, !isText(ranges[1]) {
      (condition, value) = (shown[0], shown[1])
    } else {
      condition = compared(shown[0], shown[1])
    }
    return "write `\(isSum ? "sum" : "count")(\(value) where \(condition))`"
  }

  /// `x = "A"`, and `x > 3` of `">3"`.
  private func compared(_ range: String, _ written: String) -> String {
    let bare = written.filter { $0 != "\"" }
    let isComparison = written.hasPrefix("\"") && "<>=".contains(bare.first ?? " ")
    return isComparison ? "\(range) \(bare)" : "\(range) = \(written)"
  }

  private func isText(_ formula: Formula) -> Bool {
    rules.sources.text(at: formula.span).trimmedOfSpaces.hasPrefix("\"")
  }

  private func isCondition(_ formula: Formula) -> Bool {
    switch formula.kind {
    case .not, .isGiven, .membership: true
    case .binary(let op, _, _, _): ![.add, .subtract, .multiply, .divide, .default].contains(op)
    case .literal, .text, .name, .member, .call, .negate, .conditional, .list, .range, .invalid:
      false
    }
  }

  /// A step written as a plain number, or how many digits are kept, as a step of its value.
  private func stepMeant(by step: Formula, for value: Formula, isDigits: Bool) -> String? {
    let (size, of) = (expression(of: step), expression(of: value))
    guard case .constant(.quantity(let figure)) = size.operation else { return nil }
    let written = rules.sources.text(at: step.span).trimmedOfSpaces
    guard isDigits || figure > .zero && !written.hasSuffix("%") else { return nil }
    if !isDigits, size.type == of.type, !size.type.isPlainNumber { return written }
    guard size.type.isPlainNumber,
      case .quantity(let wanted) = of.type, wanted.denominator == nil
    else { return nil }
    var text = written
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
