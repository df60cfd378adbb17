package import QuoteSyntax

extension ModelChecker {
  /// Whether `fine` is `coarse` or a list below it, whose elements know the values of `coarse`.
  package func holds(_ coarse: Grain, _ fine: Grain) -> Bool {
    lists.holds(coarse.list, fine.list)
  }

  package func sources(of declaration: ListDeclaration, list: ListID) -> [ListSourceSchema] {
    if declaration.sources.isEmpty {
      return [
        .path(FieldPath(steps: [.member(declaration.name.value)], span: declaration.name.span))
      ]
    }
    return declaration.sources.map { source in
      switch source {
      case .path(let path): .path(path)
      case .itself: .itself
      case .extra(_, let fields, _):
        .extra(ExtraElement(constants: constants(of: fields, list: list)))
      }
    }
  }

  /// Fields of an extra element that are written out; those by formula are the plan's.
  package func constants(of fields: [ExtraField], list: ListID) -> [(
    field: Int, value: InputConstant
  )] {
    fields.compactMap { extra in
      guard let index = schema.lists[list].fields.firstIndex(where: { $0.name == extra.name.value })
      else {
        log.report(.unknownField(extra.name, among: schema.lists[list].fields.map(\.name)))
        return nil
      }
      guard case .written(let template) = extra.value.content else { return nil }
      let field = schema.lists[list].fields[index]
      let literal =
        field.type == .text || field.storage == .choice
        ? template.plainText.map { Literal.text($0) }
        : Literal.read(extra.value.raw, units: Set(tree.header.units.map(\.value)))
      guard let literal else {
        log.report(.badDefault(extra.value.raw.span, field, in: self))
        return nil
      }
      return constant(literal, for: field, at: extra.value.raw.span).map { (index, $0) }
    }
  }

  /// `tint:size*quantity;`: names parted by marks, the last mark parts elements.
  func compactCell(_ written: Spanned<String>, list: ListID) -> CompactCell? {
    var parts: [CompactCell.Part] = []
    var mark = ""
    var rest = Substring(written.value)
    while let first = rest.first {
      if first.isLetter || first == "_" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard let index = schema.lists[list].fields.firstIndex(where: { $0.name == name }) else {
          log.report(
            .unknownField(
              Spanned(String(name), at: written.span), among: schema.lists[list].fields.map(\.name))
          )
          return nil
        }
        if !parts.isEmpty, mark.isEmpty { break }
        parts.append(CompactCell.Part(field: index, mark: mark))
        mark = ""
        rest = rest.dropFirst(name.count)
      } else {
        mark.append(first)
        rest = rest.dropFirst()
      }
    }
    guard !parts.isEmpty, !mark.isEmpty, parts[0].mark.isEmpty else {
      log.report(.badCell(written))
      return nil
    }
    return CompactCell(parts: parts, separator: mark)
  }

  /// `keep` and the formulas of extra elements, once every field has its type.
  func readListConditions() {
    readConditions(tree.inputs)
  }

  func readConditions(_ inputs: [InputDeclaration]) {
    for input in inputs {
      guard case .list(let declaration) = input,
        case .list(let index)? = symbols[declaration.name.value]
      else { continue }
      readConditions(declaration.fields)
      lists[index].extras = extras(of: declaration, list: index)
      guard let keep = declaration.keep else { continue }
      var checker = FormulaChecker(rules: self)
      checker.scope.isBeforeKeep = true
      let value = at(Grain(list: index), beforeKeep(checker.flag(keep), of: index))
      if value.type != .invalid { lists[index].keep = value }
    }
    let kept = lists.withIDs.filter { $0.1.keep != nil }
    // What a list keeps may hang on the elements of another before these are kept.
    if kept.count == 1, let (list, only) = kept.first, only.extras.isEmpty, !arithmetic.isBinary {
      only.keep.map { noteKept($0, of: list) }
    }
  }

  /// Notes the bounds that a `keep` leaves to a field of its list: `n > 0`. A booking's own field
  /// is not bounded: of a booking in which it is other, no element is kept.
  private func noteKept(_ condition: PriceExpression, of list: ListID) {
    switch condition.operation {
    case .and(let a, let b):
      noteKept(a, of: list)
      noteKept(b, of: list)
    case .apply(.compare(let comparison), let sides):
      noteKept(sides[0], comparison, sides[1], of: list)
      noteKept(sides[1], comparison.turned, sides[0], of: list)
    case .apply, .or, .constant, .reference, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      break
    }
  }

  private func noteKept(
    _ value: PriceExpression, _ comparison: PriceExpression.Comparison, _ other: PriceExpression,
    of list: ListID
  ) {
    guard case .reference(let reference) = value.operation, case .field(list, _) = reference,
      case .constant = other.operation, value.type.isQuantity, other.range.lower.isFinite,
      other.range.lower == other.range.upper
    else { return }
    let bound = other.range.lower
    let step = !value.quantum.isZero && (bound / value.quantum).isWhole ? value.quantum : 0
    var range = keptRanges[reference] ?? value.range
    switch comparison {
    case .greater: range.lower = max(range.lower, bound + step)
    case .greaterOrEqual: range.lower = max(range.lower, bound)
    case .less: range.upper = min(range.upper, bound - step)
    case .lessOrEqual: range.upper = min(range.upper, bound)
    case .equal: range = Interval(point: bound)
    case .notEqual: return
    }
    if range.lower <= range.upper { keptRanges[reference] = range }
  }

  package func extras(of declaration: ListDeclaration, list: ListID) -> [ModelExtra] {
    declaration.sources.enumerated().compactMap { position, source in
      guard case .extra(let when, let fields, _) = source else { return nil }
      var checker = FormulaChecker(rules: self)
      checker.scope.isBeforeKeep = true
      let parent = Grain(list: lists[list].parent ?? .booking)
      let condition = when.map { at(parent, beforeKeep(checker.flag($0), of: list)) }
      let computed = fields.compactMap { extra -> (field: Int, value: PriceExpression)? in
        guard case .formula(let formula) = extra.value.content,
          let index = schema.lists[list].fields.firstIndex(where: { $0.name == extra.name.value })
        else { return nil }
        let field = schema.lists[list].fields[index]
        let wanted = ValueColumnReader.type(of: field.type).type
        let value = at(
          parent,
          beforeKeep(
            checker.closed(checker.expression(of: formula, expecting: wanted)), of: list))
        guard value.type != .invalid else { return nil }
        guard ValueColumnReader.common(wanted, value.type) == wanted || wanted == value.type else {
          log.report(.wrongType(value, wants: wanted.described, in: sources))
          return nil
        }
        return (index, value)
      }
      return ModelExtra(source: position, condition: condition, computed: computed)
    }
  }

  /// What decides over the elements of a list cannot ask what lists come to that
  /// hang below it, or change themselves.
  func beforeKeep(_ value: PriceExpression, of list: ListID) -> PriceExpression {
    guard value.type != .invalid, let part = overLists(value, of: list) else { return value }
    log.report(.beforeKeep(value.span, part))
    return FormulaChecker(rules: self).invalid(at: value.span)
  }

  func overLists(_ value: PriceExpression, of decided: ListID) -> PriceExpression? {
    switch value.operation {
    case .aggregate(_, _, let list, _)
    where isAsSent(list, in: tree.inputs) && !holds(Grain(list: decided), Grain(list: list)):
      return value.parts.lazy.compactMap { self.overLists($0, of: decided) }.first
    case .aggregate, .sumBefore, .split, .neighbour, .steps: return value
    case .reference(.letValue(let index)): return overLists(lets[index].value, of: decided)
    case .reference(.lineAmount), .reference(.lineSum), .reference(.subtotal),
      .reference(.lineReasons):
      return value
    default: return value.parts.lazy.compactMap { self.overLists($0, of: decided) }.first
    }
  }

  /// Whether a list stays as it came in: nothing leaves it and nothing joins it,
  /// so that what decides over other lists may ask what it comes to.
  func isAsSent(_ list: ListID, in inputs: [InputDeclaration]) -> Bool {
    inputs.contains { input in
      guard case .list(let declaration) = input else { return false }
      guard case .list(list)? = symbols[declaration.name.value] else {
        return isAsSent(list, in: declaration.fields)
      }
      let hasExtras = declaration.sources.contains {
        if case .extra = $0 { true } else { false }
      }
      return declaration.keep == nil && !hasExtras
    }
  }

  /// Lists that the rules make; their bounds are typed before anything else uses them.
  func readMadeLists() {
    for declaration in tree.lets {
      guard case .made(let element, let range, _) = declaration.body,
        case .list(let index)? = symbols[declaration.name.value]
      else { continue }
      let checker = FormulaChecker(rules: self)
      let low = checker.closed(checker.expression(of: range.lower))
      let high = checker.closed(checker.expression(of: range.upper))
      guard low.type != .invalid, high.type != .invalid else { continue }
      let isDates = low.type == .date && high.type == .date
      guard isDates || low.type == .quantity(.count) && high.type == .quantity(.count) else {
        log.report(.madeOf(range.span, whole: wholeRange(range, low, high)))
        continue
      }
      let parent = checker.finest([low, high], at: range.span) ?? .booking
      lists[index].parent = parent.list
      schema.lists[index].parent = parent.list
      let made = MadeElements(
        elementName: element.value, lower: low, lowerIsIncluded: range.lowerIsIncluded, upper: high,
        upperIsIncluded: range.upperIsIncluded)
      lists[index].made = made
      if let most = made.most { schema.lists[index].bound = min(schema.lists[index].bound, most) }
      placeGroups()
    }
  }

  /// `[1..trunc(x)]` for `[1..x]`, whose ends are numbers; nil for other ranges.
  private func wholeRange(
    _ range: FormulaRange, _ low: PriceExpression, _ high: PriceExpression
  ) -> String? {
    guard low.type.isPlainNumber, high.type.isPlainNumber else { return nil }
    let ends = [(range.lower, low), (range.upper, high)].map { formula, value in
      let text = sources.text(at: formula.span).trimmedOfSpaces
      return value.type == .quantity(.count) ? text : "trunc(\(text))"
    }
    let (opens, closes) = (range.lowerIsIncluded ? "[" : "(", range.upperIsIncluded ? "]" : ")")
    return "\(opens)\(ends[0])..\(ends[1])\(closes)"
  }
}

extension MadeElements {
  /// How many elements there are at most, as far as the ranges of the bounds tell.
  fileprivate var most: Int? {
    let (first, last) = (lower.range.lower, upper.range.upper)
    guard first.isFinite, last.isFinite else { return nil }
    let ends = (lowerIsIncluded ? 0 : 1) + (upperIsIncluded ? 0 : 1)
    return Int(exactly: (last - first + Ratio(Int64(1 - ends))).nearestDouble.rounded(.up))
      .map { max(1, $0) }
  }
}
