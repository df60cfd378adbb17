import CArrow
import QuoteEngine
import QuoteLanguage

/// A column of an Arrow table, or of what is in one: its type, and the array at hand.
///
/// Arrays are bound one after the other. What can be told of an array as a whole is checked then,
/// the rest (offsets, places in dictionaries, lengths of views) when rows are lent: nothing of
/// somebody else's is trusted, and nothing is asked twice. One a thread.
@safe final class ArrowColumn: ForeignColumn {
  let name: String
  let type: ArrowType
  let children: [ArrowColumn]
  let dictionary: ArrowColumn?
  /// The column of objects that this is a member of: where that is not given, this is not.
  private(set) unowned(unsafe) var holder: ArrowColumn?
  /// How many digits of a double count.
  private let digits: Int

  @unsafe private(set) var array: UnsafePointer<ArrowArray>?
  /// Where the first row is, in cells of the buffers.
  private(set) var first = 0
  /// Rows that may be asked for.
  private(set) var count = 0
  /// The dictionary's words as texts, of the batch that was bound last.
  private var words = (edition: 0, isMade: false)
  private var batch = -1

  let bits = ColumnBuffer<UInt64>()
  private let holderBits = ColumnBuffer<UInt64>()
  let wholes = ColumnBuffer<Int64>()
  let places = ColumnBuffer<Int32>()
  let flags = ColumnBuffer<UInt8>()
  let run = TextRun()
  private let wordRun = TextRun()
  private(set) lazy var lists: ArrowElements? = ArrowElements(self)

  @unsafe init(_ schema: UnsafePointer<ArrowSchema>, digits: Int) throws(Trouble) {
    guard let format = unsafe schema.pointee.format else { throw .brokenArrow("a type is missing") }
    name = unsafe schema.pointee.name.map { unsafe String(cString: $0) } ?? ""
    type = unsafe ArrowType(format: String(cString: format))
    self.digits = digits
    var children: [ArrowColumn] = []
    for index in unsafe 0..<Int(max(0, schema.pointee.n_children)) {
      guard let child = unsafe schema.pointee.children?[index] else {
        throw .brokenArrow("the schema of `\(name)` lacks a child")
      }
      children.append(unsafe try ArrowColumn(child, digits: digits))
    }
    self.children = children
    dictionary =
      unsafe try schema.pointee.dictionary.map { schema throws(Trouble) in
        unsafe try ArrowColumn(schema, digits: digits)
      }
    if case .structure = type {
      for child in children { unsafe child.holder = self }
    }
  }

  // MARK: The array at hand

  /// Takes an array of which `skipped` rows come before the first; `rows` must be there.
  /// `batch` is another number for every batch.
  @unsafe func bind(
    _ array: UnsafePointer<ArrowArray>, skipping skipped: Int, rows: Int, batch: Int
  ) throws(Trouble) {
    let held = unsafe array.pointee
    let (offset, length) = unsafe (Int(held.offset), Int(held.length))
    guard offset >= 0, length >= 0, skipped >= 0, skipped + rows <= length,
      unsafe Int(held.n_children) == children.count,
      unsafe (held.dictionary != nil) == (dictionary != nil)
    else { throw .brokenArrow("the array of `\(name)` has not the form that its schema says") }
    let needed = dictionary == nil ? type.bufferCount : 2
    guard unsafe Int(held.n_buffers) >= needed, unsafe needed == 0 || held.buffers != nil else {
      throw .brokenArrow("the array of `\(name)` lacks a buffer")
    }
    unsafe self.array = array
    first = offset + skipped
    count = rows
    if let dictionary, let words = unsafe held.dictionary, self.batch != batch {
      let count = unsafe Int(words.pointee.length)
      unsafe try dictionary.bind(words, skipping: 0, rows: count, batch: batch)
      self.words = (self.words.edition + 1, false)
    }
    self.batch = batch
    for (index, child) in children.enumerated() {
      guard let inner = unsafe held.children?[index] else {
        throw .brokenArrow("the array of `\(name)` lacks a child")
      }
      if case .structure = type {
        unsafe try child.bind(inner, skipping: first, rows: rows, batch: batch)
      } else {
        let all = unsafe Int(inner.pointee.length)
        unsafe try child.bind(inner, skipping: 0, rows: all, batch: batch)
      }
    }
  }

  /// A buffer from which rows are about to be read.
  @unsafe func buffer(_ index: Int) throws(Trouble) -> UnsafeRawPointer {
    if let buffer = unsafe array?.pointee.buffers?[index] { return unsafe buffer }
    // A buffer of no cells may be none.
    guard count == 0 else {
      throw .brokenArrow("the array of `\(name)` lacks a buffer")
    }
    return unsafe UnsafeRawPointer(wholesOfNothing.pointer)
  }

  /// Which of some rows are given; nil: all.
  func given(_ rows: Range<Int>) throws(Trouble) -> GivenBits? {
    guard rows.lowerBound >= 0, rows.upperBound <= count else {
      throw .brokenArrow("the array of `\(name)` has fewer rows than its batch")
    }
    let words = (rows.count + 63) >> 6
    let outer = try unsafe holder?.given(rows)
    if case .nothing = type {
      bits.resize(to: words)
      for word in 0..<words { bits[word] = 0 }
      return bits
    }
    guard unsafe array?.pointee.n_buffers ?? 0 > 0,
      let validity = unsafe array?.pointee.buffers?[0]
    else { return outer }
    bits.resize(to: words)
    let from = unsafe validity.assumingMemoryBound(to: UInt8.self)
    let set = unsafe carrow_bits(from, first + rows.lowerBound, rows.count, bits.pointer)
    guard let outer else { return set == rows.count ? nil : bits }
    for word in 0..<words { bits[word] &= outer[word] }
    return bits
  }

  func isGiven(_ row: Int) throws(Trouble) -> Bool {
    guard let given = try given(row..<row + 1) else { return true }
    return given[0] & 1 == 1
  }

  // MARK: Lending rows

  var elements: (any ForeignElements)? { lists }

  func cells(_ rows: Range<Int>) throws(Trouble) -> ForeignCells {
    let given = try self.given(rows)
    if dictionary != nil { return try unsafe wordCells(rows, given) }
    switch type {
    case .flag:
      flags.resize(to: rows.count)
      let from = try unsafe buffer(1).assumingMemoryBound(to: UInt8.self)
      unsafe carrow_bytes_of_bits(from, first + rows.lowerBound, rows.count, flags.pointer)
      return unsafe .flags(ForeignFlags(flags.pointer, given: given))
    case .whole(let bytes, let isSigned):
      return try unsafe integers(rows, given, bytes, isSigned, .number(places: 0))
    case .decimal(let bytes, let places):
      return try unsafe integers(rows, given, bytes, true, .number(places: places))
    case .double:
      let from = try unsafe buffer(1).assumingMemoryBound(to: Double.self)
      guard UInt(bitPattern: from) & 7 == 0 else { return .texts(try texts(rows)) }
      return unsafe .doubles(ForeignDoubles(from + first + rows.lowerBound, given: given))
    case .days: return try unsafe integers(rows, given, 4, true, .days)
    case .dayMilliseconds:
      return try unsafe integers(rows, given, 8, true, .days, divisor: 86_400_000)
    case .time(let bytes, let perSecond):
      return try unsafe integers(rows, given, bytes, true, .seconds, divisor: perSecond)
    case .moment(let perSecond, let hasZone):
      return try unsafe integers(
        rows, given, 8, true, hasZone ? .microseconds : .localMicroseconds,
        factor: max(1, 1_000_000 / perSecond), divisor: max(1, perSecond / 1_000_000))
    case .nothing, .shortFloat, .text, .textView, .list, .listView, .fixedList, .structure, .other:
      return .texts(try texts(rows))
    }
  }

  @unsafe private func integers(
    _ rows: Range<Int>, _ given: GivenBits?, _ bytes: Int, _ isSigned: Bool,
    _ meaning: ForeignIntegers.Meaning, factor: Int64 = 1, divisor: Int64 = 1
  ) throws(Trouble) -> ForeignCells {
    let from = try unsafe buffer(1)
    let start = first + rows.lowerBound
    let isPlain = bytes == 8 && isSigned && factor == 1 && divisor == 1
    if isPlain, UInt(bitPattern: from) & 7 == 0 {
      let cells = unsafe from.assumingMemoryBound(to: Int64.self) + start
      return unsafe .integers(ForeignIntegers(cells, meaning, given: given))
    }
    wholes.resize(to: rows.count)
    let to = unsafe wholes.pointer
    var fits = unsafe carrow_widen(from, Int32(bytes), isSigned ? 1 : 0, start, rows.count, to)
    if fits != 0, factor != 1 || divisor != 1 {
      let given = unsafe given.map { unsafe UnsafePointer($0.pointer) }
      fits = unsafe carrow_rescale(to, given, rows.count, factor, divisor)
    }
    if fits == 0 { return .texts(try texts(rows)) }
    return unsafe .integers(ForeignIntegers(to, meaning, given: given))
  }

  @unsafe private func wordCells(
    _ rows: Range<Int>, _ given: GivenBits?
  ) throws(Trouble) -> ForeignCells {
    guard case .whole(let bytes, let isSigned) = type, let dictionary else {
      throw .brokenArrow("the places in the dictionary of `\(name)` are no whole numbers")
    }
    places.resize(to: rows.count)
    let from = try unsafe buffer(1)
    let known = unsafe given.map { unsafe UnsafePointer($0.pointer) }
    let arePlaces = unsafe carrow_places(
      from, Int32(bytes), isSigned ? 1 : 0, first + rows.lowerBound, rows.count, known,
      dictionary.count, places.pointer)
    guard arePlaces != 0 else {
      throw .brokenArrow("`\(name)` has a place that its dictionary has not")
    }
    if !words.isMade {
      wordRun.removeAll()
      try dictionary.append(0..<dictionary.count, to: wordRun)
      words.isMade = true
    }
    return unsafe .words(ForeignWords(places.pointer, wordRun, edition: words.edition))
  }

  func texts(_ rows: Range<Int>) throws(Trouble) -> TextRun {
    run.removeAll()
    try append(rows, to: run)
    return run
  }

  /// Writes rows as texts.
  func append(_ rows: Range<Int>, to run: TextRun) throws(Trouble) {
    if dictionary == nil {
      switch type {
      case .text(let offsetBytes): return try unsafe appendTexts(rows, offsetBytes, to: run)
      case .textView: return try unsafe appendViews(rows, to: run)
      case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .days, .dayMilliseconds, .time,
        .moment, .list, .listView, .fixedList, .structure, .other:
        break
      }
    }
    for row in rows {
      let start = run.bytes.count
      if try isGiven(row) {
        try ArrowCellText(column: self, digits: digits).append(row, to: run.bytes)
      }
      run.endCell(from: start)
    }
  }

  @unsafe private func appendTexts(
    _ rows: Range<Int>, _ offsetBytes: Int, to run: TextRun
  ) throws(Trouble) {
    let given = try given(rows)
    let offsets = try unsafe buffer(1)
    let (bytes, start) = (Int32(offsetBytes), first + rows.lowerBound)
    let span = unsafe rows.isEmpty ? 0 : carrow_span(offsets, bytes, start, rows.count)
    guard span >= 0 else { throw .brokenArrow("the offsets of `\(name)` go down") }
    guard span + Int64(run.bytes.count) < Int64(UInt32.max) - 4096 else { throw .tooMuchText(name) }
    let room = unsafe run.room(bytes: Int(span), cells: rows.count)
    if span > 0 {
      guard let data = unsafe array?.pointee.buffers?[2] else {
        throw .brokenArrow("the array of `\(name)` lacks its texts")
      }
      let from = unsafe data + Int(carrow_offset(offsets, bytes, start))
      unsafe room.bytes.update(from: from.assumingMemoryBound(to: UInt8.self), count: Int(span))
    }
    let known = unsafe given.map { unsafe UnsafePointer($0.pointer) }
    if !rows.isEmpty {
      unsafe carrow_marks(offsets, bytes, start, rows.count, known, room.first, room.marks)
    }
    try take(Int(span), rows.count, run)
  }

  @unsafe private func appendViews(_ rows: Range<Int>, to run: TextRun) throws(Trouble) {
    let given = try given(rows)
    let views = try unsafe buffer(1)
    guard let held = unsafe array?.pointee, unsafe held.n_buffers >= 3 else { return }
    let texts = unsafe Int(held.n_buffers) - 3
    let known = unsafe given.map { unsafe UnsafePointer($0.pointer) }
    let buffers = unsafe held.buffers + 2
    let lengths = unsafe held.buffers[texts + 2]?.assumingMemoryBound(to: Int64.self)
    guard unsafe texts == 0 || lengths != nil else {
      throw .brokenArrow("the array of `\(name)` lacks the lengths of its texts")
    }
    let start = first + rows.lowerBound
    let span = unsafe carrow_view_span(
      views, start, rows.count, known, buffers, lengths, texts)
    guard span >= 0 else { throw .brokenArrow("a text of `\(name)` lies outside of its buffer") }
    guard span + Int64(run.bytes.count) < Int64(UInt32.max) - 4096 else { throw .tooMuchText(name) }
    let room = unsafe run.room(bytes: Int(span), cells: rows.count)
    unsafe carrow_view_texts(
      views, start, rows.count, known, buffers, room.first, room.bytes, room.marks)
    try take(Int(span), rows.count, run)
  }

  private func take(_ bytes: Int, _ cells: Int, _ run: TextRun) throws(Trouble) {
    guard run.advance(bytes: bytes, cells: cells) else {
      throw .brokenArrow("the offsets of `\(name)` do not fit its texts")
    }
  }
}

/// Where an array of no cells may have no buffer.
private let wholesOfNothing: ColumnBuffer<Int64> = {
  let nothing = ColumnBuffer<Int64>(capacity: 8)
  for _ in 0..<8 { nothing.append(0) }
  return nothing
}()

extension Trouble {
  static func brokenArrow(_ what: String) -> Trouble {
    Trouble("broken-arrow", "the table is no whole Arrow data: \(what)")
  }

  static func tooMuchText(_ name: String) -> Trouble {
    Trouble(
      "too-much-text",
      "the texts of `\(name)` have more than 4 GiB in \(ArrowTable.sliceRows) rows")
  }
}
