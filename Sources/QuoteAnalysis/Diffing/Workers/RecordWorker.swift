import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One thread's comparison of recorded replies: reads chunks of records, prices
/// each record by the rules of its form, and holds it against its reply, or against what
/// other rules make of it.
final class RecordWorker: DifferenceWorker {
  private let map: ReferenceMap
  private let options: Differ.Options
  private let bookings: RecordBookings
  private let forms: [FormPricer]
  /// By form, where other rules are the other side; and which row of theirs a record has.
  private let otherSide: [FormPricer]
  private var otherRows: [Int?] = []
  private let reader = JSONRecordReader()
  private let profiles: [RoundingProfiles]
  private let analysts: [DifferenceAnalyst]
  private let peelers: [CausePeeler]
  /// The same forms computed in other ways, each made when it is first needed.
  private var others: [Int: [String: FormPricer]] = [:]

  /// Bookings without what they leave to defaults, by form.
  private var undefaulted: [Int: FormBookings] = [:]
  /// What was made last, of those that are not kept.
  private var latest: (form: Int, name: String, pricer: FormPricer)?
  private let turns: RoundingTurns

  /// `others` are the other side's rules, form by form; none where it is the replies.
  init(
    _ differ: Differ, _ shared: RecordRun, _ turns: RoundingTurns, others: [Pricer] = []
  ) {
    self.turns = turns
    map = differ.map
    options = differ.options
    forms = differ.pricers.indices.map { form in
      FormPricer(
        differ.pricers[form],
        form: others.isEmpty ? differ.map.forms[form] : differ.form(form, against: others[form]),
        of: differ.map, tolerances: differ.options.tolerances, comparesLines: !others.isEmpty)
    }
    otherSide = zip(others, forms).map { pricer, form in
      FormPricer(
        pricer, form: form.form, of: differ.map, tolerances: differ.options.tolerances,
        comparesLines: true)
    }
    bookings = RecordBookings(
      shared, map, asOf: differ.options.asOf, forms: forms.map(\.bookings),
      comparesReplies: others.isEmpty)
    profiles = differ.profiles
    analysts = differ.pricers.indices.map { form in
      let cause = others.isEmpty ? BookingCause() : BookingCause(differ.pricers[form], others[form])
      return DifferenceAnalyst(
        differ.pricers[form], cause: cause, accepted: differ.acceptedRules(of: form))
    }
    let (tolerances, all) = (differ.options.tolerances, forms)
    peelers = differ.pricers.indices.map { form in
      let cause = others.isEmpty ? BookingCause() : BookingCause(differ.pricers[form], others[form])
      return CausePeeler(differ.peeled[form], cause: cause) { texts in
        texts.comparer(
          form: all[form].form, tolerances: tolerances, comparesLines: !others.isEmpty)
      }
    }
    for (index, form) in forms.enumerated() {
      form.judge.keptReplies = differ.acceptedRules(of: index)?.replies ?? []
      form.judge.prints = differ.acceptedRules(of: index)?.prints ?? []
      if others.isEmpty, !options.comparesOneByOne { form.findQuickWay() }
    }
  }

  func next() throws(Trouble) -> DifferenceBlock? {
    guard try bookings.take() else { return nil }
    defer { turns.end(bookings.chunks.ordinal) }
    var block = DifferenceBlock()
    for form in forms.indices { price(form, &block) }
    priceOtherSide()
    var differing: [Int] = []
    for index in records.indices where compare(index, &block) { differing.append(index) }
    try findRounding(differing, &block)
    for form in forms.indices {
      let rows = differing.enumerated().filter { notes[$0.element].form == form }
        .map { (index: $0.offset, row: notes[$0.element].row) }
      analysts[form].describe(
        &block, ofChunk: bookings.chunks.ordinal, forms[form].bookings.batch, rows
      ) { self.withoutDefaults(form, $0) }
      peel(form: form, rows: rows, differing: differing, into: &block)
      keepMeetings(form: form, rows: rows, differing: differing, in: &block)
    }
    for form in forms.indices { keepCases(form, differing, &block) }
    for form in forms {
      let taken = form.judge.takeBlock(bookings.chunks.ordinal)
      block.tallies += taken.tallies
      block.unmatched += taken.unmatched
      block.otherCurrencies.add(taken.otherCurrencies)
      block.entries.add(taken.entries)
      for (name, compared) in taken.forms {
        block.forms[name, default: ComparedForm()].add(compared)
      }
      block.ourRevenue = block.ourRevenue + taken.ourRevenue
      block.theirRevenue = block.theirRevenue + taken.theirRevenue
    }
    block.ordinal = bookings.chunks.ordinal
    return block
  }

  /// Looks behind the first causes of a form's bookings.
  private func peel(
    form: Int, rows: [CausePeeler.Row], differing: [Int], into block: inout DifferenceBlock
  ) {
    let records = Dictionary(rows.map { ($0.row, differing[$0.index]) }) { first, _ in first }
    peelers[form].peel(&block, forms[form].bookings.batch, rows) { row in
      records[row].flatMap { index in
        bookings.root(of: index).map { other($0, index) }
      }
    }
  }

  /// Some bookings of a form, read without defaults.
  private func withoutDefaults(_ form: Int, _ rows: [Int]) -> BookingBatch? {
    let again =
      undefaulted[form] ?? FormBookings(forms[form].texts.pricer.schema.withoutDefaults, map)
    undefaulted[form] = again
    let wanted = Set(rows)
    var records: [Int: Int] = [:]
    for (index, note) in notes.enumerated()
    where note.form == form && wanted.contains(note.row) {
      records[note.row] = index
    }
    again.begin()
    for row in rows {
      guard let index = records[row], bookings.add(index, again: again) != nil else { return nil }
    }
    again.finish()
    return again.batch
  }

  private var records: [RecordChunks.Record] { bookings.chunks.records }
  private var notes: [RecordBookings.Note] { bookings.notes }

  // MARK: - Comparing

  /// Prices the bookings of a form. What is quickly found to be the same is counted.
  private func price(_ form: Int, _ block: inout DifferenceBlock) {
    let pricer = forms[form]
    swap(&pricer.judge.block, &block)
    defer { swap(&pricer.judge.block, &block) }
    pricer.price { bookings.reply(row: $0, ofForm: form) }
  }

  /// True where a record differs from its reply.
  private func compare(_ index: Int, _ block: inout DifferenceBlock) -> Bool {
    let (note, record) = (notes[index], records[index])
    let number = bookings.number(of: index)
    guard note.form >= 0, let root = bookings.root(of: index) else {
      leaveOut(index, &block)
      return false
    }
    let form = forms[note.form]
    if bookings.comparesReplies, root.plainText(at: map.places.status) != nil {
      block.statused += 1
    }
    if map.places.key != nil {
      let hasKey = root.plainText(at: map.places.key) != nil
      block.keyed += hasKey ? 1 : 0
      block.unkeyed += hasKey ? 0 : 1
    }
    // Where both sides have a price, what is said now is of the reply that is compared next.
    if bookings.comparesReplies, note.outcome == .priced,
      form.texts.outcome(of: note.row) == .priced
    {
      form.judge.comparer.noteCurrency(around: bookings.wayToReply(ofForm: note.form), in: root)
    }
    if form.quick?.isSame(note.row) == true {
      form.judge.comparer.endCurrencies()
      return false
    }
    let key = root.text(at: map.places.key)
    swap(&form.judge.block, &block)
    defer { swap(&form.judge.block, &block) }
    let other = other(root, index)
    if !otherSide.isEmpty, other.outcome == .fault, form.texts.outcome(of: note.row) == .fault {
      form.judge.block.bothAtFault += 1
    }
    return form.judge.judge(
      row: note.row, other,
      BookingJudge.Identity(
        key: key ?? "\(number)", record: number, line: record.line,
        form: form.form.name ?? ""))
  }

  /// Counts a record that is not compared, and says why where it should have been.
  private func leaveOut(_ index: Int, _ block: inout DifferenceBlock) {
    let (note, record) = (notes[index], records[index])
    if bookings.root(of: index)?.text(at: map.places.status) != nil { block.statused += 1 }
    if note.isReadable, note.unanswered == nil { return block.passOver(note.passedOver) }
    block.notComparable += 1
    var fault = ComparisonFault(
      unreadable: bookings.root(of: index)?.text(at: map.places.key) ?? "",
      record: bookings.number(of: index), line: record.line,
      reason: ComparisonFault.unreadableRecord, message: note.mistake)
    if let (reason, message) = note.unanswered {
      (fault.reason, fault.message) = (reason, message)
      // Where it stands in a file of bookings is not known here.
      fault.line = 0
      if reason != ComparisonFault.unreadableRecord { fault.kind = .unanswered }
    } else if note.mistake.isEmpty {
      let mistake = record.mistake
      fault.line += mistake.line
      fault.message = mistake.why
    }
    block.faults.append(fault)
  }

  /// Prices all records by the other side's rules, if rules are the other side.
  private func priceOtherSide() {
    guard !otherSide.isEmpty else { return }
    reader.clear()
    for form in otherSide { form.bookings.begin() }
    otherRows = notes.indices.map { index in
      let form = notes[index].form
      return form < 0 ? nil : bookings.add(index, again: otherSide[form].bookings)
    }
    for form in otherSide { form.price() }
  }

  private func other(_ root: JSONNode, _ index: Int) -> BookingJudge.Other {
    let note = notes[index]
    if !otherSide.isEmpty {
      guard let row = otherRows[index] else {
        return BookingJudge.Other(outcome: .fault, reason: "")
      }
      return otherSide[note.form].judge.texts.other(row, reader)
    }
    return BookingJudge.Other(
      outcome: note.outcome, isSaid: root.plainText(at: map.places.status) != nil,
      reason: map.refusal(in: root),
      reply: bookings.reply(in: root, ofForm: note.form))
  }

  /// Keeps bookings of a form if some of their totals differ.
  private func keepMeetings(
    form: Int, rows: [CausePeeler.Row], differing: [Int], in block: inout DifferenceBlock
  ) {
    guard bookings.chunks.ordinal < MeetingCases.mostChunksOfRecords else { return }
    guard rows.contains(where: { block.differences[$0.index].movesMoney }) else { return }
    let keeper = RecordKeeper(forms[form].texts.pricer.schema, map)
    var kept = rows.compactMap { row -> MeetingCases.Booking? in
      let booking = block.differences[row.index]
      guard MeetingCases.Booking.isKept(booking) else { return nil }
      return keeper.add(differing[row.index], of: bookings).map {
        MeetingCases.Booking(row: $0, booking)
      }
    }
    kept += agreeing(form, but: differing).compactMap { index in
      keeper.add(index, of: bookings).map { MeetingCases.Booking(agreeing: $0) }
    }
    keeper.form.finish()
    block.keep(
      MeetingCases(form: form, batch: MeetingBatch(keeper.form.batch, keeper), bookings: kept))
  }

  /// Keeps bookings of a form to find remedies with.
  private func keepCases(_ form: Int, _ differing: [Int], _ block: inout DifferenceBlock) {
    let chosen = RemedySampler.chosen(block, ofChunk: bookings.chunks.ordinal)
      .filter { notes[differing[$0.index]].form == form }
    guard !chosen.isEmpty else { return }
    let keeper = RecordKeeper(forms[form].texts.pricer.schema, map)
    var cases: [RemedyCase] = []
    let agreeing = RemedySampler.agreeing(agreeing(form, but: differing))
    let wanted =
      chosen.map { (differing[$0.index], Optional(block.differences[$0.index]), $0.isTried) }
      + agreeing.map { ($0, nil, true) }
    var tried = 0
    for (index, booking, isTried) in wanted {
      guard let root = bookings.root(of: index) else { continue }
      let other = other(root, index)
      guard other.isKept, let row = keeper.add(index, of: bookings) else { continue }
      // Those that agree have a limit of their own.
      let isOverLimit = booking != nil && tried >= RecordKeeper.most
      tried += isTried && booking != nil ? 1 : 0
      cases.append(
        RemedyCase(
          keeper.form.batch, row: row, other, of: booking, isTried: isTried && !isOverLimit,
          keeper: keeper))
    }
    keeper.form.finish()
    block.keep(cases, ofForm: form)
  }

  // MARK: - Rounding

  /// Prices what differs by little in other ways, and says which of them make
  /// it the same. The next chunk's turn begins when this is done.
  private func findRounding(
    _ differing: [Int], _ block: inout DifferenceBlock
  ) throws(Trouble) {
    let ordinal = bookings.chunks.ordinal
    defer { turns.end(ordinal) }
    for form in forms.indices {
      let positions = differing.indices.filter { notes[differing[$0]].form == form }
      guard !positions.isEmpty else { continue }
      let found = block.differences
      let minorUnit = forms[form].texts.pricer.model.minorUnit
      let trial = RoundingSearch.Trial { (profile, positions) throws(Trouble) in
        self.differing(form, profile, positions.map { differing[$0] }) {
          found[positions[$0]].isMoreThanShown(minorUnit: minorUnit)
        }
      } broken: { (profile) throws(Trouble) in
        let all = self.agreeing(form, but: differing)
        let some = all.spread(RoundingSearch.mostAgreeing)
        let broken = self.differing(form, profile, some) { _ in true }
          .count { $0?.isEmpty == false }
        return Double(broken * all.count) / Double(max(1, some.count))
      } departing: {
        self.analysts[form].departing($0)
      }
      let search = RoundingSearch(
        profiles: profiles[form], evidence: turns.evidence[form], minorUnit: minorUnit,
        takeTurn: { self.turns.wait(for: ordinal) }, trial: trial)
      try search.find(in: &block, of: positions)
    }
  }

  /// Names of values that differ, of records priced by a profile.
  private func differing(
    _ form: Int, _ profile: RoundingProfiles.Profile, _ records: [Int],
    asShown: (Int) -> Bool
  ) -> [Set<String>?] {
    let pricer = other(profile, of: form)
    pricer.bookings.begin()
    let rows = records.map { bookings.add($0, again: pricer.bookings) }
    pricer.price()
    return records.indices.map { index in
      let record = records[index]
      guard let row = rows[index], let root = bookings.root(of: record) else { return nil }
      return pricer.judge.differing(
        row: row, other(root, record), asShown: asShown(index))
    }
  }

  /// Records of a form that both sides price alike.
  private func agreeing(_ form: Int, but differing: [Int]) -> [Int] {
    let differing = Set(differing)
    return notes.indices.filter { index in
      let note = notes[index]
      return note.form == form && note.outcome == .priced && !differing.contains(index)
        && forms[form].texts.result(of: note.row).outcome == .priced
    }
  }

  private func other(_ profile: RoundingProfiles.Profile, of form: Int) -> FormPricer {
    if let known = others[form]?[profile.name] { return known }
    if let (index, name, pricer) = latest, index == form, name == profile.name { return pricer }
    let made = FormPricer(
      profile.pricer, form: forms[form].form, of: map, tolerances: options.tolerances,
      comparesLines: !otherSide.isEmpty)
    if profile.isOfFormula, !turns.evidence[form].isSettled {
      latest = (form, profile.name, made)
    } else {
      others[form, default: [:]][profile.name] = made
    }
    return made
  }
}
