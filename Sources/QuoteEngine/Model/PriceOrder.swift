/// Names of values in the order in which a price comes about.
///
/// An output that says no more than a line, or than a value that lines are made of, stands
/// beside that line: `first_rounded: round(first)` behind `first`, `fee_share: share` before the
/// first line that uses `share`. Others come behind the total.
struct PriceOrder {
  struct Entry {
    var name: String
    /// The line that it is, or stands beside.
    var line: String?
  }

  private(set) var entries: [Entry] = []

  init(of model: PriceModel) {
    let lines = model.waterfall.flatMap(Self.membersAndSelf)
    let ranks = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($1.id, $0) })
    let uses = FirstUses(lines, model)
    var before: [Int: [Entry]] = [:]
    var behind: [Int: [Entry]] = [:]
    var last = [Entry(name: "total")]
    for output in model.outputs {
      let said = Self.values(in: output, model)
      let restated = said.compactMap { value in
        if case .line(let id) = value { return ranks[id] }
        return nil
      }
      if let rank = restated.max(), restated.count == said.count {
        behind[rank, default: []].append(Entry(name: output.name, line: lines[rank].name))
      } else if said.count == 1, let rank = uses.first[said[0]] {
        before[rank, default: []].append(Entry(name: output.name, line: lines[rank].name))
      } else {
        last.append(Entry(name: output.name))
      }
    }
    for (rank, line) in lines.enumerated() {
      entries += before[rank] ?? []
      entries.append(Entry(name: line.name, line: line.name))
      entries += behind[rank] ?? []
    }
    entries += last
  }

  /// A group comes about after its members.
  private static func membersAndSelf(_ line: ModelLine) -> [ModelLine] {
    guard case .members(let members, _) = line.effect else { return [line] }
    return members.flatMap(membersAndSelf) + [line]
  }

  // MARK: - What an output says again

  /// A value that has a name in the rules.
  fileprivate enum Value: Hashable {
    case line(Int)
    case letValue(Int)
    /// A table, looked up by its own headers.
    case table(Int)
    case field(list: Int, field: Int)
  }

  /// What an output says and nothing else; of records, what their prices say. Empty where
  /// it is a value of its own.
  private static func values(in output: ModelOutput, _ model: PriceModel) -> [Value] {
    switch output.body {
    case .value(let expression): values(in: expression, model) ?? []
    case .records(_, let fields):
      fields.flatMap { values(in: $0, model) }.filter {
        if case .line = $0 { true } else { false }
      }
    }
  }

  private static func values(in expression: PriceExpression, _ model: PriceModel) -> [Value]? {
    switch expression.operation {
    case .reference(let reference):
      switch reference {
      case .lineAmount(let id), .lineSum(let id), .subtotal(let id), .lineReasons(let id):
        return [.line(id)]
      case .letValue(let index):
        let inner = values(in: model.lets[index].value, model) ?? []
        let areLines = inner.allSatisfy { if case .line = $0 { true } else { false } }
        return areLines && !inner.isEmpty ? inner : [.letValue(index)]
      case .field(let list, let field): return [.field(list: list, field: field)]
      case .element, .running, .total: return nil
      }
    case .lookup(let table, _, let keys), .graduated(let table, let keys):
      return zip(keys, model.tables[table].keys).allSatisfy { $0 === $1.value }
        ? [.table(table)] : nil
    case .negate(let inner), .round(let inner, _, _), .converted(let inner),
      .aggregate(.sum, let inner, _, nil):
      return values(in: inner, model)
    case .conditional(_, let then, nil): return values(in: then, model)
    case .defaulting(let first, let second):
      guard case .constant = second.operation else { return nil }
      return values(in: first, model)
    case .arithmetic(.add, let a, let b), .arithmetic(.subtract, let a, let b):
      guard let left = values(in: a, model), let right = values(in: b, model) else { return nil }
      return left + right
    default: return nil
    }
  }
}

/// The first line that is made of a value.
private struct FirstUses {
  /// By the value: the position of the line.
  private(set) var first: [PriceOrder.Value: Int] = [:]
  private let model: PriceModel

  init(_ lines: [ModelLine], _ model: PriceModel) {
    self.model = model
    for (rank, line) in lines.enumerated() {
      line.when.map { visit($0, rank) }
      switch line.effect {
      case .amount(let value), .becomes(let value): visit(value, rank)
      case .members, .nothing: break
      }
    }
  }

  private mutating func visit(_ expression: PriceExpression, _ rank: Int) {
    switch expression.operation {
    case .reference(.letValue(let index)):
      guard first.updateValue(first[.letValue(index)] ?? rank, forKey: .letValue(index)) == nil
      else { return }
      visit(model.lets[index].value, rank)
    case .reference(.field(let list, let field)):
      let value = PriceOrder.Value.field(list: list, field: field)
      first[value] = first[value] ?? rank
    case .lookup(let table, _, let keys), .graduated(let table, let keys):
      let value = PriceOrder.Value.table(table)
      first[value] = first[value] ?? rank
      for key in keys { visit(key, rank) }
    default:
      for part in expression.parts { visit(part, rank) }
    }
  }
}
