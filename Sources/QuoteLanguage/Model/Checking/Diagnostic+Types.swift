package import QuoteSyntax

/// What the model complains of: types, units, grain, ranges.
extension Diagnostic {
  static func wrongType(
    _ value: PriceExpression, wants: String, in sources: Sources, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "wrong-type", "\(value.type.described) is used where \(wants) is needed",
      at: Label(value.span, "this is \(value.type.described)"), help: help)
  }

  /// A table of plain numbers where amounts are wanted.
  static func plainCell(
    _ value: PriceExpression, _ cell: PriceExpression, _ column: TableColumn, of table: String,
    in rules: ModelChecker
  ) -> Diagnostic {
    let text = rules.sources.text(at: cell.span).trimmedOfSpaces
    return Diagnostic(
      "wrong-type", "the cells of `\(table)` are plain numbers, not money",
      at: Label(cell.span, "no currency"), labels: [Label(value.span, "money is needed here")],
      help: text.hasSuffix("%")
        ? ["a percentage is of something: `round(\(table) * subtotal)`"]
        : [
          rules.isMatrix(table)
            ? "where `\(table)` is used, make amounts of them: `\(rules.money("1")) * \(table)`"
            : "say in the header that the column holds money: "
              + "`\(Lexicon.name(meantBy: column.name) ?? column.name): money`",
          "or write each cell with its currency: `\(rules.money(text))`",
        ])
  }

  static func halfCompared(_ help: String, at span: SourceSpan, text: String) -> Diagnostic {
    Diagnostic(
      "wrong-type", "`\(text)` alone is not a condition",
      at: Label(span, "`and` and `or` need one on each side"), help: [help])
  }

  static func listOfConditions(
    _ parts: [Formula], at span: SourceSpan, in sources: Sources
  ) -> Diagnostic {
    let whole = parts.map { sources.text(at: $0.span).trimmedOfSpaces }.joined(separator: " and ")
    return Diagnostic(
      "wrong-type", "a list is used where a condition is needed", at: Label(span, "this is a list"),
      help: ["conditions that must all hold are joined: `\(whole)`"])
  }

  static func noArithmetic(
    _ op: BinaryOperator, _ a: PriceExpression, _ b: PriceExpression, at span: SourceSpan,
    in rules: ModelChecker
  ) -> Diagnostic {
    let (x, y) = (a.type.described, b.type.described)
    let isMoney = a.type == .quantity(.money) && b.type == .quantity(.money)
    let labels = [rules.origin(of: a), rules.origin(of: b)].flatMap { $0 }
    if let (cell, help) = rules.decimalCommas(in: [a, b]) {
      return Diagnostic(
        "cannot-multiply", "a text is used where a number is needed", at: cell,
        labels: [Label(span, "used as a number here")], help: help)
    }
    switch op {
    case .multiply:
      return Diagnostic(
        isMoney ? "money-times-money" : "cannot-multiply", "\(x) cannot be multiplied by \(y)",
        at: Label(span), labels: labels,
        help: rules.timesMeasure(a, b) ?? rules.timesFlag(a, b)
          ?? ["multiply by a count, a number or a percentage, or a price per unit by that unit"])
    case .divide:
      return Diagnostic(
        "cannot-divide", "\(x) cannot be divided by \(y)", at: Label(span), labels: labels,
        help: ["divide by a count or a number, or by something of the same kind"])
    case .add, .subtract, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and,
      .or, .default:
      let verb = op == .subtract ? "subtracted from" : "added to"
      let (first, second) = op == .subtract ? (y, x) : (x, y)
      return Diagnostic(
        "cannot-add", "\(first) cannot be \(verb) \(second)", at: Label(span), labels: labels,
        help: rules.daysAsNumber(a, b) ?? rules.bracketsForgotten(in: a, b, op)
          ?? rules.likeness(of: a, b, isSum: true)
          ?? rules.moneyColumn(of: a, b)
          ?? rules.timesInstead(of: a, b, op)
          ?? ["both sides measure the same: money and money, metres and kilometres"])
    }
  }

  static func noComparison(
    _ a: PriceExpression, _ b: PriceExpression, at span: SourceSpan, in rules: ModelChecker
  ) -> Diagnostic {
    if let (text, span) = rules.dateMeant(by: a, or: b) { return .noSuchDate(text, at: span) }
    return Diagnostic(
      "cannot-compare", "\(a.type.described) cannot be compared with \(b.type.described)",
      at: Label(span), labels: [rules.origin(of: a), rules.origin(of: b)].flatMap { $0 },
      help: rules.shareCompared(a, b) ?? rules.likeness(of: a, b)
        ?? rules.rateWanted(for: a, b) ?? rules.absence(comparing: a, b))
  }

  static func typesApart(_ a: PriceExpression, _ b: PriceExpression, in rules: ModelChecker)
    -> Diagnostic
  {
    let price = a.type == .quantity(.money) ? rules.pricePerUnit(behind: b)
      : b.type == .quantity(.money) ? rules.pricePerUnit(behind: a) : nil
    let table = price?.table.map {
      Label($0.span, "`\($0.name)` finds a price for each \(price?.unit.name ?? "")")
    }
    return Diagnostic(
      "types-apart", "two values that must be of one type are not",
      at: Label(b.span, "this is \(b.type.described)"),
      labels: [Label(a.span, "this is \(a.type.described)")]
        + [rules.declaration(of: a), rules.declaration(of: b), table].compactMap { $0 },
      help: price.map(rules.multiplied) ?? rules.likeness(of: a, b) ?? rules.textInstead(a, b))
  }

  /// `call`: the `sum` or its like in which the quotient stands.
  static func openQuotient(
    _ quotient: PriceExpression, under call: FormulaCall?, as use: QuotientUse,
    in rules: ModelChecker
  ) -> Diagnostic {
    Diagnostic(
      "open-quotient",
      "the result of a division is used without rounding it",
      at: Label(
        quotient.span,
        call.map { "this may have endless decimals, and goes into `\($0.name.value)` unrounded" }
          ?? "this may have endless decimals"),
      labels: rules.divisor(behind: quotient).map { [Label($0.span, "divided by this")] } ?? [],
      help: rules.roundings(of: quotient, under: call, as: use))
  }

  static func needsRounding(
    _ line: LineDeclaration, _ value: PriceExpression?, quantum: Ratio, in rules: ModelChecker
  ) -> Diagnostic {
    let formula: Formula? =
      switch line.effect {
      case .amount(let formula), .becomes(let formula): formula
      case .lines, .itself: nil
      }
    let text = formula.map { rules.sources.text(at: $0.span) } ?? line.name.value
    if let value, let (figure, whole) = rules.groupedByPoint(in: value) {
      return Diagnostic(
        "needs-rounding",
        "the total can have fractions of \(rules.minorUnit) \(rules.currency)",
        at: Label(figure.span, "a point separates decimals; it does not group digits"),
        help: ["for thousands, write `\(whole)`", "or round it, `round(\(text))`"])
    }
    return Diagnostic(
      "needs-rounding",
      "the total can have fractions of \(rules.minorUnit) \(rules.currency)",
      at: Label(
        formula?.span ?? line.name.span,
        "this is known only to be a multiple of \(quantum) \(rules.currency)"),
      help: [
        "round it, `round(\(text))`,"
          + " or end with `- subtotal: rounded` and `becomes: round(subtotal)`"
      ])
  }

  static func mayOverflow(_ value: PriceExpression, in rules: ModelChecker) -> Diagnostic {
    let bounds = rules.inputs(behind: value).prefix(3).map { field in
      "`\(field.name)` up to \(field.range.upper)"
    }
    return Diagnostic(
      "may-overflow", "a number may grow beyond the 127 bits that it can have",
      at: Label(value.span, "this can reach \(value.range.upper) in steps of \(value.quantum)"),
      help: (bounds.isEmpty ? [] : ["this happens with \(bounds.joined(separator: ", "))"])
        + ["give inputs a tighter range or a coarser step, or round on the way"])
  }

  static func endless(_ value: PriceExpression, in sources: Sources) -> Diagnostic {
    let label = Label(value.span, "this has endless decimals")
    if let unit = unitOfStep(value), let shown = value.units.numerator {
      let written = sources.text(at: value.span).trimmedOfSpaces
      return Diagnostic(
        "endless-number", "a number with endless decimals is shown", at: label,
        help: [
          "it is already rounded, but not to decimals of `\(shown.name)`, in which it is shown: "
            + "write `\(written) / 1 \(unit.name)`"
        ])
    }
    let step = value.units.numerator.map { "0.01 \($0.name)" } ?? "0.01"
    let written = sources.text(at: value.span).trimmedOfSpaces
    let shown = written.count < 60 && !written.contains("\n") ? written : "…"
    return Diagnostic(
      "endless-number", "a number with endless decimals is shown", at: label,
      help: ["round it: `round(\(shown)\(value.type == .quantity(.money) ? "" : ", " + step))`"])
  }

  /// The unit of what is rounded already, whose multiple its step is.
  private static func unitOfStep(_ value: PriceExpression) -> MeasureUnit? {
    guard case .apply(.round(let step, _), _) = value.operation, value.units.denominator == nil,
      let dimension = value.units.numerator?.dimension
    else { return nil }
    return MeasureUnit.builtIn.last { $0.dimension == dimension && (step / $0.size).isWhole }
  }

  static func badStep(_ step: PriceExpression, for value: PriceExpression, in rules: ModelChecker)
    -> Diagnostic
  {
    Diagnostic(
      "bad-step", "a step is not a positive figure of the same kind as what it rounds",
      at: Label(step.span, "this is \(step.type.described)"),
      labels: [Label(value.span, "this is \(value.type.described)")],
      help: rules.stepInstead(of: step, for: value))
  }

  static func stepNotPowerOfTen(_ span: SourceSpan, _ arithmetic: Arithmetic) -> Diagnostic {
    Diagnostic(
      "step-not-power-of-ten",
      "the step is neither 1 nor a smaller power of ten",
      at: Label(span, "`\(arithmetic.rawValue)` rounds to decimals only"),
      help: ["write a step such as `0.01` or `0.0001`"])
  }

  /// Another zone gives other days, and so other prices: each is named as what it is.
  /// `argument` is which one may be minutes east of UTC, `second`; nil where none may.
  static func needsTimezone(
    _ span: SourceSpan, argument: String?, in rules: ModelChecker
  ) -> Diagnostic {
    let zones = ZoneOfPlace.zones(ofCurrency: rules.currency)
    let shown = zones.map { "`timezone: \($0.zone)` for the time of \($0.place)" }
      + ["`timezone: UTC` where no place is meant"]
    return Diagnostic(
      "needs-timezone", "nothing says in which time zone an instant has its date or time",
      at: Label(span),
      help: [
        "say at the top by whose clock bookings are priced: \(shown.joined(separator: ", "))"
      ] + (argument.map { ["or give minutes east of UTC as a \($0) argument"] } ?? []))
  }

  // MARK: - Patterns

  static func badNumberPattern(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "bad-pattern", "the pattern of a number is not made of zeros and a point", at: Label(span),
      help: [
        "`0.00` prints two decimals, `00` at least two digits; write what goes around it as text"
      ])
  }

  static func patternLetter(
    _ run: String, of kind: String, among runs: [String], at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "bad-pattern", "`\(run)` is not a part of \(kind)",
      at: Label(span, "letters of a pattern stand for its parts"),
      help: (run.hasPrefix("E") && runs.contains("d")
        ? ["for a weekday, ask for `weekday(…)`: `weekday(…) = \"friday\"`"]
        : Suggestion.help(for: run, among: runs)) + [
        "they are \(runs.map { "`\($0)`" }.joined(separator: ", "))",
        "letters that stand for themselves are in apostrophes: `'\(run)'`",
      ])
  }

  static func patternWidth(_ run: String, among runs: [String], at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "bad-pattern", "`\(run)` has no meaning in a pattern",
      at: Label(span, "the letter is not repeated so often"),
      help: ["write \(runs.map { "`\($0)`" }.joined(separator: " or "))"])
  }

  // MARK: - Grain

  static func listsApart(
    _ a: PriceExpression, _ b: PriceExpression, in rules: ModelChecker, at span: SourceSpan
  ) -> Diagnostic {
    let (x, y) = (rules.lists[a.grain.list].name, rules.lists[b.grain.list].name)
    return Diagnostic(
      "lists-apart",
      "`\(x)` and `\(y)` are combined, and neither list is inside the other",
      at: Label(b.span, "one for each of `\(y)`"),
      labels: [Label(a.span, "one for each of `\(x)`")],
      help: [
        "bring one up to the booking, with `sum(x)` or the like",
        "to select from one list by an element of the other, give each word that the rules know a "
          + "name under `let`, `of_a: sum(x where kind = \"a\")`, and choose among the names",
      ])
  }

  static func tooFine(_ value: PriceExpression, at place: Grain, in rules: ModelChecker)
    -> Diagnostic
  {
    let list = rules.lists[value.grain.list].name
    let text = rules.sources.text(at: value.span)
    let proposal: String? =
      switch value.type {
      case .flag: "any(\(text))"
      case .quantity: "sum(\(text))"
      case .text, .choice: "join(\(text), \", \")"
      case .date, .time, .instant, .weekday: "min(\(text))"
      case .point: "first(\(text))"
      case .texts, .invalid: nil
      }
    // A label or a reason is no formula that something could be written around.
    let isTemplate = if case .apply(.template, _) = value.operation { true } else { false }
    return Diagnostic(
      "too-fine",
      place == .booking
        ? "many values are used where one is needed for the booking"
        : "many values are used where one is needed for each of `\(rules.lists[place.list].name)`",
      at: Label(value.span, "this is one for each of `\(list)`"),
      help: [
        (isTemplate ? nil : proposal).map { "write `\($0)`, or say `for: \(list)`" }
          ?? "say `for: \(list)`"
      ])
  }

  static func countOfCondition(
    _ call: FormulaCall, _ condition: PriceExpression, list: ListID, in rules: ModelChecker
  ) -> Diagnostic {
    func term(_ span: SourceSpan) -> String {
      let text = rules.sources.text(at: span).trimmedOfSpaces
      return call.condition != nil && text.contains(kept(/\bor\b/)) ? "(\(text))" : text
    }
    let list = rules.lists[list].name
    let text = term(condition.span) + (call.condition.map { " and \(term($0.span))" } ?? "")
    return Diagnostic(
      "count-of-condition", "`count` is given a condition",
      at: Label(condition.span, "yes or no: a no would be counted too"),
      help: ["write `count(\(list) where \(text))` to count those for which it holds"])
  }

  static func byNotTaken(_ call: FormulaCall, _ key: PriceExpression, in rules: ModelChecker)
    -> Diagnostic
  {
    Diagnostic(
      "by-not-taken", "`\(call.name.value)` takes no `by`",
      at: Label(
        key.span, "only `first`, `last`, `previous`, `next`, `sum_before` and `split` take one"),
      help: rules.withoutOrder(call, key))
  }

  static func nothingToAggregate(
    _ name: Spanned<String>, _ value: PriceExpression, seenFrom place: Grain?,
    in rules: ModelChecker
  ) -> Diagnostic {
    let text = rules.sources.text(at: value.span)
    let key = rules.sameKey(seenFrom: place)
    return Diagnostic(
      "nothing-to-aggregate", "`\(name.value)` is given nothing from a list",
      at: Label(value.span, "this is one value for the whole booking"),
      help: name.value == "sum_before"
        ? ["name the list by a key that is the same for all: `sum_before(\(text), by \(key))`"]
        : [
          "a value for each element is needed: a field of a list, or what is made from one",
          "`\(text)` is one value already: it is used by itself, `\(text)`",
        ])
  }
}

extension ModelChecker {
  /// Where a value's type came from: the value, and the declaration behind a name.
  func origin(of value: PriceExpression) -> [Diagnostic.Label] {
    [Diagnostic.Label(value.span, "this is \(value.type.described)")]
      + [declaration(of: value)].compactMap { $0 }
  }

  func declaration(of value: PriceExpression) -> Diagnostic.Label? {
    guard case .reference(let reference) = value.operation else { return nil }
    switch reference {
    case .field(let list, let field):
      let schema = schema.lists[list].fields[field]
      return Diagnostic.Label(schema.span, "`\(schema.name)` is declared here")
    case .letValue(let index):
      return Diagnostic.Label(
        lets[index].span, "`\(lets[index].name)` is \(lets[index].value.type.described)")
    case .element, .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons:
      return nil
    }
  }

  /// The inputs that a number is made of.
  package func inputs(behind value: PriceExpression) -> [FieldSchema] {
    var found: [FieldSchema] = []
    func walk(_ value: PriceExpression) {
      if case .reference(.field(let list, let field)) = value.operation {
        let schema = schema.lists[list].fields[field]
        let isNumber = ![.date, .time, .instant].contains(schema.type)
        let isKnown = found.contains { $0.name == schema.name }
        if isNumber, schema.range.upper.isFinite, !isKnown { found.append(schema) }
      }
      if case .reference(.letValue(let index)) = value.operation { walk(lets[index].value) }
      value.parts.forEach(walk)
    }
    walk(value)
    return found
  }
}
