/// One thread's comparison of bookings with a reference file.
final class ReferenceWorker: DifferenceWorker {
  private let map: ReferenceMap
  private let form: ReferenceMap.Form
  private let shared: ReferenceRun
  private let parser: BookingParser
  private let batch: BookingBatch
  private let judge: BookingJudge
  private let keys: BookingKeyPrinter
  private let repricer: BookingRepricer
  private let analyst: DifferenceAnalyst
  private let reader = JSONRecordReader()
  /// The row at hand, with room after it that may be read.
  private let held = ByteBuffer()
  private var matches: [ReferenceJoin.Match] = []
  private var names: [[UInt8]] = []
  /// Number of the next block of rows that nobody took.
  private var leftOrdinal: Int?

  init(_ differ: Differ, _ shared: ReferenceRun) {
    map = differ.map
    form = shared.form
    self.shared = shared
    parser = shared.reader.makeParser()
    batch = BookingBatch(schema: shared.reader.schema)
    let (form, tolerances) = (shared.form, differ.options.tolerances)
    let isTextual = shared.columns != nil
    let comparer = { (texts: QuoteTexts) in
      texts.comparer(form: form, tolerances: tolerances, isTextual: isTextual)
    }
    let texts = QuoteTexts(differ.pricers[shared.formIndex])
    judge = BookingJudge(texts, comparer: comparer(texts))
    repricer = BookingRepricer(
      differ.profiles[shared.formIndex], options: shared.reader.options, comparer: comparer)
    let accepted = differ.acceptedRules(of: shared.formIndex)
    judge.keptReplies = accepted?.replies ?? []
    analyst = DifferenceAnalyst(differ.pricers[shared.formIndex], accepted: accepted)
    keys = BookingKeyPrinter(shared.reader.schema, fields: shared.keyFields)
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
    guard try parser.read(into: batch) else {
      guard shared.claimLeft() else { return nil }
      leftOrdinal = shared.reader.chunkCount
      guard try shared.order.inTurn(shared.reader.chunkCount, {}) else { return nil }
      return try nextLeft()
    }
    judge.texts.price(batch)
    guard try shared.order.inTurn(batch.ordinal, { () throws(Trouble) in try match() }) else {
      return nil
    }
    let rows = (0..<batch.count).filter { compare($0) }
    var block = judge.takeBlock(batch.ordinal)
    try repricer.findRounding(
      &block, batch, rows: rows, minorUnit: judge.texts.pricer.model.minorUnit
    ) { row in
      if case .found(let found) = self.matches[row] { self.other(found) } else { nil }
    }
    analyst.describe(&block, batch, rows.enumerated().map { (index: $0.offset, row: $0.element) })
    return block
  }

  /// In turn: finds the rows of a chunk's bookings.
  private func match() throws(Trouble) {
    matches.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    keys.prepare(batch)
    for row in 0..<batch.count {
      let key = keys.key(row)
      names.append(key.name)
      matches.append(try shared.join.match(key))
    }
    judge.block.theirDuplicates += shared.join.takeDuplicates()
  }

  /// True where a booking differs from its row.
  private func compare(_ row: Int) -> Bool {
    let key = String(decoding: names[row], as: UTF8.self)
    let place = UnpairedKeys.Place(
      key: key, record: batch.firstRecord + Int64(row), line: batch.lines[row])
    let identity = BookingJudge.Identity(
      key: key, record: place.record, line: place.line, form: form.name ?? "")
    switch matches[row] {
    case .repeated:
      judge.block.ourDuplicates.append(place)
      judge.block.notComparable += 1
      return false
    case .missing:
      judge.block.onlyOurs.append(place)
      return judge.judge(
        row: row, BookingJudge.Other(outcome: .missing, reason: ""), identity)
    case .found(let found):
      guard let other = other(found), other.outcome != .other else {
        judge.block.notComparable += 1
        return false
      }
      return judge.judge(row: row, other, identity)
    }
  }

  /// What a row says; nil where it cannot be read.
  private func other(_ row: ReferenceRow) -> BookingJudge.Other? {
    held.removeAll()
    held.append(bytes: row.text)
    for _ in 0..<InputChunk.padding { held.append(0x20) }
    guard case .success(let root) = reader.read(held.slice(0, row.text.count)) else { return nil }
    return BookingJudge.Other(
      outcome: map.outcome(of: root), reason: root.text(at: map.places.refusal) ?? "",
      reply: root.node(at: map.places.reply + form.reply))
  }

  /// Some rows of the reference that no booking has.
  private func nextLeft() throws(Trouble) -> DifferenceBlock? {
    let rows = try shared.join.takeLeft(atMost: 4096)
    guard !rows.isEmpty, let ordinal = leftOrdinal else { return nil }
    leftOrdinal = ordinal + 1
    var block = DifferenceBlock()
    block.ordinal = ordinal
    block.theirDuplicates = shared.join.takeDuplicates()
    for row in rows {
      let outcome = other(row)?.outcome ?? .other
      block.onlyTheirs.append(row.place)
      var missing = BookingDifference(
        key: row.place.key, record: row.record, line: row.line, form: form.name ?? "",
        ours: .missing, theirs: outcome, ourReason: "", theirReason: "", fields: [],
        departing: "", ourTotal: "", theirTotal: "")
      analyst.describe(&missing)
      block.differences.append(missing)
    }
    return block
  }
}

/// What the threads of one comparison with a reference file share.
final class ReferenceRun: @unchecked Sendable {
  let reader: BookingReader
  let order = InputOrder()
  /// Only touched in turn.
  let join: ReferenceJoin
  let form: ReferenceMap.Form
  let formIndex: Int
  /// Fields of the booking that name it.
  let keyFields: [Int]
  /// Names of the reference's columns; nil where its rows are JSON.
  let columns: [String]?
  private var isLeftClaimed = false

  init(
    _ reader: BookingReader, _ rows: ReferenceRows, _ form: (index: Int, form: ReferenceMap.Form),
    keyFields: [Int]
  ) {
    self.reader = reader
    join = ReferenceJoin(rows, options: reader.options)
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
  private let buffer = ByteBuffer()

  init(_ schema: BookingSchema, fields: [Int]) {
    self.fields = fields
    let all = fields.map { schema.lists[0].fields[$0] }
    forms = all.map { CellForm($0, arithmetic: schema.arithmetic) }
    words = all.map { $0.storage == .choice ? WordList($0.choices) : nil }
  }

  func prepare(_ batch: BookingBatch) {
    texts = fields.map { batch.lists[0].columns[$0] }
    columns = texts.indices.map { PrintedColumn(texts[$0], form: forms[$0], words: words[$0]) }
  }

  func key(_ row: Int) -> JoinKey {
    var key = JoinKey()
    for index in fields.indices {
      if texts[index].storage == .text {
        key.add(unsafe Array(texts[index].texts[row].bytes))
      } else {
        buffer.removeAll()
        buffer.append(columns[index], row: row, as: .csv)
        key.add(unsafe Array(buffer.bytes))
      }
    }
    return key
  }
}
