import QuoteSyntax

extension PriceModel {
  /// By input, the bounds of the areas in which tables and conditions look for it.
  var askedAreas: [PriceExpression.Reference: [AreaBounds]] {
    var asked: [PriceExpression.Reference: Set<Int>] = [:]
    visitExpressions { value in
      guard case .apply(.contains(let area), let points) = value.operation,
        case .reference(let input) = points[0].operation
      else { return }
      asked[input, default: []].insert(area)
    }
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        guard key.value.type == .point, case .reference(let input) = key.value.operation else {
          continue
        }
        for row in table.rows {
          guard case .areas(let named, _) = row.keys[position].body else { continue }
          asked[input, default: []].formUnion(named)
        }
      }
    }
    return asked.mapValues { areas in
      areas.sorted().flatMap { self.areas[$0].shapes.map { AreaOutline($0).bounds } }
    }
  }
}
