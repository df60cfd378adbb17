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
        case "when", "where", "keep", "filter", "public", "only", "if", "unless":
          value.type == .flag
        case _: false
        }
      return isClause
        ? [.clauseAsMember(field.name, of: model.lists[list].name, at: field.span)] : []
    }
  }
}
