import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Another name in the place of one: an input or a value of the same type, and one more or one
/// fewer of what is counted.
extension RemedyTurns {
  private static let mostNames = 8
  private static let mostOfPlace = 24

  /// What formulas and keys of tables name, by others of the same type.
  static func names(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [RulesEdit] {
    var kinds = headers(of: places, model).map { names($0.place, $0.formula, model) }
    var met: Set<SourceSpan> = []
    for place in places {
      guard let value = formula(place), met.insert(place.span).inserted else { continue }
      kinds.append(names(place, value, model))
      guard place.path.hasPrefix("quote.") else { continue }
      kinds.append(oneMore(place, value, model))
      kinds.append(together(place, value, model))
    }
    return alternating(kinds)
  }

  /// What tables are asked by, where some of their keys are among the places.
  static func headers(
    of places: [RemedyPlaces.Place], _ model: PriceModel
  ) -> [(place: RemedyPlaces.Place, formula: PriceExpression)] {
    var met: Set<SourceSpan> = []
    return places.compactMap { place in
      guard case .key(let table, _, let column) = place.kind,
        model.tables[table].keys.indices.contains(column)
      else { return nil }
      let key = model.tables[table].keys[column].value
      guard key.span.file >= 0, met.insert(key.span).inserted else { return nil }
      return (RemedyPlaces.Place(kind: .formula, path: "", span: key.span), key)
    }
  }

  private static func names(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression, _ model: PriceModel
  ) -> [RulesEdit] {
    let whole = text(formula, model)
    var edits: [RulesEdit] = []
    visit(formula, within: place) { node in
      let own = text(node, model)
      let others = inOtherUnits(node, own, model)
        + others(than: node, own, in: formula, of: place, model).prefix(mostNames)
      for other in others {
        let start = Int(node.span.lower - place.span.lower)
        var changed = Array(model.sources.text(at: place.span).utf8)
        changed.replaceSubrange(start..<start + own.utf8.count, with: Array(other.utf8))
        let becomes = String(decoding: changed, as: UTF8.self).trimmedOfSpaces
        edits.append(
          edit(
            place, span: node.span, becomes: other,
            what: whole.count > 40 ? "\(own) becomes \(other)" : "\(whole) becomes \(becomes)",
            model: model))
      }
    }
    return Array(edits.prefix(mostOfPlace))
  }

  /// Names of inputs and values that might stand there: of the booking, or of the elements of which
  /// the formula is.
  private static func others(
    than node: PriceExpression, _ own: String, in formula: PriceExpression,
    of place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [String] {
    guard isName(node, own, model) else { return [] }
    switch node.type {
    case .quantity, .date, .instant: break
    default: return []
    }
    var lists: [ListID] = []
    for list in [node.grain.list, formula.grain.list, .booking] where !lists.contains(list) {
      lists.append(list)
    }
    let fields = lists.flatMap { list in
      model.schema.lists[list].fields.filter {
        ValueColumnReader.type(of: $0.type).type == node.type
      }.map(\.name)
    }
    let lets = model.lets.filter { named in
      named.value.type == node.type && !named.value.isConstant
        && lists.contains(named.value.grain.list) && place.path != "let.\(named.name)"
    }.map(\.name)
    return (fields + lets).filter { $0 != own }
  }

  /// A weight or a distance of which somebody takes the number for that of another unit, or has not
  /// converted it: `(a / 1 km * 1 mi)`.
  private static func inOtherUnits(
    _ node: PriceExpression, _ own: String, _ model: PriceModel
  ) -> [String] {
    guard isName(node, own, model), case .quantity(let type) = node.type, type.denominator == nil,
      let unit = node.units.numerator?.name, let other = likeUnits[unit]
    else { return [] }
    return ["(\(own) / 1 \(other) * 1 \(unit))", "(\(own) / 1 \(unit) * 1 \(other))"]
  }

  private static let likeUnits = ["lb": "kg", "kg": "lb", "mi": "km", "km": "mi"]

  private static func isName(
    _ node: PriceExpression, _ text: String, _ model: PriceModel
  ) -> Bool {
    // A figure may have a name as well.
    if node.isConstant { return model.lets.contains { $0.name == text } }
    guard case .reference(let reference) = node.operation else { return false }
    switch reference {
    case .field, .element, .letValue: break
    case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons: return false
    }
    return !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// `n` becomes `(n - 1)`: the first is free, or another one is counted.
  private static func oneMore(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression, _ model: PriceModel
  ) -> [RulesEdit] {
    var edits: [RulesEdit] = []
    visit(formula, within: place) { node in
      let own = text(node, model)
      guard isName(node, own, model), case .quantity(let type) = node.type, type.isWhole,
        type.numerator == nil, type.denominator == nil
      else { return }
      edits += ["-", "+"].map { sign in
        let other = "\(own) \(sign) 1"
        return edit(
          place, span: node.span, becomes: node.span == place.span ? other : "(\(other))",
          what: "\(own) becomes \(other)", model: model)
      }
    }
    return Array(edits.prefix(mostNames))
  }

  /// `adults` becomes `(adults + children)`, unless a name stands for both, which is tried as such.
  private static func together(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression, _ model: PriceModel
  ) -> [RulesEdit] {
    let named = Set(model.lets.map { text($0.value, model) })
    var edits: [RulesEdit] = []
    visit(formula, within: place) { node in
      let own = text(node, model)
      guard isName(node, own, model), node.type == .quantity(.count) else { return }
      let further = others(than: node, own, in: formula, of: place, model).filter {
        !named.contains("\(own) + \($0)") && !named.contains("\($0) + \(own)")
      }
      edits += further.map { other in
        edit(
          place, span: node.span, becomes: "(\(own) + \(other))",
          what: "\(own) becomes \(own) + \(other)", model: model)
      }
    }
    return Array(edits.prefix(mostNames))
  }

  // MARK: - Lists that the rules make

  /// The first and the last of the days, or numbers, that the rules make elements of: in or out.
  static func madeLists(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [RulesEdit] {
    var lists: Set<ListID> = []
    func visit(_ node: PriceExpression) {
      lists.insert(node.grain.list)
      if case .aggregate(_, _, let list, _) = node.operation { lists.insert(list) }
      node.parts.forEach(visit)
    }
    for place in places { formula(place).map(visit) }
    for case .key(let table, _, _) in places.map(\.kind) {
      for key in model.tables[table].keys { visit(key.value) }
    }
    return lists.sorted().flatMap { ends(of: model.lists[$0], model) }
  }

  private static func ends(of list: ModelList, _ model: PriceModel) -> [RulesEdit] {
    guard let made = list.made, let file = model.sources[made.lower.span.file],
      made.lower.span.file == made.upper.span.file
    else { return [] }
    func isBlank(_ at: Int) -> Bool { file.text[at] == 0x20 }
    var (first, last) = (Int(made.lower.span.lower) - 1, Int(made.upper.span.upper))
    while first > 0, isBlank(first) { first -= 1 }
    while last < file.text.count - 1, isBlank(last) { last += 1 }
    guard first >= 0, last < file.text.count else { return [] }
    let span = SourceSpan(
      file: made.lower.span.file, lower: Int32(first), upper: Int32(last + 1))
    return ranges(RemedyPlaces.Place(kind: .formula, path: "", span: span), model.sources)
  }

  // MARK: - Weekdays

  /// Days of the week that are each a day later, or earlier: `saturday, sunday` for
  /// `friday, saturday`.
  static func weekdays(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    guard place.plain == nil else { return [] }
    let text = sources.text(at: place.span)
    switch place.kind {
    case .key: return shifted(text.startIndex..<text.endIndex, of: text, place)
    case .formula:
      return text.matches(of: kept(/\[[^\[\]]*\]/)).flatMap { found in
        let inside = text.index(after: found.range.lowerBound)
        return shifted(inside..<text.index(before: found.range.upperBound), of: text, place)
      }
    case .cell: return []
    }
  }

  private static func shifted(
    _ range: Range<String.Index>, of text: String, _ place: RemedyPlaces.Place
  ) -> [RulesEdit] {
    let (own, days) = (segments(of: text[range]), Weekday.names)
    let numbers = own.compactMap { part in days.firstIndex(of: part.filter { $0 != "\"" }) }
    guard !own.isEmpty, numbers.count == own.count else { return [] }
    let written = String(text[range])
    return [1, days.count - 1].map { step in
      let others = zip(own, numbers).map { part, number in
        part.replacing(days[number], with: days[(number + step) % days.count])
      }
      let other = others.joined(separator: ", ")
      var changed = text
      changed.replaceSubrange(range, with: place.kind.isKey ? " \(other) " : other)
      return RulesEdit(
        changes: [change(text, range, place.kind.isKey ? " \(other) " : other, at: place.span)],
        setting: setting(place, changed), what: "\(written.trimmedOfSpaces) becomes \(other)",
        span: place.span)
    }
  }

  // MARK: - Texts with numbers

  /// Ends of ranges of texts, by one more and one less: `[E1..E19]` for `[E1..E20]`.
  static func textBounds(
    _ place: RemedyPlaces.Place, table: ModelTable, column: Int, sources: Sources
  ) -> [RulesEdit] {
    guard place.plain == nil, table.keys.indices.contains(column),
      table.keys[column].value.type == .text
    else { return [] }
    let text = sources.text(at: place.span)
    let ends = text.matches(of: kept(/([A-Za-z][A-Za-z \-]*)([0-9]+)(?=\.\.|[\])])/))
    return ends.flatMap { found -> [RulesEdit] in
      guard found.output.2.count <= 15, let number = Int(found.output.2) else { return [] }
      return [number - 1, number + 1].filter { $0 >= 0 }.map { other in
        let bare = String(other)
        let zeros = String(repeating: "0", count: max(0, found.output.2.count - bare.count))
        let written = "\(found.output.1)\(zeros)\(bare)"
        return RulesEdit(
          changes: [change(text, found.range, written, at: place.span)],
          what: "the bound \(found.output.0) of \(text.trimmedOfSpaces) becomes \(written)",
          span: place.span)
      }
    }
  }
}
