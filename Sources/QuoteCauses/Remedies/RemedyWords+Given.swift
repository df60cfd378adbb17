import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is asked of any word, and another program asks of one word only.
extension RemedyWords {
  private static let mostNarrowed = 2

  /// `voucher is given` becomes `voucher = "SUMMER"`, a word that no booking has that differs.
  func narrowed(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    differing: [RemedyCase], agreeing: [RemedyCase]
  ) -> [WordEdit] {
    var subjects: [(place: RemedyPlaces.Place, whole: PriceExpression, held: PriceExpression)] = []
    for place in places {
      func visit(_ node: PriceExpression) {
        if case .isGiven(let held) = node.operation, held.type == .text,
          place.span.encloses(node.span)
        {
          subjects.append((place, node, held))
        }
        node.parts.forEach(visit)
      }
      if let formula = formula(place) { visit(formula) }
    }
    guard !subjects.isEmpty, !differing.isEmpty else { return [] }
    let held = subjects.map(\.held)
    let (own, others) = (words(of: held, differing), words(of: held, agreeing))
    return subjects.flatMap { place, whole, held -> [WordEdit] in
      let telling = Self.telling(others[held.span] ?? [], own[held.span] ?? [])
      return telling.filter { $0.weight > 1 }.prefix(Self.mostNarrowed).compactMap { word, weight in
        guard let written = written(word, of: held) else { return nil }
        let other = "\(text(held.span)) = \(written)"
        let edit = RemedyTurns.edit(
          place, span: whole.span, becomes: other, what: "\(text(whole.span)) becomes \(other)",
          model: model)
        return (edit, weight)
      }
    }
  }
}
