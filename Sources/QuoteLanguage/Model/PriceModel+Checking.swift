package import QuoteSyntax

extension PriceModel {
  /// What a tree means. Nil where the rules have errors; every complaint goes to the log, and
  /// warnings of what is checked on the way too. What is hardly meant is looked for in the model
  /// afterwards, by those who want to know.
  package init?(checking tree: RuleTree, sources: Sources, log: inout DiagnosticLog) {
    var rounds = 0
    var hints = CheckHints()
    while true {
      let checker = ModelChecker(tree: tree, sources: sources, hints: hints)
      let model = checker.check()
      rounds += 1
      if rounds < CheckHints.mostRounds, let learnt = checker.learnt(isLast: rounds > 4) {
        hints = learnt
        continue
      }
      checker.tellUnusedInputs()
      log.append(contentsOf: checker.log)
      guard let model, !checker.log.hasErrors else { return nil }
      self = model
      noteVocabularies()
      noteQuestions()
      return
    }
  }
}

/// What an earlier round of checking the same rules found that a table's rows are read and
/// proved by, and which is only known when everything that uses the table has been seen.
package struct CheckHints {
  /// Types of columns of empty tables.
  var columns: [ColumnPlace: ColumnHint] = [:]
  /// By index of the tree's lets: what stands for all keys of each column of a table.
  var keys: [Int: [PriceExpression]] = [:]

  /// Rows found for wider keys may have wider cells, which may be keys of other tables, and
  /// so on: tables one behind the other take a round each.
  static let mostRounds = 8
}

/// A value column of a table, by the table's name.
package struct ColumnPlace: Hashable {
  var table: String
  var column: Int

  package init(table: String, column: Int) {
    self.table = table
    self.column = column
  }
}

/// What the use of an empty table tells of the type of its column.
struct ColumnHint {
  var type: ValueType
  var units: UnitPair
}
