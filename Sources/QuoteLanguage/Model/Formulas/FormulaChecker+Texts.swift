import QuoteSyntax

/// Functions of texts that are told more than the text: how many letters, what to look for.
extension FormulaChecker {
  /// So many letters of one end, or all but so many of the other; how many is a figure.
  func cut(
    _ call: FormulaCall, _ function: FormulaFunction, _ made: (Int) -> TextFunction
  ) -> PriceExpression {
    guard let value = textOperand(of: call, function) else { return invalid(at: call.span) }
    guard let count = wholeFigure(call.arguments[1]) else {
      return wrongArgument(
        1, of: call, function, why: "the number of letters is a plain number, such as 3")
    }
    return applied(.text(made(count)), [value], type: .text, at: call.span)
  }

  func replaced(_ call: FormulaCall, _ function: FormulaFunction) -> PriceExpression {
    guard let value = textOperand(of: call, function) else { return invalid(at: call.span) }
    guard let wanted = plainText(call.arguments[1]), !wanted.isEmpty else {
      return wrongArgument(1, of: call, function, why: "what is replaced is a text, and not empty")
    }
    guard let other = plainText(call.arguments[2]) else {
      return wrongArgument(2, of: call, function, why: "what comes in its place is a text")
    }
    return applied(.text(.replaced(wanted, by: other)), [value], type: .text, at: call.span)
  }

  /// The n-th of the texts between separators, the last ones from -1 down.
  func part(_ call: FormulaCall, _ function: FormulaFunction) -> PriceExpression {
    guard let value = textOperand(of: call, function) else { return invalid(at: call.span) }
    guard let separator = plainText(call.arguments[1]), !separator.isEmpty else {
      return wrongArgument(1, of: call, function, why: "what separates is a text, and not empty")
    }
    guard let number = wholeFigure(call.arguments[2]), number != 0 else {
      return wrongArgument(
        2, of: call, function, why: "parts are counted from 1, or from -1 at the end")
    }
    return applied(
      .text(.part(separator: separator, number)), [value], type: .text, at: call.span,
      optional: true)
  }

  /// Whether a text begins, ends or is anywhere as another that is written out.
  func holds(
    _ call: FormulaCall, _ function: FormulaFunction, _ made: (String) -> TextFunction
  ) -> PriceExpression {
    guard let value = textOperand(of: call, function) else { return invalid(at: call.span) }
    guard let wanted = plainText(call.arguments[1]) else {
      if case .list(let words) = call.arguments[1].kind, !words.isEmpty {
        let text = rules.sources.text(at: call.arguments[0].span)
        let calls = words.prefix(3).map {
          "\(call.name.value)(\(text), \(rules.sources.text(at: $0.span)))"
        }
        let all = calls.joined(separator: " or ") + (words.count > 3 ? " or …" : "")
        return wrongArguments(call, all)
      }
      return wrongArguments(call, function.form)
    }
    let word = rules.arithmetic.isBinary ? wanted : wanted.composed
    return applied(.text(made(word)), [value], type: .flag, at: call.span)
  }

  /// Nil (reported) where the first operand is no text.
  private func textOperand(of call: FormulaCall, _ function: FormulaFunction) -> PriceExpression? {
    guard let value = firstOperand(of: call, function) else { return nil }
    guard FunctionOperand.text.takes(value.type) else {
      _ = mismatch(value, FunctionOperand.text.wants, call)
      return nil
    }
    return value
  }

  /// A whole number that is written out or has a name.
  private func wholeFigure(_ argument: Formula) -> Int? {
    guard case .constant(.quantity(let size))? = rules.figure(expression(of: argument))?.operation,
      size.isWhole
    else { return nil }
    return Int(exactly: size.numerator)
  }
}

// MARK: - Numbers in texts, in their order

extension ModelChecker {
  /// Whether a text is one that puts numbers in their order.
  func isNatural(_ value: PriceExpression) -> Bool {
    guard case .apply(.text(.natural), _) = told(by: value).operation else { return false }
    return true
  }

  /// `natural(size)` for a text with whose numbers a range ascends, and as texts descends; nil for
  /// others, and where numbers that touch each other could not be read.
  func natural(
    _ written: String, of value: PriceExpression, from low: String?, to high: String?
  ) -> String? {
    guard let low, let high, value.type == .text, !isNatural(value),
      NaturalText.key(low) < NaturalText.key(high),
      told(by: value).printing?.pattern.hasPartedNumbers ?? true
    else { return nil }
    return "natural(\(written))"
  }
}

extension FormulaChecker {
  /// `natural(zip) in ["PH16".."PH40", "ZE"]`: whether it begins so; nil where the value is not
  /// of this kind, or an end is not written out.
  func naturalMembership(
    of value: PriceExpression, _ low: PriceExpression, _ high: PriceExpression,
    range: FormulaRange, at span: SourceSpan
  ) -> PriceExpression? {
    guard rules.isNatural(value), case .constant(.text(let lower)) = low.operation,
      case .constant(.text(let upper)) = high.operation
    else { return nil }
    let texts = NaturalText.range(
      from: compared(lower), isIncluded: range.lowerIsIncluded, to: compared(upper),
      isIncluded: range.upperIsIncluded)
    let set = KeySet(.textRanges([texts]), matchesNotGiven: false)
    return applied(.within(set), [value], type: .flag, at: span)
  }

  func naturalEquality(
    _ value: PriceExpression, _ member: PriceExpression, _ span: SourceSpan
  ) -> PriceExpression? {
    guard rules.isNatural(value), case .constant(.text(let word)) = member.operation else {
      return nil
    }
    let set = KeySet(.textRanges([NaturalText.range(of: compared(word))]), matchesNotGiven: false)
    return applied(.within(set), [value], type: .flag, at: span)
  }

  /// The other side of a comparison with such a text, made one too.
  func alikeInOrder(_ a: PriceExpression, _ b: PriceExpression) -> (
    PriceExpression, PriceExpression
  ) {
    func natural(_ value: PriceExpression) -> PriceExpression {
      guard FunctionOperand.text.takes(value.type) else { return value }
      if case .constant(.text(let word)) = value.operation {
        return constant(.text(NaturalText.key(compared(word))), .text, at: value.span)
      }
      return applied(.text(.natural), [value], type: .text, at: value.span)
    }
    switch (rules.isNatural(a), rules.isNatural(b)) {
    case (true, false): return (a, natural(b))
    case (false, true): return (natural(a), b)
    case (true, true), (false, false): return (a, b)
    }
  }

  /// A text written in the rules as it is compared.
  func compared(_ word: String) -> String {
    rules.arithmetic.isBinary ? word : word.composed
  }
}
