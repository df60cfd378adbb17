package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// One thread's reading of records: takes a chunk, and puts each record's booking into the
/// batch of its form.
package final class RecordBookings {
  package let chunks: RecordChunks
  package let forms: [FormBookings]
  /// One a record of the chunk.
  package private(set) var notes: [Note] = []
  private let map: ReferenceMap
  /// The moment of quoting for records that say none.
  private let asOf: Instant?
  private let shared: RecordRun
  /// The chunk's records as they were read.
  private let reader = JSONRecordReader()
  /// By form: the record of each row of its batch, and where replies have the compared object.
  private var recordsOfRows: [[Int]]
  private let replies: [ReferenceMap.Path]
  /// Most records say the same few.
  private var statuses = RememberedTexts<(outcome: ReferenceMap.Outcome, why: PassedOver?)>()
  private var namedForms = RememberedTexts<NamedForm>()
  private let nothingCounted: [Int64]

  /// The form of a name, or why there is none, and whether each count of the map counts its
  /// records.
  private struct NamedForm {
    var index: Int?
    var why: PassedOver?
    var areCounted: [Bool]
  }

  /// What is known of a record before it is priced.
  package struct Note {
    package var form = -1
    package var isReadable = false
    /// What is wrong with a moment that cannot be read.
    package var mistake = ""
    /// Why it is not compared, where the map does not say so.
    package var passedOver: PassedOver?
    /// Why a backend that was asked gave nothing to compare.
    package var unanswered: (reason: String, message: String)?
    /// Where the reader keeps it.
    fileprivate var kept: Int?
    /// Row of the form's batch.
    package var row = 0
    package var outcome = ReferenceMap.Outcome.other
    /// What each count of the map counts by, nil where the record has nothing
    /// there, and whether the record is counted itself.
    var counted: [(key: String?, isCounted: Bool)] = []
    /// How many earlier records each count found.
    var before: [Int64] = []
  }

  /// False where other rules price the bookings again: what was replied does not matter then.
  package let comparesReplies: Bool

  package init(
    _ shared: RecordRun, _ map: ReferenceMap, asOf: Instant?, forms: [FormBookings],
    comparesReplies: Bool = true
  ) {
    self.comparesReplies = comparesReplies
    self.shared = shared
    self.map = map
    self.asOf = asOf
    self.forms = forms
    chunks = RecordChunks(shared.feed)
    recordsOfRows = forms.map { _ in [] }
    replies = map.forms.map { map.places.reply + $0.reply }
    nothingCounted = map.counts.map { _ in 0 }
  }

  /// Takes the next chunk; the bookings of the one before are gone. False at the end, and
  /// where a chunk before failed.
  package func take() throws(Trouble) -> Bool {
    guard try chunks.take() else { return false }
    notes.removeAll(keepingCapacity: true)
    reader.clear()
    for form in forms { form.begin() }
    for form in recordsOfRows.indices { recordsOfRows[form].removeAll(keepingCapacity: true) }
    for record in chunks.records { notes.append(take(record)) }
    return try chunks.settle { self.count() }
  }

  /// The number of a record of the chunk in the input, from 1.
  package func number(of index: Int) -> Int64 { chunks.firstRecord + Int64(index) }

  /// A record of the chunk, good until the next chunk; nil where it cannot be read.
  package func root(of index: Int) -> JSONNode? { notes[index].kept.map { reader[$0] } }

  /// What the other side made of a row of a form's batch: the compared object, where it priced
  /// and has one.
  package func reply(row: Int, ofForm form: Int) -> JSONNode? {
    let index = recordsOfRows[form][row]
    guard notes[index].outcome == .priced, let kept = notes[index].kept else { return nil }
    return reply(in: reader[kept], ofForm: form)
  }

  /// The compared object of a record.
  package func reply(in root: JSONNode, ofForm form: Int) -> JSONNode? {
    root.node(at: replies[form])
  }

  /// The way to the compared object in a record.
  package func wayToReply(ofForm form: Int) -> ReferenceMap.Path { replies[form] }

  /// What names a record: what the map says, else its number. Nil where it cannot be read.
  package func key(of index: Int) -> String? {
    guard let root = root(of: index) else { return nil }
    return root.text(at: map.places.key) ?? "\(number(of: index))"
  }

  /// Adds a record of the chunk to another batch and gives its row; nil where it cannot be
  /// read.
  package func add(_ index: Int, again form: FormBookings) -> Int? {
    guard let root = root(of: index) else { return nil }
    let row = form.count
    add(chunks.records[index], root, moment(of: root), to: form)
    form.fill(row: row, counts: notes[index].before)
    return row
  }

  /// A record of the chunk that lasts: `root` was read of `text`, which is a copy.
  package func kept(_ index: Int, _ root: JSONNode, _ text: TextSlice) -> KeptRecord {
    KeptRecord(
      root: root, text: text, line: chunks.records[index].line, asOf: moment(of: root) ?? asOf,
      counts: notes[index].before, places: map.places)
  }

  /// Finds a record's form and adds its booking to the form's batch.
  private func take(_ record: RecordChunks.Record) -> Note {
    var note = Note()
    guard record.isReadable, case .success(let kept) = reader.add(record.text) else { return note }
    let root = reader[kept]
    guard root.isObject else { return note }
    if let member = repeatedMember(of: root) {
      note.mistake =
        "`\(member)` is given twice in one object: some programs read the first, others the last"
      return note
    }
    note.kept = kept
    note.isReadable = true
    (note.outcome, note.passedOver) = outcome(of: root)
    let wasPriced = note.outcome == .priced
    if !comparesReplies { (note.outcome, note.passedOver) = (.priced, nil) }
    guard note.outcome != .other else {
      note.unanswered = map.whyUnanswered(root)
      return note
    }
    let form = form(of: root)
    guard let index = form.index else {
      note.passedOver = form.why
      return note
    }
    let moment = root.node(at: map.places.asOf)
    let asOf = moment?.plainText.flatMap { Instant(written: $0) }
    if let moment, asOf == nil, moment.plainText?.isBlank != true {
      note.isReadable = false
      note.mistake = whyNoMoment(moment)
      return note
    }
    note.form = index
    note.row = forms[index].count
    note.counted = counted(root, form, wasPriced)
    recordsOfRows[index].append(notes.count)
    add(record, root, asOf, to: forms[index])
    return note
  }

  /// A member that comes twice in what the map looks through: where a booking, a reply or a status
  /// is. Within a booking the last counts, as it does for backends; of replies it is told.
  private func repeatedMember(of root: JSONNode) -> String? {
    guard comparesReplies, root.hasRepeatedMembers else { return nil }
    let places = map.places
    let ways =
      [places.key, places.status, places.booking, places.form, places.asOf].compactMap(\.self)
      + replies
    for way in ways {
      var object: JSONNode? = root
      for member in way {
        var count = 0
        object?.eachMember { key, _ in count += key.text.string == member ? 1 : 0 }
        if count > 1 { return member }
        object = object?.node(at: [member])
      }
    }
    return nil
  }

  private func outcome(of root: JSONNode) -> (outcome: ReferenceMap.Outcome, why: PassedOver?) {
    guard let status = root.plainText(at: map.places.status) else { return map.outcome(of: root) }
    return statuses.meaning(of: status) { map.outcome(saying: $0) }
  }

  /// The form that a record names; where the map has none, why.
  private func form(of root: JSONNode) -> NamedForm {
    guard let name = root.plainText(at: map.places.form) else { return named(nil) }
    return namedForms.meaning(of: name) { named($0) }
  }

  private func named(_ name: String?) -> NamedForm {
    let index = map.form(named: name)
    return NamedForm(
      index: index,
      why: name.map { .form($0) } ?? .noForm,
      areCounted: map.counts.map { count in
        count.forms.isEmpty || name.map { count.forms.contains($0) } ?? false
      })
  }

  private func whyNoMoment(_ node: JSONNode) -> String {
    let text = node.plainText?.string ?? "a list or an object"
    return "`\(map.places.asOf?.joined(separator: ".") ?? "")` is not a moment like "
      + "2026-03-14T12:30:00Z: `\(text.prefix(40))`"
  }

  /// What each count of the map counts a record by; empty where it has nothing for any.
  private func counted(
    _ root: JSONNode, _ form: NamedForm, _ wasPriced: Bool
  ) -> [(key: String?, isCounted: Bool)] {
    guard map.counts.contains(where: { root.plainText(at: $0.place) != nil }) else { return [] }
    return zip(map.counts, form.areCounted).map { count, isOfForm in
      (root.text(at: count.place).map(Self.folded), isOfForm && wasPriced)
    }
  }

  /// Adds a record's booking to the batch of a form.
  private func add(
    _ record: RecordChunks.Record, _ root: JSONNode, _ asOf: Instant?, to form: FormBookings
  ) {
    form.add(root, of: record.text, map.places, line: record.line, asOf: asOf ?? self.asOf)
  }

  private func moment(of root: JSONNode) -> Instant? {
    root.plainText(at: map.places.asOf).flatMap { Instant(written: $0) }
  }

  private static func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased()
  }

  /// In the order of the input: how many earlier records each count finds.
  private func count() {
    guard !map.counts.isEmpty else { return }
    for index in notes.indices where notes[index].form >= 0 {
      let note = notes[index]
      guard !note.counted.isEmpty else {
        notes[index].before = nothingCounted
        forms[note.form].fill(row: note.row, counts: nothingCounted)
        continue
      }
      notes[index].before = note.counted.enumerated().map { index, entry -> Int64 in
        guard let key = entry.key else { return 0 }
        let before = shared.counts[index][key] ?? 0
        if entry.isCounted { shared.counts[index][key] = before + 1 }
        return before
      }
      forms[note.form].fill(row: note.row, counts: notes[index].before)
    }
  }
}

/// A record that outlasts its chunk: its booking can be read for other rules again.
package struct KeptRecord {
  fileprivate var root: JSONNode
  fileprivate var text: TextSlice
  fileprivate var line: Int64
  fileprivate var asOf: Instant?
  /// How many earlier records each count of the map found.
  fileprivate var counts: [Int64]
  fileprivate var places: ReferenceMap.Places

  /// Adds its booking to a batch, and gives its row.
  package func add(to form: FormBookings) -> Int {
    let row = form.count
    form.add(root, of: text, places, line: line, asOf: asOf)
    form.fill(row: row, counts: counts)
    return row
  }
}

extension FormBookings {
  /// Adds the booking of a record, where the map says that it is, with its moment of quoting.
  fileprivate func add(
    _ root: JSONNode, of text: TextSlice, _ places: ReferenceMap.Places, line: Int64,
    asOf: Instant?
  ) {
    let row = count
    if let raw = root.text(at: places.bookingText) {
      add(json: raw, line: line)
    } else {
      add(root, of: text, at: places.booking, line: line)
    }
    fill(row: row, asOf: asOf)
  }
}

/// What the threads of one comparison of records share.
package final class RecordRun: @unchecked Sendable {
  let feed: RecordFeed
  /// Only touched in turn: of each count of the map, how often a text came.
  var counts: [[String: Int64]]

  package init(_ feed: RecordFeed, counts: Int) {
    self.feed = feed
    self.counts = Array(repeating: [:], count: counts)
  }
}

extension ReferenceMap {
  /// What a record's status means, and, where the map does not say, that it does not.
  package func outcome(of record: JSONNode) -> (outcome: Outcome, why: PassedOver?) {
    guard let status = record.text(at: places.status) else {
      // A list or an object in its place is a status that no map names.
      if let node = record.node(at: places.status), node.isArray || node.isObject {
        return (.other, .status(node.json))
      }
      return (isOwn && record.hasNoTotal ? .fault : .priced, nil)
    }
    return outcome(saying: status)
  }

  /// What a status means, and, where the map does not say, that it does not.
  func outcome(saying status: String) -> (outcome: Outcome, why: PassedOver?) {
    if let outcome = outcome(ofStatus: status) { return (outcome, nil) }
    return (.other, .status(status))
  }

  /// Why a backend that was asked gave nothing to compare; nil for any other record.
  func whyUnanswered(_ record: JSONNode) -> (reason: String, message: String)? {
    guard places.status != nil, record.text(at: places.status) == Self.unanswered else {
      return nil
    }
    let place = placeOfUnanswered
    return (
      record.text(at: place + ["reason"]) ?? "no-answer",
      record.text(at: place + ["message"]) ?? "it got no reply that could be compared"
    )
  }
}

extension Instant {
  fileprivate init?(written text: TextSlice) {
    guard case .moment(let moment) = unsafe Instant.read(text.bytes.span) else { return nil }
    self = moment
  }
}

extension JSONNode {
  /// Whether a quote without a status says that there is no price.
  fileprivate var hasNoTotal: Bool {
    guard let total = member("total") else { return false }
    return total.isNull || total.isString && total.text.count == 0
  }

  /// What a record has at a path, if that is not null.
  package func node(at path: ReferenceMap.Path?) -> JSONNode? {
    guard let path else { return nil }
    var found = self
    for step in path {
      let next = found.isArray ? found.element(at: step) : found.member(step)
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

  package func text(at path: ReferenceMap.Path?) -> String? { plainText(at: path)?.string }

  /// What a record has at a path, if that is one value and not null.
  package func plainText(at path: ReferenceMap.Path?) -> TextSlice? { node(at: path)?.plainText }
}
