import QuoteLanguage
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
      guard let clause = ClauseOfOthers(field.name) else { return [] }
      let others = fields.compactMap { other -> PriceExpression? in
        guard other.name != field.name, case .value(let value) = other.body else { return nil }
        return value
      }
      return clause.isMeant(by: value, named: field.name, besides: others)
        ? [.clauseAsMember(field.name, of: model.lists[list].name, at: field.span)] : []
    }
  }
}

/// What a clause of that name does in other programs, or in a line.
enum ClauseOfOthers {
  /// Some elements are left out.
  case filter
  case order, grouping
  /// Something is hidden, or not.
  case mark

  init?(_ name: String) {
    switch name {
    case "when", "where", "keep", "filter", "only", "if", "unless", "except", "having", "limit",
      "skip", "offset":
      self = .filter
    case "sort", "sort_by", "order_by", "orderby": self = .order
    case "group_by", "groupby": self = .grouping
    case "public": self = .mark
    case _: return nil
    }
  }

  /// Whether a member of that name is hardly anything else: a condition, a number of elements, what
  /// stands in the record already.
  func isMeant(
    by value: PriceExpression, named name: String, besides others: [PriceExpression]
  ) -> Bool {
    switch self {
    case .filter:
      if ["limit", "skip", "offset"].contains(name) {
        return value.type.isPlainNumber && value.figure?.isWhole ?? false
      }
      return value.type == .flag && !value.isReference
    case .mark: return value.type == .flag && !value.isReference
    case .order, .grouping:
      // Whoever wants a member of that name gives its value one under `let`.
      if name != "sort" { return !value.isReferenceToName }
      return others.contains { other in
        if case .reference(let own) = value.operation, case .reference(let its) = other.operation {
          return own == its
        }
        return false
      }
    }
  }
}

extension PriceExpression {
  fileprivate var isReferenceToName: Bool {
    if case .reference(.letValue) = operation { true } else { false }
  }

  fileprivate var isReference: Bool {
    if case .reference = operation { true } else { false }
  }
}
