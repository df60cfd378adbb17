import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Finds for bookings that differ the entry of the ledger that covers them:
/// one thread's.
final class AcceptedJudge {
  private let rules: AcceptedRules
  /// By group of entries: what computes their conditions and nothing else, once one is asked for.
  private var evaluators: [Evaluator?]
  /// The batch at hand, with the inputs that conditions add to it.
  private var extended: BookingBatch?
  private weak var source: BookingBatch?
  /// What the text inputs point into.
  private let arena = TextArena()
  private let buffer = ByteBuffer()
  /// How many entries were looked at.
  private(set) var tried = 0

  init(_ rules: AcceptedRules) {
    self.rules = rules
    evaluators = Array(repeating: nil, count: rules.columns.count / Self.groupSize + 1)
  }

  /// So many entries are computed together.
  private static let groupSize = 16

  /// Finds the entry that covers a booking of both sides, if there is one.
  func accept(_ booking: inout BookingDifference, in batch: BookingBatch, row: Int) {
    guard let index = covering(booking, in: batch, row: row, ofOutcomes: false) else { return }
    booking.standing = .accepted(rules.entries[index])
    guard booking.isPricedByBoth, rules.contents[index].values == nil else { return }
    let least = RoundingLimit.anotherPrice(rules.pricer.model.minorUnit)
    for name in rules.bounded[index] {
      let held = booking.withOtherPrices(at: name, least: least)
        .filter { holds(index, of: $0.booking, in: batch, row: row) }
      if held.contains(where: \.isOther) { booking.unheld.insert(name) }
      let holdsMiddle = held.contains { !$0.isOther } && held.contains(where: \.isOther)
      if holdsMiddle || held.contains(where: \.isFar) { booking.unheldFar.insert(name) }
    }
  }

  /// The first entry that covers what only the other side has. `nobody` holds an
  /// empty booking.
  func entry(forTheirs booking: BookingDifference, _ nobody: BookingBatch) -> Int? {
    guard rules.areOfOutcomes.contains(true) else { return nil }
    let found = covering(booking, in: nobody, row: 0, ofOutcomes: true)
    return found.map { rules.entries[$0] }
  }

  /// Which of the entries covers a booking first.
  private func covering(
    _ booking: BookingDifference, in source: BookingBatch, row: Int, ofOutcomes: Bool
  ) -> Int? {
    var quotes: [Int: QuoteBatch] = [:]
    func holds(_ index: Int) -> Bool {
      if let isSaid = rules.texts[index].hold(for: booking) { return isSaid }
      let group = index / Self.groupSize
      let priced = quotes[group] ?? self.priced(index, booking, in: source, row: row)
      quotes[group] = priced
      return self.holds(index, in: priced)
    }
    return rules.index.candidates(for: booking, in: source, row: row).first { index in
      tried += 1
      return (!ofOutcomes || rules.areOfOutcomes[index]) && holds(index)
        && rules.contents[index].covers(booking.fields)
    }
  }

  private func holds(
    _ index: Int, of booking: BookingDifference, in source: BookingBatch, row: Int
  ) -> Bool {
    holds(index, in: priced(index, booking, in: source, row: row))
  }

  private func holds(_ index: Int, in quotes: QuoteBatch) -> Bool {
    let column = quotes.columns[rules.columns[index]]
    return column.isGiven(0) && column.flags[0] != 0
  }

  /// The conditions of an entry and of those in its group, for a booking.
  private func priced(
    _ index: Int, _ booking: BookingDifference, in source: BookingBatch, row: Int
  ) -> QuoteBatch {
    let batch = extending(source)
    batch.count = source.count
    arena.removeAll()
    for input in rules.inputs {
      let column = batch.lists[.booking].columns[input.field]
      column.fill(to: row)
      put(input, of: booking, into: column, row: row)
    }
    return evaluator(of: index / Self.groupSize).price(batch, rows: row..<row + 1)
  }

  private func evaluator(of group: Int) -> Evaluator {
    if let made = evaluators[group] { return made }
    let entries = rules.columns.indices.dropFirst(group * Self.groupSize).prefix(Self.groupSize)
    let made = rules.pricer.makeEvaluator(ofResults: Set(entries.map { rules.columns[$0] }))
    evaluators[group] = made
    return made
  }

  private func extending(_ source: BookingBatch) -> BookingBatch {
    if let extended, self.source === source { return extended }
    let made = BookingBatch(schema: rules.pricer.schema, sharing: source)
    extended = made
    self.source = source
    return made
  }

  private func put(
    _ input: AcceptedRules.Input, of booking: BookingDifference, into column: FieldColumn, row: Int
  ) {
    let json: String?
    switch input.value {
    case .theirs(let name): json = booking.replies[name]
    case .named(.difference):
      if let amount = booking.amount { column.put(amount, step: input.step, at: row) }
      return
    case .named(let name):
      return put(text: name.text(of: booking) ?? "", column, row)
    }
    guard let json, json != "null" else { return }
    let text = AcceptedRules.text(ofJSON: json)
    switch column.storage {
    case .flag: column.put(flag: ["true", "yes", "1"].contains(text), at: row)
    case .text: put(text: text, column, row)
    case .integer, .double:
      if let number = Ratio(decimal: text) { column.put(number, step: input.step, at: row) }
    case .choice, .point: return
    }
  }

  private func put(text: String, _ column: FieldColumn, _ row: Int) {
    buffer.removeAll()
    buffer.append(text: text)
    column.put(text: arena.copy(buffer.slice(0, buffer.count)), at: row)
  }
}

extension BookingDifference {
  /// The same where a value of theirs is nothing or twice ours, or nearly so, and where it is twice
  /// as far from ours as it is: by no less than what is more than rounding. None where it is no
  /// number.
  ///
  /// Far are those that are another price than what theirs says, too. No other price, but a
  /// measure of how wide an entry is, is the one half-way to theirs.
  fileprivate func withOtherPrices(
    at name: String, least: Ratio
  ) -> [(booking: BookingDifference, isOther: Bool, isFar: Bool)] {
    let (ours, seen): (Ratio?, Ratio)
    if name == "total" {
      (ours, seen) = (ReplyComparer.exact(ourTotal), amount ?? .zero)
    } else {
      let reply = replies[name].flatMap { Ratio(decimal: AcceptedRules.text(ofJSON: $0)) }
      let gap = fields.first { $0.name == name }?.numberGap ?? .zero
      (ours, seen) = (reply.map { $0 + gap }, gap)
    }
    guard let ours else { return [] }
    let gaps = [
      AcceptedWidth.gap(ours, by: .zero, least: least),
      AcceptedWidth.gap(ours * Ratio(9, 10), by: .zero, least: least),
      AcceptedWidth.gap(ours * Ratio(19, 20), by: .zero, least: least),
      AcceptedWidth.gap(ours, by: seen, least: least),
    ]
    // What the other side does say here is what is accepted, and no other price.
    let others = Set(gaps.flatMap { [$0, -$0] }).subtracting([seen])
    return (others.sorted() + [seen / 2]).map { gap in
      var other = self
      if name == "total" { other.amount = gap }
      other.replies[name] = (ours - gap).description
      let isOther = others.contains(gap)
      return (other, isOther, isOther && (gap - seen).magnitude * 2 > seen.magnitude)
    }
  }
}

extension FieldColumn {
  /// Cells up to a row, none of them given.
  func fill(to row: Int) {
    while validity.count <= row >> 6 { validity.append(0) }
    validity[row >> 6] &= ~(1 << UInt64(row & 63))
    switch storage {
    case .integer: while integers.count <= row { integers.append(0) }
    case .double: while doubles.count <= row { doubles.append(0) }
    case .flag: while flags.count <= row { flags.append(0) }
    case .text: while texts.count <= row { texts.append(.empty) }
    case .choice: while choices.count <= row { choices.append(0) }
    case .point: while points.count <= 2 * row + 1 { points.append(0) }
    }
  }

  /// A number, to the nearest step below.
  func put(_ number: Ratio, step: Ratio, at row: Int) {
    switch storage {
    case .integer:
      let steps = (number / (step.isZero ? 1 : step)).floor ?? 0
      integers[row] = Int64(clamping: steps)
    case .double: doubles[row] = number.nearestDouble
    case .flag, .text, .choice, .point: return
    }
    give(row)
  }

  /// So many steps, of a column of whole numbers.
  func put(steps: Int64, at row: Int) {
    integers[row] = steps
    give(row)
  }

  func put(flag: Bool, at row: Int) {
    flags[row] = flag ? 1 : 0
    give(row)
  }

  func put(text: TextSlice, at row: Int) {
    texts[row] = text
    give(row)
  }

  private func give(_ row: Int) { validity[row >> 6] |= 1 << UInt64(row & 63) }
}
