import QuoteSyntax

/// `text(x, pattern)`, and what a pattern may say of which values.
extension FormulaChecker {
  func printed(_ call: FormulaCall, _ function: FormulaFunction) -> PriceExpression {
    guard let value = firstOperand(of: call, function) else { return invalid(at: call.span) }
    guard value.type != .texts, value.type != .point else {
      return mismatch(value, "a value that can be written", call)
    }
    guard call.arguments.count > 1 else {
      return applied(.printed(pattern: nil), [value], type: .text, at: call.span)
    }
    guard let pattern = plainText(call.arguments[1]) else {
      return wrongArguments(call, function.form)
    }
    guard fits(pattern, value, at: call.arguments[1].span, call) else {
      return invalid(at: call.span)
    }
    var parts = [value]
    if call.arguments.count > 2 {
      let minutes = self.minutes(of: closed(expression(of: call.arguments[2])), at: value)
      guard value.type == .instant else { return wrongArguments(call, function.form) }
      guard minutes.type == .quantity(.count) || minutes.type == .invalid else {
        return mismatch(minutes, FunctionOperand.minutes.wants, call)
      }
      parts.append(minutes)
    } else if value.type == .instant, !rules.hasTimezone {
      rules.log.report(.needsTimezone(call.span, argument: "third", in: rules))
      return invalid(at: call.span)
    }
    return applied(
      .printed(pattern: pattern), parts, type: .text, at: call.span,
      optional: CalendarReach.areClocks(parts.dropFirst().map(\.range)) ? nil : true)
  }

  /// Whether a pattern prints values of this kind; reported if not.
  private func fits(
    _ pattern: String, _ value: PriceExpression, at span: SourceSpan, _ call: FormulaCall
  ) -> Bool {
    switch value.type {
    case .date: return fits(pattern, [.year, .month, .day], "a date", reading: false, at: span)
    case .time:
      return fits(pattern, [.hour, .minute, .second], "a time of day", reading: false, at: span)
    case .instant:
      return fits(pattern, DatePattern.Field.allCases, "an instant", reading: false, at: span)
    case .quantity:
      guard let digits = DigitPattern(pattern) else {
        rules.log.report(.badNumberPattern(span))
        return false
      }
      return fitsRounding(value, step: Ratio(powerOfTen: -digits.decimals) * value.units.size)
    case .flag, .text, .choice, .weekday, .point, .texts, .invalid:
      _ = mismatch(value, "a number, a date, a time or an instant", call)
      return false
    }
  }

  /// Whether letters of a pattern stand for what a value has, and as often as
  /// they may be repeated; reported if not.
  func fits(
    _ pattern: String, _ fields: [DatePattern.Field], _ kind: String, reading: Bool,
    at span: SourceSpan
  ) -> Bool {
    let parsed = DatePattern(pattern)
    func isKnown(_ run: String) -> Bool { run != "yy" || !reading }
    let runs = fields.flatMap(\.runs).filter(isKnown)
    if let unknown = parsed.unknown {
      rules.log.report(.patternLetter(unknown, of: kind, among: runs, at: span))
      return false
    }
    for case .field(let field, let width) in parsed.parts {
      let run = String(repeating: String(field.runs[1].prefix(1)), count: width)
      guard !runs.contains(run) else { continue }
      rules.log.report(
        fields.contains(field)
          ? .patternWidth(run, among: field.runs.filter(isKnown), at: span)
          : .patternLetter(run, of: kind, among: runs, at: span))
      return false
    }
    return true
  }
}
