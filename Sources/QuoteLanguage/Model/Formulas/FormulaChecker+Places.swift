import QuoteSyntax

/// Points, and how far they are apart.
extension FormulaChecker {
  /// `point(25.77, -80.19)`: latitude and longitude, written out.
  func point(_ call: FormulaCall, _ function: FormulaFunction) -> PriceExpression {
    let parts = call.arguments.map { expression(of: $0) }
    guard parts.allSatisfy({ $0.type != .invalid }) else { return invalid(at: call.span) }
    let degrees = parts.compactMap { part -> Double? in
      guard case .constant(.quantity(let degrees))? = rules.figure(part)?.operation,
        part.type.isPlainNumber
      else { return nil }
      return degrees.nearestDouble
    }
    guard degrees.count == 2 else {
      return wrongArguments(call, function.form)
    }
    let point = GeographicPoint(latitude: degrees[0], longitude: degrees[1])
    guard point.isOnEarth else {
      rules.log.report(.notOnEarth(point, at: call.span))
      return invalid(at: call.span)
    }
    return constant(.point(point), .point, at: call.span)
  }

  func distance(_ call: FormulaCall, _ kind: PriceExpression.DistanceKind) -> PriceExpression {
    let points = call.arguments.prefix(2).map { expression(of: $0) }
    for point in points where point.type != .point && point.type != .invalid {
      rules.log.report(.wrongType(point, wants: "a point", in: rules.sources))
      return invalid(at: call.span)
    }
    var step: Ratio = 1
    var unit = MeasureUnit.named("m")
    if call.arguments.count == 3 {
      let given = expression(of: call.arguments[2])
      guard case .constant(.quantity(let size))? = rules.figure(given)?.operation, size > 0,
        given.type == .quantity(QuantityType(.distance))
      else {
        if given.type != .invalid {
          rules.log.report(.wrongType(given, wants: "a distance written out", in: rules.sources))
        }
        return invalid(at: call.span)
      }
      (step, unit) = (size, given.units.numerator)
    }
    return applied(
      .distance(kind, step: step), points, type: .quantity(QuantityType(.distance)), at: call.span,
      units: UnitPair(unit),
      range: Interval(0, 20_100_000), quantum: step)
  }
}
