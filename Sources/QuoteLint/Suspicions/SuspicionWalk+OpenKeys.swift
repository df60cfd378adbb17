import QuoteLanguage
import QuoteSyntax

/// Conditions that ask a table for a word of which it does not know: they neither hold nor fail,
/// as if that had been meant.
extension SuspicionWalk {
  /// Goes through a condition, but for what plainly says what such words mean: a `default`, `is
  /// given`, and what is equal to something or begins with it.
  mutating func judgeOpenKeys(in condition: PriceExpression) {
    judgeOpenKeys(in: condition, of: condition, isDenied: false)
  }

  private mutating func judgeOpenKeys(
    in value: PriceExpression, of condition: PriceExpression, isDenied: Bool
  ) {
    guard value.isOptional else { return }
    switch value.operation {
    case .lookup(let table, _, _), .graduated(let table, _):
      judge(openKeysOf: table, value, condition)
    case .reference(.letValue):
      let meant = names.resolved(value)
      if case .reference = meant.operation { return }
      judgeOpenKeys(in: meant, of: condition, isDenied: isDenied)
    case .defaulting(let inner, let otherwise):
      if otherwise.isOptional { judgeOpenKeys(in: inner, of: condition, isDenied: isDenied) }
    case .isGiven, .isFound, .constant, .reference, .apply(.contains, _):
      return
    case .apply(.not, let parts):
      judgeOpenKeys(in: parts[0], of: condition, isDenied: !isDenied)
    case .apply(.compare(.equal), let sides) where sides[0].type == .flag:
      let isDenial = sides.contains { names.resolved($0).isFlag(false) }
      for side in sides { judgeOpenKeys(in: side, of: condition, isDenied: isDenied != isDenial) }
    // Denied, it is not so plain that a word that a table does not know is not equal.
    case .apply(.compare(.equal), _), .apply(.text(.startsWith), _), .apply(.text(.endsWith), _),
      .apply(.text(.contains), _):
      if isDenied { judgeOpenKeys(inPartsOf: value, of: condition, isDenied: isDenied) }
    case .apply(.compare(.notEqual), _) where isDenied: return
    case .apply, .and, .or, .conditional, .extreme, .aggregate, .sumBefore, .split, .neighbour,
      .steps, .texts:
      judgeOpenKeys(inPartsOf: value, of: condition, isDenied: isDenied)
    }
  }

  private mutating func judgeOpenKeys(
    inPartsOf value: PriceExpression, of condition: PriceExpression, isDenied: Bool
  ) {
    for part in value.parts { judgeOpenKeys(in: part, of: condition, isDenied: isDenied) }
  }

  /// Keys that another table finds, in a column with a row for all others: that row has the words
  /// of which the other table does not know, too. Where each of its values has a row, the row for
  /// all others can only be meant for those.
  mutating func judgeOpenKeys(behind keys: [PriceExpression], of table: ModelTable) {
    for (column, key) in keys.enumerated() where key.isOptional {
      guard
        let row = table.rows.first(where: {
          $0.keys[column].body == .everything && $0.keys[column].matchesNotGiven
        }), table.rows.contains(where: { $0.keys[column].body != .everything })
      else { continue }
      judgeOpenKeys(in: key, behind: row, of: table, column)
    }
  }

  private mutating func judgeOpenKeys(
    in key: PriceExpression, behind row: ModelTableRow, of table: ModelTable, _ column: Int,
    isWhole: Bool = true
  ) {
    switch key.operation {
    case .lookup(let inner, let found, _):
      let asked = model.tables[inner]
      guard asked.keys.contains(where: { $0.domain.type == .text }),
        // Beside ranges, the row for all others takes care of what has no number.
        !isWhole || !key.type.isQuantity
          && asked.rows.contains(where: { !table.names($0.values[found], in: column) })
      else { return }
      let other = "`\(table.name)` then has its row for all others"
      note(
        key.isNotGiven, .openKey(asked, other, at: row.keySpans[column]),
        model.inputs(of: key), ofWords: inner)
    case .reference(.letValue):
      let meant = names.resolved(key)
      if case .reference = meant.operation { return }
      judgeOpenKeys(in: meant, behind: row, of: table, column, isWhole: isWhole)
    case .apply(.template, let parts), .apply(.arithmetic, let parts):
      for part in parts where part.isOptional {
        judgeOpenKeys(in: part, behind: row, of: table, column, isWhole: false)
      }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .isFound, .graduated, .texts:
      return
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

extension PriceExpression {
  fileprivate func isFlag(_ flag: Bool) -> Bool {
    if case .constant(.flag(flag)) = operation { true } else { false }
  }
}

extension ModelTable {
  /// Whether a row other than that for all others has a cell of another table as its key.
  fileprivate func names(_ cell: PriceExpression?, in column: Int) -> Bool {
    guard case .constant(.text(let word))? = cell?.operation else { return false }
    return rows.contains { row in
      guard case .words(let words, let negated) = row.keys[column].body else { return false }
      return words.contains(word) != negated
    }
  }
}
