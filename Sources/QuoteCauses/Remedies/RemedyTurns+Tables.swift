import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Tables of which somebody has confused rows or columns, has counted one more, or has taken the
/// row of the whole for each part.
extension RemedyTurns {
  /// What is wrong with a table as a whole, and with what is looked up in it.
  static func tables(_ places: [RemedyPlaces.Place], _ model: PriceModel) -> [RulesEdit] {
    var met: Set<TableID> = []
    var kinds = Array(repeating: [RulesEdit](), count: 10)
    for case .key(let table, _, _) in places.map(\.kind) where met.insert(table).inserted {
      kinds[0] += heads(model.tables[table], model)
      kinds[1] += counted(model.tables[table], model)
      kinds[2] += words(model.tables[table], model)
      kinds[3] += collected(table, model)
      kinds[8] += rowOrders(model.tables[table], model.sources)
      kinds[9] += wholeKeys(model.tables[table], model)
    }
    for place in places {
      guard case .cell(let table, let row) = place.kind else { continue }
      kinds[4] += exchanged(place, table: model.tables[table], row: row, sources: model.sources)
    }
    kinds[5] = volumes(met, model)
    kinds[6] = brackets(met, model)
    kinds[7] = met.sorted().flatMap { columns(model.tables[$0], model) }
    return alternating(kinds)
  }

  /// Keys across the head of a table that change places: `no | yes`.
  private static func heads(_ table: ModelTable, _ model: PriceModel) -> [RulesEdit] {
    var spans: [SourceSpan] = []
    for row in table.rows.prefix(64) {
      guard let last = row.keySpans.last, row.keySpans.count > 1 else { return [] }
      if !spans.contains(last) { spans.append(last) }
    }
    // Keys that stand in rows of their own are each written once.
    guard spans.count > 1, spans.count < table.rows.count, spans.count <= 8 else { return [] }
    return zip(spans, spans.dropFirst()).map { exchange($0, $1, model.sources) }
  }

  private static func exchange(
    _ one: SourceSpan, _ other: SourceSpan, _ sources: Sources
  ) -> RulesEdit {
    let (first, second) = (sources.text(at: one), sources.text(at: other))
    return RulesEdit(
      changes: [change(one, second), change(other, first)],
      what: "\(first.trimmedOfSpaces) and \(second.trimmedOfSpaces) change places", span: one)
  }

  /// A cell and one near it in its column change places.
  private static func exchanged(
    _ place: RemedyPlaces.Place, table: ModelTable, row: Int, sources: Sources
  ) -> [RulesEdit] {
    guard let column = table.rows[row].values.firstIndex(where: { $0?.span == place.span }) else {
      return []
    }
    let own = sources.text(at: place.span).trimmedOfSpaces
    return [1, -1].compactMap { step in
      guard table.rows.indices.contains(row + step),
        let other = table.rows[row + step].values[column]?.span, other != place.span,
        sources.text(at: other).trimmedOfSpaces != own
      else { return nil }
      return exchange(place.span, other, sources)
    }
  }

  /// What is looked up is one more, or one less.
  private static func counted(_ table: ModelTable, _ model: PriceModel) -> [RulesEdit] {
    table.keys.flatMap { key -> [RulesEdit] in
      guard case .quantity(let type) = key.value.type, type.numerator == nil,
        type.denominator == nil, type.isWhole
      else { return [] }
      let text = model.sources.text(at: key.value.span).trimmedOfSpaces
      let place = RemedyPlaces.Place(kind: .formula, path: "", span: key.value.span)
      return ["-", "+"].map { sign in
        edit(
          place, span: key.value.span, becomes: "\(text) \(sign) 1",
          what: "\(text) becomes \(text) \(sign) 1", model: model)
      }
    }
  }

  /// What makes words alike before they are looked up.
  private static func words(_ table: ModelTable, _ model: PriceModel) -> [RulesEdit] {
    table.keys.flatMap { key -> [RulesEdit] in
      guard key.value.type == .text else { return [] }
      let place = RemedyPlaces.Place(kind: .formula, path: "", span: key.value.span)
      return parts(place, key.value, model)
    }
  }

  /// One row for all that hold: the greatest, or the first.
  private static func collected(_ index: TableID, _ model: PriceModel) -> [RulesEdit] {
    let table = model.tables[index]
    guard table.hit == .sum || table.hit == .max || table.hit == .min || table.hit == .product,
      let span = policy(of: table, model)
    else { return [] }
    let own = table.hit.rawValue
    // A sum of no row is nothing, and the greatest of none is not given.
    let rest = lookups(of: index, model).map { use in
      change(use.span, "(\(use.text) default \(use.isMoney ? "0 \(model.currency)" : "0"))")
    }
    return ["max", "sum", "first"].filter { $0 != own }.flatMap { other -> [RulesEdit] in
      let what = "\(own) of the rows that match becomes \(other)"
      let bare = RulesEdit(changes: [change(span, other)], what: what, span: span)
      guard !rest.isEmpty else { return [bare] }
      return [bare, RulesEdit(changes: [change(span, other)] + rest, what: what, span: span)]
    }
  }

  /// Where numbers of a table are asked for.
  private static func lookups(
    of table: TableID, _ model: PriceModel
  ) -> [(span: SourceSpan, text: String, isMoney: Bool)] {
    var found: [(span: SourceSpan, text: String, isMoney: Bool)] = []
    func visit(_ node: PriceExpression) {
      if case .lookup(table, _, _) = node.operation, case .quantity(let type) = node.type,
        !found.contains(where: { $0.span == node.span })
      {
        let text = model.sources.text(at: node.span).trimmedOfSpaces
        found.append((node.span, text, type.numerator == .money))
      }
      node.parts.forEach(visit)
    }
    everyFormula(of: model).forEach(visit)
    return found
  }

  private static func everyFormula(of model: PriceModel) -> [PriceExpression] {
    model.allLines.flatMap(\.formulas) + model.lets.map(\.value) + model.declines.map(\.when)
      + model.outputs.formulas(below: "outputs").map(\.value)
  }

  /// Flags that are read the other way round, wherever they are asked for.
  static func flags(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    _ model: PriceModel
  ) -> [RulesEdit] {
    var uses: [(field: PriceExpression.Reference, spans: [SourceSpan])] = []
    func visit(_ node: PriceExpression, _ isKnown: Bool) {
      if case .reference(let reference) = node.operation, case .field = reference,
        node.type == .flag
      {
        if let known = uses.firstIndex(where: { $0.field == reference }) {
          if !uses[known].spans.contains(node.span) { uses[known].spans.append(node.span) }
        } else if !isKnown {
          uses.append((reference, [node.span]))
        }
      }
      for part in node.parts { visit(part, isKnown) }
    }
    for place in places { formula(place).map { visit($0, false) } }
    for value in everyFormula(of: model) { visit(value, true) }
    return uses.filter { $0.spans.count > 1 }.map { use in
      let name = model.sources.text(at: use.spans[0]).trimmedOfSpaces
      return RulesEdit(
        changes: use.spans.map { change($0, "(not \(name))") },
        what: "\(name) does not hold, wherever it is tested", span: use.spans[0])
    }
  }

  /// Where the rules say which rows of a table count: `sum`.
  private static func policy(of table: ModelTable, _ model: PriceModel) -> SourceSpan? {
    let span = table.hitSpan
    return model.sources.text(at: span).trimmedOfSpaces == table.hit.rawValue ? span : nil
  }

  private static func change(_ span: SourceSpan, _ text: String) -> RulesEdit.Change {
    RulesEdit.Change(
      file: span.file, lower: Int(span.lower), upper: Int(span.upper), text: text)
  }

  /// Two columns that change places: what is asked for, or what is found.
  private static func columns(_ table: ModelTable, _ model: PriceModel) -> [RulesEdit] {
    let keys = table.keys.indices.flatMap { first in
      table.keys.indices.dropFirst(first + 1).compactMap { second -> RulesEdit? in
        let (one, other) = (table.keys[first].value, table.keys[second].value)
        guard one.type == other.type else { return nil }
        return exchange(one.span, other.span, model.sources)
      }
    }
    guard table.rows.count <= mostRowsOfColumns, table.columns.count <= mostColumns else {
      return keys
    }
    return keys + table.columns.indices.flatMap { first in
      table.columns.indices.dropFirst(first + 1).compactMap { second -> RulesEdit? in
        guard table.columns[first].type == table.columns[second].type else { return nil }
        let cells = table.rows.compactMap { row -> [RulesEdit.Change]? in
          guard let one = row.values[first]?.span, let other = row.values[second]?.span else {
            return nil
          }
          return exchange(one, other, model.sources).changes
        }
        guard cells.count == table.rows.count, let place = table.rows.first?.values[first]?.span
        else { return nil }
        let (one, other) = (table.columns[first].name, table.columns[second].name)
        return RulesEdit(
          changes: cells.flatMap(\.self),
          what: "\(one) and \(other) of \(table.name) change places", span: place)
      }
    }
  }

  private static let mostRowsOfColumns = 200
  private static let mostColumns = 24

  /// Each part by the price of its own bracket, and not all by that of the last one.
  private static func brackets(_ tables: Set<TableID>, _ model: PriceModel) -> [RulesEdit] {
    tables.sorted().flatMap { index -> [RulesEdit] in
      let table = model.tables[index]
      guard table.hit == .unique || table.hit == .first, table.rows.count <= 64,
        let policy = policy(of: table, model), let measure = table.keys.last?.value,
        case .quantity(let type) = measure.type
      else { return [] }
      let uses = products(of: index, by: text(measure, model), model)
      guard !uses.isEmpty else { return [] }
      var changes = [change(policy, "graduated")] + uses.map { change($0.span, $0.name) }
      if type.isWhole {
        for case let value? in table.rows.flatMap(\.values) {
          changes.append(change(value.span, text(value, model) + " each"))
        }
      }
      return [
        RulesEdit(
          changes: changes, what: "\(table.name) prices each part by its own bracket", span: policy)
      ]
    }
  }

  /// Where what is found in a table is taken times what it was found by.
  private static func products(
    of table: TableID, by measure: String, _ model: PriceModel
  ) -> [(span: SourceSpan, name: String)] {
    var found: [(span: SourceSpan, name: String)] = []
    func visit(_ node: PriceExpression) {
      if case .apply(.arithmetic(.multiply), let sides) = node.operation, sides.count == 2 {
        for (price, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
          guard case .lookup(table, _, _) = price.operation, text(other, model) == measure,
            !found.contains(where: { $0.span == node.span })
          else { continue }
          found.append((node.span, text(price, model)))
        }
      }
      node.parts.forEach(visit)
    }
    everyFormula(of: model).forEach(visit)
    return found
  }

  /// The price of the last bracket for all of what is measured, and not each part by its own.
  static func volumes(_ tables: Set<TableID>, _ model: PriceModel) -> [RulesEdit] {
    tables.sorted().flatMap { index -> [RulesEdit] in
      let table = model.tables[index]
      guard table.hit == .graduated, table.rows.count <= 64, let policy = policy(of: table, model)
      else { return [] }
      var changes = [change(policy, "unique")]
      for case let value? in table.rows.flatMap(\.values) {
        let text = model.sources.text(at: value.span)
        guard text.trimmedOfSpaces.hasSuffix(" each") else { continue }
        changes.append(change(value.span, text.replacing(" each", with: "")))
      }
      let uses = uses(of: index, model)
      guard !uses.isEmpty else { return [] }
      // What is below all brackets has no price in a table that takes one row.
      return [" default 0 \(model.currency)", ""].map { rest in
        let others = uses.map { change($0.span, "((\($0.name) * \($0.measure))\(rest))") }
        return RulesEdit(
          changes: changes + others,
          what: "\(table.name) takes the price of one bracket for all", span: policy)
      }
    }
  }

  /// Where a table with brackets is asked, and by what measure.
  private static func uses(
    of table: TableID, _ model: PriceModel
  ) -> [(span: SourceSpan, name: String, measure: String)] {
    var found: [(span: SourceSpan, name: String, measure: String)] = []
    func visit(_ node: PriceExpression) {
      if case .graduated(table, let keys) = node.operation, let last = keys.last,
        node.type == .quantity(.money), !found.contains(where: { $0.span == node.span })
      {
        let text = { (span: SourceSpan) in model.sources.text(at: span).trimmedOfSpaces }
        found.append((node.span, text(node.span), text(last.span)))
      }
      node.parts.forEach(visit)
    }
    everyFormula(of: model).forEach(visit)
    return found
  }
}
