import QuoteLanguage
import QuoteSyntax

/// Words that a text is held against and that what makes the text never makes: a capital letter
/// behind `lower`, a blank at the end behind `trim`, more letters than `left` leaves, a thirteenth
/// month.
struct NeverWords {
  let model: PriceModel
  let names: SameValues
  var found: [Diagnostic] = []
  /// Functions that make several spellings one.
  private static let foldings = Set(foldingsInOrder)
  private static let foldingsInOrder: [TextFunction] = [.lower, .upper, .trim, .withoutSpaces]
  /// Keys of look-ups that were looked at.
  private var seen: Set<SourceSpan> = []
  /// By table, what each look-up gives as its keys.
  private let lookups: ByTable<[[PriceExpression]]>

  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    lookups = model.keysOfTables
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var words = NeverWords(model)
    for table in model.tables {
      for (column, key) in table.keys.enumerated() {
        words.check(table, column, key)
        words.checkEmpty(table, column, key)
        words.checkAbsence(table, column, key)
        words.checkBeginnings(table, column, key)
      }
    }
    words.checkBeginningsInConditions()
    let ranges = model.rangesOfTexts
    model.visitExpressions { value in
      switch value.operation {
      case .apply(.compare(let comparison), let sides)
      where comparison == .equal || comparison == .notEqual:
        let home = Home.formula(isDenied: comparison == .notEqual)
        for (written, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
          if case .constant(.text(let word)) = words.names.resolved(written).operation {
            words.check([word], words.texts(of: other), at: written.span, of: home)
          }
        }
      case .apply(.compare(.greater), let sides), .apply(.compare(.greaterOrEqual), let sides):
        words.check(sides[0], from: sides[1], in: ranges[ObjectIdentifier(value)])
      case .apply(.text(let asked), let parts):
        words.check(asked, parts[0], of: value)
      case .apply(.within(let set), let parts):
        if case .words(let wanted, _) = set.body {
          words.check(
            wanted, words.texts(of: parts[0]), at: value.span, of: .formula(isDenied: false))
        }
      case .lookup(let table, _, let keys), .isFound(let table, let keys),
        .graduated(let table, let keys):
        words.check(keys, ofLookupIn: table)
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional,
        .extreme, .aggregate, .sumBefore, .split, .neighbour, .steps, .texts:
        break
      }
    }
    return Array(words.found.prefix(most))
  }

  /// A row that is never found by the key that a look-up gives in the place of the header, and
  /// would be by the word that this key makes of the row's.
  private mutating func check(_ keys: [PriceExpression], ofLookupIn id: TableID) {
    let table = model.tables[id]
    for (column, key) in keys.enumerated() where table.keys[column].value.span != key.span {
      guard case .apply(.text(let made), let parts) = names.resolved(key).operation,
        seen.insert(key.span).inserted,
        // What one look-up never finds may be another one's.
        lookups[id].allSatisfy({ isMade($0[column], by: made) }) || lengthOfKeys(id, column) != nil
      else { continue }
      let cells = table.rows.map { row -> Set<String> in
        if case .words(let words, false) = row.keys[column].body { words } else { [] }
      }
      let all = cells.reduce(into: Set<String>()) { $0.formUnion($1) }
      if lengthOfKeys(id, column) == nil, !Self.foldings.contains(made) { continue }
      for word in all.sorted() where !OtherSpellings.isOdd(word) {
        if let length = lengthOfKeys(id, column), word.unicodeScalars.count <= length { continue }
        guard case .word(let made)? = other(than: word, .text(made), parts), !all.contains(made),
          let row = cells.firstIndex(where: { $0.contains(word) })
        else { continue }
        found.append(
          .keyNeverMade(
            word, by: model.sources.text(at: key.span).trimmedOfSpaces, made, of: table.name,
            at: key.span, row: table.rows[row].keySpans[column]))
        break
      }
    }
  }

  /// How many letters the keys of all look-ups have at most; nil where some may have any number.
  /// Beginnings of several lengths are rows of one table on purpose.
  private func lengthOfKeys(_ table: TableID, _ column: Int) -> Int? {
    var most = 0
    for keys in lookups[table] {
      switch names.resolved(keys[column]).operation {
      case .apply(.text(.left(let length)), _) where length > 0: most = max(most, length)
      case .apply(.text(.right(let length)), _) where length > 0: most = max(most, length)
      case _: return nil
      }
    }
    return most > 0 ? most : nil
  }

  private func isMade(_ key: PriceExpression, by function: TextFunction) -> Bool {
    if case .apply(.text(function), _) = names.resolved(key).operation { true } else { false }
  }

  private mutating func check(_ table: ModelTable, _ column: Int, _ key: TableKey) {
    if checkLonger(table, column, key) { return }
    let maker = names.resolved(key.value).operation
    let made = texts(of: key.value)
    let all = table.rows.reduce(into: Set<String>()) { all, row in
      if case .words(let words, _) = row.keys[column].body { all.formUnion(words) }
    }
    let spellings = OtherSpellings(
      words: all, header: key.header, mayOverlap: table.hit != .unique)
    for row in table.rows where found.count < Self.most {
      guard case .words(var wanted, _) = row.keys[column].body else { continue }
      // A range as others write it is told of as one.
      wanted = wanted.filter { !OtherSpellings.isOdd($0) || spellings.meaning(of: $0) == nil }
      // Zeros that lack in a cell for a date are told of where it is read.
      if case .apply(.printed, _) = maker, key.value.printing != nil {
        wanted = wanted.filter { $0.utf8.count > 1 }
      }
      check(wanted, made, at: row.keySpans[column], of: .cell, beside: all)
    }
  }

  /// Where a word stands: a formula has quotation marks around texts, and a range behind `in`.
  private enum Home {
    case cell
    /// Where a comparison is denied, the range in its place is denied too.
    case formula(isDenied: Bool)
  }

  /// The texts that a value may be, and how it is written.
  private typealias Texts = (made: MadeTexts, shape: TextShape, written: String)

  private func texts(of value: PriceExpression) -> Texts {
    (
      MadeTexts(of: value, names: names), TextShape(of: value, names: names),
      model.sources.text(at: value.span).trimmedOfSpaces
    )
  }

  private mutating func check(
    _ wanted: Set<String>, _ texts: Texts, at span: SourceSpan, of home: Home,
    beside others: Set<String> = []
  ) {
    for word in wanted.sorted() {
      guard texts.made.makers != nil,
        var instead = other(than: word, texts.made) ?? other(than: word, texts.shape)
      else { continue }
      if case .word(let made) = instead, others.contains(made) { instead = .nothing }
      let right = written(instead, of: texts.written, home)
      found.append(.neverMadeWord(word, by: texts.written, instead: right, at: span))
    }
  }

  /// `upper(x) >= "a"`, which no capital letter is. An upper end may well be what comes after all.
  private mutating func check(
    _ value: PriceExpression, from start: PriceExpression, in range: TextRange?
  ) {
    guard case .constant(.text(let word)) = names.resolved(start).operation else { return }
    let foldings = Self.foldingsInOrder.filter(MadeTexts.foldings(of: value, names).contains)
    func folded(_ word: String) -> String {
      foldings.reduce(word) { made(of: $0, .text($1)) ?? $0 }
    }
    let first = folded(word)
    guard first != word, !first.isEmpty else { return }
    // A range has its other end in the same case.
    let whole = range.map { range in
      "\(range.lowerIsIncluded ? "[" : "(")\(Literal.quoted(first)).."
        + "\(Literal.quoted(folded(range.upper ?? "")))\(range.upperIsIncluded ? "]" : ")")"
    }
    found.append(
      .neverMadeWord(
        word, by: model.sources.text(at: value.span).trimmedOfSpaces,
        instead: whole ?? Literal.quoted(first), at: start.span))
  }

  /// `contains(lower(x), "VIP")`, and what begins or ends so.
  private mutating func check(
    _ asked: TextFunction, _ value: PriceExpression, of question: PriceExpression
  ) {
    let word: String
    switch asked {
    case .contains(let text), .startsWith(let text), .endsWith(let text): word = text
    case _: return
    }
    guard case .apply(.text(let function), _) = names.resolved(value).operation,
      Self.foldings.contains(function), function != .trim,
      let made = made(of: word, .text(function)), made != word
    else { return }
    let written = model.sources.text(at: question.span).trimmedOfSpaces
    found.append(
      .neverInText(
        word, made, in: model.sources.text(at: value.span).trimmedOfSpaces,
        instead: written.replacing(Literal.quoted(word), with: Literal.quoted(made)),
        at: question.span))
  }

  /// What is to be written for a word that is never made.
  private enum Instead {
    case word(String)
    /// A range, such as all days of a month as a pattern prints them.
    case range(String, String)
    /// Several words that stand there as one.
    case words([String])
    case nothing
  }

  private func written(_ instead: Instead, of text: String, _ home: Home) -> String {
    switch (instead, home) {
    case (.nothing, _): ""
    case (.word(let word), .cell): word
    case (.word(let word), .formula): Literal.quoted(word)
    case (.range(let first, let last), .cell): "[\(first)..\(last)]"
    case (.words(let words), .cell): words.joined(separator: ", ")
    case (.words(let words), .formula(let isDenied)):
      "\(text) \(isDenied ? "not in" : "in") [\(words.map(Literal.quoted).joined(separator: ", "))]"
    case (.range(let first, let last), .formula(let isDenied)):
      "\(text) \(isDenied ? "not in" : "in") [\(Literal.quoted(first))..\(Literal.quoted(last))]"
    }
  }

  /// What is to be written for a word that a value never is; nil where it may be that.
  private func other(than word: String, _ texts: MadeTexts) -> Instead? {
    guard let makers = texts.makers, !texts.constants.contains(word) else { return nil }
    let all = makers.map { other(than: word, of: $0.value, $0.foldings) }
    return all.allSatisfy { $0 != nil } ? all.first.flatMap(\.self) : nil
  }

  private func other(than word: String, _ shape: TextShape) -> Instead? {
    shape.mayBe(word) ? nil : shape.likest(word).map { .word($0) } ?? .nothing
  }

  /// What the function outside does not tell, those within it may.
  private func other(
    than word: String, of value: PriceExpression, _ foldings: Set<TextFunction>
  ) -> Instead? {
    var instead: Instead?
    if case .apply(let function, let parts) = value.operation {
      instead = other(than: word, function, parts)
    }
    var folded = word
    if case .word(let made)? = instead { folded = made }
    for folding in Self.foldingsInOrder where foldings.contains(folding) {
      folded = made(of: folded, .text(folding)) ?? folded
    }
    switch instead {
    case nil: return folded == word ? nil : folded.isEmpty ? .nothing : .word(folded)
    case .word: return .word(folded)
    case let other?: return other
    }
  }

  /// What is to be written for a word that a function never makes; nil where it may make it.
  private func other(
    than word: String, _ function: PriceExpression.Operator, _ parts: [PriceExpression]
  ) -> Instead? {
    if case .printed(let pattern?) = function { return other(than: word, pattern, parts[0]) }
    if function == .printed(pattern: nil) || function == .template && parts.count == 1 {
      return PlainPrint(of: parts[0], in: model).other(than: word).map {
        $0.isEmpty ? .nothing : .word($0)
      }
    }
    guard let made = made(of: word, function), made != word else { return nil }
    if made.isEmpty { return .nothing }
    // What is left of a pattern is none.
    return several(in: word, function)
      ?? (made.contains(where: Self.marks.contains) ? .nothing : .word(made))
  }

  private static let marks: Set<Character> = ["[", "]", "(", ")", "{", "}", "*", "?", "~", "^", "|"]

  /// The range or the words that one word was meant as, `900-903` and `900/901`, where the
  /// function cuts texts off and makes each of them.
  private func several(in word: String, _ function: PriceExpression.Operator) -> Instead? {
    switch function {
    case .text(.left), .text(.right): break
    case .text, .arithmetic, .negate, .compare, .not, .round, .placed, .converted, .within,
      .contains, .distance, .template, .printed, .number, .date:
      return nil
    }
    let marks = kept(/\s*(?:(-|–|\.\.|\bto\b)|[\/;|,&]|\bor\b|\band\b)\s*|\s+/)
    let parts = word.split(separator: marks).map(String.init)
    guard parts.count > 1, let size = parts.first?.unicodeScalars.count,
      parts.allSatisfy({ $0.unicodeScalars.count == size && made(of: $0, function) == nil })
    else { return nil }
    let isRange = word.firstMatch(of: marks)?.1 != nil
    guard isRange else { return .words(parts) }
    return parts.count == 2 && parts[0] < parts[1] ? .range(parts[0], parts[1]) : nil
  }

  /// What a function makes of a word, where nothing that it makes is this word itself.
  private func made(of word: String, _ function: PriceExpression.Operator) -> String? {
    switch function {
    case .text(.lower): return word.lowercased()
    case .text(.upper): return word.uppercased()
    case .text(.trim): return word.trimmedOfSpaces
    case .text(.left(let length)) where length >= 0:
      let letters = word.unicodeScalars
      if letters.count <= length { return nil }
      return String(String.UnicodeScalarView(letters.prefix(length)))
    case .text(.right(let length)) where length >= 0:
      let letters = word.unicodeScalars
      if letters.count <= length { return nil }
      return String(String.UnicodeScalarView(letters.suffix(length)))
    case .text(.withoutSpaces): return word.filter { !$0.isWhitespace }
    case .text(.replaced(let wanted, let other))
    // Two of them beside each other may be what was replaced: `0` for `00` leaves `00` of `0000`.
    where !String(repeating: other, count: wanted.count + 1).contains(wanted):
      return word.contains(wanted) ? word.replacing(wanted, with: other) : nil
    case .text(.part(let separator, let number)) where !separator.isEmpty:
      let parts = word.split(separator: separator, omittingEmptySubsequences: false)
      let index = number > 0 ? number - 1 : parts.count + number
      if parts.count == 1 { return nil }
      return parts.indices.contains(index) ? String(parts[index]) : ""
    case .arithmetic, .negate, .compare, .not, .round, .placed, .converted, .within, .contains,
      .distance, .template, .printed, .number, .text, .date:
      return nil
    }
  }

  /// What a pattern of months and days prints in the month of a name; nil for another word.
  private static func days(ofMonth word: String, _ pattern: String) -> Instead? {
    guard pattern.contains("MM"), let month = MomentPattern.month(named: word) else { return nil }
    let number = month < 10 ? "0\(month)" : "\(month)"
    let rest = pattern.replacing("MM", with: number)
    if !rest.contains(where: \.isLetter) { return .word(rest) }
    guard pattern.hasPrefix("MM"), !rest.replacing("dd", with: "").contains(where: \.isLetter)
    else { return nil }
    let last = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return .range(rest.replacing("dd", with: "01"), rest.replacing("dd", with: "\(last)"))
  }

  private func other(than word: String, _ pattern: String, _ value: PriceExpression) -> Instead? {
    if value.type.isQuantity {
      let zeros = pattern.split(separator: ".", omittingEmptySubsequences: false)
      guard zeros.count <= 2, zeros.allSatisfy({ $0.allSatisfy { $0 == "0" } }) else { return nil }
      let digits = word.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
      let isMade =
        digits.count == zeros.count && digits[0].count >= zeros[0].count
        && digits.allSatisfy { $0.allSatisfy(\.isNumber) }
        && (digits.count < 2 || digits[1].count == zeros[1].count)
        && (digits[0].count == zeros[0].count || digits[0].first != "0")
      if isMade { return nil }
      let short = digits.count == 1 && zeros.count == 1 && digits[0].allSatisfy(\.isNumber)
      guard short, digits[0].count < zeros[0].count else { return .nothing }
      return .word(String(repeating: "0", count: zeros[0].count - digits[0].count) + word)
    }
    guard let made = DatePattern(pattern).texts(of: value) else {
      let pattern = DatePattern(pattern)
      if pattern.mayMake(word) { return nil }
      return pattern.respelled(word).map { .word($0) } ?? .nothing
    }
    guard !made.contains(word) else { return nil }
    if let days = Self.days(ofMonth: word, pattern) { return days }
    return made.contains("0" + word) ? .word("0" + word) : .nothing
  }
}
