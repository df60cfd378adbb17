import QuoteLanguage
import QuoteSyntax

/// Amounts that rise with a quantity and fall where it crosses a bound: nine at $10 are $90, and
/// ten with 20% off are $80. The bound is one of a table that a formula uses, of an `if`, or of
/// the condition of a line that takes something off.
struct FallsAtBounds {
  private let model: PriceModel
  private let names: SameValues
  private var found: [Diagnostic] = []
  private var toldPlaces: Set<SourceSpan> = []
  private var toldTables: Set<TableID> = []
  /// What is left of the work for all lines together.
  private let budget = WorkBudget(300_000)

  private static let most = 20
  /// An example with more figures than these beside it shows nothing.
  private static let mostAssumed = 2
  /// So many bounds of a line are looked at.
  private static let mostBounds = 400

  /// `tables` were told of already.
  static func warnings(of model: PriceModel, besides tables: Set<TableID>) -> [Diagnostic] {
    var falls = FallsAtBounds(model: model, names: SameValues(of: model))
    for line in model.allLines
    where !model.mayFall(line) && line.steps == nil && !model.isChosen(line) {
      var bounds = BoundsOfQuantity(model, falls.names, besides: tables)
      if let formula = line.formula { bounds.gather(formula) }
      if let when = line.when { bounds.gather(condition: when) }
      // One of them is enough to show it.
      _ = bounds.found.prefix(mostBounds).first { falls.check(line, at: $0) }
    }
    return Array(falls.found.prefix(most))
  }

  private init(model: PriceModel, names: SameValues) {
    self.model = model
    self.names = names
  }

  /// Whether it falls there, and that is told.
  private mutating func check(_ line: ModelLine, at bound: BoundsOfQuantity.Bound) -> Bool {
    let range = bound.quantity.range
    guard found.count < Self.most, !toldPlaces.contains(bound.span),
      bound.rows.map({ !toldTables.contains($0.table) }) ?? true,
      range.contains(bound.last - bound.step), range.contains(bound.first)
    else { return false }
    let parts = Set(model.inputs(of: bound.quantity))
    // A formula with a parameter has no booking of its own.
    if parts.isEmpty { return false }
    func at(_ size: Ratio) -> AmountAtQuantity {
      AmountAtQuantity(
        model: model, names: names, quantity: bound.quantity, of: parts, size: size,
        rows: bound.rows, budget)
    }
    let below = bound.rising.filter(range.contains)
    let rising = (below.isEmpty ? [bound.last - bound.step] : below).map(at)
    let (last, first) = (at(bound.last), at(bound.first))
    guard let amounts = amounts(of: line, rising + [last, first]), let least = amounts.first,
      case let (before, after) = (amounts[rising.count], amounts[rising.count + 1]),
      least >= 0, zip(amounts, amounts.dropFirst().dropLast()).allSatisfy({ $0 < $1 }),
      after < before, after > 0,
      ![last, first].contains(where: isDeclined),
      // What other lines make good does not fall.
      !isMadeGood(from: last, to: first), last.assumed.count <= Self.mostAssumed
    else { return false }
    toldPlaces.insert(bound.span)
    if let rows = bound.rows { toldTables.insert(rows.table) }
    let assumed = last.assumed.map { reference, size in
      "`\(model.name(of: reference))` = " + model.shown(size, of: reference)
    }
    found.append(
      .amountFalls(
        line.name, bound,
        from: (
          ExampleText.value(bound.last, of: bound.quantity),
          CurrencySign.amount("\(before)", model.currency)
        ),
        to: (
          ExampleText.value(bound.first, of: bound.quantity),
          CurrencySign.amount("\(after)", model.currency)
        ),
        with: assumed, quantity: model.sources.text(at: bound.quantity.span).trimmedOfSpaces))
    return true
  }

  /// What a line comes to at each quantity; with the lines above it, where it takes something off
  /// or says what the whole is from there on. Nil where the quantity does not settle that.
  private func amounts(of line: ModelLine, _ quantities: [AmountAtQuantity]) -> [Ratio]? {
    if case .amount(let formula) = line.effect {
      let amounts = quantities.compactMap { quantity -> Ratio? in
        line.when.flatMap(quantity.flag) == false ? nil : quantity.number(formula)
      }
      if amounts.count == quantities.count, amounts.allSatisfy({ $0 >= 0 }) { return amounts }
    }
    guard line.grain == .booking, takesOff(line) else { return nil }
    let totals = quantities.compactMap { $0.total(through: line.id) }
    return totals.count == quantities.count ? totals : nil
  }

  private func takesOff(_ line: ModelLine) -> Bool {
    switch line.effect {
    case .amount(let formula): formula.range.lower < 0
    case .becomes: true
    case .members, .nothing: false
    }
  }

  private func isDeclined(_ quantity: AmountAtQuantity) -> Bool {
    model.declines.contains { quantity.flag($0.when) == true }
  }

  private func isMadeGood(from last: AmountAtQuantity, to first: AmountAtQuantity) -> Bool {
    guard let before = last.total, let after = first.total else { return false }
    return after >= before
  }
}

/// The bounds of quantities on which formulas hang.
struct BoundsOfQuantity {
  /// The last quantity on one side, and the first on the other.
  struct Bound {
    var quantity: PriceExpression
    var step: Ratio
    var last: Ratio
    var first: Ratio
    /// Where it is written, and where the lower of two rows is.
    var span: SourceSpan
    var lower: SourceSpan?
    /// The keys but for the quantity that the rows of a table have.
    var rows: (table: TableID, keys: [KeySet])?

    /// Quantities before the last, from each of which to the next the amount is to rise: what
    /// falls has to hang on the quantity, and not only on which side of the bound it is.
    var rising: [Ratio] {
      func part(_ share: Ratio) -> Ratio? { (last / step * share).floor.map { Ratio($0) * step } }
      guard let half = part(Ratio(1, 2)), let more = part(Ratio(3, 4)), half < more else {
        return [last - step - step, last - step]
      }
      return [half, more]
    }
  }

  private(set) var found: [Bound] = []
  private let model: PriceModel
  private let names: SameValues
  /// Tables whose amounts may fall, or that were told of.
  private let others: Set<TableID>
  private var seenLets: Set<LetID> = []
  private var seenTables: Set<TableID> = []
  private var seenUses: Set<ObjectIdentifier> = []
  /// Tables with more rows are left alone.
  static let mostRows = 200

  init(_ model: PriceModel, _ names: SameValues, besides others: Set<TableID>) {
    self.model = model
    self.names = names
    self.others = others
  }

  mutating func gather(_ value: PriceExpression) {
    switch value.operation {
    case .reference(.letValue(let index)):
      if seenLets.insert(index).inserted { gather(model.lets[index].value) }
    case .lookup(let table, _, let keys):
      if seenTables.insert(table).inserted { gather(table, keys) }
    case .conditional(let condition, let then, let otherwise):
      gather(condition: condition)
      gather(then)
      if let otherwise { gather(otherwise) }
    case .isFound, .graduated:
      // Keys of a table stand wherever it is asked.
      guard seenUses.insert(ObjectIdentifier(value)).inserted else { return }
      for key in value.parts { gather(key) }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .texts:
      for part in value.parts { gather(part) }
    }
  }

  // MARK: - Tables

  private mutating func gather(_ index: TableID, _ keys: [PriceExpression]) {
    let table = model.tables[index]
    guard table.hit == .unique || table.hit == .first, !table.mayFall, !others.contains(index),
      table.rows.count <= Self.mostRows
    else { return }
    for (column, key) in keys.enumerated() {
      guard let step = step(of: key) else { continue }
      var groups: [[KeySet]: [(row: Int, from: Int64, to: Int64)]] = [:]
      for (row, cells) in table.rows.enumerated() {
        guard case .ranges(let ranges) = cells.keys[column].body, ranges.count == 1,
          let (from, to) = KeyDomain.steps(ranges[0], step)
        else { continue }
        var others = cells.keys
        others.remove(at: column)
        groups[others, default: []].append((row, from, to))
      }
      for (_, rows) in groups.sorted(by: { $0.value[0].row < $1.value[0].row }) {
        let rising = rows.sorted { $0.from < $1.from }
        for (lower, upper) in zip(rising, rising.dropFirst()) where lower.to == upper.from {
          found.append(
            Bound(
              quantity: key, step: step, last: Ratio(lower.to - 1) * step,
              first: Ratio(upper.from) * step, span: table.rows[upper.row].span,
              lower: table.rows[lower.row].span, rows: (index, table.rows[upper.row].keys)))
        }
      }
    }
  }

  private func step(of value: PriceExpression) -> Ratio? {
    // What is free or cheaper from an amount on is a price that shops have on purpose.
    guard value.type.isQuantity, value.type != .quantity(.money), !names.usesPrices(value) else {
      return nil
    }
    if case .constant = names.resolved(value).operation { return nil }
    return KeyDomain.step(of: value)
  }

  // MARK: - Conditions

  mutating func gather(condition: PriceExpression) {
    switch condition.operation {
    case .apply(.compare(let comparison), let sides):
      for (value, figure, comparison) in [
        (sides[0], sides[1], comparison), (sides[1], sides[0], comparison.turned),
      ] {
        guard case .constant(.quantity(let size)) = names.resolved(figure).operation else {
          continue
        }
        switch comparison {
        case .less, .greaterOrEqual: add(value, from: size, isIncluded: true, condition.span)
        case .lessOrEqual, .greater: add(value, from: size, isIncluded: false, condition.span)
        case .equal, .notEqual: break
        }
      }
    case .apply(.within(let set), let parts):
      guard case .ranges(let ranges) = set.body else { return }
      for range in ranges {
        add(
          parts[0], from: range.interval.lower, isIncluded: range.lowerIsIncluded, condition.span)
        add(
          parts[0], from: range.interval.upper, isIncluded: !range.upperIsIncluded,
          condition.span)
      }
    case .reference(.letValue(let index)):
      if seenLets.insert(index).inserted { gather(condition: model.lets[index].value) }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      for part in condition.parts where part.type == .flag { gather(condition: part) }
    }
  }

  /// A bound at a figure, which is the first above it if it is included.
  private mutating func add(
    _ value: PriceExpression, from figure: Ratio, isIncluded: Bool, _ span: SourceSpan
  ) {
    guard figure.isFinite, let step = step(of: value) else { return }
    let count = figure / step
    guard let first = isIncluded ? count.ceiling : count.floor.map({ $0 + 1 }) else { return }
    found.append(
      Bound(
        quantity: value, step: step, last: Ratio(first - 1) * step, first: Ratio(first) * step,
        span: span))
  }
}

extension PriceModel {
  /// Whether a group that a line is in takes one of its members.
  func isChosen(_ line: ModelLine) -> Bool {
    let groups = groups(around: line.id)
    guard !groups.isEmpty else { return false }
    let lines = allLines
    return groups.contains { group in
      if case .members(_, take: _?) = lines[group].effect { return true }
      return false
    }
  }

  /// Whether the rules say of a line, or of a group that it is in, that its amount may fall.
  func mayFall(_ line: ModelLine) -> Bool {
    guard !line.mayFall else { return true }
    let groups = groups(around: line.id)
    guard !groups.isEmpty else { return false }
    let lines = allLines
    return groups.contains { lines[$0].mayFall }
  }

  /// Tables that only such lines ask for.
  var tablesThatMayFall: Set<TableID> {
    let (falling, others) = (allLines.filter(mayFall), allLines.filter { !mayFall($0) })
    return falling.isEmpty ? [] : tables(in: falling).subtracting(tables(in: others))
  }

  private func tables(in lines: [ModelLine]) -> Set<TableID> {
    var (found, seen) = (Set<TableID>(), Set<LetID>())
    func walk(_ value: PriceExpression) {
      switch value.operation {
      case .reference(.letValue(let id)): if seen.insert(id).inserted { walk(lets[id].value) }
      case .lookup(let table, _, _), .graduated(let table, _): found.insert(table)
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
        .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .texts:
        break
      }
      value.parts.forEach(walk)
    }
    for line in lines { [line.formula, line.when].compactMap(\.self).forEach(walk) }
    return found
  }

  fileprivate func name(of reference: PriceExpression.Reference) -> String {
    guard case .field(let list, let field) = reference else { return "" }
    return schema.lists[list].fields[field].name
  }

  /// A figure of an input as it is written.
  fileprivate func shown(_ size: Ratio, of reference: PriceExpression.Reference) -> String {
    var found: PriceExpression?
    visitExpressions { value in
      if case .reference(reference) = value.operation { found = value }
    }
    guard let found else { return "\(size)" }
    return found.type == .quantity(.money)
      ? CurrencySign.amount("\(size)", currency) : ExampleText.value(size, of: found)
  }
}
