import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What went into `sum`, `min` and their like.
struct ElementsRead {
  var kind: PriceExpression.Aggregate
  var list: ListID
  var inner: PriceExpression
  var condition: PriceExpression?
}

extension DerivationReader {
  /// The values of the elements that were counted, and how many of how many they are.
  func aggregate(
    _ expression: PriceExpression, _ read: ElementsRead, at place: Recording.Place, depth: Int
  ) -> Derivation {
    let above = recording.enclosing(model.lists[read.list].parent ?? .booking, of: place)
    let all = recording.elements(of: read.list, below: above).count
    let counted = recording.counted(expression, at: place)
    return Derivation(
      kind: .formula, text: model.sources.text(at: expression.span),
      value: recording.shown(expression, at: place),
      note: recording.whyUnknown(list: read.list) ?? note(read, counted, of: all),
      span: expression.span, home: above, origin: .init(expression: expression, place: place),
      parts: takesElementsApart && depth < depthLimit
        ? counted.map { element(read.inner, why: read.condition, at: $0, depth: depth + 1) }
        : Derivation.eachOnce(roundings(in: expression, at: place)))
  }

  /// What `sum_before` added up: the values of the elements that come earlier, in their order.
  func before(
    _ expression: PriceExpression, _ inner: PriceExpression, by key: PriceExpression?,
    at place: Recording.Place, depth: Int
  ) -> Derivation {
    let earlier = recording.before(expression, at: place)
    let own = key.map { parts(of: $0, at: place, depth: depth) } ?? []
    return Derivation(
      kind: .formula, text: written(expression),
      value: recording.shown(expression, at: place),
      note: earlier.isEmpty ? "none before it" : "of \(values(of: inner, at: earlier))",
      span: expression.span, origin: .init(expression: expression, place: place),
      parts: own
        + (takesElementsApart && depth < depthLimit
          ? earlier.map { element(inner, why: key, at: $0, depth: depth + 1) }
          : roundings(in: expression, at: place)))
  }

  /// What `previous` or `next` gave, and of which element.
  func beside(
    _ expression: PriceExpression, _ inner: PriceExpression, at place: Recording.Place, depth: Int
  ) -> [Derivation] {
    let other = recording.neighbour(expression, at: place)
    let parts = other.map { self.parts(of: inner, at: $0, depth: depth) } ?? []
    return [
      Derivation(
        kind: .formula, text: written(expression),
        value: recording.shown(expression, at: place),
        note: other.map { "of \(recording.path(of: $0))" } ?? whyAlone(expression, place),
        span: expression.span, home: other, origin: .init(expression: expression, place: place),
        parts: parts)
    ]
  }

  /// Why no element stands beside the one at hand.
  private func whyAlone(_ expression: PriceExpression, _ place: Recording.Place) -> String {
    guard case .neighbour(_, let key, _, let isAfter) = expression.operation else { return "" }
    let own = recording.enclosing(expression.grain.list, of: place)
    if let key, recording.value(of: key, at: own) == .notGiven {
      return "its `\(written(key))` is not given, so it has no place among them"
    }
    return "none \(isAfter ? "after" : "before") it"
  }

  /// `of $4.00, $5.00; 2 of 3 elements`, all in one line.
  private func note(_ read: ElementsRead, _ counted: [Recording.Place], of all: Int) -> String {
    guard all > 0 else { return "no elements" }
    let elements = all == 1 ? "1 element" : "\(all) elements"
    if read.kind == .count { return "of \(elements)" }
    guard !counted.isEmpty else { return "none of \(elements)" }
    let some = counted.count < all ? "; \(counted.count) of \(elements)" : ""
    return "of \(values(of: read.inner, at: counted))\(some)"
  }

  /// `$4.00, $5.00`; the first twelve of more, and how many there are.
  private func values(of inner: PriceExpression, at places: [Recording.Place]) -> String {
    let cells = places.prefix(12).map {
      recording.shown(inner, at: $0) ?? "not given"
    }
    return cells.joined(separator: ", ") + (places.count > 12 ? ", … (\(places.count))" : "")
  }

  /// An element that was counted, what its value was made from and why it counts.
  private func element(
    _ inner: PriceExpression, why: PriceExpression?, at place: Recording.Place, depth: Int
  ) -> Derivation {
    let made = [inner] + [why].compactMap { $0 }
    let parts = Derivation.eachOnce(made.flatMap { self.parts(of: $0, at: place, depth: depth) })
    return Derivation(
      kind: .element, text: recording.path(of: place),
      value: recording.shown(inner, at: place), note: "",
      span: inner.span, origin: .init(expression: inner, place: place), parts: parts)
  }
}
