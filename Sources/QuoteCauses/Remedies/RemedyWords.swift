import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Words, choices, weekdays and dates that the bookings have where the rules ask for another one.
///
/// What the other side asks for is a word that bookings have which differ, and few that do not: it
/// is read off from them.
struct RemedyWords {
  let pricer: Pricer
  private let recording: Pricer
  private static let mostOfPlace = 3
  private static let most = 24

  init(_ pricer: Pricer) {
    self.pricer = pricer
    recording = pricer.recording()
  }

  var model: PriceModel { pricer.model }

  /// A value that is held against words.
  private struct Subject {
    enum Home {
      /// The comparison, and the word in it.
      case formula(PriceExpression, word: PriceExpression)
      /// A cell of a table.
      case cell
    }

    var held: PriceExpression
    var home: Home
    var place: RemedyPlaces.Place
  }

  /// An edit, and how much its word tells bookings that differ from the others; more than one of a
  /// word that these do not have at all.
  typealias WordEdit = (edit: RulesEdit, weight: Double)

  /// Other words for those that are asked for, words more, and words that are made alike.
  func edits(
    _ places: [RemedyPlaces.Place], _ formula: (RemedyPlaces.Place) -> PriceExpression?,
    differing: [RemedyCase], agreeing: [RemedyCase]
  ) -> [WordEdit] {
    let subjects = places.flatMap { self.subjects(of: $0, formula($0)) }
    let narrowed = narrowed(places, formula, differing: differing, agreeing: agreeing)
    guard !subjects.isEmpty, !differing.isEmpty else { return narrowed }
    let held = Dictionary(subjects.map { ($0.held.span, $0.held) }) { first, _ in first }
    let own = words(of: Array(held.values), differing)
    let others = words(of: Array(held.values), agreeing)
    var kinds = Array(repeating: [WordEdit](), count: 5) + [narrowed]
    var columns: Set<SourceSpan> = []
    for subject in subjects {
      let span = subject.held.span
      let mine = own[span] ?? []
      let telling = Self.telling(mine, others[span] ?? [])
      if case .key(let table, _, let column) = subject.place.kind, columns.insert(span).inserted {
        let some = telling.filter { $0.weight > 1 }
        kinds[4] += moved(some.map(\.word), model.tables[table], column).map { ($0, 2) }
        // Where other keys are asked for as well, some that have the word do not differ.
        if model.tables[table].keys.count > 1 {
          kinds[4] += moved(telling.map(\.word), model.tables[table], column).map { ($0, 0) }
        }
      }
      for (word, weight) in telling {
        kinds[0] += replaced(subject, by: [word]).map { ($0, weight) }
        kinds[1] += added([word], to: subject).map { ($0, weight) }
      }
      kinds[2] += alike(subject, mine).map { ($0, 0) }
      kinds[3] += gone(subject).map { ($0, 0) }
    }
    // Words that tell those that differ from the others go first, wherever they are asked for.
    let ordered = kinds.map { kind in
      kind.enumerated().sorted { a, b in
        (b.element.weight, a.offset) < (a.element.weight, b.offset)
      }.map(\.element)
    }
    return Array(RemedyTurns.alternating(ordered).prefix(Self.most))
  }

  // MARK: - What is asked, and what bookings have

  private func subjects(
    of place: RemedyPlaces.Place, _ formula: PriceExpression?
  ) -> [Subject] {
    switch place.kind {
    case .cell: return []
    case .key(let table, _, let column):
      let keys = model.tables[table].keys
      guard keys.indices.contains(column), Self.isWord(keys[column].value.type) else { return [] }
      return [Subject(held: keys[column].value, home: .cell, place: place)]
    case .formula:
      var found: [Subject] = []
      func visit(_ node: PriceExpression) {
        if case .apply(.compare(let kind), let sides) = node.operation, sides.count == 2,
          kind == .equal || kind == .notEqual, !sides[0].isConstant, sides[1].isConstant,
          Self.isWord(sides[0].type) || sides[0].type == .date
        {
          found.append(
            Subject(held: sides[0], home: .formula(node, word: sides[1]), place: place))
        }
        node.parts.forEach(visit)
      }
      if let formula { visit(formula) }
      return found
    }
  }

  private static func isWord(_ type: ValueType) -> Bool {
    switch type {
    case .text, .choice, .weekday: true
    case .flag, .quantity, .date, .time, .instant, .point, .texts, .invalid: false
    }
  }

  /// The words of each booking, by where they are asked for.
  func words(
    of held: [PriceExpression], _ cases: [RemedyCase]
  ) -> [SourceSpan: [Set<String>]] {
    var found: [SourceSpan: [Set<String>]] = [:]
    let evaluator = recording.makeEvaluator()
    for one in cases {
      _ = evaluator.price(one.batch, rows: one.row..<one.row + 1)
      let recording = evaluator.recording(row: 0)
      for value in held {
        let places = recording.elements(of: value.grain.list, below: recording.booking)
        let words = places.compactMap { word(recording.value(of: value, at: $0), of: value) }
        found[value.span, default: []].append(Set(words))
      }
    }
    return found
  }

  private func word(_ value: RecordedValue, of held: PriceExpression) -> String? {
    switch (value, held.type) {
    case (.text(let text), _): text
    case (.choice(let index), .choice(let words)):
      words.indices.contains(index) ? words[index] : nil
    case (.integer(let number), .weekday): Weekday(rawValue: Int(clamping: number))?.name
    case (.integer(let number), .date):
      CalendarDate(daysSince1970: Int32(clamping: number)).description
    case (_, _): nil
    }
  }

  /// Words of bookings that differ, the most telling first: those that no other has, then by how
  /// much more frequent they are there.
  static func telling(
    _ own: [Set<String>], _ others: [Set<String>]
  ) -> [(word: String, weight: Double)] {
    func shares(_ some: [Set<String>]) -> [String: Double] {
      var counts: [String: Double] = [:]
      for word in some.joined() { counts[word, default: 0] += 1 / Double(some.count) }
      return counts
    }
    let (mine, theirs) = (shares(own), shares(others))
    let weights = mine.map { word, share in
      (word: word, weight: theirs[word].map { share - $0 } ?? share + 1)
    }
    return Array(
      weights.sorted { ($1.weight, $0.word) < ($0.weight, $1.word) }.prefix(mostOfPlace + 2))
  }

  // MARK: - Edits

  /// As a formula has a word: dates without quotation marks.
  func written(_ word: String, of held: PriceExpression) -> String? {
    if held.type == .date { return word }
    guard !word.contains(where: { "\"\\{}\n".contains($0) }) else { return nil }
    return "\"\(word)\""
  }

  func text(_ span: SourceSpan) -> String {
    model.sources.text(at: span).trimmedOfSpaces
  }

  private func replaced(_ subject: Subject, by found: [String]) -> [RulesEdit] {
    switch subject.home {
    case .formula(_, let word):
      let was = text(word.span)
      return found.compactMap { written($0, of: subject.held) }.filter { $0 != was }
        .prefix(Self.mostOfPlace).map { other in
          RemedyTurns.edit(
            subject.place, span: word.span, becomes: other,
            what: "\(was) becomes \(other)", model: model)
        }
    case .cell:
      let cell = text(subject.place.span)
      guard let words = Self.words(of: cell) else { return [] }
      let others = found.filter { Self.isBare($0) && !words.contains($0) }
      return others.prefix(Self.mostOfPlace).flatMap { other in
        words.indices.map { index in
          var changed = words
          changed[index] = other
          return edit(subject.place, cell, changed.joined(separator: ", "))
        }
      }
    }
  }

  private func added(_ found: [String], to subject: Subject) -> [RulesEdit] {
    switch subject.home {
    case .formula(let comparison, let word):
      guard case .apply(.compare(let kind), let sides) = comparison.operation else { return [] }
      let (whole, was) = (text(comparison.span), text(word.span))
      let isList = whole.hasSuffix("]") || !subject.place.span.encloses(word.span)
      let others = found.compactMap { written($0, of: subject.held) }
        .filter { !whole.contains($0) && $0 != was }
      return others.prefix(Self.mostOfPlace).map { other in
        if isList {
          return RemedyTurns.edit(
            subject.place, span: word.span, becomes: "\(was), \(other)",
            what: "\(was) becomes \(was), \(other)", model: model)
        }
        let asked = kind == .equal ? "in" : "not in"
        let changed = "\(text(sides[0].span)) \(asked) [\(was), \(other)]"
        return RemedyTurns.edit(
          subject.place, span: comparison.span, becomes: changed,
          what: "\(whole) becomes \(changed)", model: model)
      }
    case .cell:
      let cell = text(subject.place.span)
      guard let words = Self.words(of: cell) else { return [] }
      return found.filter { Self.isBare($0) && !words.contains($0) }.prefix(Self.mostOfPlace)
        .map { edit(subject.place, cell, "\(cell), \($0)") }
    }
  }

  /// One word less of a list that has a name of its own.
  private func gone(_ subject: Subject) -> [RulesEdit] {
    guard case .formula(_, let word) = subject.home, !subject.place.span.encloses(word.span),
      let file = model.sources[word.span.file]
    else { return [] }
    var (lower, upper) = (Int(word.span.lower), Int(word.span.upper))
    let after = file.text[upper...].prefix { $0 == 0x20 }.count
    let before = file.text[..<lower].reversed().prefix { $0 == 0x20 }.count
    if upper + after < file.text.count, file.text[upper + after] == UInt8(ascii: ",") {
      upper += after + 1
    } else if lower - before > 0, file.text[lower - before - 1] == UInt8(ascii: ",") {
      lower -= before + 1
    } else {
      return []
    }
    let change = RulesEdit.Change(file: word.span.file, lower: lower, upper: upper, text: "")
    return [RulesEdit(changes: [change], what: "without \(text(word.span))", span: word.span)]
  }

  /// The words that a cell lists; nil where it lists none, or some of them in quotation marks.
  static func words(of cell: String) -> [String]? {
    guard cell != "-", !cell.contains(".."), !cell.contains("\"") else { return nil }
    return cell.split(separator: ",").map { String($0).trimmedOfSpaces }
  }

  private func edit(_ place: RemedyPlaces.Place, _ cell: String, _ other: String) -> RulesEdit {
    RulesEdit(
      changes: [
        RulesEdit.Change(
          file: place.span.file, lower: Int(place.span.lower), upper: Int(place.span.upper),
          text: " \(other) ")
      ],
      what: "\(cell) becomes \(other)", span: place.span)
  }

  /// Whether a cell may have it without quotation marks.
  private static func isBare(_ word: String) -> Bool {
    word.wholeMatch(of: kept(/[\p{L}\p{N}][\p{L}\p{N} _+]*/)) != nil
  }

  /// Words that only look alike to the other side: in small letters, in capitals, without blanks
  /// around them.
  private func alike(_ subject: Subject, _ own: [Set<String>]) -> [RulesEdit] {
    guard subject.held.type == .text else { return [] }
    let span = subject.held.span
    let ways: [(name: String, make: (String) -> String)] = [
      ("lower", { $0.lowercased() }), ("upper", { $0.uppercased() }),
      ("trim", { $0.trimmedOfSpaces }),
    ]
    let asked = self.asked(of: subject)
    return ways.compactMap { name, make -> RulesEdit? in
      let isMet = own.joined().contains { word in
        let other = make(word)
        return other != word && asked.contains(other)
      }
      guard isMet else { return nil }
      let was = text(span)
      let place = RemedyPlaces.Place(kind: .formula, path: "", span: span)
      let isInside = subject.place.kind == .formula && subject.place.span.encloses(span)
      return RemedyTurns.edit(
        isInside ? subject.place : place, span: span, becomes: "\(name)(\(was))",
        what: "\(was) becomes \(name)(\(was))", model: model)
    }
  }

  /// All words that the value is held against there.
  private func asked(of subject: Subject) -> Set<String> {
    switch (subject.home, subject.place.kind) {
    case (.formula(_, let word), _):
      if case .constant(.text(let text)) = word.operation { return [text] }
      return []
    case (.cell, .key(let table, _, let column)):
      return model.tables[table].rows.reduce(into: []) { found, row in
        guard row.keys.indices.contains(column) else { return }
        if case .words(let words, _) = row.keys[column].body { found.formUnion(words) }
      }
    case (.cell, _): return []
    }
  }
}
