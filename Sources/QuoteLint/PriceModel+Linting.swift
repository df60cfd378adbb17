import QuoteLanguage
import QuoteSyntax

extension PriceModel {
  /// Reports what is allowed and hardly meant.
  func lint(_ tree: RuleTree, log: inout DiagnosticLog) {
    let uses = ModelUses(of: self)
    let standing = withSubtotalsAsTheyStand
    let rates = RateSlips.warnings(of: standing)
    let told = Set(rates.flatMap { [$0.primary.span] + $0.labels.map(\.span) })
    let gaps = uses.gapWarnings
    lazy var sites = LookupSites(
      of: self, tables: Set(tables.indices), takingDefaulted: true)
    let holes = tables.withIDs.filter { _, table in
      !gaps.contains { $0.primary.span == table.span }
    }.flatMap { index, table in
      let isAsked = uses.asked.contains(index)
      let areKeptAway = { (keys: [KeySet]) in sites.keepAway(keys, from: index) }
      let narrow = NarrowHoles(
        table: table, isAsked: isAsked, model: self, areKeptAway: areKeptAway)
      let calendar = CalendarHoles(table: table, model: self, areKeptAway: areKeptAway)
      return narrow.warnings + (isAsked ? [] : calendar.warnings)
    }
    let warnings = [
      gaps, holes, ModelWords.warnings(of: self), MixedPercents.warnings(of: self, told: told),
      DeadConditions.warnings(of: self), SelfComparisons.warnings(of: self),
      KeysApart.warnings(of: self), NeverWords.warnings(of: self),
      PrintedSlips.warnings(of: self), BlankRepeats.warnings(of: self),
      MeantOtherwise.warnings(of: standing, outputs: tree.outputs),
      TextRangeSlips.warnings(of: self), rates,
      FallingAmounts.warnings(of: self), WaterfallSlips.warnings(of: standing),
      ConditionSlips.warnings(of: self), ConditionHoles.warnings(of: self),
      MonthsLeftOut.warnings(of: self),
      ProductSlips.warnings(of: self),
      ElementSlips.warnings(of: self), InnerGroups.warnings(of: self),
      AddedFactors.warnings(of: self), HundredFactors.warnings(of: self),
      PercentsOfPercents.warnings(of: self), PricesPerTime.warnings(of: self),
      BoundNames.warnings(of: self),
      BoundSlips.warnings(of: standing),
      ClockSlips.warnings(of: self), NightSlips.warnings(of: self),
      CenturySlips.warnings(of: self), ShortForms.warnings(of: self),
      ZoneSlips.warnings(of: self),
      FigureSlips.warnings(of: self), GroupedDigits.warnings(of: self),
      CommaInName.warnings(of: self), UnitLeftOut.warnings(of: self),
      UnitsOfNumbers.warnings(of: self), FixedExtremes.warnings(of: self),
      FiguresInWords.warnings(of: self),
      UnitSlips.warnings(of: self), DeadForCalls.warnings(of: self),
      ColumnSlips.warnings(of: self, uses), NeverAboveZero.warnings(of: self),
      ForeignTexts.warnings(of: self), SuspicionWalk.leftOut(of: self),
      uses.unusedWarnings(brought: tree.brought),
    ].joined()
    for warning in warnings {
      let places = [warning.primary.span] + warning.labels.map(\.span)
      let before = Self.toldBefore[warning.id]
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
