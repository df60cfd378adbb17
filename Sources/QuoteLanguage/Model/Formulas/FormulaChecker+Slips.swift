import QuoteSyntax

/// Formulas of which it is known what was meant.
extension FormulaChecker {
  /// `x = 6 or 7` and `a or b = "x"`, which compare one of two; reported.
  func isHalfCompared(
    _ op: BinaryOperator, _ a: Formula, _ b: Formula, at span: SourceSpan
  ) -> Bool {
    func text(_ formula: Formula) -> String {
      rules.sources.text(at: formula.span).trimmedOfSpaces
    }
    // `a and x = 6 or 7`: the comparison is the last part of what stands before.
    var last = a
    while case .binary(.and, _, let part, _) = last.kind { last = part }
    let pairs: [(BinaryOperator, BinaryOperator, String)] = [
      (.equal, .or, "in"), (.notEqual, .and, "not in"),
    ]
    for (comparison, joint, word) in pairs where op == joint && isFigure(b) {
      let compared = op == .and ? a : last
      guard case .binary(comparison, let left, let right, _) = compared.kind else { continue }
      rules.log.report(
        .halfCompared(
          "write `\(text(left)) \(word) [\(text(right)), \(text(b))]`", at: span, text: text(b)))
      return true
    }
    if case .binary(let comparison, _, let right, _) = b.kind, isComparison(comparison),
      case .name(let name) = a.kind, isKnown(name)
    {
      let value = expression(of: a)
      guard value.type != .flag, value.type != .invalid else { return false }
      let mark = "\(comparison.rawValue) \(text(right))"
      let word = op == .or ? "or" : "and"
      rules.log.report(
        .halfCompared(
          "write `\(text(a)) \(mark) \(word) \(text(b))`", at: span, text: text(a)))
      return true
    }
    return false
  }

  /// `city = Bern`, where nothing is called `Bern` and `city` is a text; reported.
  func isUnquotedWord(_ formula: Formula) -> Bool {
    guard case .name(let name) = formula.kind, !isKnown(name),
      !Diagnostic.absences.contains(name.lowercased()),
      !mayBeText(nearTo: name)
    else { return false }
    rules.log.report(
      .unknownName(
        Spanned(name, at: formula.span), among: NearWords([String]()), outputs: [], isWord: true,
        wantsText: false))
    return true
  }

  /// Whether something is called almost so that is a text, or whose type is not known here.
  private func mayBeText(nearTo name: String) -> Bool {
    guard let near = rules.knownNames(scope).nearest(to: name) else { return false }
    guard case .field(let list, let field)? = rules.symbols[near] else { return true }
    switch rules.schema.lists[list].fields[field].type {
    case .text, .oneOf: return true
    case _: return false
    }
  }

  // MARK: - Functions of other notations

  /// Whether a list is called so, and its elements have such a field.
  func isField(_ field: String, of list: String) -> Bool {
    guard case .list(let index)? = rules.symbols[list],
      case .field(let home, _)? = rules.symbols[field]
    else { return false }
    return index == home
  }

  /// How other notations call what is done with texts.
  private static let otherTexts = [
    "startswith": "starts_with", "beginswith": "starts_with", "begins_with": "starts_with",
    "endswith": "ends_with", "includes": "contains", "like": "contains", "matches": "contains",
    "substitute": "replace", "len": "length", "strip": "trim",
  ]

  /// What is written for a call of a function that is none; nil where it is not known.
  func helpInstead(of call: FormulaCall) -> String? {
    func text(_ formula: Formula) -> String {
      rules.sources.text(at: formula.span).trimmedOfSpaces
    }
    let texts = call.arguments.map(text)
    if let other = operatorInstead(of: call, texts) { return other }
    switch call.name.value.lowercased() {
    case "avg", "average", "mean":
      var value = call.arguments.count == 1 ? texts[0] : "x"
      if call.arguments.count == 1, case .member(let base, let field) = call.arguments[0].kind,
        case .name(let list) = base.kind, isField(field.value, of: list)
      {
        value = field.value
      }
      if let condition = call.condition { value += " where \(text(condition))" }
      return "write `sum(\(value)) / count(\(value))`, inside a rounding"
    case let name where Self.otherTexts[name] != nil:
      guard var other = Self.otherTexts[name] else { return nil }
      if name == "len", call.arguments.count == 1, case .name(let list) = call.arguments[0].kind,
        case .list? = rules.symbols[list]
      {
        other = "count"
      }
      if texts.count == 2 { return "write `\(OtherText.call(other, texts[0], texts[1]))`" }
      return "write `\(other)(\(texts.joined(separator: ", ")))`"
    case "today", "now", "getdate", "current_date":
      return "the moment of quoting is an input, such as `at: instant`, which `--as-of` fills"
    case "exists", "isset", "has", "isgiven": return texts.first.map { "write `\($0) is given`" }
    case "isblank", "isnull", "isempty", "isna", "ismissing", "istleer", "estvide", "iserror":
      guard let first = texts.first else { return nil }
      return texts.count == 2
        ? "write `\(first) default \(texts[1])`" : "write `\(first) is not given`"
    case "iferror", "wennfehler", "sierreur", "coalesce", "ifnull", "nvl", "ifna", "isnulldefault":
      return texts.count == 2 ? "write `\(texts[0]) default \(texts[1])`" : nil
    case "int", "ganzzahl", "ent": return texts.first.map { "write `floor(\($0))`" }
    case "str", "string", "tostring", "to_char":
      return texts.first.map {
        "for a text, write `text(\($0))`; to reckon with it, leave it as it is: `\($0)`"
      }
    case "float", "decimal", "cdbl", "numeric":
      guard let first = texts.first else { return nil }
      return first.hasPrefix("\"")
        ? "a figure has no quotation marks: for an amount, write "
          + "`\(rules.money(String(first.dropFirst().dropLast())))`, for a number "
          + "`\(first.dropFirst().dropLast())`"
        : "a number needs no conversion: write `\(first)`"
    case "weekend", "isweekend", "is_weekend":
      return texts.first.map { Self.daysOff("weekday(\($0))") }
    case "sqrt": return "there are no roots: put what they come to in a table"
    case "subtotal": return "`subtotal` is the value above the line, and has no parentheses"
    case "days":
      guard texts.count == 2 else { return nil }
      let days = call.arguments.map { argument in
        expression(of: argument).type == .instant ? "date(\(text(argument)))" : text(argument)
      }
      return "days from one to the other are `((\(days[0]) - \(days[1])) / 1 day)`"
    default: return nil
    }
  }

  private func isFigure(_ formula: Formula) -> Bool {
    switch formula.kind {
    case .literal(.flag): false
    case .literal, .text: true
    case .name, .member, .call, .negate, .not, .binary, .isGiven, .membership, .conditional,
      .invalid, .list, .range:
      false
    }
  }

  private func isComparison(_ op: BinaryOperator) -> Bool {
    switch op {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .and, .or, .default: false
    }
  }

  /// `x = none`, where nothing is called `none`; reported.
  func isComparedWithAbsence(
    _ comparison: PriceExpression.Comparison, _ a: Formula, _ b: Formula, at span: SourceSpan
  ) -> Bool {
    guard comparison == .equal || comparison == .notEqual else { return false }
    for (absence, other) in [(b, a), (a, b)] {
      guard case .name(let name) = absence.kind, !isKnown(name),
        Diagnostic.absences.contains(name.lowercased())
      else { continue }
      rules.log.report(
        .comparedWithAbsence(
          rules.sources.text(at: other.span).trimmedOfSpaces, isEqual: comparison == .equal,
          absence: name, at: span))
      return true
    }
    return false
  }
}
