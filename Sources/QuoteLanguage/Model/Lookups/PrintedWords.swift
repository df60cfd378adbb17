import QuoteSyntax

/// What is printed or written out otherwise than most who write it mean.
extension MeantOtherwise {
  // MARK: - Words that are names

  /// Cells of columns of reasons that are one word, which names a text: the first of each column.
  var cellsThatAreNames: [Diagnostic] {
    let names = model.namesOfTexts
    if names.isEmpty { return [] }
    var seen: Set<ColumnPlace> = []
    let printed = model.allLines.flatMap(\.reasons) + model.declines.map(\.reason)
    return printed.flatMap(columns).compactMap { table, column in
      guard seen.insert(ColumnPlace(table: table.name, column: column)).inserted else { return nil }
      return table.rows.lazy.compactMap { row -> Diagnostic? in
        guard let cell = row.values[column], case .constant(.text(let word)) = cell.operation,
          names.contains(word), !text(cell.span).hasPrefix("\"")
        else { return nil }
        return .cellOfName(
          word, at: cell.span, quoted: model.sources.quotedCell(word, at: cell.span))
      }.first
    }
  }

  /// The columns from which a text is taken.
  private func columns(of value: PriceExpression) -> [(table: ModelTable, column: Int)] {
    if case .lookup(let table, let column, _) = value.operation {
      return [(model.tables[table], column)]
    }
    return value.parts.flatMap(columns)
  }

  /// The label of an output that shows something else.
  func labels(of outputs: [OutputDeclaration]) -> [Diagnostic] {
    let names = model.namesOfTexts
    return outputs.compactMap { output in
      guard let label = output.label, names.contains(label.value), output.name.value != label.value,
        case .formula(let formula) = output.body
      else { return nil }
      if case .name(label.value) = formula.kind { return nil }
      return .labelOfOutput(label.value, at: label.span)
    }
  }

  // MARK: - Reasons

  var emptyReasons: [Diagnostic] {
    model.declines.compactMap { decline in
      isEmpty(decline.reason, under: Set(model.inputs(of: decline.when)))
        ? .emptyReason(at: decline.reason.span) : nil
    }
  }

  /// Whether nothing is printed but blanks, or what may be nothing by its default, in a branch or
  /// in a table's cell. What hangs on an input that the condition asks, too, may be left out by it.
  private func isEmpty(
    _ text: PriceExpression, under asked: Set<PriceExpression.Reference>
  ) -> Bool {
    func mayBe(_ chosen: PriceExpression) -> Bool {
      asked.isDisjoint(with: model.inputs(of: chosen))
    }
    switch text.operation {
    case .constant(.text(let words)): return words.allSatisfy(\.isWhitespace)
    case .defaulting(let inner, let instead):
      return isEmpty(instead, under: asked) || isEmpty(inner, under: asked)
    case .apply(.template, let parts): return parts.allSatisfy { isEmpty($0, under: asked) }
    case .apply(.text(.left(0)), _), .apply(.text(.right(0)), _): return true
    case .apply(.text(let function), let parts) where function.keepsNothing:
      return isEmpty(parts[0], under: asked)
    case .reference(.letValue(let index)): return isEmpty(model.lets[index].value, under: asked)
    case .conditional(let condition, let then, let otherwise?):
      let isEither = [then, otherwise].map { isEmpty($0, under: asked) }
      return isEither == [true, true] || isEither.contains(true) && mayBe(condition)
    case .lookup(let table, let column, let keys):
      let cells = model.tables[table].rows.compactMap { $0.values[column] }
      let count = cells.count { isEmpty($0, under: asked) }
      return count > 0 && (count == cells.count || keys.allSatisfy(mayBe))
    case .constant, .reference, .apply, .and, .or, .isGiven, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .isFound, .graduated, .texts:
      return false
    }
  }

  // MARK: - Members

  /// Conditions and marks that are clauses of a line, in a list of an output.
  var clausesAsMembers: [Diagnostic] { model.outputs.flatMap(clauses) }

  private func clauses(in output: ModelOutput) -> [Diagnostic] {
    guard case .records(let list, let fields) = output.body else { return [] }
    return fields.flatMap { field -> [Diagnostic] in
      guard case .value(let value) = field.body else { return clauses(in: field) }
      if case .reference = value.operation { return [] }
      let isClause: Bool =
        switch field.name {
        case "when", "where", "keep", "filter", "public": value.type == .flag
        case _: false
        }
      return isClause
        ? [.clauseAsMember(field.name, of: model.lists[list].name, at: field.span)] : []
    }
  }
}

extension TextFunction {
  /// Whether it makes nothing of a text that is nothing but blanks.
  fileprivate var keepsNothing: Bool {
    switch self {
    case .lower, .upper, .trim, .withoutSpaces, .left, .right: true
    case _: false
    }
  }
}
