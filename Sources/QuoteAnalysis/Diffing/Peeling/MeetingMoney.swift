import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What causes make alone: our total less that under the edit that explains them, or with what
/// they make of the line where they depart.
struct MeetingMoney {
  private let cases: [MeetingCases]
  private let ours: Pricer
  private let peeled: PeeledRulesOnDemand
  private let minorUnit: Ratio

  /// Nil where some bookings whose totals differ are not among these.
  init?(_ cases: [MeetingCases], of count: Int, _ ours: Pricer, _ peeled: PeeledRulesOnDemand) {
    let moving = cases.reduce(0) { $0 + $1.bookings.count(where: \.isMoving) }
    guard count > 0, moving == count else { return nil }
    self.cases = cases
    self.ours = ours
    self.peeled = peeled
    minorUnit = ours.model.minorUnit
  }

  /// Causes with the rules in which they are put right.
  struct Mend {
    var causes: [String]
    var departing: String
    var pricer: Pricer
  }

  /// Our totals and lines of some bookings under some rules; nil where there is no price.
  private typealias Priced = (total: Ratio, lines: [String: Ratio])?

  /// Whether causes meet in a booking, as far as lines tell.
  private var isMeeting: Bool {
    cases.contains { one in one.bookings.contains { $0.parts.count > 1 } }
  }

  /// Money that is told apart in another way, of bookings that some edit changes: `whole` has all
  /// edits, and what is left under it is of a cause that has none.
  func alone(form: Int, _ mends: [Mend], whole: Pricer) -> [CauseMoneyChange] {
    var some = cases.filter { $0.form == form }
    guard !some.isEmpty, !mends.isEmpty else { return [] }
    // One mistake alone makes totals that are the same no other ones.
    if mends.count == 1 {
      for index in some.indices { some[index].bookings.removeAll { !$0.isMoving } }
    }
    let before = Self.priced(ours, some)
    let after = mends.map { Self.priced($0.pricer, some) }
    let last = mends.count == 1 ? after[0] : Self.priced(whole, some)
    let names = Names(some, mends)
    // Cents that are left belong to a cause that meets no other one.
    let areToldApart = mends.count > 1 || isMeeting
    var found: [CauseMoneyChange] = []
    for (number, one) in some.enumerated() {
      var open: [Rest] = []
      for (index, booking) in one.bookings.enumerated() {
        guard let own = before[number][index] else { continue }
        let end = last[number][index]
        // Where mistakes together leave no price, each has what it makes alone all the same.
        guard booking.isPriced == (end != nil) else { continue }
        var money = Self.money(
          of: booking, by: mends, from: own, to: after.map { $0[number][index] })
        // One edit may be behind several values that make nothing of the total together.
        if money.isEmpty { money = Self.nothing(booking, mends) }
        guard !money.isEmpty else { continue }
        guard let end else {
          found.append(change(booking, [], money))
          continue
        }
        let left = end.total - (own.total - booking.amount)
        // What edits break that both sides have alike is not of the mistakes that they mend.
        guard booking.isMoving || left.isZero else { continue }
        // What rounding leaves of one cause under all edits is its own; cents that another edit
        // makes only together with it are not.
        if money.count == 1, left.magnitude <= minorUnit * 2 {
          money[0].amount = money[0].amount + left
        }
        if left.magnitude > minorUnit * 2 {
          open.append(
            Rest(booking: booking, own: own.lines, end: end.lines, left: left, money: money))
        } else if areToldApart, !Self.isAsBefore(booking, money) {
          found.append(change(booking, booking.parts, money))
        }
      }
      found += told(open, of: one, mends, names)
    }
    return found
  }

  /// What edits make of a booking alone: those that change its total, and beside these what changes
  /// lines that differ, or moves money between some.
  private static func money(
    of booking: MeetingCases.Booking, by mends: [Mend],
    from own: (total: Ratio, lines: [String: Ratio]), to after: [Priced]
  ) -> [CauseMoneyChange.Alone] {
    let isMoved = after.contains { $0.map { $0.total != own.total } ?? false }
    var money = zip(mends, after).compactMap { (mend, then) -> CauseMoneyChange.Alone? in
      guard let then else { return nil }
      let part = booking.parts.first { mend.causes.contains($0.cause) }
      let isBeside = part != nil && (booking.parts.count > 1 || isMoved) && then.lines != own.lines
      guard then.total != own.total || isBeside else { return nil }
      return CauseMoneyChange.Alone(
        cause: part?.cause ?? mend.causes[0], amount: own.total - then.total,
        departing: part?.departing ?? mend.departing)
    }
    guard !money.isEmpty else { return [] }
    money += booking.parts.filter(\.isMove).map {
      CauseMoneyChange.Alone(cause: $0.cause, amount: .zero, departing: $0.departing)
    }
    return money
  }

  /// The edits for causes of a booking that has several, of which none changes its total.
  private static func nothing(
    _ booking: MeetingCases.Booking, _ mends: [Mend]
  ) -> [CauseMoneyChange.Alone] {
    guard booking.parts.count > 1 else { return [] }
    return mends.compactMap { mend in
      booking.parts.first { mend.causes.contains($0.cause) }
        .map {
          CauseMoneyChange.Alone(cause: $0.cause, amount: .zero, departing: $0.departing)
        }
    }
  }

  private func change(
    _ booking: MeetingCases.Booking, _ parts: [BookingPart], _ money: [CauseMoneyChange.Alone]
  ) -> CauseMoneyChange {
    CauseMoneyChange(key: booking.key, record: booking.record, parts: parts, alone: money)
  }

  private static func isAsBefore(
    _ booking: MeetingCases.Booking, _ money: [CauseMoneyChange.Alone]
  ) -> Bool {
    money.count == 1 && booking.parts.map(\.cause) == money.map(\.cause)
      && booking.parts[0].amount == money[0].amount
  }

  // MARK: - What no edit explains

  /// A booking of which something is left under all edits.
  private struct Rest {
    var booking: MeetingCases.Booking
    /// Our lines, and those under all edits.
    var own: [String: Ratio]
    var end: [String: Ratio]
    /// What is left of the difference.
    var left: Ratio
    var money: [CauseMoneyChange.Alone]
  }

  /// Gives what is left to a cause that no edit explains: it departs at the first line that
  /// differs still, and makes alone what it makes of this line.
  private func told(
    _ open: [Rest], of cases: MeetingCases, _ mends: [Mend], _ names: Names
  ) -> [CauseMoneyChange] {
    let lines = ours.model.waterfall.filter { $0.kind == .line }
    let departing = open.map { rest -> ModelLine? in
      lines.first { line in
        guard let theirs = rest.booking.theirs[line.name] else { return false }
        return (theirs - (rest.end[line.name] ?? .zero)).magnitude > minorUnit * 2
      }
    }
    let totals = totalsAlone(zip(open, departing).map { ($0, $1?.name) }, cases)
    return open.indices.map { index in
      var rest = open[index]
      let name = departing[index]?.name ?? "total"
      // What an edit leaves at its own value is not told apart, and is nothing that it makes.
      let isOfEdit = mends.contains { $0.departing == name }
      if !isOfEdit || names.hasOwn(at: name, in: rest.booking) {
        let place = departing[index].flatMap { RulePlace($0.span, in: ours.sources) }
        rest.money.append(
          CauseMoneyChange.Alone(
            cause: names.cause(at: name, in: rest.booking), amount: totals[index] ?? rest.left,
            departing: name, place: place))
      }
      return change(rest.booking, rest.booking.parts, rest.money)
    }
  }

  /// What bookings come to less by what is left at a line alone; nil where no line takes it.
  private func totalsAlone(_ open: [(Rest, String?)], _ cases: MeetingCases) -> [Ratio?] {
    guard !open.isEmpty, let rules = peeled.rules else { return open.map { _ in nil } }
    let bench = PeelBench(rules, BookingCause()) { texts in
      texts.comparer(form: ReferenceMap.plain.forms[0], tolerances: Tolerances())
    }
    let puts = open.map { rest, line -> PeelBench.Put? in
      guard let line, let own = rest.own[line], let end = rest.end[line],
        let theirs = rest.booking.theirs[line]
      else { return nil }
      return bench.put(own + theirs - end, at: line)
    }
    bench.begin(cases.batch.batch)
    bench.price(
      zip(open, puts).compactMap { rest, put -> (row: Int, puts: [PeelBench.Put])? in
        put.map { (row: rest.0.booking.row, puts: [$0]) }
      })
    return zip(open, puts).map { rest, put in
      guard put != nil, let own = rest.0.own["total"],
        let total = bench.total(row: rest.0.booking.row)
      else { return nil }
      return own - total
    }
  }

  /// Causes without an edit, by the value at which they depart.
  private struct Names {
    private var byDeparting: [String: String] = [:]
    private var explained: Set<String>

    init(_ cases: [MeetingCases], _ mends: [Mend]) {
      explained = Set(mends.flatMap(\.causes))
      var counts: [String: [String: Int]] = [:]
      for part in cases.flatMap(\.bookings).flatMap(\.parts)
      where !explained.contains(part.cause) {
        counts[part.departing, default: [:]][part.cause, default: 0] += 1
      }
      for (departing, causes) in counts {
        byDeparting[departing] = causes.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
      }
    }

    func cause(at departing: String, in booking: MeetingCases.Booking) -> String {
      own(at: departing, in: booking) ?? byDeparting[departing] ?? departing
    }

    /// Whether no edit explains a cause that the booking has there.
    func hasOwn(at departing: String, in booking: MeetingCases.Booking) -> Bool {
      own(at: departing, in: booking) != nil
    }

    private func own(at departing: String, in booking: MeetingCases.Booking) -> String? {
      booking.parts.last {
        $0.departing == departing && !explained.contains($0.cause)
      }?.cause
    }
  }

  private static func priced(_ pricer: Pricer, _ cases: [MeetingCases]) -> [[Priced]] {
    let texts = QuoteTexts(pricer)
    let judge = BookingJudge(
      texts, comparer: texts.comparer(form: ReferenceMap.plain.forms[0], tolerances: Tolerances()))
    let reader = JSONRecordReader()
    return cases.map { one in
      texts.price(one.batch.read(by: pricer.schema))
      return one.bookings.map { booking -> Priced in
        guard texts.result(of: booking.row).outcome == .priced,
          let total = judge.ourTotal(booking.row)
        else { return nil }
        var lines = ["total": total]
        guard !booking.theirs.isEmpty,
          case .success(let quote) = reader.read(texts.quote(of: booking.row))
        else { return (total, lines) }
        for name in booking.theirs.keys where name != "total" {
          lines[name] = quote.text(at: [name]).flatMap { Ratio(decimal: $0) } ?? .zero
        }
        return (total, lines)
      }
    }
  }
}
