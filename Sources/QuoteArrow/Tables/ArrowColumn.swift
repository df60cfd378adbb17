import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A column of an Arrow table, or of what is in one: its type, and the array at hand.
///
/// Arrays are bound one after the other. What can be told of an array as a whole is checked then,
/// the rest (offsets, places in dictionaries, lengths of views) when rows are lent: nothing of
/// somebody else's is trusted, and nothing is asked twice. One a thread.
@safe final class ArrowColumn: ForeignColumn {
  let name: String
  /// Its name behind those of what it is in: `items.sku`.
  let path: String
  let type: ArrowType
  let children: [ArrowColumn]
  let dictionary: ArrowColumn?
  /// The column of objects that this is a member of: where that is not given, this is not.
  private(set) unowned(unsafe) var holder: ArrowColumn?
  /// How many digits of a double count.
  let digits: Int

  @unsafe private(set) var array: UnsafePointer<ArrowArray>?
  /// Where the first row is, in cells of the buffers.
  private(set) var first = 0
  /// Rows that may be asked for.
  private(set) var count = 0
  /// Whether a list is written as its texts, one after the other, and not as JSON.
  var joinsTexts = false
  /// Whether its cells are to be points: two numbers of a list are latitude and longitude then, and
  /// so are these members of an object, whatever else it has.
  var holdsPoints = false { didSet { dictionary?.holdsPoints = holdsPoints } }
  /// The dictionary's words as texts, of the batch that was bound last; another edition whenever
  /// they are others.
  private var words = (edition: 0, isMade: false)
  private var batch = -1
  /// Another one whenever an array is bound.
  private(set) var edition = 0
  /// The rows whose texts are in `run`: several fields may point into them.
  private var lent: Range<Int>?

  let bits = ColumnBuffer<UInt64>()
  let wholes = ColumnBuffer<Int64>()
  let places = ColumnBuffer<Int32>()
  let flags = ColumnBuffer<UInt8>()
  let run = TextRun()
  private var wordRun = TextRun()
  /// Where the words of the next batch are put, to be held against those of the one before.
  private var nextWords = TextRun()
  private(set) lazy var lists: ArrowElements? = ArrowElements(self)

  /// `path` is where it stands, and `depth` how many columns it is in.
  ///
  /// Throws where the schema is not one that can be.
  @unsafe init(
    _ schema: UnsafePointer<ArrowSchema>, digits: Int, path: String = "", depth: Int = 0
  ) throws(Trouble) {
    guard let format = unsafe schema.pointee.format else { throw .brokenArrow("a type is missing") }
    name = unsafe schema.pointee.name.map { unsafe String(cString: $0) } ?? ""
    type = unsafe ArrowType(format: String(cString: format))
    self.path = path
    self.digits = digits
    guard depth <= CARROW_DEPTH else {
      throw .brokenArrow("`\(name)` is more than \(CARROW_DEPTH) levels deep")
    }
    children = try unsafe Self.children(
      of: schema, path: path, type: type, digits: digits, depth: depth)
    dictionary = try unsafe Self.dictionary(
      of: schema, path: path, type: type, digits: digits, depth: depth)
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
    unsafe try check(array, skipping: skipped, rows: rows)
    let held = unsafe array.pointee
    unsafe self.array = array
    edition += 1
    lent = nil
    first = unsafe Int(held.offset) + skipped
    count = rows
    if let dictionary, let words = unsafe held.dictionary, self.batch != batch {
      let count = unsafe Int(words.pointee.length)
      unsafe try dictionary.bind(words, skipping: 0, rows: count, batch: batch)
      self.words.isMade = false
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
    // What can be none has its nulls elsewhere: the first buffer of a union says which type a
    // row is of.
    guard type.hasValidity, unsafe array?.pointee.n_buffers ?? 0 > 0,
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
      return unsafe .flags(ForeignRun(flags.pointer, given: given))
    case .whole(let bytes, let isSigned):
      return try unsafe integers(
        rows, given: given, bytes: bytes, isSigned: isSigned, meaning: .number(places: 0))
    case .decimal(let bytes, let places):
      return try unsafe integers(
        rows, given: given, bytes: bytes, isSigned: true, meaning: .number(places: places))
    case .double:
      let from = try unsafe buffer(1).assumingMemoryBound(to: Double.self)
      guard UInt(bitPattern: from) & 7 == 0 else { return .texts(try texts(rows)) }
      return unsafe .doubles(ForeignRun(from + first + rows.lowerBound, given: given))
    case .days:
      return try unsafe integers(rows, given: given, bytes: 4, isSigned: true, meaning: .days)
    case .dayMilliseconds:
      return try unsafe integers(
        rows, given: given, bytes: 8, isSigned: true, meaning: .days, divisor: 86_400_000)
    case .time(let bytes, let perSecond):
      return try unsafe integers(
        rows, given: given, bytes: bytes, isSigned: true, meaning: .seconds, divisor: perSecond)
    case .moment(let perSecond, let hasZone):
      return try unsafe integers(
        rows, given: given, bytes: 8, isSigned: true,
        meaning: hasZone ? .microseconds : .localMicroseconds,
        factor: max(1, 1_000_000 / perSecond), divisor: max(1, perSecond / 1_000_000))
    case .nothing, .shortFloat, .text, .textView, .list, .listView, .fixedList, .structure, .other:
      return .texts(try texts(rows))
    }
  }

  @unsafe private func integers(
    _ rows: Range<Int>, given: GivenBits?, bytes: Int, isSigned: Bool,
    meaning: ForeignMeaning, factor: Int64 = 1, divisor: Int64 = 1
  ) throws(Trouble) -> ForeignCells {
    let from = try unsafe buffer(1)
    let start = first + rows.lowerBound
    let isPlain = bytes == 8 && isSigned && factor == 1 && divisor == 1
    if isPlain, UInt(bitPattern: from) & 7 == 0 {
      let cells = unsafe from.assumingMemoryBound(to: Int64.self) + start
      return unsafe .integers(ForeignRun(cells, given: given), meaning)
    }
    wholes.resize(to: rows.count)
    let to = unsafe wholes.pointer
    var fits = unsafe carrow_widen(from, Int32(bytes), isSigned ? 1 : 0, start, rows.count, to)
    if fits != 0, factor != 1 || divisor != 1 {
      let given = unsafe given.map { unsafe UnsafePointer($0.pointer) }
      fits = unsafe carrow_rescale(to, given, rows.count, factor, divisor)
    }
    if fits == 0 { return .beyond(meaning) }
    return unsafe .integers(ForeignRun(to, given: given), meaning)
  }

  @unsafe private func wordCells(
    _ rows: Range<Int>, _ given: GivenBits?
  ) throws(Trouble) -> ForeignCells {
    guard case .whole(let bytes, let isSigned) = type, let dictionary else {
      throw .brokenArrow("the places in the dictionary of `\(name)` are not whole numbers")
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
    let run = try words(of: dictionary)
    return unsafe .words(
      ForeignWords(places.pointer, given: given, run, edition: words.edition))
  }

  private func words(of dictionary: ArrowColumn) throws(Trouble) -> TextRun {
    if words.isMade { return wordRun }
    nextWords.removeAll()
    try dictionary.append(0..<dictionary.count, to: nextWords)
    // Batches of one table have the same words as a rule, and what they come to is known.
    if words.edition == 0 || !nextWords.hasSameCells(as: wordRun) {
      swap(&wordRun, &nextWords)
      words.edition += 1
    }
    words.isMade = true
    return wordRun
  }

  func texts(_ rows: Range<Int>) throws(Trouble) -> TextRun {
    if lent == rows { return run }
    lent = nil
    run.removeAll()
    try append(rows, to: run)
    lent = rows
    return run
  }

  func hasWrongBytes(_ rows: Range<Int>) throws(Trouble) -> Bool {
    if let dictionary { return try !words(of: dictionary).isText }
    switch type {
    case .text, .textView: return try !texts(rows).isText
    case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .days, .dayMilliseconds, .time,
      .moment, .list, .listView, .fixedList, .structure, .other:
      return false
    }
  }
}

extension ArrowColumn {
  /// What stands there in its objects; nil where nothing does.
  func member(at path: FieldPath) -> ArrowColumn? {
    var found = self
    for step in path.steps {
      guard case .member(let name) = step, case .structure = found.type,
        let next = found.children.first(where: { $0.name == name })
      else { return nil }
      found = next
    }
    return found
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
    Trouble("broken-arrow", "the table is not complete Arrow data: \(what)")
  }

  static func tooMuchText(_ name: String) -> Trouble {
    Trouble(
      "too-much-text",
      "the texts of `\(name)` have more than 4 GiB in \(ArrowTable.sliceRows) rows")
  }
}
