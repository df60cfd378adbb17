package import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLint
package import QuoteSyntax

/// Rules drafted from bookings: what they must look like to read them, a first line, and a table
/// where some words come again and again.
///
/// A draft is only given out if it checks clean and prices every booking of the file.
package struct RulesSuggestion {
  package struct Options: Sendable {
    package var format: InputFormat?
    /// What the rules are called; by default as the file is.
    package var name: String?
    package var currency: String?
    /// A second file with the totals of another program.
    package var reference: ByteSource?
    package init() {}
  }

  /// The draft and what it is based on.
  package let text: String
  /// The map to compare with the second file, or with what the bookings' own file says was
  /// charged; nil where there is neither.
  package let map: String?
  /// What was guessed, in sentences.
  package let remarks: [String]

  /// Reads the bookings several times. Throws where they cannot be read, where there are none,
  /// and where no draft would price them.
  package init(
    from source: ByteSource, writtenTo path: String, _ options: Options
  ) throws(Trouble) {
    let notation = try RowNotation(guessedFrom: source, options.format)
    let seen = try BookingShape(source, options.format, notation)
    guard seen.rows > 0 else { throw .nothingToDraft(source.name, seen.remarks) }
    if seen.rows == 1, seen.columns.count == 1, seen.columns[0].isList {
      throw .wrappedBookings(source.name, in: seen.columns[0].name)
    }
    let (currency, why) = Self.currency(options, seen.columns)
    var draft = RulesDraft(
      source: source.name, rows: seen.rows, name: options.name ?? Self.name(of: source.name),
      currency: currency, currencyRemark: why, inputs: [], notation: notation)
    draft.takeInputs(of: seen, currency: currency)
    if let reference = options.reference {
      draft.figures = try LowestTotals(reference, of: draft, from: source, options.format).figures
    }
    let pricer = try draft.verify(source, options.format, path)
    text = draft.text
    let guessed = draft.inputs.filter(\.isAsked).map { "`\($0.name)`: \($0.remark)" }
    let unsaid = why.isEmpty ? [] : ["`currency: \(currency)` is \(why)"]
    remarks = seen.remarks + guessed + draft.leftOut + unsaid
    guard let reference = options.reference else {
      map = draft.mapOfCharged
      return
    }
    var reading = ReaderOptions()
    reading.format = options.format
    map = try MapSuggestion(pricer, asOf: nil).map(
      reference: reference, bookings: [source], reading: reading,
      notation: try RowNotation(guessedFrom: reference, nil))
  }

  private static func currency(
    _ options: Options, _ columns: [ColumnEvidence]
  ) -> (code: String, why: String) {
    if let currency = options.currency { return (currency, "") }
    let codes = ["$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"]
    let named = columns.compactMap { CurrencyWord.find(in: $0.name) }.filter { codes[$0] != nil }
    let seen = Set((columns.flatMap(\.currencies) + named).map { codes[$0] ?? $0 })
    if seen.count == 1, let only = seen.first, only.utf8.count == 3 { return (only, "") }
    let words = columns.reduce(into: Set<String>()) { $0.formUnion(InputGuess.words(of: $1.name)) }
    for code in ["USD", "EUR", "GBP", "CHF"] where words.contains(code.lowercased()) {
      return (code, "")
    }
    return ("USD", "a guess: no amount has a sign of a currency")
  }

  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let name = InputGuess.name(from: String(last.prefix { $0 != "." }), taken: [])
    return last == file && file == "standard input" ? "bookings" : name
  }
}

/// The columns of a file of bookings, each with what was seen in it.
struct BookingShape {
  private(set) var columns: [ColumnEvidence] = []
  private(set) var rows = 0
  /// What is to be known of how the file was read.
  private(set) var remarks: [String] = []
  /// Whether there is a column without a name.
  private(set) var hasUnnamed = false
  private var places: [[String]: Int] = [:]
  private var notes = NotesBelow()
  private var isOfRecords = false
  /// Objects within so many others are left out.
  private static let deepest = 16

  init(
    _ source: ByteSource, _ format: InputFormat?, _ notation: RowNotation = RowNotation()
  ) throws(Trouble) {
    let rows = try ReferenceRows(source, format: format, key: [], notation: notation)
    isOfRecords = rows.columns == nil
    for name in rows.columns ?? [] {
      if name.isEmpty { hasUnnamed = true } else { note([name]) }
    }
    var shape = self
    try rows.each { _, text in
      shape.rows += 1
      Self.read(text) { root in
        shape.look(at: root, [])
        if let columns = rows.columns { shape.notes.look(at: root, columns.count) }
      }
      return true
    }
    self = shape
    remarks = rows.remarks + notes.remarks(rows: self.rows)
    for (column, name) in (rows.columns ?? []).enumerated() {
      guard let place = places[[name]], let mark = rows.currency(ofColumn: column) else { continue }
      columns[place].note(currency: mark)
    }
  }

  private mutating func note(_ path: [String]) {
    guard places[path] == nil else { return }
    places[path] = columns.count
    var evidence = ColumnEvidence(path)
    evidence.isOfRecords = isOfRecords
    columns.append(evidence)
  }

  private mutating func look(at node: JSONNode, _ path: [String]) {
    node.eachMember { key, value in
      let place = path + [key.text.string]
      if place.last?.isEmpty == true { return }
      if value.isObject, place.count < Self.deepest { return look(at: value, place) }
      note(place)
      columns[places[place]!].add(value)
    }
  }

  /// Whether there are values within those of a column.
  func isAround(_ column: ColumnEvidence) -> Bool {
    column.given > 0
      && columns.contains {
        $0.path.count > column.path.count && $0.path.starts(with: column.path)
      }
  }

  static func read(_ text: [UInt8], _ body: (JSONNode) -> Void) {
    let buffer = ByteBuffer()
    buffer.append(text)
    for _ in 0..<InputChunk.padding { buffer.append(0x20) }
    let reader = JSONRecordReader()
    if case .success(let root) = reader.read(buffer.slice(0, text.count)) { body(root) }
  }
}

/// Rows at the end of a file that have less than the ones above them.
private struct NotesBelow {
  private var sparse = 0
  /// Those of them behind which there is no other.
  private var atEnd = 0
  private var first = ""

  mutating func look(at row: JSONNode, _ columns: Int) {
    var (filled, text) = (0, "")
    row.eachMember { _, value in
      guard !value.isNothing else { return }
      if filled == 0 { text = value.text.string }
      filled += 1
    }
    guard RowBeginning(text: text, filled: filled, columns: columns).isSparse else {
      atEnd = 0
      return
    }
    sparse += 1
    atEnd += 1
    if atEnd == 1 { first = text }
  }

  /// Rows of a file in which others have as little may be bookings.
  func remarks(rows: Int) -> [String] {
    guard atEnd > 0, atEnd == sparse, atEnd < 10, 4 * atEnd <= rows else { return [] }
    let which = atEnd == 1 ? "the last row has" : "the last \(atEnd) rows have"
    let what = atEnd == 1 ? "it is no booking, take it" : "they are no bookings, take them"
    return [
      "\(which) no more than half of the cells filled, \(InputGuess.shown(first)): if \(what) out "
        + "and draft again, since inputs are `optional` because of that"
    ]
  }
}

extension RulesDraft {
  /// Guesses the inputs, and which of them names a booking.
  mutating func takeInputs(of shape: BookingShape, currency: String) {
    var taken: Set<String> = []
    let hasCommas = shape.columns.contains { column in
      !column.plain.contains(.number)
        && column.ways[.number]?.first?.contains(kept(/1\.234,56|12,5/)) ?? false
    }
    if shape.hasUnnamed { leftOut.append("a column without a name is left out") }
    for evidence in shape.columns {
      let shown = InputGuess.shown(evidence.name)
      if evidence.isList {
        leftOut.append("\(shown) is a list: write its fields under `each` (docs/rules-language.md)")
        continue
      }
      if evidence.isObject || shape.isAround(evidence) {
        leftOut.append("\(shown) is an object in some bookings, and is left out")
        continue
      }
      if evidence.given == 0 {
        leftOut.append("\(shown) is empty everywhere")
        continue
      }
      let name = InputGuess.name(from: evidence.path.last ?? "", taken: taken)
      taken.insert(name)
      inputs.append(
        InputGuess(evidence, rows: shape.rows, named: name, hasCommas: hasCommas))
    }
    chooseKey()
  }

  private mutating func chooseKey() {
    let words: Set<String> = [
      "id", "no", "nr", "number", "order", "booking", "key", "ref", "reference", "invoice",
    ]
    let possible = inputs.indices.filter {
      let input = inputs[$0]
      return input.evidence.isUnique && !input.isOptional
        && ["text", "count"].contains(input.type) && !input.clauses.contains("any as text")
        && !input.isPostcode
    }
    let named = possible.first {
      !words.isDisjoint(with: InputGuess.words(of: inputs[$0].evidence.name))
    }
    let numbered = possible.first { $0 == 0 && inputs[$0].evidence.isNumbered }
    guard let key = named ?? possible.first(where: { inputs[$0].type == "text" }) ?? numbered
    else {
      let other = possible.first.map {
        InputGuess.shown(inputs[$0].evidence.name)
          + " has another value in each, and may be a number of something"
      }
      leftOut.append("no column names a booking: \(other ?? "none has another value in each")")
      return
    }
    inputs[key].isKey = true
    // A number that names something is no amount.
    inputs[key].range = ""
    if inputs[key].type == "count" {
      inputs[key].type = "text"
      if inputs[key].evidence.hasNumbers { inputs[key].clauses.append("any as text") }
    }
    inputs[key].remark = "different in every booking"
  }

  /// Compiles the draft and prices the bookings it is made from; what is at fault is declared
  /// more widely, until nothing is.
  mutating func verify(
    _ source: ByteSource, _ format: InputFormat?, _ path: String
  ) throws(Trouble) -> Pricer {
    for _ in 0..<(2 + 3 * inputs.count) {
      let pricer = try compiled(path)
      guard let fault = try Self.firstFault(pricer, source, format) else { return pricer }
      guard let at = inputs.firstIndex(where: { $0.name == fault.field }) else {
        throw .noDraft(fault)
      }
      if fault.reason == "repeated-key" {
        inputs[at].isKey = false
        inputs[at].remark = "comes again in places"
      } else if fault.reason != "out-of-range" || !inputs[at].widen() {
        if inputs[at].type == "text" { throw .noDraft(fault) }
        inputs[at].becomeText()
      }
    }
    throw Trouble("no-draft", "no draft was found that prices all bookings of `\(source.name)`")
  }

  private func compiled(_ path: String) throws(Trouble) -> Pricer {
    do throws(RulesFailure) {
      return try Pricer(rulesAt: path, loader: .memory([path: text]))
    } catch {
      switch error {
      case .trouble(let trouble): throw trouble
      case .rejected(let rejected):
        let first = rejected.diagnostics.first.map { "\($0.headline) [\($0.id)]" } ?? ""
        throw Trouble("no-draft", "the draft does not pass `quote check`: \(first)")
      }
    }
  }

  private static func firstFault(
    _ pricer: Pricer, _ source: ByteSource, _ format: InputFormat?
  ) throws(Trouble) -> RowFault? {
    var options = ReaderOptions()
    options.format = format
    let reader = try BookingReader(schema: pricer.schema, sources: [source], options: options)
    let parser = reader.makeParser()
    let evaluator = pricer.makeEvaluator()
    let batch = BookingBatch(schema: pricer.schema)
    while try parser.read(into: batch) {
      var found: RowFault?
      evaluator.forEachBlock(of: 0..<batch.count) { rows in
        let quotes = evaluator.price(batch, rows: rows)
        if found == nil { found = quotes.faults.all.first }
      }
      if let found {
        reader.stop()
        return found
      }
    }
    return nil
  }
}

extension InputGuess {
  /// Whether a person has to decide something.
  var isAsked: Bool {
    remark.contains("?") || remark.hasPrefix("values of several") || remark.hasPrefix("lengths of")
  }

  /// A name that formulas can use, made of one that the data has.
  static func name(from name: String, taken: Set<String>) -> String {
    let isAsIs = Lexicon.isPlainName(name) && name.first?.isUppercase != true
    var made = isAsIs ? name : ""
    if made.isEmpty {
      for character in name.lowercased() {
        let spelled = LatinLetters.spelled[character] ?? String(character)
        let isPart = spelled.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        if isPart { made += spelled } else if made.last != "_" { made.append("_") }
      }
      while made.last == "_" { made.removeLast() }
      while made.first == "_" { made.removeFirst() }
      if made.isEmpty || made.first?.isNumber == true { made = "column_" + made }
    }
    if Lexicon.isReserved(made) { made += "_given" }
    var numbered = made
    var number = 2
    while taken.contains(numbered) {
      numbered = "\(made)_\(number)"
      number += 1
    }
    return numbered
  }
}

extension Trouble {
  fileprivate static func nothingToDraft(_ name: String, _ remarks: [String]) -> Trouble {
    let more = remarks.map { "; " + $0 }.joined()
    return Trouble("nothing-to-draft", "`\(name)` has no bookings to draft rules from\(more)")
  }

  fileprivate static func wrappedBookings(_ name: String, in member: String) -> Trouble {
    let way = Lexicon.isPlainName(member) ? ", which `jq .\(member)` takes out of it" : ""
    return Trouble(
      "nothing-to-draft",
      "`\(name)` is one object, and its bookings are the elements of `\(member.printable)`: a "
        + "file of bookings is that list alone" + way)
  }

  fileprivate static func noDraft(_ fault: RowFault) -> Trouble {
    let field = fault.field.isEmpty ? "" : ", `\(fault.field)`"
    let place = fault.cell.isEmpty ? "line \(fault.line)" : "`\(fault.cell)`"
    return Trouble(
      "no-draft",
      "no rules can be drafted: record \(fault.record), \(place)\(field): "
        + "\(fault.message) [\(fault.reason)]")
  }
}
