package import QuoteBookings
import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Drafts a reference map from data: where key, booking, status and reply sit,
/// and which values of the reply are ours under other names or in other terms.
/// A guess, with what speaks for it, for somebody to read.
package final class MapSuggestion {
  /// So many records are looked at.
  static let looked = 2000

  let pricer: Pricer
  private let asOf: Instant?
  private var places: [String: PlaceEvidence] = [:]
  private var order: [String] = []
  private var texts: [[UInt8]] = []

  /// Makes suggestions by the rules that price the bookings. `asOf` is the moment of quoting for
  /// records that do not say.
  package init(_ pricer: Pricer, asOf: Instant?) {
    self.pricer = pricer
    self.asOf = asOf
  }

  /// A map as text. Throws where a file cannot be read, or has no records.
  package func map(from sources: [ByteSource], format: InputFormat?) throws(Trouble) -> String {
    let chunks = RecordChunks(
      try RecordFeed(schema: pricer.schema, sources: sources, format: format))
    let reader = JSONRecordReader()
    while texts.count < Self.looked, try chunks.next() {
      for record in chunks.records where record.isReadable && texts.count < Self.looked {
        guard case .success(let root) = reader.read(record.text), root.isObject else { continue }
        look(at: root)
        unsafe texts.append(Array(record.text.bytes))
      }
    }
    guard !texts.isEmpty else { throw .nothingToSuggest() }
    let guess = PlaceGuess(evidence, records: texts.count, pricer.schema)
    let quotes = RecordQuotes(guess, pricer, asOf: asOf)
    let replies = ReplyGuess(guess, names: quotes.names, currency: pricer.model.currency)
    for text in texts {
      quotes.price(text) { quote, root, _ in if let quote { replies.match(quote, root) } }
    }
    replies.noteMissing()
    for text in texts { quotes.price(text) { replies.note($0, $1, $2) } }
    return MapDraft(guess, replies).text
  }

  /// What was seen at every path, in the order in which they came.
  var evidence: [PlaceEvidence] { order.compactMap { places[$0] } }

  /// Notes what is at every path; of lists what the first entry has.
  func look(at node: JSONNode, _ path: ReferenceMap.Path = []) {
    if !path.isEmpty || node.isObject {
      let name = ReferenceMap.written(path)
      if places[name] == nil {
        places[name] = PlaceEvidence(path)
        order.append(name)
      }
      places[name]?.add(node)
    }
    guard path.count < 4 else { return }
    if let first = node.elements.first { return look(at: first, path + ["0"]) }
    node.eachMember { key, value in
      let name = key.text.string
      if ReferenceMap.canSay(name) { look(at: value, path + [name]) }
    }
  }
}

/// Our quotes of records' bookings, one at a time.
private final class RecordQuotes {
  private let guess: PlaceGuess
  private let asOf: Instant?
  private let form: FormPricer
  private let reader = JSONRecordReader()
  private let ours = JSONRecordReader()

  init(_ guess: PlaceGuess, _ pricer: Pricer, asOf: Instant?) {
    self.guess = guess
    self.asOf = asOf
    form = FormPricer(
      pricer, form: ReferenceMap.Form(), of: ReferenceMap(), tolerances: Tolerances())
  }

  var names: [String] { form.texts.names }

  /// Calls with the quote, if there is one, the record, and what became of it.
  func price(_ text: [UInt8], _ body: (JSONNode?, JSONNode, QuoteTexts.Result) -> Void) {
    let buffer = ByteBuffer()
    buffer.append(text)
    for _ in 0..<InputChunk.padding { buffer.append(0x20) }
    let record = buffer.slice(0, text.count)
    guard case .success(let root) = reader.read(record) else { return }
    let moment = root.text(at: guess.asOf?.path).flatMap { Instant(iso: $0) } ?? asOf
    form.bookings.begin()
    if let raw = root.text(at: guess.bookingText?.path) {
      form.bookings.add(json: raw, line: 1)
    } else {
      form.bookings.add(root, of: record, at: guess.booking?.path ?? [], line: 1)
    }
    form.bookings.fill(row: 0, asOf: moment)
    form.price()
    let result = form.texts.result(of: 0)
    let read = ours.read(form.texts.quote(of: 0))
    if result.outcome == .priced, case .success(let quote) = read {
      body(quote, root, result)
    } else {
      body(nil, root, result)
    }
  }
}
