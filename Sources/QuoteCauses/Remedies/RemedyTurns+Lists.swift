import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a list comes to in another way: by another of its elements, by all of them, by those that
/// a condition leaves out.
extension RemedyTurns {
  static func gathered(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .aggregate(let kind, _, _, let condition) = node.operation,
      place.span.encloses(node.span)
    else { return [] }
    let (whole, call) = (text(node, model), "\(kind.rawValue)(")
    guard whole.hasPrefix(call) else { return [] }
    var others: [String] = []
    if let condition {
      let asked = text(condition, model)
      others = ["", " where not (\(asked))"].map { whole.replacing(" where \(asked)", with: $0) }
    }
    others += kind.others.map { "\($0.rawValue)(" + whole.dropFirst(call.count) }
    return others.filter { $0 != whole }.map {
      edit(place, span: node.span, becomes: $0, what: "\(whole) becomes \($0)", model: model)
    }
  }
}

extension PriceExpression.Aggregate {
  /// What somebody may have taken instead, the likeliest first.
  fileprivate var others: [Self] {
    switch self {
    case .sum: [.max, .first]
    case .max: [.sum, .min, .first, .last]
    case .min: [.max, .first, .last]
    case .first: [.last, .max, .min]
    case .last: [.first, .max, .min]
    case .any: [.all, .first]
    case .all: [.any, .first]
    case .count, .join: []
    }
  }
}
