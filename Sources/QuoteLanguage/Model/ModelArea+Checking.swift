package import QuoteSyntax

/// Areas as the rules declare them, checked.
extension ModelArea {
  /// The areas of one declaration: one, or one a feature, each under its own
  /// name (`zones.north` is asked for as `north`). What is wrong goes to the log.
  package static func reading(
    _ declaration: AreaDeclaration, name: Spanned<String>, log: inout DiagnosticLog
  ) -> [ModelArea] {
    switch declaration {
    case .polygon(let rings, let span):
      return [ModelArea(name: name.value, shapes: [.polygon(rings)], span: span)]
    case .circle(let center, let radius, let span):
      return [circle(center, radius, name: name.value, at: span, log: &log)]
    case .box(let southWest, let northEast, let span):
      if southWest.latitude >= northEast.latitude || southWest.longitude >= northEast.longitude {
        log.report(.cornersSwapped(name.value, at: span))
      }
      return [
        ModelArea(
          name: name.value, shapes: [.box(southWest: southWest, northEast: northEast)], span: span)
      ]
    case .features(let features, let span):
      return self.features(features, span)
    }
  }

  private static func features(
    _ features: [(name: String, rings: [[GeographicPoint]])], _ span: SourceSpan
  ) -> [ModelArea] {
    var areas: [ModelArea] = []
    for feature in features {
      if let index = areas.firstIndex(where: { $0.name == feature.name }) {
        areas[index].shapes.append(.polygon(feature.rings))
      } else {
        areas.append(
          ModelArea(name: feature.name, shapes: [.polygon(feature.rings)], span: span))
      }
    }
    return areas
  }

  private static func circle(
    _ center: GeographicPoint, _ radius: Spanned<NumberLiteral>, name: String,
    at span: SourceSpan, log: inout DiagnosticLog
  ) -> ModelArea {
    let unit = radius.value.unit.flatMap(MeasureUnit.named)
    if unit?.dimension != .distance || radius.value.perUnit != nil || radius.value.value <= 0 {
      log.report(.radiusIsNoDistance(name, at: radius.span))
    }
    let metres = (radius.value.value * (unit?.size ?? 1)).nearestDouble
    return ModelArea(name: name, shapes: [.circle(center: center, radius: metres)], span: span)
  }
}
