import QuoteSyntax

/// Conditions that ask a table for a word of which it does not know: they neither hold nor fail,
/// as if that had been meant.
extension SuspicionWalk {
  /// Goes through a condition, but for what plainly says what such words mean: a `default`, `is
  /// given`, and what is equal to something or begins with it.
  mutating func judgeOpenKeys(in condition: PriceExpression) {
    judgeOpenKeys(in: condition, of: condition)
  }

  private mutating func judgeOpenKeys(in value: PriceExpression, of condition: PriceExpression) {
    guard value.isOptional else { return }
    switch value.operation {
    case .lookup(let table, _, _), .graduated(let table, _):
      judge(openKeysOf: table, value, condition)
    case .reference(.letValue):
      let meant = names.resolved(value)
      if case .reference = meant.operation { return }
      judgeOpenKeys(in: meant, of: condition)
    case .defaulting(let inner, let otherwise):
      if otherwise.isOptional { judgeOpenKeys(in: inner, of: condition) }
    case .isGiven, .isFound, .constant, .reference, .apply(.compare(.equal), _),
      .apply(.contains, _), .apply(.text(.startsWith), _), .apply(.text(.endsWith), _),
      .apply(.text(.contains), _):
      return
    case .apply, .and, .or, .conditional, .extreme, .aggregate, .sumBefore, .split, .neighbour,
      .steps, .texts:
      for part in value.parts { judgeOpenKeys(in: part, of: condition) }
    }
  }

  private mutating func judge(
    openKeysOf table: TableID, _ value: PriceExpression, _ condition: PriceExpression
  ) {
    let asked = model.tables[table]
    guard asked.keys.contains(where: { $0.domain.type == .text }),
      let probe = PriceExpression.all([value.isNotGiven, condition.isNotGiven], in: model)
    else { return }
    let written = model.sources.text(at: condition.span).trimmedOfSpaces
    note(
      probe,
      .openKey(asked, "`\(written)` neither holds nor fails then", at: condition.span),
      model.inputs(of: value), ofWords: table)
  }
}
