package import QuoteSyntax

extension FormulaChecker {
  /// The typed expression. `expecting` decides what a bare or quoted word is
  /// (a choice, a weekday), nothing else.
  func expression(of formula: Formula, expecting: ValueType? = nil) -> PriceExpression {
    let span = formula.span
    switch formula.kind {
    case .literal(let literal): return expression(of: literal, at: span, expecting: expecting)
    case .text(let template): return word(template, expecting) ?? text(of: template)
    case .name(let name): return value(of: name, at: span)
    case .member(let base, let column): return member(base, column, at: span)
    case .call(let name, let arguments, let condition, let key):
      return call(
        FormulaCall(name: name, arguments: arguments, condition: condition, key: key, span: span))
    case .negate(let a): return negated(expression(of: a), at: span)
    case .not(let a):
      let value = flag(a)
      return denied(value, span)
    case .binary(let op, let a, let b, let place): return binary(op, a, b, at: place, span: span)
    case .isGiven(let a, let negated):
      let asked = isGiven(a, span)
      return negated ? denied(asked, span) : asked
    case .membership(let a, let set, let negated):
      let asked = membership(a, set, span)
      return negated ? denied(asked, span) : asked
    case .conditional(let condition, let then, let otherwise):
      return conditional(condition, then, otherwise: otherwise, at: span, expecting: expecting)
    case .list(let parts):
      let values = parts.map { expression(of: $0) }
      for value in values where value.type != .invalid && !value.type.isTextual {
        rules.log.report(.wrongType(value, wants: "a text", in: rules.sources))
      }
      return made(
        .texts(values.map(optionalText)), .texts, parts: values, at: span, optional: false)
    case .range:
      rules.log.report(.rangeOutsideIn(at: span))
      return invalid(at: span)
    case .invalid: return invalid(at: span)
    }
  }

  private func optionalText(_ value: PriceExpression) -> PriceExpression { value }

  /// An expression that must be a flag.
  func flag(_ formula: Formula) -> PriceExpression {
    if case .list(let parts) = formula.kind, parts.count > 1 {
      rules.log.report(.listOfConditions(parts, at: formula.span, in: rules.sources))
      return invalid(at: formula.span)
    }
    if case .name(let name) = formula.kind, case .table(let index)? = rules.symbols[name],
      let table = rules.table(index, keys: nil, from: formula.span),
      case let found = rules.tables[table], found.columns.count > 1
    {
      rules.used.insert(name)
      report(whichColumnOf: found, at: formula.span, wantsFlag: true)
      return invalid(at: formula.span)
    }
    let value = closed(expression(of: formula, expecting: .flag))
    guard value.type == .flag || value.type == .invalid else {
      let text = rules.sources.text(at: formula.span).trimmedOfSpaces
      rules.log.report(
        .wrongType(
          value, wants: "a condition", in: rules.sources,
          help: (value.isOptional ? ["to ask whether it is given, write `\(text) is given`"] : [])
            + rules.asCondition(value) + cutByShell(formula)))
      return invalid(at: formula.span)
    }
    return value
  }

  /// What is said of a condition on the command line that is only a name.
  private func cutByShell(_ formula: Formula) -> [String] {
    guard case .name = formula.kind, let file = rules.sources[formula.span.file],
      file.name == SourceFile.condition, Int(formula.span.upper) == file.text.count
    else { return [] }
    return ["outside of quotation marks, the shell takes a `>`: put all of it in single ones"]
  }

  /// The text that a template makes; not given if any part is.
  package func text(of template: Template) -> PriceExpression {
    if let plain = template.plainText {
      return constant(.text(plain), .text, at: template.span)
    }
    let parts = template.parts.map { part -> PriceExpression in
      switch part {
      case .text(let text): constant(.text(text), .text, at: template.span)
      case .formula(let formula): rules.shown(closed(expression(of: formula)))
      }
    }
    for part in parts where part.type == .texts || part.type == .point {
      rules.log.report(.wrongType(part, wants: "a value that can be written", in: rules.sources))
    }
    if parts.contains(where: { $0.type == .invalid }) { return invalid(at: template.span) }
    return applied(.template, parts, type: .text, at: template.span)
  }

  /// A quoted word where a choice or a weekday is wanted.
  private func word(_ template: Template, _ expecting: ValueType?) -> PriceExpression? {
    guard let expecting, let text = template.plainText else { return nil }
    switch expecting {
    case .choice(let words):
      guard let index = words.firstIndex(of: text) else {
        rules.log.report(.notAChoice(text, among: words, at: template.span))
        return invalid(at: template.span)
      }
      return constant(.choice(index), expecting, at: template.span)
    case .weekday:
      guard let day = Weekday.allCases.first(where: { $0.name == text.lowercased() }) else {
        rules.log.report(
          .notAChoice(text, among: Weekday.names, at: template.span))
        return invalid(at: template.span)
      }
      return constant(.weekday(day), .weekday, at: template.span)
    case .flag, .text, .quantity, .date, .time, .instant, .point, .texts, .invalid: return nil
    }
  }

  // MARK: - Literals

  /// A literal as an expression: `$45`, `8%`, `$1.50/mi`, `30 min`, `2026-03-14`.
  /// `$10 each` is money per the opaque unit `each`.
  func expression(of literal: Literal, at span: SourceSpan, expecting: ValueType? = nil)
    -> PriceExpression
  {
    switch literal {
    case .number(let number): return self.number(number, at: span)
    case .text(let text):
      return word(Template(parts: [.text(text)], span: span), expecting)
        ?? constant(.text(text), .text, at: span)
    case .flag(let flag): return constant(.flag(flag), .flag, at: span)
    case .date(let date):
      return constant(
        .date(date), .date, at: span, range: Interval(point: Ratio(Int(date.daysSince1970))))
    case .time(let time):
      return constant(
        .time(time), .time, at: span, range: Interval(point: Ratio(Int(time.secondsSinceMidnight))))
    case .instant(let instant):
      return constant(
        .instant(instant), .instant, at: span,
        range: Interval(point: Ratio(instant.microsecondsSince1970)))
    }
  }

  private func number(_ literal: NumberLiteral, at span: SourceSpan) -> PriceExpression {
    if let currency = literal.currency, !rules.isCurrency(currency) {
      rules.log.report(rules.otherCurrency(currency, at: span))
      return invalid(at: span)
    }
    let units = UnitPair(literal.unit.map(rules.unit), per: literal.perUnit.map(rules.unit))
    let value = units.isPlain ? literal.value : literal.value * units.size
    let isPlain = literal.currency == nil && literal.unit == nil && literal.perUnit == nil
    let type = QuantityType(
      literal.currency != nil ? .money : units.numerator?.dimension,
      per: units.denominator?.dimension,
      isWhole: isPlain && literal.value.isWhole && literal.fractionDigits == 0 && !literal.isPercent
    )
    let digit = Ratio(powerOfTen: -literal.fractionDigits)
    let step = units.isPlain ? digit : digit * units.size
    return PriceExpression(
      .constant(.quantity(value)), type: .quantity(type), units: units, grain: .booking,
      isOptional: false, range: Interval(point: value),
      quantum: rules.arithmetic.isBinary ? 0 : (value / step).isWhole ? step : value.magnitude,
      span: span)
  }

  // MARK: - Making expressions

  func constant(
    _ value: Constant, _ type: ValueType, at span: SourceSpan, range: Interval = .unbounded
  ) -> PriceExpression {
    PriceExpression(
      .constant(value), type: type, grain: .booking, isOptional: false, range: range, span: span)
  }

  /// An expression of parts: as fine as the finest, optional if any part is.
  package func made(
    _ operation: PriceExpression.Operation, _ type: ValueType, parts: [PriceExpression],
    at span: SourceSpan, units: UnitPair = UnitPair(), range: Interval = .unbounded,
    quantum: Ratio = 0, optional: Bool? = nil
  ) -> PriceExpression {
    guard parts.allSatisfy({ $0.type != .invalid }), type != .invalid else {
      let unknown = invalid(at: span)
      rules.hang(unknown, on: parts)
      return unknown
    }
    guard let grain = finest(parts, at: span) else { return invalid(at: span) }
    return PriceExpression(
      operation, type: type, units: units, grain: grain,
      isOptional: optional ?? parts.contains(where: \.isOptional), range: range,
      quantum: rules.arithmetic.isBinary ? 0 : quantum, span: span)
  }

  /// What is strict, of its operands.
  func applied(
    _ operation: PriceExpression.Operator, _ operands: [PriceExpression], type: ValueType,
    at span: SourceSpan, units: UnitPair = UnitPair(), range: Interval = .unbounded,
    quantum: Ratio = 0, optional: Bool? = nil
  ) -> PriceExpression {
    made(
      .apply(operation, operands), type, parts: operands, at: span, units: units, range: range,
      quantum: quantum, optional: optional)
  }

  func denied(_ flag: PriceExpression, _ span: SourceSpan) -> PriceExpression {
    applied(.not, [flag], type: .flag, at: span)
  }

  func compared(
    _ comparison: PriceExpression.Comparison, _ a: PriceExpression, _ b: PriceExpression,
    at span: SourceSpan
  ) -> PriceExpression {
    let (a, b) = a.type == .text || b.type == .text ? alikeInOrder(a, b) : (a, b)
    return applied(.compare(comparison), [a, b], type: .flag, at: span)
  }

  /// The finest grain; nil (reported) where two lists do not hold one another.
  func finest(_ parts: [PriceExpression], at span: SourceSpan) -> Grain? {
    var finest: (part: PriceExpression, list: ListID)?
    for part in parts where part.grain != .booking {
      guard let current = finest else {
        finest = (part, part.grain.list)
        continue
      }
      // Groups of one kind and of another meet in the elements that both hold.
      guard let list = rules.lists.meeting(current.list, part.grain.list) else {
        rules.log.report(.listsApart(current.part, part, in: rules, at: span))
        return nil
      }
      finest = (list == part.grain.list ? part : current.part, list)
    }
    return finest.map { Grain(list: $0.list) } ?? .booking
  }

  /// A value used outside a rounding or comparison may not be an open quotient. If it is
  /// the whole amount of a line, the help says what rounds it. That of a named formula stays open:
  /// what counts is where the name is used.
  func closed(
    _ value: PriceExpression, under call: FormulaCall? = nil, as use: QuotientUse = .part
  ) -> PriceExpression {
    guard !rules.arithmetic.isBinary, value.isOpenQuotient else { return value }
    if let exact = exactly(value) { return exact }
    if use == .name { return value }
    rules.log.report(.openQuotient(value, under: call, as: use, in: rules))
    return invalid(at: value.span)
  }
}

extension ValueType {
  /// What one value of which can be the least or the greatest.
  var hasOrder: Bool {
    switch self {
    case .quantity, .date, .time, .instant, .weekday: true
    case .flag, .text, .choice, .point, .texts, .invalid: false
    }
  }

  /// Texts, and what can stand for one.
  package var isTextual: Bool {
    switch self {
    case .text, .choice, .texts: true
    case .flag, .quantity, .date, .time, .instant, .weekday, .point, .invalid: false
    }
  }
}

/// What a value is that may be a quotient without an end.
enum QuotientUse {
  /// A part of something else.
  case part
  /// The whole amount of a line.
  case amount
  /// What a name stands for.
  case name
  /// What a `graduated` table prices the parts of.
  case measure
}

/// A call as written.
package struct FormulaCall {
  package var name: Spanned<String>
  var arguments: [Formula]
  var condition: Formula?
  var key: Formula?
  var span: SourceSpan
}
