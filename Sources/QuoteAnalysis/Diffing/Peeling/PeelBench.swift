import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Prices bookings with values of the other side in the place of ours, and reads what differs
/// still.
final class PeelBench {
  /// Their value at a line.
  struct Put {
    var input: PeeledRules.Input
    var amount: Ratio
  }

  private let rules: PeeledRules
  private let cause: BookingCause
  private let texts: QuoteTexts
  private let judge: BookingJudge
  private var foundations: RuleFoundations
  private let order: PriceOrder
  private let inputs: [String: PeeledRules.Input]
  /// Records what it computes; made for the first booking with a second cause.
  private lazy var recording = rules.pricer.recording()
  private lazy var evaluator = recording.makeEvaluator()
  private lazy var reader = CauseReader(recording.plan)
  /// Those of the batch at hand.
  private var bookings: PeeledBookings?

  init(_ rules: PeeledRules, _ cause: BookingCause, _ comparer: (QuoteTexts) -> ReplyComparer) {
    self.rules = rules
    self.cause = cause
    texts = QuoteTexts(rules.pricer)
    judge = BookingJudge(texts, comparer: comparer(texts))
    order = PriceOrder(of: rules.pricer.plan)
    foundations = RuleFoundations(rules.pricer.model, order)
    inputs = Dictionary(rules.inputs.map { ($0.line, $0) }) { first, _ in first }
  }

  private var minorUnit: Ratio { rules.pricer.model.minorUnit }

  // MARK: - Values of the other side

  /// Names of lines that differ, each once.
  func differingLines(_ fields: [FieldDifference]) -> Set<String> {
    Set(fields.filter { $0.isAtTop && inputs[$0.name] != nil }.map(\.name))
  }

  /// Their value where it departs: at the line itself, or at the first line that differs where
  /// an output departs that stands before it. Nil where there is no line that takes it.
  func put(at departing: String, _ fields: [FieldDifference]) -> Put? {
    if inputs[departing] != nil {
      return put(fields.first { $0.name == departing && $0.isAtTop })
    }
    guard let entry = order.entry(named: departing), !entry.isOfLines else { return nil }
    let names = differingLines(fields)
    let first = rules.inputs.first { names.contains($0.line) }
    return first.flatMap { input in
      put(fields.first { $0.name == input.line && $0.isAtTop })
    }
  }

  /// An amount at a line; nil where no line takes it.
  func put(_ amount: Ratio, at line: String) -> Put? {
    inputs[line].flatMap { put(amount, in: $0) }
  }

  private func put(_ amount: Ratio, in input: PeeledRules.Input) -> Put? {
    let isExact = rules.pricer.model.arithmetic.isBinary || (amount / input.step).isWhole
    return isExact && amount.magnitude <= 1_000_000_000 ? Put(input: input, amount: amount) : nil
  }

  private func put(_ field: FieldDifference?) -> Put? {
    guard let field, let input = inputs[field.name] else { return nil }
    let theirs: Ratio
    switch field.kind {
    case .onlyOurs: theirs = .zero
    case .different, .onlyTheirs:
      guard let number = Ratio(decimal: Self.bare(field.theirs)) else { return nil }
      theirs = number
    case .notComparable: return nil
    }
    return put(theirs, in: input)
  }

  private static func bare(_ json: String) -> String {
    json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
  }

  // MARK: - Pricing

  /// Takes a batch; no row has a value of theirs.
  func begin(_ source: BookingBatch) {
    bookings = PeeledBookings.of(source, rules, last: bookings)
  }

  /// Prices these rows with their values put in, all others as they are.
  func price(_ rows: [(row: Int, puts: [Put])]) {
    guard let bookings else { return }
    bookings.clear()
    for (row, puts) in rows {
      for put in puts { bookings.put(put.amount, in: put.input, at: row) }
    }
    let wanted = Set(rows.map(\.row))
    texts.price(bookings.batch, isWanted: { wanted.contains($0) })
  }

  /// Our total of a row that was priced last; nil where there is no price.
  func total(row: Int) -> Ratio? {
    texts.result(of: row).outcome == .priced ? judge.ourTotal(row) : nil
  }

  // MARK: - Looking behind

  /// Takes in what became of a booking with their values: its money, and the next cause if there
  /// is one.
  func lookBehind(_ peel: inout Peel, _ other: BookingJudge.Other?) {
    guard let other, judge.differing(row: peel.row, other, asShown: false) != nil,
      let total = total(row: peel.row)
    else {
      peel.isDone = true
      return
    }
    peel.add(total: total)
    let put = Set(peel.allPuts.map(\.input.line) + peel.parts.flatMap(\.moved))
    let left = judge.comparer.differences.filter { !put.contains($0.name) && isMoney($0) }
    guard left.contains(where: { ($0.numberGap?.magnitude ?? .zero) > minorUnit * 2 }),
      let next = next(peel, left)
    else {
      peel.end()
      return
    }
    var behind = next
    // Where causes are kin one after the other, the money may be that of the first.
    behind.cause.kin = peel.parts.first {
      $0.moved.isEmpty && foundations.areShared($0.cause.departing, next.cause.departing)
    }.map { $0.cause.kin ?? $0.cause.cause }
    peel.current = peel.parts.count
    peel.parts.append(behind)
    if next.puts.isEmpty { peel.end() }
  }

  private func isMoney(_ field: FieldDifference) -> Bool { order.isMoney(field.name) }

  /// What departs next, and why.
  private func next(_ peel: Peel, _ left: [FieldDifference]) -> Peel.Part? {
    guard let bookings else { return nil }
    let gap = peel.amount - (peel.ourTotal - peel.total)
    guard let entry = order.first(among: left, total: gap, minorUnit: minorUnit) else {
      return nil
    }
    _ = evaluator.price(bookings.batch, rows: peel.row..<peel.row + 1)
    let recording = evaluator.recording(row: 0)
    guard let named = reader.order.entry(named: entry.name) else { return nil }
    let walk = reader.walk(
      named, agreed: judge.comparer.agreed.names, recording,
      at: reader.places(of: named, left, recording))
    var behind = BookingDifference(
      key: "", record: 0, line: 0, form: "", ours: .priced, theirs: .priced, fields: left,
      departing: entry.name)
    behind.cause = cause.cause(of: behind, rows: reader.rows(walk))
    let part = BookingPart(
      cause: behind.cause, departing: entry.name,
      place: RulePlace(entry.span, in: rules.pricer.sources), amount: .zero)
    let isKnown = peel.parts.contains { $0.cause.cause == part.cause }
    guard !isKnown else { return nil }
    return Peel.Part(cause: part, puts: put(at: entry.name, left).map { [$0] } ?? [])
  }
}
