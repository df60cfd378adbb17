/// Areas as the rules declare them, checked.
extension ModelArea {
  /// The areas of one declaration: one, or one a feature, each under its own
  /// name (`zones.north` is asked for as `north`). What is wrong goes to the log.
  static func reading(
    _ declaration: AreaDeclaration, name: Spanned<String>, log: inout DiagnosticLog
  ) -> [ModelArea] {
    switch declaration {
    case .polygon(let rings, let span):
      check(rings, of: name.value, at: span, &log)
      return [ModelArea(name: name.value, shapes: [.polygon(rings)], span: span)]
    case .circle(let center, let radius, let span):
      check(center, of: name.value, at: span, &log)
      return [circle(center, radius, name: name.value, span, &log)]
    case .box(let southWest, let northEast, let span):
      check(southWest, of: name.value, at: span, &log)
      check(northEast, of: name.value, at: span, &log)
      if southWest.latitude >= northEast.latitude || southWest.longitude >= northEast.longitude {
        log.report(.cornersSwapped(name.value, at: span))
      }
      return [
        ModelArea(
          name: name.value, shapes: [.box(southWest: southWest, northEast: northEast)], span: span)
      ]
    case .features(let features, let span):
      return self.features(features, name: name, span, &log)
    }
  }

  private static func features(
    _ features: [(name: String, rings: [[GeographicPoint]])], name: Spanned<String>,
    _ span: SourceSpan, _ log: inout DiagnosticLog
  ) -> [ModelArea] {
    if features.isEmpty { log.report(.emptyArea(name.value, at: span)) }
    var areas: [ModelArea] = []
    for feature in features {
      check(feature.rings, of: feature.name, at: span, &log)
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
    _ span: SourceSpan, _ log: inout DiagnosticLog
  ) -> ModelArea {
    let unit = radius.value.unit.flatMap(MeasureUnit.named)
    if unit?.dimension != .distance || radius.value.perUnit != nil || radius.value.value <= 0 {
      log.report(.radiusIsNoDistance(name, at: radius.span))
    }
    let metres = (radius.value.value * (unit?.size ?? 1)).nearestDouble
    return ModelArea(name: name, shapes: [.circle(center: center, radius: metres)], span: span)
  }

  private static func check(
    _ rings: [[GeographicPoint]], of name: String, at span: SourceSpan, _ log: inout DiagnosticLog
  ) {
    if rings.isEmpty { log.report(.emptyArea(name, at: span)) }
    for ring in rings {
      let isClosed = ring.count > 1 && ring.first == ring.last
      if ring.count - (isClosed ? 1 : 0) < 3 { log.report(.tooFewCorners(name, at: span)) }
      for point in ring { check(point, of: name, at: span, &log) }
    }
  }

  private static func check(
    _ point: GeographicPoint, of name: String, at span: SourceSpan, _ log: inout DiagnosticLog
  ) {
    let isLatitude = (-90.0...90).contains(point.latitude)
    let isLongitude = (-180.0...180).contains(point.longitude)
    if isLatitude && isLongitude { return }
    let isSwapped =
      !isLatitude && (-180.0...180).contains(point.latitude)
      && (-90.0...90).contains(point.longitude)
    log.report(.notOnEarth(point, of: name, isSwapped: isSwapped, at: span))
  }
}
