import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Parts of a formula that somebody has left out, or has written otherwise: a factor, a term, a
/// sign, a function.
extension RemedyTurns {
  private static let mostParts = 48
  private static let mostFactors = 8

  /// The formula with one of its parts changed, the likeliest first.
  static func parts(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression, _ model: PriceModel
  ) -> [RulesEdit] {
    var kinds = Array(repeating: [RulesEdit](), count: 13)
    visit(formula, within: place) { node in
      kinds[0] += functions(node, place, model)
      kinds[1] += operands(node, place, model)
      kinds[2] += branches(node, place, model)
      kinds[4] += rounded(node, place, model) + exactly(node, of: formula, place, model)
      kinds[5] += months(node, place, model)
      kinds[6] += extremes(node, place, model)
      kinds[7] += counts(node, place, model)
      kinds[8] += wholes(node, place, model)
      kinds[9] += equalities(node, place, model)
      kinds[11] += gathered(node, place, model)
      kinds[12] += limitsOfEach(node, place, model) + limitsOfProducts(node, place, model)
        + cliffs(node, place, model)
    }
    kinds[3] = neighbours(place, formula, model) + factors(place, formula, model)
    kinds[10] = exchanged(place, model.sources)
    return Array(alternating(kinds).prefix(mostParts))
  }

  /// One of each kind, then the second of each, and so on.
  static func alternating<Each>(_ kinds: [[Each]]) -> [Each] {
    (0..<(kinds.map(\.count).max() ?? 0)).flatMap { index in
      kinds.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// All parts that are written within the formula.
  static func visit(
    _ node: PriceExpression, within place: RemedyPlaces.Place, _ body: (PriceExpression) -> Void
  ) {
    guard place.span.encloses(node.span) else { return }
    body(node)
    if case .lookup = node.operation { return }
    if case .graduated = node.operation { return }
    for part in node.parts { visit(part, within: place, body) }
  }

  /// What rounds in another way or not at all, and what makes words alike that does not.
  private static func functions(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .apply(let operation, let parts) = node.operation, let inner = parts.first else {
      return []
    }
    let text = self.text(node, model)
    guard let open = text.firstIndex(of: "("), place.span.encloses(inner.span) else { return [] }
    let name = String(text[..<open])
    switch operation {
    case .round:
      let others = ["ceil", "floor", "round"]
      let ways = others.contains(name) || name == "trunc" ? others : []
      let directed = ["round_up", "round_down", "round"]
      let names = directed.contains(name) && name != "round" ? directed : ways
      // What is rounded as money is tried with the other roundings.
      guard !names.isEmpty, name != "round" || inner.type != .quantity(.money) else { return [] }
      return names.filter { $0 != name }.map { other in
        edit(
          place, span: node.span, becomes: other + text[open...],
          what: "\(name) becomes \(other) in \(text)", model: model)
      } + [replaced(node, by: inner, place, model)]
        + begun(node, called: name, written: text, at: place, model: model)
    case .text(.lower), .text(.upper), .text(.trim), .text(.withoutSpaces):
      return [replaced(node, by: inner, place, model)]
    case .arithmetic, .negate, .compare, .not, .placed, .converted, .within, .contains, .distance,
      .template, .printed, .number, .text, .date:
      return []
    }
  }

  /// `ceil(x)` becomes `floor(x) + 1`, which is another number where x is whole.
  private static func begun(
    _ node: PriceExpression, called name: String, written text: String,
    at place: RemedyPlaces.Place, model: PriceModel
  ) -> [RulesEdit] {
    guard name == "ceil" else { return [] }
    let other = "floor" + text.dropFirst(name.count) + " + 1"
    return [
      edit(
        place, span: node.span, becomes: node.span == place.span ? other : "(\(other))",
        what: "\(text) becomes \(other)", model: model)
    ]
  }

  /// A percentage that is added is taken out: of a price that has its tax within, `19%` is
  /// `19% / 119%`.
  private static func included(
    _ node: PriceExpression, among sides: [PriceExpression], _ place: RemedyPlaces.Place,
    _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.path.hasPrefix("quote."), place.plain == nil else { return [] }
    return sides.compactMap { side in
      guard let written = text(side, model).wholeMatch(of: kept(/([0-9]+(?:\.[0-9]+)?)%/)),
        let rate = Ratio(decimal: String(written.1))
      else { return nil }
      return edit(
        place, span: node.span, becomes: "\(text(node, model)) / \(rate + 100)%",
        what: "\(written.0) becomes \(written.0) / \(rate + 100)%", model: model)
    }
  }

  /// The same of a rate that has a name: `price * vat` is `price * vat / (1 + vat)`.
  private static func included(
    _ node: PriceExpression, by rate: PriceExpression, _ place: RemedyPlaces.Place,
    _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.path.hasPrefix("quote."), rate.type.isPlainNumber, rate.range.lower >= 0,
      rate.range.upper <= 1, case .reference = rate.operation
    else { return [] }
    let (whole, name) = (text(node, model), text(rate, model))
    return [
      edit(
        place, span: node.span, becomes: "\(whole) / (1 + \(name))",
        what: "\(name) becomes \(name) / (1 + \(name))", model: model)
    ]
  }

  /// Two figures of a formula that have changed places.
  private static func exchanged(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    guard place.plain == nil else { return [] }
    let figures = RemedyFigure.all(in: place, sources).map { figure in
      let (_, before, after) = figure.replaced(by: figure.text, in: sources)
      let sign = before.last.map { "$€£¥".contains($0) ? String($0) : "" } ?? ""
      let unit =
        after.prefixMatch(of: kept(/%| ?[A-Za-z]+(\/[A-Za-z]+)?/)).map { String($0.0) } ?? ""
      return (figure: figure, sign: sign, unit: unit)
    }
    var edits: [RulesEdit] = []
    for (index, one) in figures.enumerated() {
      for other in figures[(index + 1)...]
      where one.sign == other.sign && one.unit == other.unit
        && one.figure.value != other.figure.value
      {
        let changes = [(one, other), (other, one)].map { old, new in
          RulesEdit.Change(
            file: place.span.file, lower: old.figure.lower, upper: old.figure.upper,
            text: new.figure.text)
        }
        var bytes = Array(place.text(in: sources).utf8)
        for change in changes.reversed() {
          let start = change.lower - Int(place.span.lower)
          bytes.replaceSubrange(
            start..<start + change.upper - change.lower, with: Array(change.text.utf8))
        }
        let said = [one, other].map { $0.sign + $0.figure.text + $0.unit }
        edits.append(
          RulesEdit(
            changes: changes, setting: setting(place, String(decoding: bytes, as: UTF8.self)),
            what: "\(said[0]) and \(said[1]) change places", span: place.span))
      }
    }
    return Array(edits.prefix(mostExchanged))
  }

  private static let mostExchanged = 3

  /// A factor or a term less, and the other sign.
  private static func operands(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    if case .apply(.negate, let parts) = node.operation, let inner = parts.first,
      !inner.isConstant, place.span.encloses(inner.span)
    {
      return [replaced(node, by: inner, place, model)]
    }
    guard case .apply(.arithmetic(let kind), let sides) = node.operation, sides.count == 2,
      sides.allSatisfy({ place.span.encloses($0.span) }),
      sides[0].span.upper < sides[1].span.lower
    else { return [] }
    let (left, right) = (sides[0], sides[1])
    let first = replaced(node, by: left, place, model)
    let second = replaced(node, by: right, place, model)
    // Another figure is found as such; what it is taken times may have been forgotten.
    if kind == .multiply, left.isConstant || right.isConstant {
      let figure = left.isConstant ? (left, first) : (right, second)
      let isFactor = figure.0.type == node.type && left.isConstant != right.isConstant
      return included(node, among: sides, place, model) + (isFactor ? [figure.1] : [])
    }
    switch kind {
    case .multiply:
      return [first, second] + [right, left].flatMap { included(node, by: $0, place, model) }
    case .divide: return [first]
    case .add:
      return [first, second, turned(node, from: "+", to: "-", at: place, model: model)]
        .compactMap(\.self)
    case .subtract:
      return [first, turned(node, from: "-", to: "+", at: place, model: model)].compactMap(\.self)
    }
  }

  /// `a + b` becomes `a - b`.
  private static func turned(
    _ node: PriceExpression, from sign: String, to other: String, at place: RemedyPlaces.Place,
    model: PriceModel
  ) -> RulesEdit? {
    guard case .apply(_, let sides) = node.operation else { return nil }
    let gap = SourceSpan(
      file: node.span.file, lower: sides[0].span.upper, upper: sides[1].span.lower)
    let between = model.sources.text(at: gap)
    guard between.trimmedOfSpaces == sign else { return nil }
    return edit(
      place, span: gap, becomes: between.replacing(sign, with: other),
      what: "\(text(node, model)) becomes \(text(sides[0], model)) \(other) "
        + text(sides[1], model),
      model: model)
  }

  /// An `if` whose branches are the other way round, or of which one is taken whatever holds.
  private static func branches(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .conditional(let condition, let then, let otherwise) = node.operation,
      let otherwise, place.span.encloses(then.span), place.span.encloses(otherwise.span),
      place.span.encloses(condition.span)
    else { return [] }
    let asked = text(condition, model)
    return [
      edit(
        place, span: condition.span, becomes: "not (\(asked))",
        what: "\(asked) does not hold", model: model),
      replaced(node, by: then, place, model), replaced(node, by: otherwise, place, model),
    ]
  }

  /// What counts may count one more, or one less: both ends of a stay, the first that is free.
  private static func neighbours(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression, _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.path.hasPrefix("let."), case .quantity(let type) = formula.type,
      !formula.isConstant
    else { return [] }
    let isPlain = type.numerator == nil && type.denominator == nil
    guard isPlain || type == .duration else { return [] }
    let one = isPlain ? "1" : "1 day"
    let text = self.text(formula, model)
    return ["+", "-"].map { sign in
      let whole = hasOperators(Array(text.utf8)) ? "(\(text))" : text
      return edit(
        place, span: place.span, becomes: "\(whole) \(sign) \(one)",
        what: "\(text) becomes \(whole) \(sign) \(one)",
        model: model)
    }
  }

  /// An amount, or the limit of one, that is taken for each of something that is counted.
  private static func factors(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression, _ model: PriceModel
  ) -> [RulesEdit] {
    guard place.path.hasPrefix("quote."), !place.path.hasSuffix(".when") else { return [] }
    let known = Set(words(of: text(formula, model)).map { String(text(formula, model)[$0]) })
    let names = counted(in: formula, model).filter { !known.contains($0) }.prefix(mostFactors)
    var limits: [PriceExpression] = []
    visit(formula, within: place) { node in
      guard case .extreme(_, let parts) = node.operation else { return }
      limits += parts.filter { $0.isConstant && place.span.encloses($0.span) }.prefix(1)
    }
    let values = (place.path.hasSuffix(".amount") ? [formula] : []) + limits.prefix(1)
    return alternating(
      values.map { value in
        let text = self.text(value, model)
        let whole = hasOperators(Array(text.utf8)) ? "(\(text))" : text
        return names.map { name in
          edit(
            place, span: value.span, becomes: "\(whole) * \(name)",
            what: "\(text) becomes \(whole) * \(name)", model: model)
        }
      })
  }

  /// What is counted: inputs of the booking and of the elements of a formula, values made of
  /// these, and how many elements there are.
  private static func counted(in formula: PriceExpression, _ model: PriceModel) -> [String] {
    let lists = formula.grain.list == .booking ? [.booking] : [formula.grain.list, .booking]
    let fields = lists.flatMap { list in
      model.schema.lists[list].fields.filter { $0.type == .count }.map(\.name)
    }
    let lets = model.lets.filter { named in
      guard case .quantity(let type) = named.value.type, type.isWhole, type.numerator == nil,
        type.denominator == nil
      else { return false }
      return !named.value.isConstant && lists.contains(named.value.grain.list)
    }.map(\.name)
    let own = model.lists.filter { !$0.name.isEmpty && $0.groups == nil && $0.made == nil }
    return alternating([fields, lets, own.map { "count(\($0.name))" }])
  }

  /// A value that stands where another one did of which it is a part.
  static func replaced(
    _ node: PriceExpression, by part: PriceExpression, _ place: RemedyPlaces.Place,
    _ model: PriceModel
  ) -> RulesEdit {
    let (was, bare) = (text(node, model), text(part, model))
    let isWhole = node.span == place.span
    let kept = isWhole || !hasOperators(Array(bare.utf8)) ? bare : "(\(bare))"
    return edit(place, span: node.span, becomes: kept, what: "\(was) becomes \(bare)", model: model)
  }

  /// A part of a formula says something else.
  static func edit(
    _ place: RemedyPlaces.Place, span: SourceSpan, becomes other: String, what: String,
    model: PriceModel
  ) -> RulesEdit {
    var bytes = Array(model.sources.text(at: place.span).utf8)
    let start = Int(span.lower - place.span.lower)
    let end = Int(span.upper - place.span.lower)
    let isInside = 0 <= start && start <= end && end <= bytes.count
    if isInside { bytes.replaceSubrange(start..<end, with: Array(other.utf8)) }
    return RulesEdit(
      changes: [
        RulesEdit.Change(
          file: span.file, lower: Int(span.lower), upper: Int(span.upper), text: other)
      ],
      setting: isInside ? setting(place, String(decoding: bytes, as: UTF8.self)) : nil,
      what: what, span: span)
  }

  static func text(_ node: PriceExpression, _ model: PriceModel) -> String {
    model.sources.text(at: node.span).split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmedOfSpaces
  }
}
