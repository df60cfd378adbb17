import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What rounding took or gave.
extension DerivationReader {
  /// Nil if nothing changed.
  private func rounding(
    _ expression: PriceExpression, _ inner: PriceExpression, mode: RoundingMode,
    at place: Recording.Place
  ) -> Derivation? {
    let before = recording.value(of: inner, at: place)
    let how = model.arithmetic == .exact ? mode.words : "as \(model.arithmetic.rawValue) rounds"
    return changed(expression, from: before, as: inner, how, place)
  }

  /// An element's share in whole minor units, beside what it would be exactly.
  private func share(_ expression: PriceExpression, _ place: Recording.Place) -> Derivation? {
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
    var name: LetID
    var place: Recording.Place
  }

  private func roundings(
    in expression: PriceExpression, at place: Recording.Place, _ seen: inout Set<RoundedPlace>
  ) -> [Derivation] {
    var found: [Derivation] = []
    for part in recording.parts(of: expression, at: place) {
      switch part.role {
      case .named(let name):
        guard seen.insert(RoundedPlace(name: name, place: part.place)).inserted else { continue }
        found += roundings(in: part.expression, at: part.place, &seen)
      case .earlier:
        found += roundings(in: part.expression, at: part.place, &seen).map {
          // Every later element adds it up again.
          var derivation = $0
          derivation.home = part.place
          return derivation
        }
      case .filter, .order, .passing: continue
      case .start, .whole: found += roundings(in: part.expression, at: place, &seen)
      case .step, .weight:
        // Those of other elements stand with them.
        guard part.place == recording.enclosing(part.place.list, of: place) else { continue }
        found += roundings(in: part.expression, at: place, &seen)
      case .operand, .condition, .branch, .preferred, .fallback, .choice, .element, .beside, .key,
        .cell:
        found += roundings(in: part.expression, at: part.place, &seen)
      }
    }
    return found + [ownRounding(of: expression, at: place)].compactMap { $0 }
  }

  /// What rounding took or gave at the very end of a value.
  func ownRounding(of expression: PriceExpression, at place: Recording.Place) -> Derivation? {
    switch expression.operation {
    case .apply(.round(_, let mode), let parts):
      rounding(expression, parts[0], mode: mode, at: place)
    case .split: share(expression, place)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      nil
    }
  }
}

extension RoundingMode {
  /// The mode in words, for breakdowns.
  var words: String { rawValue.replacing("_", with: " ") }
}
