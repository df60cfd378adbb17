/// Areas: GeoJSON files, polygons, circles and boxes.
extension RuleReader {
  mutating func readArea(_ key: Spanned<String>, _ node: YAMLNode) -> AreaDeclaration? {
    switch key.value {
    case "area": return readAreaFile(node)
    case "polygon": return readPolygon(node)
    case "circle":
      guard let entries = node.entries else { break }
      checkKeys(entries, of: "a circle", ["center", "radius"])
      guard let center = corner("center", entries, at: node.span),
        let radius = readRadius(entries, at: node.span)
      else { return nil }
      return .circle(center: center, radius: radius, span: node.span)
    case _:
      guard let entries = node.entries else { break }
      checkKeys(entries, of: "a box", ["south_west", "north_east"])
      guard let southWest = corner("south_west", entries, at: node.span),
        let northEast = corner("north_east", entries, at: node.span)
      else { return nil }
      return .box(southWest: southWest, northEast: northEast, span: node.span)
    }
    log.report(
      .wrongForm(
        key.value == "circle" ? "`center` and `radius`" : "`south_west` and `north_east`",
        found: node))
    return nil
  }

  private mutating func readAreaFile(_ node: YAMLNode) -> AreaDeclaration? {
    guard let name = scalarText(node, wanted: "the name of a GeoJSON file"),
      let (file, bytes) = load(name, as: .area)
    else { return nil }
    var reader = GeoJSONReader(bytes: bytes, file: file)
    if let area = reader.readArea(named: name.span) { return area }
    log.append(contentsOf: reader.log)
    return nil
  }

  private mutating func corner(
    _ key: String, _ entries: [YAMLEntry], at span: SourceSpan
  ) -> GeographicPoint? {
    guard let node = entries[key] else {
      log.report(.missingKey(key, in: "the area", at: span))
      return nil
    }
    guard let text = scalarText(node, wanted: "a place") else { return nil }
    let parts = text.value.split(separator: ",")
    guard parts.count == 2 else {
      log.report(.pointForm(at: text.span))
      return nil
    }
    return point(
      Spanned(String(parts[0]), at: text.span), Spanned(String(parts[1]), at: text.span),
      at: text.span)
  }

  private mutating func readRadius(
    _ entries: [YAMLEntry], at span: SourceSpan
  ) -> Spanned<NumberLiteral>? {
    guard let node = entries["radius"] else {
      log.report(.missingKey("radius", in: "a circle", at: span))
      return nil
    }
    guard let text = scalarText(node, wanted: "a distance") else { return nil }
    if let number = NumberLiteral.read(text, units: units), let unit = number.unit,
      MeasureUnit.named(unit)?.dimension == .distance, !number.value.isNegative
    {
      return Spanned(number, at: text.span)
    }
    log.report(.radiusForm(at: text.span))
    return nil
  }

  /// Degrees from text, latitude first.
  private mutating func point(
    _ latitude: Spanned<String>, _ longitude: Spanned<String>, at span: SourceSpan
  ) -> GeographicPoint? {
    guard let lat = degrees(latitude), let lng = degrees(longitude) else { return nil }
    let point = GeographicPoint(latitude: lat, longitude: lng)
    if point.isOnEarth { return point }
    log.report(.notOnEarth(point, at: span))
    return nil
  }

  private mutating func degrees(_ text: Spanned<String>) -> Double? {
    let bytes = Array(text.value.utf8)
    let (lower, upper) = Lexicon.trimmed(bytes, 0, bytes.count)
    let written = String(decoding: bytes[lower..<upper], as: UTF8.self)
    if bytes[lower..<upper].allSatisfy({ $0.isDigit || $0 == 45 || $0 == 46 }),
      let value = Double(written), value.isFinite
    {
      return value
    }
    log.report(.degreesWanted(written, at: text.span))
    return nil
  }

  /// A pipe table or CSV file with the header `lat | lng`.
  private mutating func readPolygon(_ node: YAMLNode) -> AreaDeclaration? {
    guard var rows = tableRows(node) else { return nil }
    guard let header = rows.next(log: &log) else {
      log.report(.tableEmpty(at: node.span))
      return nil
    }
    guard header.cells.map(\.raw.value) == ["lat", "lng"] else {
      log.report(.headerEmpty("columns `| lat | lng |`", at: header.span))
      return nil
    }
    var ring: [GeographicPoint] = []
    while let row = rows.next(log: &log) {
      guard row.cells.count == 2, row.parting == nil else {
        log.report(
          .rowWidth(
            found: row.cells.count, wanted: 2, what: "cells", at: row.span, header: header.span))
        continue
      }
      if let corner = point(row.cells[0].raw, row.cells[1].raw, at: row.span) {
        ring.append(corner)
      }
    }
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    if ring.count < 3 {
      if !log.hasErrors { log.report(.ringTooShort(at: node.span)) }
      return nil
    }
    return .polygon([ring], span: node.span)
  }
}
