/// One thread's comparison of recorded replies: reads chunks of records, prices
/// each record by the rules of its form, and holds it against its reply.
final class RecordWorker: DifferenceWorker {
  private let map: ReferenceMap
  private let options: Differ.Options
  private let shared: RecordRun
  private let chunks: RecordChunks
  private let forms: [FormPricer]
  private let reader = JSONRecordReader()
  private var notes: [Note] = []
  private let profiles: [RoundingProfiles]
  private let analysts: [DifferenceAnalyst]
  /// The same forms computed in other ways, each made when it is first needed.
  private var others: [Int: [String: FormPricer]] = [:]

  /// What is known of a record before it is priced.
  private struct Note {
    var form = -1
    var isReadable = false
    /// What is wrong with a moment that cannot be read, or why the map leaves it out.
    var why = ""
    /// Row of the form's batch.
    var row = 0
    var outcome = ReferenceMap.Outcome.other
    /// What each count of the map counts by, nil where the record has nothing
    /// there, and whether the record is counted itself.
    var counted: [(key: String?, isCounted: Bool)] = []
    /// How many earlier records each count found.
    var before: [Int64] = []
  }

  init(_ differ: Differ, _ shared: RecordRun) {
    map = differ.map
    options = differ.options
    self.shared = shared
    chunks = RecordChunks(shared.feed)
    forms = zip(differ.pricers, differ.map.forms).map { pricer, form in
      FormPricer(
        pricer, form: form, counts: differ.map.counts, tolerances: differ.options.tolerances)
    }
    profiles = differ.profiles
    analysts = differ.pricers.indices.map {
      DifferenceAnalyst(differ.pricers[$0], accepted: differ.acceptedRules(of: $0))
    }
    for (index, form) in forms.enumerated() {
      form.judge.keptReplies = differ.acceptedRules(of: index)?.replies ?? []
    }
  }

  func next() throws(Trouble) -> DifferenceBlock? {
    guard try chunks.take() else { return nil }
    notes.removeAll(keepingCapacity: true)
    for form in forms { form.begin() }
    for record in chunks.records { notes.append(take(record)) }
    guard try chunks.settle({ self.count() }) else { return nil }
    for form in forms { form.price() }
    var block = DifferenceBlock()
    var differing: [Int] = []
    for index in chunks.records.indices where compare(index, &block) { differing.append(index) }
    try findRounding(differing, &block)
    for form in forms.indices {
      let rows = differing.enumerated().filter { notes[$0.element].form == form }
        .map { (index: $0.offset, row: notes[$0.element].row) }
      analysts[form].describe(&block, ofChunk: chunks.ordinal, forms[form].batch, rows)
    }
    for form in forms {
      let taken = form.judge.takeBlock(chunks.ordinal)
      block.tallies += taken.tallies
      block.unmatched += taken.unmatched
      block.entries.add(taken.entries)
      block.ourRevenue = block.ourRevenue + taken.ourRevenue
      block.theirRevenue = block.theirRevenue + taken.theirRevenue
    }
    block.ordinal = chunks.ordinal
    return block
  }

  // MARK: - Taking

  /// Finds a record's form and adds its booking to the form's batch.
  private func take(_ record: RecordChunks.Record) -> Note {
    var note = Note()
    guard record.isReadable, case .success(let root) = reader.read(record.text), root.isObject
    else { return note }
    note.isReadable = true
    let name = root.text(at: map.places.form)
    (note.outcome, note.why) = map.outcome(of: root)
    guard note.outcome != .other else { return note }
    guard let index = map.form(named: name) else {
      note.why = name.map { "no form of the map is `\($0.prefix(60))`" } ?? "they name no form"
      return note
    }
    if let node = root.node(at: map.places.asOf),
      node.isObject || node.isArray || !node.text.isBlank,
      root.text(at: map.places.asOf).flatMap({ Instant(iso: $0) }) == nil
    {
      let text = node.isObject || node.isArray ? "a list or an object" : node.text.string
      note.isReadable = false
      note.why =
        "`\(map.places.asOf?.joined(separator: ".") ?? "")` is not a moment like "
        + "2026-03-14T12:30:00Z: `\(text.prefix(40))`"
      return note
    }
    note.form = index
    note.row = forms[index].count
    note.counted = map.counts.map { count in
      let isOfForm = count.forms.isEmpty || name.map { count.forms.contains($0) } ?? false
      return (root.text(at: count.place).map(Self.folded), isOfForm && note.outcome == .priced)
    }
    add(record, root, to: forms[index])
    return note
  }

  /// Adds a record's booking to the batch of a form. It reads the record again:
  /// nodes of the reading before are gone.
  private func add(_ record: RecordChunks.Record, _ root: JSONNode, to form: FormPricer) {
    let row = form.count
    let asOf = root.text(at: map.places.asOf).flatMap { Instant(iso: $0) } ?? options.asOf
    if let raw = root.text(at: map.places.bookingText) {
      form.add(json: raw, line: record.line)
    } else {
      form.add(record: record.text, at: map.places.booking, line: record.line)
    }
    form.fill(row: row, asOf: asOf)
  }

  private static func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  /// In the order of the input: how many earlier records each count finds.
  private func count() {
    guard !map.counts.isEmpty else { return }
    for index in notes.indices where notes[index].form >= 0 {
      let note = notes[index]
      notes[index].before = note.counted.enumerated().map { index, entry -> Int64 in
        guard let key = entry.key else { return 0 }
        let before = shared.counts[index][key] ?? 0
        if entry.isCounted { shared.counts[index][key] = before + 1 }
        return before
      }
      forms[note.form].fill(row: note.row, counts: notes[index].before)
    }
  }

  // MARK: - Comparing

  /// True where a record differs from its reply.
  private func compare(_ index: Int, _ block: inout DifferenceBlock) -> Bool {
    let (note, record) = (notes[index], chunks.records[index])
    let number = chunks.firstRecord + Int64(index)
    guard note.form >= 0, case .success(let root) = reader.read(record.text) else {
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
    switch reader.read(record.text) {
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

  private func other(_ root: JSONNode, _ note: Note) -> BookingJudge.Other {
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
        profiles: profiles[form], minorUnit: forms[form].texts.pricer.model.minorUnit)
      try search.find(in: &block, of: candidates) { (profile, candidates) throws(Trouble) in
        let other = self.other(profile, of: form)
        other.begin()
        let records = candidates.map { differing[$0] }
        let rows = records.map { reprice($0, other) }
        other.price()
        return zip(records, rows).map { isSame($0, $1, other) }
      }
    }
  }

  private func other(_ profile: RoundingProfiles.Profile, of form: Int) -> FormPricer {
    if let known = others[form]?[profile.name] { return known }
    let made = FormPricer(
      profile.pricer, form: map.forms[form], counts: map.counts, tolerances: options.tolerances)
    others[form, default: [:]][profile.name] = made
    return made
  }

  /// Adds a record to another form's batch and gives its row; nil where it
  /// cannot be read.
  private func reprice(_ index: Int, _ other: FormPricer) -> Int? {
    let record = chunks.records[index]
    guard case .success(let root) = reader.read(record.text) else { return nil }
    let row = other.count
    add(record, root, to: other)
    other.fill(row: row, counts: notes[index].before)
    return row
  }

  private func isSame(_ index: Int, _ row: Int?, _ pricer: FormPricer) -> Bool {
    guard let row, case .success(let root) = reader.read(chunks.records[index].text) else {
      return false
    }
    return pricer.judge.isSame(row: row, other(root, notes[index]))
  }
}

/// What the threads of one comparison of records share.
final class RecordRun: @unchecked Sendable {
  let feed: RecordFeed
  /// Only touched in turn: of each count of the map, how often a text came.
  var counts: [[String: Int64]]

  init(_ feed: RecordFeed, counts: Int) {
    self.feed = feed
    self.counts = Array(repeating: [:], count: counts)
  }
}

extension ReferenceMap {
  /// What a record's status means, and, where the map does not say, that it does not.
  func outcome(of record: JSONNode) -> (outcome: Outcome, why: String) {
    guard let status = record.text(at: places.status) else {
      return (isOwn && record.hasNoTotal ? .fault : .priced, "")
    }
    if let outcome = outcome(ofStatus: status) { return (outcome, "") }
    if status == Self.unanswered { return (.other, "they were not answered") }
    return (.other, "the map does not say what status `\(status.prefix(60))` means")
  }
}

extension JSONNode {
  /// Whether a quote without a status says that there is no price.
  fileprivate var hasNoTotal: Bool {
    guard let total = BatchFiller.walk(self, [.member("total")]) else { return false }
    return total.isNull || total.isString && total.text.count == 0
  }

  /// What a record has at a path, if that is not null.
  func node(at path: ReferenceMap.Path?) -> JSONNode? {
    guard let path else { return nil }
    var found = self
    for step in path {
      let next =
        found.isArray ? found.element(at: step) : BatchFiller.walk(found, [.member(step)])
      guard let next else { return nil }
      found = next
    }
    return found.isNull ? nil : found
  }

  /// `0` is the first of a list.
  private func element(at step: String) -> JSONNode? {
    guard let index = Int(step), index >= 0 else { return nil }
    var found: JSONNode?
    eachElement { position, element in if position == index { found = element } }
    return found
  }

  func text(at path: ReferenceMap.Path?) -> String? {
    guard let found = node(at: path), !found.isObject, !found.isArray else { return nil }
    return found.text.string
  }
}
