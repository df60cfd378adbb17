import QuoteSyntax

/// Time zones that come with the booking.
extension FormulaChecker {
  /// Which minutes east of UTC the clocks of a zone are at a moment, where a text names the zone;
  /// what is no text is left as it is.
  ///
  /// All zones that it may be are written in the rules (reported where one is none, and where any
  /// text may stand there): a name that is no zone would leave every condition undecided.
  func minutes(of zone: PriceExpression, at moment: PriceExpression) -> PriceExpression {
    guard FunctionOperand.text.takes(zone.type), moment.type == .instant else { return zone }
    guard isZone(zone) else { return invalid(at: zone.span) }
    return applied(
      .text(.minutesEast), [zone, moment], type: .quantity(.count), at: zone.span,
      range: CalendarReach.zones, quantum: rules.arithmetic.isBinary ? 0 : 1)
  }

  /// The instant of a date and a time on the clocks of the file's zone, or of one that a text
  /// names.
  func instant(
    _ call: FormulaCall, _ function: FormulaFunction, _ inFile: FunctionShape
  ) -> PriceExpression {
    guard call.arguments.count == 3 else {
      return strict(call, function, [inFile], wants: inFile.operands[0].wants)
    }
    let parts = call.arguments.map { closed(expression(of: $0)) }
    for (part, operand) in zip(parts, inFile.operands + [.text]) where !operand.takes(part.type) {
      return part.type == .invalid ? hanging(parts, call.span) : mismatch(part, operand.wants, call)
    }
    guard isZone(parts[2]) else { return invalid(at: call.span) }
    return applied(
      .text(.instantIn), [parts[2], parts[0], parts[1]], type: .instant, at: call.span,
      range: CalendarReach.moments(parts[0].range, parts[1].range, in: nil))
  }

  /// Whether all that a text may be are zones; reported where one is none, or any text may stand
  /// there.
  private func isZone(_ text: PriceExpression) -> Bool {
    guard let names = zoneNames(of: text) else {
      rules.log.report(.openZone(text, in: rules.sources))
      return false
    }
    let known = names.filter { rules.zoneRules(Spanned($0, at: text.span)) != nil }
    return known.count == names.count
  }

  /// The texts that a value may be; nil if it may be any.
  private func zoneNames(of value: PriceExpression) -> [String]? {
    func all(_ parts: [PriceExpression]) -> [String]? {
      let names = parts.map { zoneNames(of: $0) }
      return names.contains { $0 == nil } ? nil : names.flatMap { $0 ?? [] }
    }
    let value = rules.told(by: value)
    if case .choice(let words) = value.type { return words }
    switch value.operation {
    case .constant(.text(let name)): return [name]
    case .constant(.notGiven): return []
    case .conditional(_, let then, let otherwise):
      return all([then] + (otherwise.map { [$0] } ?? []))
    case .defaulting(let first, let second): return all([first, second])
    case .lookup(let table, let column, _):
      return all(rules.tables[table].rows.compactMap { $0.values[column] })
    case .constant, .reference, .apply, .and, .or, .isGiven, .extreme, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .isFound, .graduated, .texts:
      return nil
    }
  }
}
