import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What theirs is of ours, in all bookings that have a cause: `8.5% × subtotal`, `ours + 8`,
/// `always 99`.
struct CauseRelations: Sendable {
  /// What one booking has.
  private struct Booking: Sendable {
    var ours: Ratio
    var theirs: Ratio
    /// What the value may be a part of: lines before it, and their sum, by name.
    var bases: [(name: String, value: Ratio)]
  }

  private var bookings: [Booking] = []
  /// Those in which money moves from one line to another, if that is the cause.
  private var moves = MovedAmounts()
  private(set) var count = 0
  /// The value at which they depart.
  private(set) var departing = ""
  /// This many bookings are kept of each cause.
  private static let most = 2_000

  /// Whether as many are kept as ever will be.
  var isSettled: Bool { bookings.count == Self.most }

  /// Takes in bookings that are like those that are kept, once these are enough.
  mutating func countMore(_ more: Int) { count += more }

  /// Takes in a booking that departs at a number.
  mutating func add(_ booking: BookingDifference) {
    count += 1
    departing = booking.departing
    if booking.isMove { moves.add(booking) }
    guard bookings.count < Self.most,
      let field = booking.fields.first(where: { $0.name == booking.departing }),
      field.path == field.name,
      let ours = Ratio(decimal: field.ours.isEmpty ? "0" : field.ours)?.tidied,
      let theirs = Ratio(decimal: field.theirs.isEmpty ? "0" : Self.bare(field.theirs))?.tidied
    else { return }
    var bases: [(String, Ratio)] = []
    var subtotal = Ratio.zero
    let end = booking.steps.firstIndex { $0.name == booking.departing } ?? booking.steps.count
    for step in booking.steps[..<end] {
      guard let value = Ratio(decimal: step.ours)?.tidied, step.name != "total" else { continue }
      bases.append((step.name, value))
      if step.depth == 0, !step.isSubtotal { subtotal = subtotal + value }
    }
    if booking.departing != "total", bases.count > 1 { bases.insert(("subtotal", subtotal), at: 0) }
    bookings.append(Booking(ours: ours, theirs: theirs, bases: bases))
  }

  private static func bare(_ json: String) -> String {
    json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
  }

  /// The plainest of what holds in all bookings; nil if nothing does.
  func sentence(minorUnit: Ratio) -> String? {
    if let sentence = moves.sentence(of: count) { return sentence }
    let times = count > bookings.count ? "the first \(bookings.count)" : "\(count)"
    return core(minorUnit: minorUnit).map { core in
      "theirs \(isNear(minorUnit: minorUnit) ? "≈" : "=") \(core), in \(times) of \(count)"
    }
  }

  /// Whether it holds to a cent only: where what theirs is a multiple of was rounded before.
  func isNear(minorUnit: Ratio) -> Bool {
    guard bookings.count > 1, exact(minorUnit) == nil else { return false }
    return plainest(minorUnit) != nil
  }

  /// What theirs is, without how often. One booking says an amount that is added, and nothing
  /// else.
  func core(minorUnit: Ratio, isOneEnough: Bool = false) -> String? {
    guard !bookings.isEmpty, bookings.count == min(count, Self.most), moves.isEmpty else {
      return nil
    }
    if bookings.count == 1 { return isOneEnough ? added() : nil }
    return exact(minorUnit) ?? plainest(minorUnit)?.text
  }

  private func exact(_ minorUnit: Ratio) -> String? {
    if let found = added() ?? always() ?? lines() { return found }
    let part = plainest(minorUnit)
    return part?.isNear == false ? part?.text : rounded(minorUnit)
  }

  private func added() -> String? {
    let gap = bookings[0].theirs - bookings[0].ours
    guard !gap.isZero, bookings.allSatisfy({ $0.theirs - $0.ours == gap }) else { return nil }
    return "ours \(gap.isNegative ? "-" : "+") \(AmountDigits.written(gap.magnitude))"
  }

  private func always() -> String? {
    let first = bookings[0].theirs
    guard bookings.allSatisfy({ $0.theirs == first }),
      Set(bookings.map(\.ours)).count >= 2, bookings.count >= 3
    else { return nil }
    return "always \(AmountDigits.written(first))"
  }

  /// A line more, or one less.
  private func lines() -> String? {
    for name in bookings[0].bases.map(\.name) where name != "subtotal" {
      let values = bookings.map { booking in
        booking.bases.first { $0.name == name }?.value ?? .zero
      }
      guard values.contains(where: { !$0.isZero }) else { continue }
      let gaps = bookings.map { $0.theirs - $0.ours }
      if zip(gaps, values).allSatisfy({ $0 == -$1 }) { return "ours without \(name)" }
      if zip(gaps, values).allSatisfy({ $0 == $1 }) { return "ours with \(name) again" }
    }
    return nil
  }

  /// Ours to a coarser step than that of the currency. Theirs are multiples of the step in all
  /// bookings, and of no coarser one; gaps that grow with ours are another figure's.
  private func rounded(_ minorUnit: Ratio) -> String? {
    let sorted = bookings.sorted { $0.ours.magnitude < $1.ours.magnitude }
    let gaps = sorted.map { $0.theirs - $0.ours }
    let sizes = gaps.map(\.magnitude)
    let areGrowing = zip(sizes, sizes.dropFirst()).allSatisfy { !($1 < $0) }
    guard !areGrowing, Set(bookings.map(\.ours)).count >= 4 else { return nil }
    func areMultiples(of step: Ratio) -> Bool {
      bookings.allSatisfy { ($0.theirs / step).isWhole }
    }
    for units in [5, 10, 20, 50, 100, 500, 1_000, 5_000, 10_000] as [Int128] {
      let step = minorUnit * Ratio(units)
      guard bookings.count >= (units < 10 ? 5 : 4), areMultiples(of: step),
        !areMultiples(of: step * 2), !areMultiples(of: step * 5)
      else { continue }
      let way: String
      if gaps.allSatisfy({ $0.magnitude <= step / 2 }) {
        way = "rounded"
      } else if gaps.allSatisfy({ $0.isNegative ? $0.magnitude < step : $0.isZero }) {
        way = "rounded down"
      } else if gaps.allSatisfy({ !$0.isNegative && $0 < step }) {
        way = "rounded up"
      } else {
        continue
      }
      return "ours \(way) to \(AmountDigits.written(step))"
    }
    return nil
  }

  /// What theirs is a part or a multiple of, the plainest figure first.
  private func plainest(_ minorUnit: Ratio) -> (digits: Int, text: String, isNear: Bool)? {
    var found: [(digits: Int, text: String, isNear: Bool)] = []
    if let factor = times(minorUnit, isOurs: true, { $0.ours }) {
      let isNear = bookings.contains { booking in
        minorUnit / 2 < (booking.theirs - booking.ours * factor).magnitude
      }
      found.append((factor.decimalDigits ?? 9, "\(factor) × ours", isNear))
    }
    for name in bookings[0].bases.map(\.name) {
      let factor = times(minorUnit, isOurs: false) { booking in
        booking.bases.first { $0.name == name }?.value ?? .zero
      }
      guard let factor else { continue }
      let isPart = factor.magnitude < .one
      let shown = isPart ? factor * 100 : factor
      found.append(
        (shown.decimalDigits ?? 9, "\(shown)\(isPart ? "%" : "") × \(name)", false))
    }
    return found.min { $0.digits < $1.digits }
  }

  /// A factor that all have, theirs being rounded, and ours where it is rounded as well.
  private func times(
    _ minorUnit: Ratio, isOurs: Bool, _ base: (Booking) -> Ratio
  ) -> Ratio? {
    var (low, high): (Ratio?, Ratio?)
    var bases: Set<Ratio> = []
    for booking in bookings {
      let value = base(booking)
      if value.isZero {
        if booking.theirs.isZero { continue }
        return nil
      }
      bases.insert(value)
      let factor = booking.theirs / value
      let slack =
        minorUnit / 2 / value.magnitude * (isOurs ? Ratio.one + factor.magnitude : Ratio.one)
      guard factor.isFinite, slack.isFinite else { return nil }
      low = low.map { max($0, factor - slack) } ?? factor - slack
      high = high.map { min($0, factor + slack) } ?? factor + slack
    }
    // What is nothing everywhere is a part of anything.
    guard bases.count >= 3, let low, let high, !(high < low), low.isNegative == high.isNegative,
      let factor = Self.plain(from: low, to: high), factor != .one
    else { return nil }
    return factor
  }

  /// The number of at most four digits after the point between two; nil if none is.
  private static func plain(from low: Ratio, to high: Ratio) -> Ratio? {
    var step = Ratio.one
    for _ in 0...4 {
      if let floor = (high / step).floor {
        let value = Ratio(floor) * step
        if low <= value, !value.isZero { return value }
      }
      step = step / 10
    }
    return nil
  }
}

/// What moves from one line to another in the bookings of a cause.
private struct MovedAmounts: Sendable {
  private var last: MovedMoney?
  private var amounts: Set<Ratio> = []
  private var areWhole = true
  private var areTotalsSame = true

  var isEmpty: Bool { last == nil }

  mutating func add(_ booking: BookingDifference) {
    guard let moved = booking.moved else { return }
    last = moved
    if amounts.count < 2 { amounts.insert(moved.amount) }
    areWhole = areWhole && moved.amount == moved.whole
    areTotalsSame = areTotalsSame && booking.haveSameTotals
  }

  /// `their boarding = ours + puppy_care`; nil where no money moves.
  func sentence(of count: Int) -> String? {
    guard let last else { return nil }
    let much = areWhole ? last.from : amounts.count == 1 ? AmountDigits.written(last.amount) : nil
    let sentence = much.map { "their \(last.to) = ours + \($0), in \(count) of \(count)" }
    let totals = areTotalsSame ? "totals agree" : nil
    let all = [sentence, totals].compactMap(\.self).joined(separator: "; ")
    return all.isEmpty ? nil : all
  }
}

/// Amounts as people write them.
private enum AmountDigits {
  /// With two digits after the point, if it has any.
  static func written(_ amount: Ratio) -> String {
    let text = amount.description
    return amount.decimalDigits == 1 ? text + "0" : text
  }
}
