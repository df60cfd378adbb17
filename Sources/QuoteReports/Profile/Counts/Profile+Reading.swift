package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension Profile {
  /// Reads off what a profiling plan's taps have counted.
  package init(_ counters: ProfileCounters, of plan: PricePlan) {
    let reader = ProfileReader(counters: counters, plan: plan)
    let model = plan.model
    self.init(
      name: model.name, currency: model.currency,
      minorDigits: model.minorUnit.decimalDigits ?? 0, bookings: counters.bookings,
      quoted: counters.quoted, declined: counters.declined, faults: counters.faults,
      total: reader.money(.total) ?? 0, lines: [], tables: [], choices: [], declines: [])
    lines = reader.lines(model.waterfall, depth: 0)
    tables = reader.tables()
    choices = reader.choices()
    declines = model.declines.enumerated().map { index, decline in
      ProfiledDecline(
        reason: model.sources.text(at: decline.reason.span).onOneLine,
        times: counters.declines[index], span: decline.span)
    }
  }
}

private struct ProfileReader {
  let counters: ProfileCounters
  let plan: PricePlan
  private let taps: [ProfileSubject: [PlanTap]]

  private var model: PriceModel { plan.model }

  init(counters: ProfileCounters, plan: PricePlan) {
    self.counters = counters
    self.plan = plan
    taps = Dictionary(grouping: plan.profile?.taps ?? [], by: \.subject)
  }

  /// A count of all taps about one subject, by its place among a tap's counts.
  private func count(_ subject: ProfileSubject, _ place: Int = 0) -> Int {
    (taps[subject] ?? []).reduce(0) { $0 + counters.counts[$1.firstCount + place] }
  }

  /// What the taps about a subject add up; nil if none of them does.
  func money(_ subject: ProfileSubject) -> Ratio? {
    let sums = (taps[subject] ?? []).compactMap { tap -> Ratio? in
      guard case .amount(let amount) = tap.kind else { return nil }
      return sum(tap.firstSum, of: amount)
    }
    return sums.isEmpty ? nil : sums.reduce(0, +)
  }

  private func sum(_ position: Int, of amount: Register) -> Ratio {
    let held = Ratio(counters.sums[position])
    let shape = plan[amount]
    return held * (shape.storage == .double ? ProfileCounters.doubleScale : shape.quantum)
  }

  // MARK: - Lines

  func lines(_ lines: [ModelLine], depth: Int) -> [ProfiledLine] {
    lines.flatMap { line -> [ProfiledLine] in
      let own = ProfiledLine(
        name: line.name, kind: line.kind, depth: depth, times: count(.line(line.id)),
        asked: count(.lineAsked(line.id)), notZero: count(.line(line.id), 1),
        money: money(.line(line.id)) ?? 0, span: line.span)
      guard case .members(let members, _) = line.effect else { return [own] }
      return [own] + self.lines(members, depth: depth + 1)
    }
  }

  // MARK: - Tables

  func tables() -> [ProfiledTable] {
    model.tables.withIDs.map { index, table in
      table.hit == .graduated ? graduated(index, table) : looked(index, table)
    }
  }

  private func looked(_ index: TableID, _ table: ModelTable) -> ProfiledTable {
    var found = ProfiledTable(
      name: table.name, hit: table.hit, asked: 0, missed: 0,
      rows: table.rows.map { profiled($0, times: 0, money: nil) }, span: table.span)
    for (position, planned) in plan.tables.withIDs where planned.model == index {
      for tap in taps[.rows(planTable: position)] ?? [] { add(tap, planned, to: &found) }
    }
    return found
  }

  private func add(_ tap: PlanTap, _ planned: PlanTable, to table: inout ProfiledTable) {
    switch tap.kind {
    case .rows:
      table.asked += counters.counts[tap.firstCount]
      table.missed += counters.counts[tap.firstCount + 1]
      for (position, row) in planned.order.enumerated() {
        table.rows[row].times += counters.counts[tap.firstCount + 2 + position]
      }
    case .rowAmounts(_, _, let amount, _):
      for (position, row) in planned.order.enumerated() {
        let money = sum(tap.firstSum + position, of: amount)
        table.rows[row].money = (table.rows[row].money ?? 0) + money
      }
    case .times, .amount: break
    }
  }

  private func graduated(_ index: TableID, _ table: ModelTable) -> ProfiledTable {
    ProfiledTable(
      name: table.name, hit: table.hit, asked: count(.graduated(table: index)), missed: 0,
      rows: table.rows.enumerated().map { row, cells in
        let subject = ProfileSubject.bracket(table: index, row: row)
        return profiled(cells, times: count(subject), money: money(subject))
      }, span: table.span)
  }

  private func profiled(_ row: ModelTableRow, times: Int, money: Ratio?) -> ProfiledRow {
    ProfiledRow(
      keys: row.keySpans.map { model.sources.text(at: $0).onOneLine },
      values: row.values.map { $0.map { model.sources.text(at: $0.span).onOneLine } ?? "-" },
      times: times, money: money, span: row.span)
  }

  // MARK: - Choices

  func choices() -> [ProfiledChoice] {
    let all = (plan.profile?.choices ?? []).enumerated().map { index, choice in
      ProfiledChoice(
        kind: choice.kind, text: model.sources.text(at: choice.span).onOneLine,
        held: count(.choiceHeld(index)), asked: count(.choiceAsked(index)), span: choice.span)
    }
    return all.sorted {
      ($0.span.file, $0.span.lower, $0.span.upper) < ($1.span.file, $1.span.lower, $1.span.upper)
    }
  }
}

extension String {
  /// Runs of white space as one space each, none at the ends.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
