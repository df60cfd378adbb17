package import QuoteSyntax

/// Numbers that the rules write in percent, and what is made from them.
extension PriceModel {
  /// How a number is written where it comes from.
  private enum Writing {
    case percent
    /// Zero, or nothing: it goes with either.
    case either
    /// A percentage so many times: in percent only beside another.
    case times
    case plain
  }

  /// Whether a number comes from figures or cells that are written in percent, and from no
  /// other: `25%`, a column of them, the least of them, their sum.
  package func isPercent(_ expression: PriceExpression) -> Bool {
    writing(of: expression, 16) == .percent
  }

  /// Where a percentage is written that a value is, or the first one of a column; for an input, its
  /// declaration, if bookings write it with its sign.
  package func percentage(in value: PriceExpression, _ names: SameValues) -> SourceSpan? {
    let value = names.rate(value)
    switch value.operation {
    case .reference(.field(let list, let field)):
      let input = schema.lists[list].fields[field]
      let isWritten = input.notation?.written.contains { $0.contains("%") } ?? false
      return isWritten ? input.span : nil
    case .constant(.quantity(let size)):
      return sources.isPercent(at: value.span) && !size.isZero ? value.span : nil
    case .lookup(let table, let column, _):
      return tables[table].rows.lazy.compactMap { $0.values[column] }
        .compactMap { self.percentage(in: $0, names) }.first
    case _: return nil
    }
  }

  /// A percentage as it is written there, or an example of what bookings write.
  package func writtenPercentage(at span: SourceSpan) -> String {
    let written = sources.text(at: span).trimmedOfSpaces
    return written.firstMatch(of: kept(/written\s+"([^"]*)"/)).map { String($0.1) } ?? written
  }

  /// Only so many names deep: names that use others twice would be followed for ever.
  private func writing(of expression: PriceExpression, _ depth: Int) -> Writing {
    guard depth > 0, expression.type == .quantity(.number) else { return .plain }
    func of(_ part: PriceExpression) -> Writing { writing(of: part, depth - 1) }
    switch expression.operation {
    case .constant(.quantity(let number)):
      if sources.isPercent(at: expression.span) { return .percent }
      return number.isZero ? .either : .plain
    case .constant: return .either
    case .reference(.letValue(let index)): return of(lets[index].value)
    case .reference: return .plain
    case .apply(let operation, let parts): return Self.writing(of: operation, parts.map(of))
    case .defaulting(let a, let b): return Self.all([of(a), of(b)])
    case .aggregate(_, let a, _, _), .sumBefore(let a, _), .steps(let a, _, _),
      .neighbour(let a, _, _, _):
      return of(a)
    case .conditional(_, let a, let b): return Self.all([of(a)] + (b.map { [of($0)] } ?? []))
    case .extreme(_, let all): return Self.all(all.map(of))
    case .lookup(let table, let column, _):
      return Self.all(tables[table].rows.compactMap { $0.values[column] }.map(of))
    case .and, .or, .isGiven, .split, .isFound, .graduated, .texts: return .plain
    }
  }

  private static func writing(
    of operation: PriceExpression.Operator, _ parts: [Writing]
  ) -> Writing {
    switch operation {
    case .arithmetic(.add), .arithmetic(.subtract), .negate, .round, .placed, .converted, .number:
      all(parts)
    case .arithmetic(.multiply): product(parts[0], parts[1])
    case .arithmetic(.divide): parts[0] == .percent ? .times : .plain
    case .compare, .not, .within, .contains, .distance, .template, .printed, .text, .date: .plain
    }
  }

  /// How several are written, one of which or all of which together are the value.
  private static func all(_ writings: [Writing]) -> Writing {
    if writings.contains(.plain) { return .plain }
    if writings.contains(.percent) { return .percent }
    return writings.contains(.times) ? .times : .either
  }

  private static func product(_ a: Writing, _ b: Writing) -> Writing {
    switch (a, b) {
    case (.percent, .percent): .percent
    case (.percent, _), (_, .percent), (.times, _), (_, .times): .times
    case (.either, _), (_, .either), (.plain, .plain): .plain
    }
  }
}
