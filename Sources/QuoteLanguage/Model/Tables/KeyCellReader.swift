import QuoteSyntax

/// Reads the cells of one key column by the type of its header.
///
/// A cell that cannot be read is reported, and gives nil.
struct KeyCellReader {
  let key: PriceExpression
  /// The header as written, for messages.
  let header: String
  let headerSpan: SourceSpan
  let checker: FormulaChecker
  let units: Set<String>
  /// Where each word is that a closed key can be.
  private let places: [String: Int]
  /// Whether no cell of the column has the unit or the currency that the key has.
  private(set) var isPlainColumn = false
  /// What a table's file is to say of how its column is written, and the first cell that says so.
  private(set) var ofFile: (help: [String], first: SourceSpan)?
  /// What the cells of the column say, as far as they are read one by one.
  private(set) var columnCells: Set<String> = []
  /// Whether those are all.
  private var isWhole = false
  /// Whether the first of several rows that match counts.
  private let isFirst: Bool
  private let isOnlyKey: Bool
  /// What the table says beside its file of how its cells are written: `numbers`, `dates`.
  let stated: Set<String>
  private static let most = 400
  /// Whether cells say how texts begin, the numbers in them in their order.
  let isNatural: Bool
  /// Functions that leave each text as it is that the key may be.
  let foldings: Set<TextFunction>

  init(
    key: PriceExpression, header: String, headerSpan: SourceSpan, checker: FormulaChecker,
    units: Set<String>, isFirst: Bool = false, isOnlyKey: Bool = true, stated: Set<String> = []
  ) {
    self.key = key
    self.header = header
    self.headerSpan = headerSpan
    self.isFirst = isFirst
    self.isOnlyKey = isOnlyKey
    self.stated = stated
    self.checker = checker
    self.units = units
    isNatural = checker.rules.isNatural(key)
    foldings = Self.foldings(of: key, in: checker.rules)
    let (words, first) = Self.closedWords(of: key.type)
    places = Dictionary(
      words.enumerated().map { ($0.element, $0.offset + first) }, uniquingKeysWith: { a, _ in a })
  }

  /// Looks whether all figures of the column are plain numbers where the key is a measure, and
  /// whether all of a file are written in another way than rules have.
  mutating func noteColumn(in rows: [TableRow], _ column: Int) {
    isPlainColumn = false
    isWhole = rows.count <= Self.most
    columnCells = Set(
      rows.prefix(Self.most).flatMap { row -> [String] in
        guard case .tests(let tests) = row.keys[column].content else { return [] }
        return tests.compactMap { test in
          switch test {
          case .value(let word): unquoted(word.value)
          case .range(let range): range.lower.map { "\($0.value)-" }
          case .none: nil
          }
        }
      })
    checkAsStart(in: rows, column)
    let isNumber = if case .quantity = key.type { true } else { false }
    guard isNumber || key.type == .date else { return }
    let words = rows.flatMap { row -> [Spanned<String>] in
      guard case .tests(let tests) = row.keys[column].content else { return [] }
      return tests.flatMap { test -> [Spanned<String>] in
        switch test {
        case .value(let word): [word]
        case .range(let range): [range.lower, range.upper].compactMap(\.self)
        case .none: []
        }
      }
    }
    let hasMeasure =
      if case .quantity(let wanted) = key.type { wanted.numerator != nil } else { false }
    isPlainColumn = hasMeasure && words.count > 1
      && words.allSatisfy { $0.value.allSatisfy { $0.isNumber || ".-".contains($0) } }
    guard words.count > 1, let first = words.first(where: { !isPlain($0.value) }),
      checker.rules.sources[first.span.file]?.name.hasSuffix(".csv") ?? false
    else { return }
    let help = helpForFile(words.map(\.value))
    if !help.isEmpty { ofFile = (help, first.span) }
  }

  /// Whether a date or a number is written as rules have it.
  private func isPlain(_ text: String) -> Bool {
    key.type == .date ? CalendarDate(iso: text) != nil : Ratio(decimal: text) != nil
  }

  private func helpForFile(_ texts: [String]) -> [String] {
    switch key.type {
    case .date: Self.said("dates", CommonWays.ofDays(texts), in: stated)
    case .quantity: Self.said("numbers", CommonWays.ofNumbers(texts), in: stated)
    case .time, .instant, .flag, .text, .choice, .weekday, .point, .texts, .invalid: []
    }
  }

  /// How a table is to say beside it how its file is written, where it states something already.
  static func said(_ key: String, _ ways: [String], in stated: Set<String>) -> [String] {
    guard let first = ways.first else { return [] }
    let others = ways.dropFirst().map { ", or `\(key): \($0)`, whichever it is" }.joined()
    let place = stated.contains(key) ? "in place of the other `\(key):` there" : "beside the table"
    return ["with `\(key): \(first)` \(place)\(others), the whole column is read"]
  }

  func report(_ diagnostic: Diagnostic) { checker.rules.log.report(diagnostic) }

  func read(_ cell: KeyCell) -> KeySet? {
    switch cell.content {
    case .any: return KeySet(.everything, matchesNotGiven: true)
    case .tests(let tests):
      guard let tests = decided(tests), let body = body(of: tests) else { return nil }
      return KeySet(body, matchesNotGiven: tests.contains { $0.isNone })
    case .not(let tests):
      guard let tests = decided(tests, isDenied: true),
        let body = body(of: tests.filter { !$0.isNone })
      else {
        return nil
      }
      return KeySet(complement(of: body), matchesNotGiven: false)
    }
  }

  /// The tests, `none` a word where it is one that the key can be; nil, and reported, where the
  /// key may be not given, too.
  private func decided(_ tests: [KeyCell.Test], isDenied: Bool = false) -> [KeyCell.Test]? {
    guard case .choice = key.type, places["none"] != nil else { return tests }
    if key.isOptional, let none = tests.first(where: \.isNone) {
      report(.ambiguousNone(at: none.span, of: header, isDenied: isDenied))
      return nil
    }
    return tests.map { $0.isNone ? .value(Spanned("none", at: $0.span)) : $0 }
  }

  private func body(of tests: [KeyCell.Test]) -> KeySet.Body? {
    guard !isGrouped(tests) else { return nil }
    switch key.type {
    case .invalid: return .everything
    case .texts:
      report(.listAsKey(header, at: headerSpan))
      return nil
    case .text: return texts(tests)
    case .flag, .choice, .weekday: return indices(tests)
    case .point: return areas(tests)
    case .quantity, .date, .time, .instant: return numbers(tests)
    }
  }

  // MARK: Words

  private func texts(_ tests: [KeyCell.Test]) -> KeySet.Body? {
    var words: Set<String> = []
    var ranges: [TextRange] = []
    for test in tests {
      switch test {
      case .value(let word):
        checkAsPrinted(word, inRange: false)
        let text = checker.compared(unquoted(word.value))
        if isNatural {
          checkAsRange(word)
          checkAsFolded(word)
          ranges.append(NaturalText.range(of: text))
        } else if text.isComposed {
          words.insert(text)
        } else {
          // Swift takes it for the same as its form C; ranges go by code points.
          ranges.append(TextRange(just: text))
        }
      case .range(let range):
        guard let range = textRange(range) else { return nil }
        ranges.append(range)
      case .none: break
      }
    }
    if ranges.isEmpty { return .words(words, negated: false) }
    guard !KeySet.complement(of: ranges).isEmpty else {
      report(.holdsAlways(tests))
      return nil
    }
    for word in words.sorted() {
      ranges.append(TextRange(just: word))
    }
    return .textRanges(ranges)
  }

  private func textRange(_ range: RangeSyntax) -> TextRange? {
    for end in [range.lower, range.upper] {
      if let end { checkAsPrinted(end, inRange: true) }
    }
    checkAsFolded(range)
    let (low, high) = (
      range.lower.map { checker.compared(unquoted($0.value)) },
      range.upper.map { checker.compared(unquoted($0.value)) }
    )
    let read =
      isNatural
      ? NaturalText.range(
        from: low, isIncluded: range.lowerIsIncluded, to: high, isIncluded: range.upperIsIncluded)
      : TextRange(
        lower: low, lowerIsIncluded: range.lowerIsIncluded, upper: high,
        upperIsIncluded: range.upperIsIncluded)
    let (lower, upper) = KeyDomain.cuts(read)
    if let words = roundWords(range) {
      report(.rangeOfRoundWords(words, of: header, isEmpty: lower >= upper, at: range.span))
      return lower < upper ? read : nil
    }
    guard lower < upper else {
      report(
        .emptyRange(
          range.span, wraps: false, parts: partsOfTexts(range),
          natural: checker.rules.natural(header, of: key, from: low, to: high),
          in: checker.rules.sources))
      return nil
    }
    return read
  }

  /// Warns of a word that the key's pattern never prints, as far as zeros go. In quotation marks
  /// it is meant as it is: some programs compare so.
  private func checkAsPrinted(_ word: Spanned<String>, inRange: Bool) {
    guard let (pattern, written) = checker.rules.told(by: key).printing else { return }
    let text = unquoted(word.value)
    guard text == word.value, let printed = pattern.respelled(text), printed != text,
      inRange || pattern.isWhole(printed)
    else { return }
    let padded = DatePattern.padded(written)
    let isPadded =
      padded != written
      && (DatePattern(padded).respelled(text) == text || inRange && pattern.inOrder == nil)
    report(
      .notAsPrinted(
        word, of: header, pattern: written, printed: printed, padded: isPadded ? padded : nil,
        inRange: inRange))
  }

  /// The two parts of a range that goes over the end of a year or a day, as texts tell them.
  private func partsOfTexts(_ range: RangeSyntax) -> [String] {
    guard let lower = range.lower, let upper = range.upper else { return [] }
    let (from, to) = (unquoted(lower.value), unquoted(upper.value))
    let pattern = checker.rules.told(by: key).printing?.pattern
    guard from != to, let round = RoundRange(from, to, printedBy: pattern) else { return [] }
    return round.parts(of: range)
  }

  /// The text inside quotation marks, or the word itself, its escapes undone.
  func unquoted(_ word: String) -> String {
    if word.utf8.first == UInt8(ascii: "\""), word.utf8.count >= 2 {
      return Literal.quotedText(Spanned(word, at: headerSpan))
        ?? String(word.dropFirst().dropLast())
    }
    guard word.utf8.contains(UInt8(ascii: "\\")) else { return word }
    var text = ""
    var isEscaped = false
    for scalar in word.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return text
  }

  // MARK: Choices, flags, weekdays

  private func indices(_ tests: [KeyCell.Test]) -> KeySet.Body? {
    var found: Set<Int> = []
    var isRead = true
    for test in tests {
      switch test {
      case .value(let word):
        // Each word that is none of them is told.
        guard let index = index(of: word) else {
          isRead = false
          continue
        }
        found.insert(index)
      case .range(let range):
        guard let days = weekdays(range) else { return nil }
        found.formUnion(days)
      case .none: break
      }
    }
    return isRead ? .indices(found) : nil
  }

  /// Whether a text of several words stands alone in a row of a file.
  private func isNote(_ word: Spanned<String>) -> Bool {
    guard word.value.contains(" "), let file = checker.rules.sources[word.span.file],
      file.name.hasSuffix(".csv")
    else { return false }
    let line = file.line(file.position(of: word.span.lower).line)
    guard let place = line.firstRange(of: word.value) else { return false }
    let rest = line[..<place.lowerBound] + line[place.upperBound...]
    return rest.allSatisfy { ",;\t\" ".contains($0) }
  }

  private func index(of word: Spanned<String>) -> Int? {
    let text = unquoted(word.value)
    // Weekdays are ours, and however they are written: as in formulas.
    let folded = key.type == .weekday ? text.lowercased() : text
    if let place = places[folded] { return place }
    let words = Self.closedWords(of: key.type).words
    if isNote(word) {
      report(.noteAmongRows(word, of: header))
      return nil
    }
    let meant = self.word(meantBy: text)
    report(
      .unknownKeyWord(
        Spanned(text, at: word.span), of: header, among: words, meant: meant,
        left: meant == "-" && isWhole && !takesDash(for: text)
          ? words.filter { !columnCells.contains($0) } : []))
    return nil
  }

  /// Whether `-` can stand for a word that means any: it is refused beside rows that match, too,
  /// unless the first of them counts or another key tells them apart. For what is left, it can only
  /// in the last row.
  private func takesDash(for word: String) -> Bool {
    KeyCell.isAny(word) && (isFirst || !isOnlyKey)
  }

  /// The words a closed key can be, and the index of the first.
  static func closedWords(of type: ValueType) -> (words: [String], first: Int) {
    switch type {
    case .flag: (["no", "yes"], 0)
    case .choice(let words): (words, 0)
    case .weekday: (Weekday.names, 1)
    case .quantity, .text, .date, .time, .instant, .point, .texts, .invalid: ([], 0)
    }
  }

  private func weekdays(_ range: RangeSyntax) -> Set<Int>? {
    guard key.type == .weekday else {
      report(.rangeOfWords(range.span, of: header))
      return nil
    }
    var (lower, upper): (Int?, Int?)
    if let end = range.lower {
      guard let index = index(of: end) else { return nil }
      lower = index
    }
    if let end = range.upper {
      guard let index = index(of: end) else { return nil }
      upper = index
    }
    let days = Weekday.days(
      from: lower, isIncluded: range.lowerIsIncluded, to: upper, isIncluded: range.upperIsIncluded)
    guard !days.isEmpty else {
      report(.emptyRange(range.span, wraps: true, in: checker.rules.sources))
      return nil
    }
    return days
  }

  // MARK: Areas

  private func areas(_ tests: [KeyCell.Test]) -> KeySet.Body? {
    var found: Set<Int> = []
    for test in tests {
      switch test {
      case .value(let word):
        let name = unquoted(word.value)
        guard let areas = checker.areas(named: name) else {
          report(
            .unknownArea(
              Spanned(name, at: word.span), of: header, among: checker.rules.areas.map(\.name)))
          return nil
        }
        found.formUnion(areas)
      case .range(let range):
        report(.rangeOfWords(range.span, of: header))
        return nil
      case .none: break
      }
    }
    return .areas(found, negated: false)
  }
}

extension KeyCell.Test {
  var isNone: Bool {
    if case .none = self { return true }
    return false
  }
}
