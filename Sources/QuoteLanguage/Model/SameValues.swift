package import QuoteSyntax

/// Which expressions are one and the same value, whatever the booking.
package struct SameValues {
  package let lets: ByLet<ModelLet>
  /// What look-ups find, as far as tables have been read.
  let tables: ByTable<ModelTable>
  /// Lets that hang on what the waterfall comes to, which is not the same everywhere.
  private let priced: Set<LetID>
  package let isBinary: Bool
  /// What was found out of names: formulas may use each of them many times over.
  let known = Known()

  /// What is known of names under `let`, so that no name is gone into twice for one question.
  final class Known {
    fileprivate var same: [[LetID]: Bool] = [:]
    /// Whether expressions that stand in several places are the same value everywhere.
    fileprivate var shared: [ObjectIdentifier: (value: PriceExpression, areSame: Bool)] = [:]
    var steps: [LetID: Ratio?] = [:]
    var ranges: [LetID: [KeyRange]] = [:]
  }

  package init(of model: PriceModel) {
    self.init(model.lets, model.tables, isBinary: model.arithmetic.isBinary)
  }

  init(_ lets: ByLet<ModelLet>, _ tables: ByTable<ModelTable> = [], isBinary: Bool) {
    self.lets = lets
    self.tables = tables
    self.isBinary = isBinary
    var priced: Set<LetID> = []
    // Each let uses only earlier ones.
    for (index, value) in lets.withIDs {
      if Self.usesPrices(value.value, priced) { priced.insert(index) }
    }
    self.priced = priced
  }

  private static func usesPrices(_ value: PriceExpression, _ priced: Set<LetID>) -> Bool {
    // Keys of tables stand wherever one is looked up.
    var seen: Set<ObjectIdentifier> = []
    return usesPrices(value, priced, &seen)
  }

  private static func usesPrices(
    _ value: PriceExpression, _ priced: Set<LetID>, _ seen: inout Set<ObjectIdentifier>
  ) -> Bool {
    guard seen.insert(ObjectIdentifier(value)).inserted else { return false }
    if case .reference(let reference) = value.operation {
      switch reference {
      case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons: return true
      case .letValue(let index): return priced.contains(index)
      case .field, .element: return false
      }
    }
    return value.parts.contains { usesPrices($0, priced, &seen) }
  }

  package func usesPrices(_ value: PriceExpression) -> Bool { Self.usesPrices(value, priced) }

  /// What a name stands for, as far as it only stands for something.
  package func resolved(_ value: PriceExpression) -> PriceExpression {
    var value = value
    while true {
      switch value.operation {
      case .reference(.letValue(let index)): value = lets[index].value
      case .apply(.converted, let parts) where !isBinary: value = parts[0]
      case _: return value
      }
    }
  }

  /// The name that a value is, be it converted or not; nil for what is no name under `let`.
  package func name(of value: PriceExpression) -> LetID? {
    switch value.operation {
    case .reference(.letValue(let id)): id
    case .apply(.converted, let parts) where !isBinary: name(of: parts[0])
    case _: nil
    }
  }

  /// Goes through what a value is made of, as it is written, and into each name once. `body` says
  /// whether it wants the parts of one too.
  package func visit(_ value: PriceExpression, _ body: (PriceExpression) -> Bool) {
    var seen: Set<LetID> = []
    func walk(_ value: PriceExpression) {
      if let name = name(of: value), !seen.insert(name).inserted { return }
      if body(value) { resolved(value).parts.forEach(walk) }
    }
    walk(value)
  }

  /// Whether a value has more parts, those of its names written out, than anybody writes: names may
  /// be made of names many times over.
  package func isBoundless(_ value: PriceExpression) -> Bool { size(of: value) == nil }

  /// How many parts a value has, those of its names written out; nil for a boundless one.
  func size(of value: PriceExpression) -> Int? {
    var left = Self.mostParts
    func walk(_ value: PriceExpression) {
      left -= 1
      if left > 0 { resolved(value).parts.forEach(walk) }
    }
    walk(value)
    return left > 0 ? Self.mostParts - left : nil
  }

  private static let mostParts = 5000

  /// Whether it is a figure of this size, under whatever name.
  package func isFigure(_ value: PriceExpression, _ size: Ratio) -> Bool {
    resolved(value).figure == size
  }

  package func isZero(_ value: PriceExpression) -> Bool { isFigure(value, 0) }

  /// The same of a rate, without the zero that stands in for one that is missing.
  package func rate(_ value: PriceExpression) -> PriceExpression {
    let value = resolved(value)
    guard case .defaulting(let rate, let other) = value.operation,
      case .constant(.quantity(let size)) = resolved(other).operation, size.isZero
    else { return value }
    return self.rate(rate)
  }

  /// Whether both are the same name, be it of a value, a line or what stands above.
  package func isOneReference(_ a: PriceExpression, _ b: PriceExpression) -> Bool {
    guard case .reference(let x) = a.operation, case .reference(let y) = b.operation else {
      return false
    }
    return x == y
  }

  /// Sure if true: of values of one element, or of an element and what it stands in. `other` tells
  /// parts that are the same for another reason.
  package func areSame(
    _ a: PriceExpression, _ b: PriceExpression,
    or other: ((PriceExpression, PriceExpression) -> Bool)? = nil
  ) -> Bool {
    areSame(a, b, or: other, other == nil ? known : Known())
  }

  private func areSame(
    _ a: PriceExpression, _ b: PriceExpression,
    or other: ((PriceExpression, PriceExpression) -> Bool)?, _ known: Known
  ) -> Bool {
    if let other, other(a, b) { return true }
    if a === b, let known = known.shared[ObjectIdentifier(a)] { return known.areSame }
    let found = areNamedAlike(a, b, or: other, known)
    if a === b { known.shared[ObjectIdentifier(a)] = (a, found) }
    return found
  }

  private func areNamedAlike(
    _ a: PriceExpression, _ b: PriceExpression,
    or other: ((PriceExpression, PriceExpression) -> Bool)?, _ known: Known
  ) -> Bool {
    guard let one = name(of: a), let another = name(of: b) else {
      return areAlike(a, b, or: other, known)
    }
    if one == another { return !priced.contains(one) }
    if let known = known.same[[one, another]] { return known }
    let found = areAlike(a, b, or: other, known)
    known.same[[one, another]] = found
    return found
  }

  private func areAlike(
    _ a: PriceExpression, _ b: PriceExpression,
    or other: ((PriceExpression, PriceExpression) -> Bool)?, _ known: Known
  ) -> Bool {
    let (x, y) = (resolved(a), resolved(b))
    guard x.type == y.type, other != nil || x.grain == y.grain, !isBinary || x.units == y.units,
      let own = Act(x.operation), own == Act(y.operation)
    else { return false }
    let (left, right) = (x.parts, y.parts)
    return left.count == right.count
      && zip(left, right).allSatisfy { areSame($0, $1, or: other, known) }
  }

  /// The same number for values that are the same, and mostly another one for others.
  package func likeness(of value: PriceExpression) -> Int {
    var hasher = Hasher()
    func add(_ value: PriceExpression, _ depth: Int) {
      let value = resolved(value)
      hasher.combine(Act(value.operation))
      if depth > 0 { for part in value.parts { add(part, depth - 1) } }
    }
    add(value, 3)
    return hasher.finalize()
  }

  /// What an operation does with its parts.
  private enum Act: Hashable {
    case takes(PriceExpression.Reference)
    case says(Constant)
    case applies(PriceExpression.Operator)
    case chooses(least: Bool)
    case gathers(PriceExpression.Aggregate, list: ListID)
    case finds(table: TableID, column: Int)
    case joins, parts, asks, falls, turns

    /// Nil for what is not the same everywhere, or of which nobody asks.
    init?(_ operation: PriceExpression.Operation) {
      switch operation {
      case .reference(let reference):
        switch reference {
        case .field, .element: self = .takes(reference)
        case .letValue, .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons:
          return nil
        }
      case .constant(let constant): self = .says(constant)
      // Nobody asks.
      case .apply(.within, _), .apply(.contains, _), .apply(.converted, _): return nil
      case .apply(let operation, _): self = .applies(operation)
      case .extreme(let least, _): self = .chooses(least: least)
      case .aggregate(let kind, _, let list, _): self = .gathers(kind, list: list)
      case .lookup(let table, let column, _): self = .finds(table: table, column: column)
      case .and: self = .joins
      case .or: self = .parts
      case .isGiven: self = .asks
      case .defaulting: self = .falls
      case .conditional: self = .turns
      case .sumBefore, .split, .neighbour, .steps, .isFound, .graduated, .texts: return nil
      }
    }
  }
}
