/// What went into `sum`, `min` and their like.
struct ElementsRead {
  var kind: PriceExpression.Aggregate
  var list: Int
  var inner: PriceExpression
  var condition: PriceExpression?
}

extension DerivationReader {
  /// The values of the elements that were counted, and how many of how many they are.
  func aggregate(
    _ expression: PriceExpression, _ read: ElementsRead, _ place: Recording.Place, _ depth: Int
  ) -> Derivation {
    let above = recording.enclosing(model.lists[read.list].parent ?? 0, of: place)
    let all = recording.elements(of: read.list, below: above).count
    let counted = recording.counted(expression, at: place)
    return Derivation(
      kind: .formula, text: model.sources.text(at: expression.span),
      value: recording.value(of: expression, at: place).shown(as: expression, in: model),
      note: note(read, counted, of: all), span: expression.span,
      parts: takesElementsApart && depth < depthLimit
        ? counted.map { element(read, at: $0, depth: depth + 1) }
        : counted.flatMap { roundings(in: read.inner, at: $0) })
  }

  /// `of $4.00, $5.00; 2 of 3 elements`, all in one line.
  private func note(_ read: ElementsRead, _ counted: [Recording.Place], of all: Int) -> String {
    guard all > 0 else { return "no elements" }
    let elements = all == 1 ? "1 element" : "\(all) elements"
    if read.kind == .count { return "of \(elements)" }
    guard !counted.isEmpty else { return "none of \(elements)" }
    let cells = counted.prefix(12).map {
      recording.value(of: read.inner, at: $0).shown(as: read.inner, in: model) ?? "not given"
    }
    let more = counted.count > 12 ? ", … (\(counted.count))" : ""
    let some = counted.count < all ? "; \(counted.count) of \(elements)" : ""
    return "of \(cells.joined(separator: ", "))\(more)\(some)"
  }

  /// An element that was counted, what its value was made from and why it counts.
  private func element(
    _ read: ElementsRead, at place: Recording.Place, depth: Int
  ) -> Derivation {
    let made = [read.inner] + [read.condition].compactMap { $0 }
    let parts = Derivation.eachOnce(made.flatMap { self.parts(of: $0, at: place, depth: depth) })
    return Derivation(
      kind: .element, text: recording.path(of: place),
      value: recording.value(of: read.inner, at: place).shown(as: read.inner, in: model), note: "",
      span: read.inner.span, parts: parts)
  }
}
