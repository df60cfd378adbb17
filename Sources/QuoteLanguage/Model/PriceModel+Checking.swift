package import QuoteSyntax

extension PriceModel {
  /// What a tree means. Nil where the rules have errors; every complaint,
  /// warnings too, goes to the log. Without `suspecting`, what is allowed and hardly meant is not
  /// looked for: variants of rules that were checked before are compiled in a fraction of the time.
  package init?(
    checking tree: RuleTree, sources: Sources, log: inout DiagnosticLog, suspecting: Bool = true
  ) {
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
      if suspecting { Self.suspect(model, tree, &log) }
      self = model
      noteVocabularies()
      noteQuestions()
      return
    }
  }

  /// Reports what is allowed and hardly meant.
  private static func suspect(
    _ model: PriceModel, _ tree: RuleTree, _ log: inout DiagnosticLog
  ) {
    let uses = ModelUses(of: model)
    let standing = model.withSubtotalsAsTheyStand
    let rates = RateSlips.warnings(of: standing)
    let told = Set(rates.flatMap { [$0.primary.span] + $0.labels.map(\.span) })
    let gaps = uses.gapWarnings
    lazy var sites = LookupSites(
      of: model, tables: Set(model.tables.indices), takingDefaulted: true)
    let holes = model.tables.withIDs.filter { _, table in
      !gaps.contains { $0.primary.span == table.span }
    }.flatMap { index, table in
      let isAsked = uses.asked.contains(index)
      let areKeptAway = { (keys: [KeySet]) in sites.keepAway(keys, from: index) }
      let narrow = NarrowHoles(
        table: table, isAsked: isAsked, model: model, areKeptAway: areKeptAway)
      let calendar = CalendarHoles(table: table, model: model, areKeptAway: areKeptAway)
      return narrow.warnings + (isAsked ? [] : calendar.warnings)
    }
    let warnings = [
      gaps, holes, ModelWords.warnings(of: model), MixedPercents.warnings(of: model, told: told),
      DeadConditions.warnings(of: model), SelfComparisons.warnings(of: model),
      KeysApart.warnings(of: model), NeverWords.warnings(of: model),
      PrintedSlips.warnings(of: model), BlankRepeats.warnings(of: model),
      MeantOtherwise.warnings(of: standing, outputs: tree.outputs),
      TextRangeSlips.warnings(of: model), rates,
      FallingAmounts.warnings(of: model), WaterfallSlips.warnings(of: standing),
      ConditionSlips.warnings(of: model), ConditionHoles.warnings(of: model),
      MonthsLeftOut.warnings(of: model),
      ProductSlips.warnings(of: model),
      ElementSlips.warnings(of: model), InnerGroups.warnings(of: model),
      AddedFactors.warnings(of: model), HundredFactors.warnings(of: model),
      PercentsOfPercents.warnings(of: model), PricesPerTime.warnings(of: model),
      BoundNames.warnings(of: model),
      BoundSlips.warnings(of: standing),
      ClockSlips.warnings(of: model), NightSlips.warnings(of: model),
      CenturySlips.warnings(of: model), ShortForms.warnings(of: model),
      ZoneSlips.warnings(of: model),
      FigureSlips.warnings(of: model), GroupedDigits.warnings(of: model),
      CommaInName.warnings(of: model), UnitLeftOut.warnings(of: model),
      UnitSlips.warnings(of: model), DeadForCalls.warnings(of: model),
      ColumnSlips.warnings(of: model, uses), NeverAboveZero.warnings(of: model),
      ForeignTexts.warnings(of: model), SuspicionWalk.leftOut(of: model),
      uses.unusedWarnings(brought: tree.brought),
    ].joined()
    for warning in warnings {
      let places = [warning.primary.span] + warning.labels.map(\.span)
      let before = toldBefore[warning.id]
      let isTold = before != nil && log.all.contains {
        $0.id == before && places.contains($0.primary.span)
      }
      if !isTold { log.report(warning) }
    }
  }

  /// What says another thing of a figure or a word of which one has been said: a lost percent sign,
  /// a word that is never printed so.
  private static let toldBefore = [
    "rate-above-one": "mixed-percent", "percent-by-name": "mixed-percent",
    "never-this-word": "not-as-printed",
  ]
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
struct ColumnPlace: Hashable {
  var table: String
  var column: Int
}

/// What the use of an empty table tells of the type of its column.
struct ColumnHint {
  var type: ValueType
  var units: UnitPair
}
