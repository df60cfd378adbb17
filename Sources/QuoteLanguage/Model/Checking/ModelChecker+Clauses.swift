import QuoteSyntax

/// What an input's phrase says besides the type: refused where it would do nothing.
extension ModelChecker {
  func checkClauses(of field: FieldDeclaration, in list: ListID) {
    let type = field.type.value
    func refuse(_ clause: String, _ span: SourceSpan, _ help: String) {
      log.report(.clauseNotTaken(clause, by: field, at: span, help: help))
    }
    if let range = field.range, !type.takesRange {
      refuse(
        "range", range.span,
        type == .text
          ? "ranges are of numbers, dates and times; to refuse other texts, decline them"
          : "leave it out")
    }
    if let step = field.step, !type.takesStep {
      let help = "steps are of numbers, money and measures: \(Self.noStep(of: type))"
      refuse("step", step.span, help)
    }
    if field.isKey, list != .booking {
      refuse("key", field.name.span, "a `key` names the booking: leave it out here")
    }
    for source in field.sources where type != .point {
      guard case .pair(let first, let second) = source else { continue }
      refuse(
        "from … and …", first.span.joined(to: second.span),
        "two fields make a `point`; the first one that is there is"
          + " `from \(first.written) or \(second.written)`")
    }
    checkConversions(of: field)
  }

  private func checkConversions(of field: FieldDeclaration) {
    let type = field.type.value
    let said = field.conversions.compactMap { InputConversion(rawValue: $0.value) }
    for (index, conversion) in said.enumerated() {
      let written = field.conversions[index]
      if said[..<index].contains(conversion) {
        log.report(.phraseRepeated(written.value, at: written.span))
      } else if !type.takes(conversion) {
        log.report(
          .clauseNotTaken(
            written.value, by: field, at: written.span,
            help: Self.instead(of: conversion, for: field)))
      } else if let other = said.first(where: { conversion.isIdle(beside: $0, for: type) }) {
        log.report(
          .clauseNotTaken(
            written.value, by: field, at: written.span,
            help: "`\(other.rawValue)` has read the value already: leave one of the two out"))
      }
    }
  }

  private static func noStep(of type: InputType) -> String {
    switch type {
    case .time, .date, .instant:
      "leave it out, and decline values between, if they are not bookings"
    case .text, .flag, .point, .oneOf, .count, .number, .money, .duration, .distance, .weight,
      .declared:
      "leave it out"
    }
  }

  private static func instead(of conversion: InputConversion, for field: FieldDeclaration) -> String
  {
    let name = field.name.value
    switch (conversion, field.type.value) {
    case (.anyAsText, _): return "it is for a `text` and a `one of`: `\(name): text, any as text`"
    case (.readAsInteger, .text):
      return "in a formula `integer(\(name))` is the number that a text says; or declare a `count`"
    case (.readAsNumber, .text):
      return "in a formula `number(\(name))` is the number that a text says; or declare a `number`"
    case (.zeroIsMissing, .count), (.zeroIsMissing, .number), (.zeroIsMissing, .money),
      (.zeroIsMissing, .duration), (.zeroIsMissing, .distance), (.zeroIsMissing, .weight),
      (.zeroIsMissing, .declared):
      return "it is for a `point`; with `falsy is missing`, 0 is not given"
    case (.zeroIsMissing, _): return "it is for a `point`: leave it out"
    case (_, let type): return "it reads numbers, and a `\(type.word)` is not one: leave it out"
    }
  }

  // MARK: - Figures

  /// The number of a bound, a step or a default, in the unit in which the input is read; nil
  /// (reported) where it is of something else.
  func figure(
    _ number: NumberLiteral, of type: InputType, _ unit: MeasureUnit?, at span: SourceSpan,
    otherwise: @autoclosure () -> Diagnostic
  ) -> Ratio? {
    if let currency = number.currency, type == .money, number.perUnit == nil {
      guard isCurrency(currency) else {
        log.report(otherCurrency(currency, at: span))
        return nil
      }
      return number.value
    }
    guard number.currency == nil, number.perUnit == nil else {
      log.report(otherwise())
      return nil
    }
    guard let name = number.unit else { return number.value }
    let written = self.unit(name)
    guard let unit, written.dimension == unit.dimension else {
      log.report(otherwise())
      return nil
    }
    return number.value * written.size / unit.size
  }

  /// The step as it is written, in the unit in which the input is read; 1 (reported) where it
  /// is none.
  func writtenStep(of declaration: FieldDeclaration, _ unit: MeasureUnit?) -> Ratio? {
    guard let written = declaration.step, declaration.type.value.takesStep else { return nil }
    let text = Spanned(sources.text(at: written.span), at: written.span)
    guard
      let step = figure(
        written.value, of: declaration.type.value, unit, at: written.span,
        otherwise: .badInputStep(text, declaration))
    else { return 1 }
    guard step > 0, declaration.type.value != .count || step.isWhole else {
      log.report(.badInputStep(text, declaration))
      return 1
    }
    return step
  }
}
