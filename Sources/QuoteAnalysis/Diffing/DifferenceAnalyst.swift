import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Says more of bookings that differ: which rules made our price, and what a
/// person would name as the cause.
final class DifferenceAnalyst {
  private let pricer: Pricer
  private let cause: BookingCause
  private let accepted: AcceptedJudge?
  /// This many rows between two take less to price than a block of its own.
  private static let widestGap = 64
  /// Bookings on which both sides agree that are looked at for each that differs.
  private static let agreeingForEach = 4

  /// Records what it computes; made for the first booking that differs.
  private(set) lazy var evaluator = recording.makeEvaluator()
  private(set) lazy var reader = CauseReader(recording.plan)
  private(set) lazy var fired = FiredRules(reader)
  private(set) lazy var departures = KnownDepartures(reader)
  private lazy var traitReader = TraitReader(reader)
  private let traits = TraitCounter()
  /// What the bookings that are looked at leave to defaults.
  private var defaulted = DefaultedInputs([]) { _ in nil }
  private lazy var recording = pricer.recording()
  private lazy var standalone = pricer.model.standaloneLines
  private lazy var declines = DeclineSentences(pricer.model)

  init(_ pricer: Pricer, cause: BookingCause = BookingCause(), accepted: AcceptedRules?) {
    self.pricer = pricer
    self.cause = cause
    self.accepted = accepted.map { AcceptedJudge($0) }
  }

  /// Prices rows of a batch, to ask after what they came to.
  func price(_ batch: BookingBatch, _ rows: Range<Int>) { _ = evaluator.price(batch, rows: rows) }

  /// Fills in what the batch's rows say, ascending rows, each with the position of its
  /// difference in the block; `isCompared` says of the others whether they are compared.
  /// `counted` are rows that differ and are not in the block.
  func describe(
    _ block: inout DifferenceBlock, ofChunk ordinal: Int, _ batch: BookingBatch,
    _ rows: [(index: Int, row: Int)], counted: [Int] = [],
    isCompared: (Int) -> Bool = { _ in true }, again: DefaultedInputs.Reading
  ) {
    guard !rows.isEmpty else { return }
    let most = TraitCounter.most(ofChunk: ordinal)
    let hasDefaults = pricer.schema.hasDefaults
    let differing =
      counted.isEmpty ? rows.map(\.row) : (rows.map(\.row) + counted).sorted()
    defaulted = DefaultedInputs(hasDefaults ? Array(differing.prefix(2 * most)) : [], again)
    let mostAgreeing = min(most, max(most / 2, Self.agreeingForEach * differing.count))
    var agreeing: [Int] = []
    var (start, past, told) = (0, 0, 0)
    let atOnce = evaluator.rowsAtOnce
    let widest = min(Self.widestGap, atOnce / 4)
    while start < differing.count, told < rows.count || agreeing.count < mostAgreeing {
      // Some rows on either side, which may agree.
      let first = max(past, differing[start] - widest)
      var end = start + 1
      while end < differing.count, differing[end] < first + atOnce,
        differing[end] - differing[end - 1] <= widest
      {
        end += 1
      }
      let next = end < differing.count ? differing[end] : batch.count
      past = min(differing[end - 1] + 1 + widest, next, first + atOnce)
      defer { start = end }
      let others =
        agreeing.count < mostAgreeing
        ? Self.rows(first..<past, without: differing[start..<end]).filter(isCompared) : []
      let here = rows[told...].prefix { $0.row < past }
      told = here.endIndex
      guard counted.isEmpty || !others.isEmpty else {
        // Where most are counted, those that are told stand far apart.
        for run in Self.runs(here) {
          let (first, last) = (run[run.startIndex].row, run[run.endIndex - 1].row)
          price(batch, first..<last + 1)
          describe(&block, batch: batch, rows: run, from: first, most: most)
        }
        continue
      }
      guard !here.isEmpty || !others.isEmpty else { continue }
      price(batch, first..<past)
      describe(&block, batch: batch, rows: here, from: first, most: most)
      agreeing += others.filter {
        evaluator.quotes.statuses[$0 - first] == QuoteBatch.Status.quoted.rawValue
      }.prefix(mostAgreeing - agreeing.count)
    }
    let departing = traits.departing
    defaulted = DefaultedInputs(hasDefaults && !departing.isEmpty ? agreeing : [], again)
    for row in agreeing where !departing.isEmpty { contrast(batch, row, departing) }
    for (name, found) in traits.take() {
      block.traits[name, default: SharedTraits()].add(found)
    }
  }

  /// Describes rows of the block that was priced last, whose first row is `first`.
  private func describe(
    _ block: inout DifferenceBlock, batch: BookingBatch,
    rows: ArraySlice<(index: Int, row: Int)>, from first: Int, most: Int
  ) {
    for (index, row) in rows {
      describe(&block.differences[index], batch, row, at: row - first, traitsOf: most)
    }
  }

  /// Rows that stand together.
  private static func runs(
    _ rows: ArraySlice<(index: Int, row: Int)>
  ) -> [ArraySlice<(index: Int, row: Int)>] {
    var runs: [ArraySlice<(index: Int, row: Int)>] = []
    var start = rows.startIndex
    for at in rows.indices {
      let isLast = at + 1 == rows.endIndex || rows[at + 1].row - rows[at].row > widestGap
      guard isLast else { continue }
      runs.append(rows[start...at])
      start = at + 1
    }
    return runs
  }

  /// Rows of a range without some of them, which ascend.
  private static func rows(_ range: Range<Int>, without some: ArraySlice<Int>) -> [Int] {
    var rest = some
    return range.filter { row in
      guard rest.first == row else { return true }
      rest.removeFirst()
      return false
    }
  }

  /// The name of the value at which a booking departs that both sides priced.
  func departing(_ booking: BookingDifference) -> String {
    entry(booking)?.name ?? booking.fields.first?.field ?? ""
  }

  private func entry(_ booking: BookingDifference) -> PriceOrder.Entry? {
    reader.order.first(
      among: booking.fieldsWithSilent, total: booking.amount, minorUnit: pricer.model.minorUnit)
  }

  /// `place` is where the row is in the block that was priced last.
  private func describe(
    _ booking: inout BookingDifference, _ batch: BookingBatch, _ row: Int, at place: Int,
    traitsOf most: Int
  ) {
    booking.rules = booking.ours == .priced ? fired.names(evaluator, row: place) : []
    if booking.ours == .priced, booking.theirs == .priced {
      depart(&booking, batch, row, at: place, traitsOf: most)
    } else {
      refuse(&booking, batch, row, by: evaluator.recording(row: place), traitsOf: most)
    }
    if booking.ours == .declined, booking.place == nil {
      let recording = evaluator.recording(row: place)
      booking.place = RulePlace(recording.declineSpan, in: pricer.sources)
    }
    if booking.theirs == .declined, booking.place == nil {
      booking.place = reader.decline(saying: booking.theirReason)
    }
    accepted?.accept(&booking, in: batch, row: row)
  }

  /// Bookings that some side refuses are sorted by the decline of ours that is said, whatever
  /// it says of each booking; one that only they refuse stands where that decline does.
  private func refuse(
    _ booking: inout BookingDifference, _ batch: BookingBatch, _ row: Int,
    by recording: Recording, traitsOf most: Int
  ) {
    var said = booking
    if booking.ours == .declined, let held = recording.heldDecline {
      said.ourReason = declines.all[held].written
    }
    if booking.ours == .fault { said.ourReason = kind(ofFault: booking.ourReason, batch, row) }
    let theirs = booking.theirs == .declined && booking.ours == .priced
    guard theirs, let sentence = declines.sentence(said: booking.theirReason) else {
      booking.cause = cause.cause(of: said, rows: [])
      return
    }
    said.theirReason = sentence.written
    booking.cause = cause.cause(of: said, rows: [])
    booking.place = RulePlace(sentence.decline.span, in: pricer.sources)
    let (name, when) = (booking.cause, sentence.decline.when)
    guard when.grain.list == .booking, traits.count(of: name) < most else { return }
    let entry = PriceOrder.Entry(
      name: name, top: name, body: .formula(when), span: sentence.decline.span)
    let walk = reader.walk(entry, agreed: [], recording, at: [recording.booking])
    traits.add(
      traitReader.booking(entry, walk, by: recording, in: batch, row: row, defaulted),
      departingAt: entry, of: booking)
  }

  /// What is said of a fault, without what this booking has there: one kind is one cause.
  private func kind(ofFault said: String, _ batch: BookingBatch, _ row: Int) -> String {
    let found = evaluator.quotes.faults[row] ?? batch.faults[row]
    guard let fault = found, !fault.value.isEmpty else { return said }
    let place = fault.field.isEmpty ? "" : "`\(fault.field)`: "
    guard said.hasPrefix(place) else { return said }
    let message = String(said.dropFirst(place.count)).replacing(
      "`\(fault.value)`", with: "`…`")
    // Most messages name the field themselves.
    return fault.field.isEmpty || message.hasPrefix("`\(fault.field)`") ? message : place + message
  }

  /// Finds at which value the sides depart, and what stands behind it.
  private func depart(
    _ booking: inout BookingDifference, _ batch: BookingBatch, _ row: Int, at place: Int,
    traitsOf most: Int
  ) {
    for index in booking.fields.indices {
      booking.fields[index].isMoney = reader.order.isMoney(booking.fields[index].name)
    }
    booking.isOfMoney = booking.fields.contains(where: \.isMoney)
    let said = entry(booking)
    booking.silent = booking.unsaidLines
    guard let entry = booking.silent.isEmpty ? said : entry(booking) else {
      booking.departing = booking.fields.first?.field ?? ""
      booking.cause = cause.cause(of: booking, rows: [])
      return
    }
    booking.departing = entry.name
    if let said, said.name != entry.name { booking.departingSaid = said.name }
    booking.place = RulePlace(entry.span, in: pricer.sources)
    let isTelling = !booking.isRounding && traits.count(of: entry.name) < most
    let departure = isTelling
      ? tell(entry, of: booking, batch, row, at: place)
      : departures.departure(at: entry, booking, evaluator, row: place)
    booking.rows = departure.rows
    if !booking.rows.isEmpty {
      let fired = Set(booking.rules)
      booking.rules += booking.rows.filter { !fired.contains($0) }
    }
    booking.moved = booking.likelyMove.flatMap { move in
      move.lines.allSatisfy(standalone.contains) ? move : nil
    }
    booking.cause = cause.cause(of: booking, rows: departure.told)
    if let named = cause.place(of: booking), let other = reader.order.entry(named: named) {
      booking.causePlace = RulePlace(other.span, in: pricer.sources)
    }
  }

  /// Reads what a booking has where it departs, and what stands behind that.
  private func tell(
    _ entry: PriceOrder.Entry, of booking: BookingDifference, _ batch: BookingBatch, _ row: Int,
    at place: Int
  ) -> KnownDepartures.Departure {
    let recording = evaluator.recording(row: place)
    let walk = reader.walk(
      entry, agreed: booking.agreed, recording,
      at: reader.places(of: entry, booking.fields, recording))
    traits.add(
      traitReader.booking(entry, walk, by: recording, in: batch, row: row, defaulted),
      departingAt: entry, of: booking)
    return KnownDepartures.Departure(walk, reader)
  }

  /// Counts what a booking has on which both sides agree, for each value at which others depart.
  private func contrast(
    _ batch: BookingBatch, _ row: Int,
    _ departing: [(entry: PriceOrder.Entry, agreed: Set<String>)]
  ) {
    _ = evaluator.price(batch, rows: row..<row + 1)
    let recording = evaluator.recording(row: 0)
    for (entry, agreed) in departing {
      let walk = reader.walk(
        entry, agreed: agreed, recording, at: reader.places(of: entry, [], recording))
      traits.add(
        traitReader.booking(entry, walk, by: recording, in: batch, row: row, defaulted),
        agreeingAt: entry)
    }
  }

  /// Describes what only the other side has, and looks for it in the ledger.
  func describe(theirs booking: inout BookingDifference) {
    booking.cause = cause.cause(of: booking, rows: [])
    if let entry = accepted?.entry(forTheirs: booking, nobody) {
      booking.standing = .accepted(entry)
    }
  }

  /// A batch of one booking that says nothing.
  private lazy var nobody: BookingBatch = {
    let batch = BookingBatch(schema: pricer.schema)
    let filler = BatchFiller(
      BookingDecoders(pricer.schema, asOf: nil), lastDuplicateWins: true)
    filler.row = 0
    filler.begin(batch)
    batch.storage.append(filler.arena)
    batch.lines.append(0)
    filler.addEmptyBooking()
    batch.count = 1
    return batch
  }()
}
