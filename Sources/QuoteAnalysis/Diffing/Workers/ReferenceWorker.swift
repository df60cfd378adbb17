import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One thread's comparison of bookings with a reference file.
final class ReferenceWorker: DifferenceWorker {
  /// What is odd about a booking's key.
  private enum Oddity: UInt8 {
    case nothing, repeated, unnamed
  }

  private let map: ReferenceMap
  private let form: ReferenceMap.Form
  private let shared: ReferenceRun
  private let parser: BookingParser
  private let batch: BookingBatch
  private let inquiry: BatchInquiry
  private let keys: BookingKeyPrinter
  private let reader = JSONRecordReader()
  private let pages: ReferencePageReader
  /// The quick way, where there is one.
  private let table: TableComparison?
  /// Nil where every booking that differs is told.
  private let counter: DifferenceCounter?
  private var matches: [ReferenceJoin.Match] = []
  /// What the rows of the bookings say, without bytes where there is none; those that were
  /// on disk lie in the arena. And why no row was looked for.
  private let rows = ColumnBuffer<TextSlice>()
  private let oddities = ColumnBuffer<UInt8>()
  private let arena = TextArena()
  /// The row at hand, where it was on disk, and as JSON.
  private let held = ByteBuffer()
  private let json = ByteBuffer()
  private let wanted = ColumnBuffer<Fingerprint>()
  /// Number of the next block of rows that nobody took.
  private var leftOrdinal: Int?

  private let turns: RoundingTurns

  private var judge: BookingJudge { inquiry.judge }

  init(_ differ: Differ, _ shared: ReferenceRun, _ turns: RoundingTurns) {
    self.turns = turns
    map = differ.map
    form = shared.form
    self.shared = shared
    parser = shared.reader.makeParser()
    batch = BookingBatch(schema: shared.reader.schema)
    let (form, tolerances) = (shared.form, differ.options.tolerances)
    let isTextual = shared.isTextual
    inquiry = BatchInquiry(
      differ, form: shared.formIndex, options: shared.reader.options, turns
    ) { $0.comparer(form: form, tolerances: tolerances, isTextual: isTextual) }
    keys = BookingKeyPrinter(
      shared.reader.schema, fields: shared.keyFields, isLoose: shared.areKeysLoose)
    pages = ReferencePageReader(shared.pages.rows)
    table =
      shared.reader.options.readsOneByOne || !inquiry.judge.prints.isEmpty
      ? nil
      : TableComparison(
        inquiry.judge.comparer, of: differ.pricers[shared.formIndex].plan, map: map,
        columns: shared.columns)
    counter = differ.counter(inquiry, table)
  }

  func next() throws(Trouble) -> DifferenceBlock? {
    if leftOrdinal != nil { return try nextLeft() }
    do throws(Trouble) {
      return try nextMatched()
    } catch {
      shared.order.giveUp()
      throw error
    }
  }

  private func nextMatched() throws(Trouble) -> DifferenceBlock? {
    shared.pages.help(pages)
    guard try parser.read(into: batch) else {
      guard shared.claimLeft() else { return nil }
      leftOrdinal = shared.reader.chunkCount
      guard try shared.order.inTurn(shared.reader.chunkCount, {}) else { return nil }
      return try nextLeft()
    }
    defer { turns.end(batch.ordinal) }
    inquiry.begin(batch.ordinal)
    keys.prepare(batch)
    keys.write(to: wanted)
    guard try shared.order.inTurn(batch.ordinal, { () throws(Trouble) in try match() }) else {
      return nil
    }
    try takeRows()
    guard let table else {
      judge.texts.price(batch)
      return try block(differing: (0..<batch.count).filter { compare($0) })
    }
    counter?.begin(batch.ordinal)
    judge.price(batch, by: table) { table.compare($0, rows) }
    counter?.choose(batch, isRoundingSettled: turns.evidence[0].isSettled)
    guard let counter, !counter.counted.isEmpty else {
      return try block(differing: (0..<batch.count).filter { !table.isSame($0) && compare($0) })
    }
    let counted = Set(counter.counted)
    return try block(
      differing: (0..<batch.count).filter {
        !table.isSame($0) && !counted.contains($0) && compare($0)
      }, counted)
  }

  /// What came of the batch, whose rows were judged but for those that are only counted.
  private func block(
    differing: [Int], _ counted: Set<Int> = []
  ) throws(Trouble) -> DifferenceBlock {
    counter?.take(into: &judge.block)
    let block = try inquiry.block(
      of: batch, differing: differing, counted: counter?.counted ?? []
    ) {
      self.isCompared($0) && !counted.contains($0)
    } other: {
      self.other(self.rows[$0])
    }
    counter?.learn(block, differing)
    return block
  }

  private func isCompared(_ row: Int) -> Bool {
    rows[row].count > 0 && oddities[row] == Oddity.nothing.rawValue
  }

  /// In turn: finds the rows of a chunk's bookings.
  private func match() throws(Trouble) {
    matches.removeAll(keepingCapacity: true)
    try shared.join.match(wanted, into: &matches, pages)
    judge.block.theirDuplicates += shared.join.takeDuplicates()
    judge.block.faults += shared.join.takeUnread()
  }

  private func takeRows() throws(Trouble) {
    rows.removeAll()
    oddities.removeAll()
    arena.removeAll()
    for match in matches {
      switch match {
      case .missing: take(.empty)
      case .repeated: take(.empty, .repeated)
      case .unnamed: take(.empty, .unnamed)
      case .found(let page, let first, let count):
        for row in first..<first + count {
          let text = try page.row(row, in: held)
          take(page.isInMemory ? text : arena.copy(text))
        }
      case .stored(let row): take(arena.copy(kept(row)))
      }
    }
  }

  private func take(_ row: TextSlice, _ oddity: Oddity = .nothing) {
    rows.append(row)
    oddities.append(oddity.rawValue)
  }

  /// True where a booking differs from its row.
  private func compare(_ row: Int) -> Bool {
    let key = keys.name(row)
    let place = UnpairedKeys.Place(
      key: key, record: batch.firstRecord + Int64(row), line: batch.lines[row])
    let identity = BookingJudge.Identity(
      key: key, record: place.record, line: place.line, form: form.name ?? "")
    switch Oddity(rawValue: oddities[row]) {
    case .repeated:
      judge.block.ourDuplicates.append(place)
      judge.block.notComparable += 1
      return false
    case .unnamed:
      judge.block.unnamed.append(place)
      judge.block.notComparable += 1
      return false
    case .nothing, nil: break
    }
    if rows[row].count == 0 {
      judge.block.onlyOurs.append(place)
      return judge.judge(
        row: row, BookingJudge.Other(outcome: .missing, reason: ""), identity)
    }
    let other = other(rows[row])
    guard let other else {
      judge.block.faults.append(
        ComparisonFault(
          unreadable: key, record: place.record, line: place.line,
          reason: ComparisonFault.unreadableRow, message: "its row of the reference cannot be read")
      )
      judge.block.notComparable += 1
      return false
    }
    guard other.outcome != .other else {
      judge.block.passOver(other.passedOver)
      return false
    }
    return judge.judge(row: row, other, identity)
  }

  private func kept(_ row: ReferenceRow) -> TextSlice {
    held.removeAll()
    held.append(row.text)
    return held.slice(0, row.text.count)
  }

  /// What a row says; nil where it cannot be read.
  private func other(_ row: TextSlice) -> BookingJudge.Other? {
    pages.write(row, to: json)
    let count = json.count
    for _ in 0..<InputChunk.padding { json.append(0x20) }
    guard case .success(let root) = reader.read(json.slice(0, count)) else { return nil }
    let (outcome, why) = map.outcome(of: root)
    let isSaid = root.text(at: map.places.status) != nil
    if isSaid { judge.block.statused += 1 }
    return BookingJudge.Other(
      outcome: outcome, isSaid: isSaid, reason: map.refusal(in: root),
      reply: root.node(at: map.places.reply + form.reply), passedOver: why)
  }

  /// Some rows of the reference that no booking has.
  private func nextLeft() throws(Trouble) -> DifferenceBlock? {
    let rows = try shared.join.takeLeft(atMost: 4096, pages)
    var block = DifferenceBlock()
    block.theirDuplicates = shared.join.takeDuplicates()
    block.faults = shared.join.takeUnread()
    let isDone = rows.isEmpty && block.theirDuplicates.isEmpty && block.faults.isEmpty
    guard !isDone, let ordinal = leftOrdinal else { return nil }
    leftOrdinal = ordinal + 1
    block.ordinal = ordinal
    for row in rows {
      let theirs = other(kept(row))
      block.onlyTheirs.append(row.place)
      var missing = BookingDifference(
        key: row.place.key, record: row.record, line: row.line, form: form.name ?? "",
        ours: .missing, theirs: theirs?.outcome ?? .other)
      missing.stake = theirs.flatMap { judge.stake(of: $0) }
      inquiry.analyst.describe(theirs: &missing)
      block.differences.append(missing)
    }
    return block
  }
}

/// What the threads of one comparison with a reference file share.
final class ReferenceRun: @unchecked Sendable {
  let reader: BookingReader
  let order = InputOrder()
  let pages: ReferencePages
  /// Only touched in turn.
  let join: ReferenceJoin
  let form: ReferenceMap.Form
  let formIndex: Int
  /// Fields of the booking that name it.
  let keyFields: [Int]
  let areKeysLoose: Bool
  /// Names of the reference's columns; nil where its rows are JSON.
  let columns: [String]?
  /// Whether its values are texts, as those of CSV are, also where rows were gathered to objects.
  let isTextual: Bool
  private var isLeftClaimed = false

  init(
    _ reader: BookingReader, _ rows: ReferenceRows, _ form: (index: Int, form: ReferenceMap.Form),
    keyFields: [Int], areKeysLoose: Bool = false, isTextual: Bool
  ) {
    self.isTextual = isTextual
    self.areKeysLoose = areKeysLoose
    self.reader = reader
    pages = ReferencePages(rows)
    join = ReferenceJoin(pages, options: reader.options)
    self.form = form.form
    formIndex = form.index
    self.keyFields = keyFields
    columns = rows.columns
  }

  /// True for one thread only: the one that tells what nobody took.
  func claimLeft() -> Bool {
    let claimed = try? order.alone { () throws(Trouble) in
      defer { isLeftClaimed = true }
      return !isLeftClaimed
    }
    return claimed ?? false
  }
}

/// The keys of a batch's bookings, as they are joined with a reference.
final class BookingKeyPrinter {
  private let fields: [Int]
  private let forms: [CellForm]
  private let words: [WordList?]
  private var columns: [PrintedColumn] = []
  private var texts: [FieldColumn] = []
  private var count = 0
  /// The position of the field that is the bookings' own key.
  private let ownKey: Int?
  private var unreadKeys: [Int: String] = [:]
  private let buffer = ByteBuffer()
  private let parts: [KeyPart]
  private let isLoose: Bool
  private let compared = ByteBuffer()

  init(_ schema: BookingSchema, fields: [Int], isLoose: Bool = false) {
    self.isLoose = isLoose
    self.fields = fields
    ownKey = schema.key
    let all = fields.map { schema.lists[.booking].fields[$0] }
    forms = all.map { CellForm($0, arithmetic: schema.arithmetic) }
    words = all.map { $0.storage == .choice ? WordList($0.choices) : nil }
    parts = all.map { KeyPart($0, arithmetic: schema.arithmetic) }
  }

  func prepare(_ batch: BookingBatch) {
    count = batch.count
    texts = fields.map { batch.lists[.booking].columns[$0] }
    unreadKeys = batch.unreadKeys
    columns = texts.indices.map { PrintedColumn(texts[$0], form: forms[$0], words: words[$0]) }
  }

  func key(_ row: Int) -> JoinKey {
    var key = JoinKey()
    for index in fields.indices { key.add(unsafe Array(part(index, row).bytes)) }
    return key
  }

  /// The key as people read it.
  func name(_ row: Int) -> String { String(decoding: key(row).name, as: UTF8.self) }

  /// Writes the fingerprints of all bookings, none for one without a key.
  func write(to prints: ColumnBuffer<Fingerprint>) {
    prints.resize(to: count)
    if !isLoose, fields.count == 1, unreadKeys.isEmpty, texts[0].storage == .text {
      let texts = texts[0].texts
      for row in 0..<count { prints[row] = Self.fingerprint(of: texts[row]) }
    } else {
      for row in 0..<count { prints[row] = fingerprint(row) }
    }
  }

  @inline(__always) private static func fingerprint(of text: TextSlice) -> Fingerprint {
    text.count == 0 ? .none : unsafe Fingerprint(text.bytes)
  }

  private func fingerprint(_ row: Int) -> Fingerprint {
    compared.removeAll()
    for index in fields.indices {
      if index > 0 { compared.append(0) }
      parts[index].append(part(index, row), to: compared, isLoose: isLoose)
    }
    let isNamed = unsafe compared.bytes.contains { $0 != 0 }
    return isNamed ? unsafe Fingerprint(compared.bytes) : .none
  }

  private func part(_ index: Int, _ row: Int) -> TextSlice {
    buffer.removeAll()
    if fields[index] == ownKey, let text = unreadKeys[row] {
      buffer.append(text: text)
      return buffer.slice(0, buffer.count)
    }
    if texts[index].storage == .text { return texts[index].texts[row] }
    buffer.append(columns[index], row: row, as: .csv)
    return buffer.slice(0, buffer.count)
  }
}
