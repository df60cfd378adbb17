import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Money that both sides have, and that stands in another line on the other side.
package struct MovedMoney: Hashable, Sendable {
  /// The lines that have it for us and for the other side.
  package var from: String
  package var to: String
  package var amount: Ratio
  /// What we have in the line from which it goes.
  var whole: Ratio

  /// What the cause is called.
  package var cause: String { "money moves from \(from) to \(to)" }

  package var lines: [String] { [from, to] }
}

extension BookingDifference {
  /// Nil where no two lines differ by the same amount, the one up and the other down, or more than
  /// two do. Beside other lines that differ the amounts may be the same by chance: there the whole
  /// of a line has to stand in the other one.
  package var likelyMove: MovedMoney? {
    guard isPricedByBoth else { return nil }
    var gaps: [(line: String, ours: Ratio, gap: Ratio)] = []
    for step in steps where !step.isSubtotal && step.name != "total" && step.state == .different {
      guard let ours = Ratio(decimal: step.ours),
        let theirs = Ratio(decimal: step.theirs.filter { $0 != "\"" })
      else { continue }
      gaps.append((step.name, ours, ours - theirs))
    }
    let least = minorUnit * MovedMoney.unitsOfRounding
    let sizes = Dictionary(grouping: gaps) { $0.gap.magnitude }.filter { size, some in
      size > least && some.count == 2 && some[0].gap == -some[1].gap
    }
    guard sizes.count == 1, let (size, some) = sizes.first else { return nil }
    let (from, to) = some[0].gap.isNegative ? (some[1], some[0]) : (some[0], some[1])
    guard gaps.count == 2 && amount?.isZero != false || from.gap == from.ours else { return nil }
    return MovedMoney(from: from.line, to: to.line, amount: size, whole: from.ours)
  }
}

extension BookingDifference {
  /// Whether that is its cause.
  package var isMove: Bool { moved.map { $0.cause == cause } ?? false }

  /// Whether both sides have a total, and the same one.
  var haveSameTotals: Bool { amount?.isZero ?? (!ourTotal.isEmpty && !theirTotal.isEmpty) }
}

extension MovedMoney {
  /// What rounding makes of two lines is no more than so many minor units.
  fileprivate static let unitsOfRounding = Ratio(5)
}
