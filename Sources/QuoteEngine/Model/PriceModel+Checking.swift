extension PriceModel {
  /// What a tree means. Nil where the rules have errors; every complaint,
  /// warnings too, goes to the log.
  public init?(checking tree: RuleTree, sources: Sources, log: inout DiagnosticLog) {
    var rounds = 0
    var hints: [ColumnPlace: ColumnHint] = [:]
    while true {
      let checker = ModelChecker(tree: tree, sources: sources, hints: hints)
      let model = checker.check()
      rounds += 1
      if checker.hints.count > hints.count, rounds < 4 {
        hints = checker.hints
        continue
      }
      log.append(contentsOf: checker.log)
      guard let model, !checker.log.hasErrors else { return nil }
      let uses = ModelUses(of: model)
      for warning in uses.gapWarnings + ModelWords.warnings(of: model) + uses.unusedWarnings {
        log.report(warning)
      }
      self = model
      noteVocabularies()
      return
    }
  }
}

/// A value column of a table, by the table's name.
struct ColumnPlace: Hashable {
  var table: String
  var column: Int
}

/// What the use of an empty table tells of the type of its column.
struct ColumnHint {
  var type: ValueType
  var units: UnitPair
}
