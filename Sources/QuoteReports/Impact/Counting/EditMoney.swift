import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Edits with the money of each, as far as it can be told.
package struct EditMoney: Sendable {
  package struct Row: Sendable {
    package var edit: RuleEdit
    package var amount: Ratio
    /// The mean over all orders before it was rounded; nil where the amount is no mean.
    var mean: Ratio?
    /// Bookings that the edit alone changes.
    package var bookings: Int
  }

  package let way: AttributionWay
  package private(set) var rows: [Row] = []
  /// What edits make together and none of them alone.
  package private(set) var together = Ratio.zero
  /// Why it cannot be told; empty where it can.
  private(set) var refusal: String

  package init(_ attribution: Attribution, _ summary: ImpactSummary, minorUnit: Ratio) {
    way = attribution.way
    refusal = attribution.refusal
    guard refusal.isEmpty, !attribution.edits.isEmpty else {
      if refusal.isEmpty, !summary.change.isZero {
        refusal = "the rules differ in what no edit of a price is"
      }
      rows = attribution.edits.map { Row(edit: $0, amount: .zero, bookings: 0) }
      return
    }
    let revenue = { (edits: Attribution.Coalition) in
      summary.trials[edits]?.revenue ?? .zero
    }
    rows = attribution.edits.enumerated().map { index, edit in
      let own = Attribution.Coalition(1) << Attribution.Coalition(index)
      let below = own - 1
      let amount =
        switch way {
        case .alone: revenue(own) - revenue(0)
        case .ordered: revenue(below | own) - revenue(below)
        case .shapley: Self.mean(index, attribution.edits.count, revenue)
        }
      return Row(
        edit: edit, amount: amount, mean: way == .shapley ? amount : nil,
        bookings: summary.trials[own]?.bookings ?? 0)
    }
    check(attribution, summary)
    guard refusal.isEmpty else { return }
    if way == .shapley { round(to: minorUnit, summary.change) }
    together = rows.reduce(summary.change) { $0 - $1.amount }
  }

  /// Refuses where the edits do not make up the change, or leave bookings without a price.
  private mutating func check(_ attribution: Attribution, _ summary: ImpactSummary) {
    let (none, all) = (summary.trials[0], summary.trials[attribution.whole])
    if none?.revenue != summary.revenueBefore || all?.revenue != summary.revenueAfter {
      refusal = "the edits that were found do not make up the change"
    }
    for (edits, trial) in summary.trials.sorted(by: { $0.key < $1.key }) where trial.faults > 0 {
      let some = attribution.edits.indices.filter { edits >> Attribution.Coalition($0) & 1 == 1 }
      let names = some.map { "`\(attribution.edits[$0].sentence)`" }.joined(separator: ", ")
      let count = trial.faults == 1 ? "1 booking has" : "\(trial.faults) bookings have"
      refusal = "\(count) no price with \(names) and without the other edits"
      break
    }
    if !refusal.isEmpty {
      for index in rows.indices { rows[index].amount = .zero }
    }
  }

  /// Whether means were rounded so that they add up.
  var isRounded: Bool { rows.contains { $0.mean ?? $0.amount != $0.amount } }

  /// What an edit adds, over all orders.
  private static func mean(
    _ index: Int, _ count: Int, _ revenue: (Attribution.Coalition) -> Ratio
  ) -> Ratio {
    var factorials: [Int128] = [1]
    for number in 1...max(1, count) { factorials.append(factorials[number - 1] * Int128(number)) }
    let own = Attribution.Coalition(1) << Attribution.Coalition(index)
    var sum = Ratio.zero
    for others in 0..<(Attribution.Coalition(1) << Attribution.Coalition(count))
    where others & own == 0 {
      let size = others.nonzeroBitCount
      let weight = Ratio(factorials[size] * factorials[count - size - 1], factorials[count])
      sum = sum + weight * (revenue(others | own) - revenue(others))
    }
    return sum
  }

  /// To whole minor units whose sum is the whole: the largest parts of one are rounded up.
  private mutating func round(to unit: Ratio, _ whole: Ratio) {
    guard (whole / unit).isWhole else { return }
    let floors = rows.map { Ratio(($0.amount / unit).floor ?? 0) * unit }
    let left = (floors.reduce(whole) { $0 - $1 } / unit).floor ?? 0
    let order = rows.indices.sorted { a, b in
      let (x, y) = (rows[a].amount - floors[a], rows[b].amount - floors[b])
      return x == y ? a < b : y < x
    }
    for (place, index) in order.enumerated() {
      rows[index].amount = floors[index] + (place < Int(left) ? unit : .zero)
    }
  }
}
