package import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

extension MapSuggestion {
  /// This many rows of a reference are looked at for what they are joined by.
  private static let lookedForKeys = 50_000

  /// A map for a second file as text: what joins its rows with bookings, and
  /// which of its columns are ours. The file is read twice.
  ///
  /// Throws where a file cannot be read, or nothing joins them.
  package func map(
    reference: ByteSource, bookings sources: [ByteSource], reading: ReaderOptions,
    notation: RowNotation = RowNotation()
  ) throws(Trouble) -> String {
    let quotes = try BookingQuotes(pricer, sources, reading, atMost: Self.looked)
    guard quotes.count > 0 else { throw .nothingToSuggest() }
    let join = try joining(reference, quotes, notation)
    let rows = try ReferenceRows(
      reference, format: nil, key: join.map(\.theirs), notation: notation)
    var found: [[UInt8]?] = Array(repeating: nil, count: quotes.count)
    var wanted = quotes.places(by: join.map(\.field))
    try rows.each { key, text in
      guard let place = wanted.removeValue(forKey: key) else { return true }
      Self.read(text) { look(at: $0) }
      found[place] = text
      return !wanted.isEmpty
    }
    let joined = found.filter { $0 != nil }.count
    let guess = PlaceGuess(
      evidence, records: joined, pricer.schema, areReplies: true,
      keys: join.map { ReferenceMap.written($0.theirs) })
    let replies = ReplyGuess(
      guess, names: quotes.names, currency: pricer.model.currency,
      isTextual: rows.columns != nil)
    quotes.each { place, quote, _ in
      guard let text = found[place], let quote else { return }
      Self.read(text) { replies.match(quote, $0) }
    }
    replies.noteMissing()
    quotes.each { place, quote, result in
      guard let text = found[place] else { return }
      Self.read(text) { replies.note(quote, $0, result) }
    }
    let names = join.map { (ours: quotes.name($0.field), theirs: $0.theirs) }
    return MapDraft(guess, replies, join: names, of: quotes.count).text
  }

  private static func read(_ text: [UInt8], _ body: (JSONNode) -> Void) {
    let buffer = ByteBuffer()
    buffer.append(text)
    for _ in 0..<InputChunk.padding { buffer.append(0x20) }
    let reader = JSONRecordReader()
    if case .success(let root) = reader.read(buffer.slice(0, text.count)) { body(root) }
  }

  /// The inputs that name a booking, and where rows have the same values: the
  /// rules' key, or as many inputs as tell bookings apart.
  private func joining(
    _ source: ByteSource, _ quotes: BookingQuotes, _ notation: RowNotation
  ) throws(Trouble) -> [(field: Int, theirs: ReferenceMap.Path)] {
    let rows = try ReferenceRows(source, format: nil, key: [], notation: notation)
    var seen: [[String: Set<[UInt8]>]] = Array(repeating: [:], count: quotes.fields.count)
    var paths: [String: ReferenceMap.Path] = [:]
    var looked = 0
    try rows.each { _, text in
      looked += 1
      Self.read(text) { root in
        Self.eachPlain(root) { path, node in
          let (name, bytes) = (ReferenceMap.written(path), unsafe Array(node.text.bytes))
          for (index, values) in quotes.values.enumerated() where values.contains(bytes) {
            paths[name] = path
            seen[index][name, default: []].insert(bytes)
          }
        }
      }
      return looked < Self.lookedForKeys
    }
    let isKey = pricer.schema.key != nil
    let ordered = quotes.fields.indices.sorted {
      quotes.values[$0].count > quotes.values[$1].count
    }
    var join: [(field: Int, theirs: ReferenceMap.Path)] = []
    for index in ordered {
      let name = quotes.name(quotes.fields[index])
      let best = seen[index].max { a, b in
        let (p, q) = (a.key == name ? 1 : 0, b.key == name ? 1 : 0)
        return (a.value.count, p, b.key) < (b.value.count, q, a.key)
      }
      guard let best, let path = paths[best.key] else { continue }
      if !isKey, best.value.count < min(2, quotes.values[index].count) { continue }
      join.append((quotes.fields[index], path))
      if isKey || quotes.places(by: join.map(\.field)).count == quotes.count { return join }
    }
    guard !join.isEmpty else { throw .nothingJoins(source.name) }
    return join
  }

  /// Plain values of a row, three levels deep.
  private static func eachPlain(
    _ node: JSONNode, _ path: ReferenceMap.Path = [], _ body: (ReferenceMap.Path, JSONNode) -> Void
  ) {
    node.eachMember { key, value in
      let name = key.text.string
      guard ReferenceMap.canSay(name) else { return }
      if value.isObject {
        if path.count < 2 { eachPlain(value, path + [name], body) }
      } else if !value.isArray, !value.isNull, value.text.count > 0 {
        body(path + [name], value)
      }
    }
  }
}

/// The first bookings of some files, and our quotes of them.
private final class BookingQuotes {
  private var batches: [BookingBatch] = []
  private let texts: QuoteTexts
  private let schema: BookingSchema
  private let limit: Int
  /// Fields that may name a booking, and the values that bookings have there.
  let fields: [Int]
  private(set) var values: [Set<[UInt8]>] = []
  private(set) var count = 0

  init(
    _ pricer: Pricer, _ sources: [ByteSource], _ options: ReaderOptions, atMost limit: Int
  ) throws(Trouble) {
    schema = pricer.schema
    texts = QuoteTexts(pricer)
    self.limit = limit
    let all = schema.lists[.booking].fields
    fields = schema.key.map { [$0] }
      ?? all.indices.filter { index in
        switch all[index].storage {
        case .text, .choice, .integer: !all[index].takesAsOf
        case .double, .flag, .point: false
        }
      }
    let reader = try BookingReader(schema: schema, sources: sources, options: options)
    let parser = reader.makeParser()
    var rows = 0
    while rows < limit {
      let batch = BookingBatch(schema: schema)
      guard try parser.read(into: batch) else { break }
      batches.append(batch)
      rows += batch.count
    }
    reader.stop()
    count = min(rows, limit)
    for field in fields {
      var names: Set<[UInt8]> = []
      eachKey([field]) { _, key in if !key.isEmpty { names.insert(key.name) } }
      values.append(names)
    }
  }

  var names: [String] { texts.names }

  func name(_ field: Int) -> String { schema.lists[.booking].fields[field].name }

  /// Where the booking of a key is; the first one where several have it.
  func places(by fields: [Int]) -> [Fingerprint: Int] {
    var places: [Fingerprint: Int] = [:]
    eachKey(fields) { place, key in
      if !key.isEmpty, places[key.fingerprint] == nil { places[key.fingerprint] = place }
    }
    return places
  }

  private func eachKey(_ fields: [Int], _ body: (Int, JoinKey) -> Void) {
    let printer = BookingKeyPrinter(schema, fields: fields)
    var place = 0
    for batch in batches {
      printer.prepare(batch)
      for row in 0..<batch.count where place < limit {
        body(place, printer.key(row))
        place += 1
      }
    }
  }

  /// Calls with each booking's place, our quote of it if there is one, and what
  /// became of it.
  func each(_ body: (Int, JSONNode?, QuoteTexts.Result) -> Void) {
    let reader = JSONRecordReader()
    var place = 0
    for batch in batches {
      texts.price(batch)
      for row in 0..<batch.count where place < limit {
        let result = texts.result(of: row)
        if result.outcome == .priced, case .success(let quote) = reader.read(texts.quote(of: row)) {
          body(place, quote, result)
        } else {
          body(place, nil, result)
        }
        place += 1
      }
    }
  }
}

extension Trouble {
  static func nothingJoins(_ name: String) -> Trouble {
    Trouble(
      "nothing-joins",
      "no value of the first bookings is in `\(name)`, so there is nothing to join by; is it the "
        + "file for these bookings?")
  }
}
