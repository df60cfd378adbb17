import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A table of a report: what each format draws in its own way.
struct ImpactTable {
  var title: String
  var header: [String]
  var rows: [[String]]
  /// Columns of numbers.
  var right: Set<Int>
  /// The column of places in the rules.
  var places: Int?
  /// How long the bar of each row is, from -1 to 1; empty where there are none.
  var bars: [Double] = []
  /// Columns that a telephone has no room for.
  var aside: Set<Int> = []
  /// Rows at the end that are sums.
  var sums = 0
  /// Rows that are left out.
  var more = 0
  var note = ""
}

/// How reports say what an impact is: the sign is that of the money earned.
struct ImpactWords {
  let summary: ImpactSummary
  let edits: EditMoney
  let context: ImpactContext
  /// Whether figures have commas between thousands.
  let isForPage: Bool
  private let money: DifferenceWords

  /// So many rows of a table are shown.
  private static let shown = 12

  init(
    _ summary: ImpactSummary, _ edits: EditMoney, _ context: ImpactContext, isForPage: Bool = false
  ) {
    self.isForPage = isForPage
    self.summary = summary
    self.edits = edits
    self.context = context
    var said = DifferenceContext(
      rules: context.after, title: context.title, currency: context.currency, others: [])
    said.minorDigits = context.minorDigits
    money = DifferenceWords(context: said)
  }

  func signed(_ amount: Ratio) -> String { figure(money.signed(amount)) }
  func plain(_ amount: Ratio) -> String { figure(money.plain(amount)) }
  func count(_ number: Int) -> String { figure("\(number)") }

  private func figure(_ text: String) -> String { isForPage ? text.withThousands : text }

  /// `+1.5%`, to a hundredth; empty of nothing.
  func percent(_ change: Ratio, of whole: Ratio) -> String {
    guard !whole.isZero else { return "" }
    return Self.percent(change / whole.magnitude)
  }

  static func percent(_ part: Ratio) -> String {
    guard part.isFinite else { return "" }
    let percent = Ratio((part * 10_000 + Ratio(1, 2)).floor ?? 0, 100)
    return (percent.isNegative || percent.isZero ? "" : "+") + percent.description + "%"
  }

  // MARK: - Sentences

  var sentences: [String] {
    let (old, new) = context.names
    var all = [
      figure(DifferenceWords.counted(summary.bookings, "booking"))
        + ": \(count(summary.moved)) with a different total, \(count(summary.same)) as before"
    ]
    if summary.both.bookings == 0, summary.declined.isEmpty, summary.admitted.isEmpty {
      all.append("no booking has a price \(old) or \(new)")
    }
    let share = percent(summary.change, of: summary.revenueBefore)
    all.append(
      "sum of totals: \(old) \(plain(summary.revenueBefore)), \(new) "
        + "\(plain(summary.revenueAfter)) \(context.currency): \(signed(summary.change))"
        + (share.isEmpty ? "" : " (\(share))"))
    if summary.moved > 0 {
      all.append(
        "\(count(summary.both.dearer)) pay more: \(signed(summary.raised)); "
          + "\(count(summary.both.cheaper)) pay less: \(signed(summary.lowered)) "
          + context.currency)
    }
    return all + refusals + changes + faults
  }

  private var refusals: [String] {
    let (old, new) = context.names
    var all: [String] = []
    if let sum = Self.sum(summary.declined) {
      all.append(
        "\(count(sum.bookings)) priced \(old) and declined \(new): \(signed(-sum.money)) "
          + context.currency)
    }
    if let sum = Self.sum(summary.admitted) {
      all.append(
        "\(count(sum.bookings)) declined \(old) and priced \(new): \(signed(sum.money)) "
          + context.currency)
    }
    return all
  }

  static func sum(
    _ declines: [String: ImpactSummary.Decline]
  ) -> (bookings: Int, money: Ratio)? {
    guard !declines.isEmpty else { return nil }
    return declines.values.reduce((0, Ratio.zero)) { ($0.0 + $1.bookings, $0.1 + $1.money) }
  }

  private var changes: [String] {
    let changes = summary.changes
    guard changes.bookings > 1 else { return [] }
    func part(_ share: Ratio) -> String { Self.percent(changes.part(reachedBy: share)) }
    let largest = changes.isLargestDown ? -changes.largest : changes.largest
    return [
      "of the totals that change: median \(part(Ratio(1, 2))), nine in ten between "
        + "\(part(Ratio(5, 100))) and \(part(Ratio(95, 100))), largest \(Self.percent(largest)) "
        + "(\(DifferenceWords.line(changes.example, atMost: 40)))"
    ]
  }

  private var faults: [String] {
    let (old, new) = (summary.faultsBefore, summary.faultsAfter)
    guard old + new > 0 else { return [] }
    let first = DifferenceWords.line(summary.firstFault, atMost: 40)
    return [
      "at fault, and in no sum: \(count(old)) \(context.names.before), "
        + "\(count(new)) \(context.names.after)"
        + (first.isEmpty ? "" : " (\(first))")
    ]
  }

  // MARK: - Tables

  var tables: [ImpactTable] {
    let some = [editTable, histogram] + groupTables + [moveTable]
    return (some + [declineTable(summary.declined, "Declined \(context.names.after)", sign: -1)]
      + [declineTable(summary.admitted, "Priced \(context.names.after)", sign: 1)])
      .filter { !$0.rows.isEmpty }
  }

  private var editTable: ImpactTable {
    let title =
      switch edits.way {
      case .alone: "What each edit does on its own"
      case .ordered: "What each edit adds to those before it"
      case .shapley: "What each edit adds, over all orders"
      }
    var table = ImpactTable(
      title: title, header: ["edit", "bookings", context.currency, "rule"], rows: [],
      right: [1, 2])
    table.places = 3
    let isTold = edits.refusal.isEmpty
    for row in edits.rows {
      let place = row.edit.place.map { "\($0.file):\($0.line)" } ?? ""
      table.rows.append([
        row.edit.sentence, isTold ? count(row.bookings) : "", isTold ? signed(row.amount) : "",
        place,
      ])
    }
    guard isTold else {
      table.note = "their money cannot be separated: \(edits.refusal)"
      if table.rows.isEmpty { table.rows = [["no edit of a price was found", "", "", ""]] }
      return table
    }
    guard !table.rows.isEmpty else { return table }
    table.bars = Self.bars(edits.rows.map(\.amount))
    if edits.way == .alone, edits.rows.count > 1 {
      table.rows.append(["only in combination", "", signed(edits.together), ""])
      table.sums = 1
    }
    if edits.isRounded {
      table.note = "rounded by largest remainder, so that they add up to the change"
    }
    table.rows.append(["all of these", "", signed(summary.change), ""])
    table.sums += 1
    return table
  }

  private static func bars(_ amounts: [Ratio]) -> [Double] {
    let most = amounts.map(\.magnitude).max() ?? .zero
    return most.isZero ? [] : amounts.map { ($0 / most).nearestDouble }
  }

  private var histogram: ImpactTable {
    let bounds = DifferenceHistogram.bounds.map(plain)
    func range(_ bar: Int) -> String {
      if bar == 0 { return "up to \(bounds[0])" }
      return bar < bounds.count ? "\(bounds[bar - 1]) to \(bounds[bar])" : "over \(bounds[bar - 1])"
    }
    let (above, below) = (summary.histogram.above, summary.histogram.below)
    var table = ImpactTable(
      title: "How far totals move, \(context.currency)", header: ["", "bookings"], rows: [],
      right: [1])
    var counts: [Ratio] = []
    for bar in below.indices.reversed() where below[bar] > 0 {
      table.rows.append(["less by \(range(bar))", count(below[bar])])
      counts.append(Ratio(-below[bar]))
    }
    for bar in above.indices where above[bar] > 0 {
      table.rows.append(["more by \(range(bar))", count(above[bar])])
      counts.append(Ratio(above[bar]))
    }
    table.bars = Self.bars(counts)
    return table
  }

  private var groupTables: [ImpactTable] {
    zip(context.groups, summary.groups).map { name, groups in
      var table = ImpactTable(
        title: "By \(name)",
        header: [
          "", "bookings", "pay more", "pay less", context.names.before, context.names.after,
          "change", "",
        ], rows: [], right: [1, 2, 3, 4, 5, 6, 7])
      table.aside = [2, 3, 4, 5]
      let ordered = groups.sorted { a, b in
        let (x, y) = (a.value.change.magnitude, b.value.change.magnitude)
        return x == y ? a.key < b.key : y < x
      }
      let shown = Self.inTheirOrder(ordered.prefix(Self.shown))
      for (value, group) in shown {
        table.rows.append([
          value, count(group.bookings), count(group.dearer), count(group.cheaper),
          plain(group.before),
          plain(group.after), signed(group.change), percent(group.change, of: group.before),
        ])
      }
      table.bars = Self.bars(shown.map { $0.value.change })
      table.more = max(0, ordered.count - Self.shown)
      return table
    }
  }

  /// Numbers, months and dates in their own order, with what is none behind them; others as they
  /// are.
  private static func inTheirOrder(
    _ groups: ArraySlice<(key: String, value: ImpactSummary.Group)>
  ) -> [(key: String, value: ImpactSummary.Group)] {
    let others: Set<String> = ["no value", "not given", "…"]
    let named = groups.filter { !others.contains($0.key) }
    let behind = groups.filter { others.contains($0.key) }
    let numbers = named.compactMap { group in Ratio(decimal: group.key).map { ($0, group) } }
    if numbers.count == named.count {
      return numbers.sorted { $0.0 < $1.0 }.map(\.1) + behind
    }
    let areDates = named.allSatisfy { $0.key.wholeMatch(of: kept(/\d{4}-\d\d(?:-\d\d)?.*/)) != nil }
    return areDates ? named.sorted { $0.key < $1.key } + behind : Array(groups)
  }

  private var moveTable: ImpactTable {
    var table = ImpactTable(
      title: "Largest moves",
      header: ["booking", context.names.before, context.names.after, "change", ""], rows: [],
      right: [1, 2, 3, 4])
    table.aside = [1]
    for move in summary.moves {
      table.rows.append([
        move.key, plain(move.before), plain(move.after), signed(move.change),
        percent(move.change, of: move.before),
      ])
    }
    return table
  }

  private func declineTable(
    _ declines: [String: ImpactSummary.Decline], _ title: String, sign: Ratio
  ) -> ImpactTable {
    var table = ImpactTable(
      title: title, header: ["reason", "bookings", context.currency, "for example"], rows: [],
      right: [1, 2])
    let ordered = declines.sorted { a, b in
      a.value.bookings == b.value.bookings ? a.key < b.key : b.value.bookings < a.value.bookings
    }
    for (reason, found) in ordered.prefix(Self.shown) {
      table.rows.append([
        reason, count(found.bookings), signed(found.money * sign), found.example,
      ])
    }
    table.more = max(0, ordered.count - Self.shown)
    return table
  }
}
