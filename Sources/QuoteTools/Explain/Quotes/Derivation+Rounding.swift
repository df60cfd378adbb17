import QuoteEngine
import QuoteLanguage

/// What rounding took or gave.
extension DerivationReader {
  /// Nil where nothing changed.
  func rounding(
    _ expression: PriceExpression, _ inner: PriceExpression, _ mode: RoundingMode,
    _ place: Recording.Place
  ) -> Derivation? {
    let before = recording.value(of: inner, at: place)
    let how = model.arithmetic == .exact ? mode.words : "as \(model.arithmetic.rawValue) rounds"
    return changed(expression, from: before, as: inner, how, place)
  }

  /// An element's share in whole minor units, beside what it would be exactly.
  func share(_ expression: PriceExpression, _ place: Recording.Place) -> Derivation? {
    guard case .split(let amount, let weight) = expression.operation,
      let parent = model.lists[expression.along].parent,
      case .exact(let whole) = recording.value(of: amount, at: place),
      case .exact(let own) = recording.value(of: weight, at: place)
    else { return nil }
    let above = recording.enclosing(parent, of: place)
    var sum: Ratio = 0
    for element in recording.elements(of: expression.along, below: above) {
      guard case .exact(let other) = recording.value(of: weight, at: element) else { return nil }
      sum = sum + other
    }
    guard !sum.isZero else { return nil }
    return changed(
      expression, from: .exact(whole * own / sum), as: expression, "by largest remainder", place)
  }

  private func changed(
    _ expression: PriceExpression, from before: RecordedValue, as inner: PriceExpression,
    _ how: String, _ place: Recording.Place
  ) -> Derivation? {
    let after = recording.value(of: expression, at: place)
    guard before != after, let from = before.shown(as: inner, in: model),
      let to = after.shown(as: expression, in: model)
    else { return nil }
    var note = "from \(from), \(how)"
    var won: String?
    if case .exact(let x) = after, case .exact(let y) = before {
      won =
        model.isPercent(inner)
        ? (x - y).shownPercent : ((x - y) / inner.units.size).shownDigits
    }
    if case .double(let x) = after, case .double(let y) = before {
      won = Ratio(nearest: x - y, decimals: 6).description
    }
    if let won, won != "0" { note += (won.hasPrefix("-") ? ", " : ", +") + won }
    let path = recording.path(of: place)
    if !path.isEmpty { note += ", \(path)" }
    return Derivation(
      kind: .rounding, text: "rounded", value: to, note: note, span: expression.span,
      origin: .init(expression: expression, place: place), parts: [])
  }

  // MARK: - Deeper than derivations go

  /// Every rounding that made a value, however deep, each once: no cent is left
  /// out where names or elements are not taken apart.
  func roundings(in expression: PriceExpression, at place: Recording.Place) -> [Derivation] {
    var seen: Set<RoundedPlace> = []
    return roundings(in: expression, at: place, &seen)
  }

  private struct RoundedPlace: Hashable {
    var name: Int
    var place: Recording.Place
  }

  private func roundings(
    in expression: PriceExpression, at place: Recording.Place, _ seen: inout Set<RoundedPlace>
  ) -> [Derivation] {
    if case .reference(.letValue(let index)) = expression.operation {
      let named = model.lets[index].value
      let home = recording.enclosing(named.grain.list, of: place)
      guard seen.insert(RoundedPlace(name: index, place: home)).inserted else { return [] }
      return roundings(in: named, at: home, &seen)
    }
    var found: [Derivation] = []
    if case .aggregate(_, let inner, _, _) = expression.operation {
      for element in recording.counted(expression, at: place) {
        found += roundings(in: inner, at: element, &seen)
      }
      return found
    }
    if case .neighbour(let inner, _, _, _) = expression.operation {
      let other = recording.neighbour(expression, at: place)
      return other.map { roundings(in: inner, at: $0, &seen) } ?? []
    }
    if case .sumBefore(let inner, _) = expression.operation {
      for element in recording.before(expression, at: place) {
        found += roundings(in: inner, at: element, &seen).map {
          // Every later element adds it up again.
          var derivation = $0
          derivation.home = element
          return derivation
        }
      }
      return found
    }
    for part in taken(expression, place) { found += roundings(in: part, at: place, &seen) }
    if case .apply(.round(_, let mode), let parts) = expression.operation {
      found += [rounding(expression, parts[0], mode, place)].compactMap { $0 }
    }
    if case .split = expression.operation {
      found += [share(expression, place)].compactMap { $0 }
    }
    return found
  }

  /// The parts of an expression that made its value: of alternatives, the one taken.
  private func taken(_ expression: PriceExpression, _ place: Recording.Place) -> [PriceExpression] {
    if case .conditional(let condition, let then, let otherwise) = expression.operation {
      let holds = recording.value(of: condition, at: place).isTrue
      return [condition] + [holds ? then : otherwise].compactMap { $0 }
    }
    if case .defaulting(let first, let second) = expression.operation {
      return recording.value(of: first, at: place) == .notGiven ? [first, second] : [first]
    }
    if case .lookup(let table, let column, let keys) = expression.operation {
      let rows = recording.rows(of: expression, at: place).map { model.tables[table].rows[$0] }
      return keys + rows.compactMap { $0.values[column] }
    }
    if case .graduated(let table, let keys) = expression.operation {
      let rows = recording.heldBrackets(of: expression, at: place).map {
        model.tables[table].rows[$0.row]
      }
      return keys + rows.compactMap { $0.values[0] }
    }
    return expression.parts
  }
}

extension RoundingMode {
  /// The mode in words, for breakdowns.
  var words: String { rawValue.replacing("_", with: " ") }
}
