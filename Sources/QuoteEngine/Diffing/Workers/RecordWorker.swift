/// One thread's comparison of recorded replies: reads chunks of records, prices
/// each record by the rules of its form, and holds it against its reply.
final class RecordWorker: DifferenceWorker {
  private let map: ReferenceMap
  private let options: Differ.Options
  private let bookings: RecordBookings
  private let forms: [FormPricer]
  private let profiles: [RoundingProfiles]
  private let analysts: [DifferenceAnalyst]
  /// The same forms computed in other ways, each made when it is first needed.
  private var others: [Int: [String: FormPricer]] = [:]

  init(_ differ: Differ, _ shared: RecordRun) {
    map = differ.map
    options = differ.options
    forms = zip(differ.pricers, differ.map.forms).map { pricer, form in
      FormPricer(pricer, form: form, of: differ.map, tolerances: differ.options.tolerances)
    }
    bookings = RecordBookings(
      shared, map, asOf: differ.options.asOf, forms: forms.map(\.bookings))
    profiles = differ.profiles
    analysts = differ.pricers.indices.map {
      DifferenceAnalyst(differ.pricers[$0], accepted: differ.acceptedRules(of: $0))
    }
    for (index, form) in forms.enumerated() {
      form.judge.keptReplies = differ.acceptedRules(of: index)?.replies ?? []
    }
  }

  func next() throws(Trouble) -> DifferenceBlock? {
    guard try bookings.take() else { return nil }
    for form in forms { form.price() }
    var block = DifferenceBlock()
    var differing: [Int] = []
    for index in records.indices where compare(index, &block) { differing.append(index) }
    try findRounding(differing, &block)
    for form in forms.indices {
      let rows = differing.enumerated().filter { notes[$0.element].form == form }
        .map { (index: $0.offset, row: notes[$0.element].row) }
      analysts[form].describe(
        &block, ofChunk: bookings.chunks.ordinal, forms[form].bookings.batch, rows)
    }
    for form in forms {
      let taken = form.judge.takeBlock(bookings.chunks.ordinal)
      block.tallies += taken.tallies
      block.unmatched += taken.unmatched
      block.entries.add(taken.entries)
      block.ourRevenue = block.ourRevenue + taken.ourRevenue
      block.theirRevenue = block.theirRevenue + taken.theirRevenue
    }
    block.ordinal = bookings.chunks.ordinal
    return block
  }

  private var records: [RecordChunks.Record] { bookings.chunks.records }
  private var notes: [RecordBookings.Note] { bookings.notes }

  // MARK: - Comparing

  /// True where a record differs from its reply.
  private func compare(_ index: Int, _ block: inout DifferenceBlock) -> Bool {
    let (note, record) = (notes[index], records[index])
    let number = bookings.number(of: index)
    guard note.form >= 0, let root = bookings.root(of: index) else {
      if note.isReadable {
        block.passOver(note.why)
      } else {
        block.notComparable += 1
        let (line, why) = note.why.isEmpty ? mistake(in: record) : (0, note.why)
        block.unreadable.append(
          UnpairedKeys.Place(key: "", record: number, line: record.line + line, why: why))
      }
      return false
    }
    let form = forms[note.form]
    let key = root.text(at: map.places.key)
    if map.places.key != nil {
      block.keyed += key == nil ? 0 : 1
      block.unkeyed += key == nil ? 1 : 0
    }
    swap(&form.judge.block, &block)
    defer { swap(&form.judge.block, &block) }
    return form.judge.judge(
      row: note.row, other(root, note),
      BookingJudge.Identity(
        key: key ?? "\(number)", record: number, line: record.line,
        form: form.form.name ?? ""))
  }

  /// What is wrong with a record, and on which line of it, from 0; and how much of the file is
  /// not read with it.
  private func mistake(in record: RecordChunks.Record) -> (line: Int64, why: String) {
    if record.problem == .tooLong { return (0, "it is longer than a record may be") }
    switch JSONRecordReader().read(record.text) {
    case .failure(.invalidText): return (0, "it is not UTF-8")
    case .failure(.tooDeep):
      return (0, "it is nested too deeply: at most \(JSONRecordReader.deepest) levels")
    case .failure, .success: break
    }
    let misplaced = record.problem.misplaced
    if record.text.count == 0, let misplaced { return (0, misplaced) }
    guard let mistake = JSONMistake(record.text) else {
      return (0, misplaced ?? "it is no object")
    }
    if mistake.isNowhere { return (0, mistake.what) }
    let more = record.text.lineCount
    let isClosed = record.text.string.last { !$0.isWhitespace } == "}"
    let lost = more > 0 && !isClosed ? "; records may be in the \(more) lines after it" : ""
    return (Int64(mistake.line) - 1, "at column \(mistake.column), \(mistake.what)\(lost)")
  }

  private func other(_ root: JSONNode, _ note: RecordBookings.Note) -> BookingJudge.Other {
    BookingJudge.Other(
      outcome: note.outcome, reason: root.text(at: map.places.refusal) ?? "",
      reply: root.node(at: map.places.reply + map.forms[note.form].reply))
  }

  // MARK: - Rounding

  /// Prices what differs by little in other ways, and says which of them make
  /// it the same.
  private func findRounding(
    _ differing: [Int], _ block: inout DifferenceBlock
  ) throws(Trouble) {
    for form in forms.indices {
      let candidates = differing.indices.filter { notes[differing[$0]].form == form }
      guard !candidates.isEmpty else { continue }
      let search = RoundingSearch(
        profiles: profiles[form], minorUnit: forms[form].texts.pricer.model.minorUnit,
        chunk: bookings.chunks.ordinal)
      try search.find(in: &block, of: candidates) { (profile, candidates) throws(Trouble) in
        let other = self.other(profile, of: form)
        other.bookings.begin()
        let records = candidates.map { differing[$0] }
        let rows = records.map { bookings.add($0, again: other.bookings) }
        other.price()
        return zip(records, rows).map { isSame($0, $1, other) }
      }
    }
  }

  private func other(_ profile: RoundingProfiles.Profile, of form: Int) -> FormPricer {
    if let known = others[form]?[profile.name] { return known }
    let made = FormPricer(
      profile.pricer, form: map.forms[form], of: map, tolerances: options.tolerances)
    if !profile.isOfFormula { others[form, default: [:]][profile.name] = made }
    return made
  }

  private func isSame(_ index: Int, _ row: Int?, _ pricer: FormPricer) -> Bool {
    guard let row, let root = bookings.root(of: index) else { return false }
    return pricer.judge.isSame(row: row, other(root, notes[index]))
  }
}
