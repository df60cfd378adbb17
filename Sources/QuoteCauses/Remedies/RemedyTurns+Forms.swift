import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Other forms of one thing: what is rounded before or after, months that are thirty days.
extension RemedyTurns {
  /// The roundings in a part of a formula on its other side: of a sum and of each that is summed,
  /// of the greatest and of each of which it is the greatest, of a product and of a factor.
  static func rounded(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    let whole = text(node, model)
    func edit(_ other: String) -> RulesEdit {
      self.edit(
        place, span: node.span, becomes: other, what: "\(whole) becomes \(other)", model: model)
    }
    if let round = Rounding(node, model) {
      if let parts = call(round.inner, "sum", model), parts.count == 1 {
        return [edit("sum(\(round.of(parts[0])))")]
      }
      let terms = self.parts(of: round.inner, at: "+")
      if terms.count > 1 {
        let each = terms.map(round.of).joined(separator: " + ")
        return [edit(node.span == place.span ? each : "(\(each))")]
      }
      return operands(round.inner, model).flatMap { operands in
        operands.texts.indices.map { index in
          var texts = operands.texts
          texts[index] = round.of(texts[index])
          return edit(operands.before + texts.joined(separator: operands.between) + operands.after)
        }
      } ?? []
    }
    if case .aggregate = node.operation {
      let parts = call(whole, "sum", model)
      guard let part = parts?.first, parts?.count == 1,
        let round = node.parts.lazy.compactMap({ Rounding($0, model) }).first(where: {
          $0.whole == part
        })
      else { return [] }
      return [edit(round.of("sum(\(round.inner))"))]
    }
    let terms = node.parts.compactMap { Rounding($0, model) }
    if case .apply(.arithmetic(.add), _) = node.operation, terms.count == 2,
      terms[0].isLike(terms[1])
    {
      return [edit(terms[0].of("\(terms[0].inner) + \(terms[1].inner)"))]
    }
    guard let operands = operands(whole, model) else { return [] }
    return node.parts.compactMap { Rounding($0, model) }.compactMap { round in
      guard let index = operands.texts.firstIndex(of: round.whole) else { return nil }
      var texts = operands.texts
      texts[index] = operands.between == " * " && hasOperators(Array(round.inner.utf8))
        ? "(\(round.inner))" : round.inner
      return edit(
        round.of(operands.before + texts.joined(separator: operands.between) + operands.after))
    }
  }

  /// A rounding as it is written: `round_up(`, what is rounded, `, 0.5 kg)`.
  private struct Rounding {
    var head: Substring
    var inner: String
    var tail: String
    var whole: String

    init?(_ node: PriceExpression, _ model: PriceModel) {
      guard case .apply(.round, let parts) = node.operation, let part = parts.first else {
        return nil
      }
      whole = RemedyTurns.text(node, model)
      inner = RemedyTurns.text(part, model)
      guard let open = whole.firstIndex(of: "("), whole.hasPrefix("\(whole[...open])\(inner)")
      else { return nil }
      head = whole[...open]
      tail = String(whole.dropFirst(head.count + inner.count))
    }

    func of(_ text: String) -> String { head + text + tail }

    func isLike(_ other: Rounding) -> Bool { head == other.head && tail == other.tail }
  }

  /// All parts of a formula with their roundings on the other side.
  static func rounded(
    _ formula: PriceExpression, all place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    var edits: [RulesEdit] = []
    visit(formula, within: place) { edits += rounded($0, place, model) }
    return edits
  }

  /// What a call is made of; nil of anything else.
  private static func call(_ text: String, _ name: String, _ model: PriceModel) -> [String]? {
    guard text.hasPrefix("\(name)("), text.hasSuffix(")") else { return nil }
    let inside = text.dropFirst(name.count + 1).dropLast()
    guard inside.firstRange(of: " where ") == nil, inside.firstRange(of: " by ") == nil else {
      return nil
    }
    let parts = segments(of: inside)
    return parts.isEmpty ? nil : parts
  }

  /// The parts of a `min`, a `max` or a product, and what stands around them.
  private static func operands(
    _ text: String, _ model: PriceModel
  ) -> (before: String, texts: [String], between: String, after: String)? {
    for name in ["max", "min"] {
      if let parts = call(text, name, model), parts.count > 1 {
        return ("\(name)(", parts, ", ", ")")
      }
    }
    let parts = self.parts(of: text, at: "*")
    return parts.count == 2 ? ("", parts, " * ", "") : nil
  }

  /// Months and years that are so many days, and the other way round.
  static func months(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .apply = node.operation else { return [] }
    let whole = text(node, model)
    func edit(_ other: String) -> RulesEdit {
      self.edit(
        place, span: node.span, becomes: other, what: "\(whole) becomes \(other)", model: model)
    }
    for (name, days) in [("months", 30), ("years", 365)] {
      if let dates = call(whole, name, model), dates.count == 2 {
        return [edit("floor((\(dates[1]) - \(dates[0])) / \(days) days)")]
      }
      let counted = whole.wholeMatch(of: kept(/(?:floor|trunc)\(\((.+) - (.+)\) \/ (\d+) days\)/))
      if let counted, counted.3 == "\(days)" {
        return [edit("\(name)(\(counted.2), \(counted.1))")]
      }
    }
    if let parts = call(whole, "add_months", model), parts.count == 2 {
      let count = hasOperators(Array(parts[1].utf8)) ? "(\(parts[1]))" : parts[1]
      return [edit("\(parts[0]) + \(count) * 30 days")]
    }
    guard let moved = whole.wholeMatch(of: kept(/(\w+) \+ (?:(\w+) \* )?30 days/)) else {
      return []
    }
    return [edit("add_months(\(moved.1), \(moved.2 ?? "1"))")]
  }
}
