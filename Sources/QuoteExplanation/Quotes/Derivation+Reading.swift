import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Reads off a recording what an expression was made from.
struct DerivationReader {
  let recording: Recording
  /// How many named formulas deep; what lies deeper is left out.
  let depthLimit: Int

  var model: PriceModel { recording.model }
  /// Whether elements of `sum` and its like show what they were made from: only where somebody
  /// wants to see deep, for there may be many.
  var takesElementsApart: Bool { depthLimit > ExplanationOptions.usualDepth }

  func seen(from line: ModelLine) -> DerivationReader {
    DerivationReader(recording: recording.seen(from: line), depthLimit: depthLimit)
  }

  /// The parts of a formula: every input, name, table row and rounding in it,
  /// in the order written; each only once.
  func parts(of expression: PriceExpression, at place: Recording.Place, depth: Int = 0)
    -> [Derivation]
  {
    Derivation.eachOnce(collect(expression, place, depth))
  }

  private func collect(
    _ expression: PriceExpression, _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    guard let use = expression.use else { return read(expression, place, depth) }
    // The formula stands elsewhere, under names for what is given: it is said here.
    return [
      Derivation(
        kind: .named, text: written(expression), value: recording.shown(expression, at: place),
        note: "\(use.form): \(written(use.body))", span: use.name,
        home: recording.enclosing(expression.grain.list, of: place),
        origin: .init(expression: expression, place: place),
        parts: Derivation.eachOnce(read(expression, place, depth)))
    ]
  }

  private func read(
    _ expression: PriceExpression, _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    switch expression.operation {
    case .constant: return []
    case .reference(let reference): return named(reference, expression, at: place, depth: depth)
    case .lookup(let table, let column, let keys):
      return [row(of: expression, table, column, keys: keys, at: place, depth: depth)]
    case .graduated(let table, let keys):
      return [brackets(of: expression, table, keys, at: place, depth: depth)]
    case .aggregate(let kind, let inner, let list, let condition):
      let elements = ElementsRead(kind: kind, list: list, inner: inner, condition: condition)
      return [aggregate(expression, elements, at: place, depth: depth)]
    case .neighbour(let value, _, _, _): return beside(expression, value, at: place, depth: depth)
    case .sumBefore(let inner, let key):
      return [before(expression, inner, by: key, at: place, depth: depth)]
    case .apply, .and, .or, .isGiven, .extreme, .isFound, .texts, .conditional, .defaulting, .steps,
      .split:
      return made(expression, place, depth)
    }
  }

  /// What went into a value as it is, and its own rounding.
  private func made(
    _ expression: PriceExpression, _ place: Recording.Place, _ depth: Int
  ) -> [Derivation] {
    var found: [Derivation] = []
    var first: PriceExpression?
    for part in recording.parts(of: expression, at: place) {
      switch part.role {
      case .start: continue
      case .step, .weight:
        guard part.place == recording.enclosing(part.place.list, of: place) else { continue }
      case .preferred: first = part.expression
      case .fallback: if let first { found = standingIn(part.expression, for: first, found) }
      case .operand, .condition, .branch, .choice, .element, .filter, .earlier, .beside, .passing,
        .order, .whole, .key, .cell, .named:
        break
      }
      found += collect(part.expression, place, depth)
    }
    return found + [ownRounding(of: expression, at: place)].compactMap { $0 }
  }

  /// Says of what is not given what stands in for it.
  private func standingIn(
    _ second: PriceExpression, for first: PriceExpression, _ parts: [Derivation]
  ) -> [Derivation] {
    let instead = "so \(written(second))"
    var parts = parts
    if parts.count == 1, parts[0].value == nil, first.isNamed {
      parts[0].note += parts[0].note.isEmpty ? instead : ", \(instead)"
      return parts
    }
    return parts + [
      Derivation(
        kind: .formula, text: written(first), value: nil, note: instead, span: first.span,
        parts: [])
    ]
  }

  /// As it is written, on one line.
  func written(_ expression: PriceExpression) -> String { written(expression.span) }

  private func written(_ span: SourceSpan) -> String {
    model.sources.text(at: span).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: - Names

  private func named(
    _ reference: PriceExpression.Reference, _ expression: PriceExpression,
    at place: Recording.Place, depth: Int
  ) -> [Derivation] {
    let value = recording.shown(expression, at: place)
    func leaf(_ kind: Derivation.Kind, _ text: String, _ span: SourceSpan) -> [Derivation] {
      [
        Derivation(
          kind: kind, text: text, value: value, note: "", span: span,
          origin: .init(expression: expression, place: place), parts: [])
      ]
    }
    switch reference {
    case .field(let list, let field):
      let schema = model.schema.lists[list].fields[field]
      return leaf(.input, schema.name, schema.span)
    case .element(let list):
      return leaf(
        .input, model.lists[list].made?.elementName ?? model.lists[list].name,
        model.lists[list].span)
    case .letValue(let index):
      let named = model.lets[index]
      let home = recording.enclosing(named.value.grain.list, of: place)
      return [
        Derivation(
          kind: .named, text: named.name, value: percent(named.value) ?? value, note: "",
          span: named.span, home: home, origin: .init(expression: expression, place: place),
          parts: depth < depthLimit
            ? parts(of: named.value, at: home, depth: depth + 1)
            : roundings(in: named.value, at: home))
      ]
    case .lineAmount(let id), .lineSum(let id), .subtotal(let id):
      let line = model.allLines[id]
      return leaf(.carried, line.name, line.span)
    case .running: return leaf(.carried, "subtotal", expression.span)
    case .carried: return leaf(.carried, "\(written(expression)) before", expression.span)
    case .total: return leaf(.carried, "total", expression.span)
    case .lineReasons: return []
    }
  }
}

extension PriceExpression {
  /// Whether it is a name or a look-up and nothing else.
  var isNamed: Bool {
    switch operation {
    case .reference, .lookup: true
    case .constant, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .isFound, .graduated, .texts:
      false
    }
  }
}
