/// Fields of bookings and lists under them.
extension RuleReader {
  static let listKeys = ["each", "keep", "from", "at_most", "cell"]

  mutating func readInputs(_ node: YAMLNode) -> [InputDeclaration] {
    let help = "leave the dashes out: below `inputs`, write `name: type`, one on each line"
    let entries = entries(node, wanted: "a mapping of inputs", help: help)
    entries.forEach { noteName($0) }
    return entries.compactMap { entry in
      let input = known(\.inputs, entry) ?? readInput(entry)
      if input == nil { noteUnread(entry) }
      return input
    }
  }

  /// The input's name, and those of its fields if it has some.
  private mutating func noteUnread(_ entry: YAMLEntry) {
    unread.insert(entry.key.value)
    for part in entry.value.entries ?? [] { noteUnread(part) }
  }

  mutating func readInput(_ entry: YAMLEntry) -> InputDeclaration? {
    checkName(entry.key, as: entry.value.entries == nil ? .input : .list)
    let span = entry.key.span.joined(to: entry.value.span)
    switch entry.value.content {
    case .scalar(let scalar):
      if entry.value.isEmpty {
        log.report(.wrongForm("the type of the input", found: entry.value))
        return nil
      }
      if let misplaced = headerAmongInputs(entry.key, text(scalar)) {
        log.report(misplaced)
        return nil
      }
      return readField(entry.key, placed(scalar), at: span).map { .field($0) }
    case .mapping(let entries, _):
      if entries["each"] == nil, let phrase = phrase(meantBy: entries) {
        var diagnostic = Diagnostic.wrongForm("the phrase of an input", found: entry.value)
        diagnostic.help = ["write `\(entry.key.value): \(phrase)`"]
        log.report(diagnostic)
        return nil
      }
      checkKeys(entries, of: "a list", Self.listKeys)
      guard entries["each"] != nil else {
        log.report(.missingKey("each", in: "a list", at: entry.key.span))
        return nil
      }
      var list = ListDeclaration(name: entry.key, span: span)
      readList(entries, into: &list)
      return .list(list)
    case .sequence(let elements, _):
      log.report(.listForType(entry.value, elements))
      return nil
    }
  }

  /// `{ type: weight, unit: kg, default: 1 }` as a phrase; nil where no type is said.
  private func phrase(meantBy entries: [YAMLEntry]) -> String? {
    func said(_ keys: String...) -> String? {
      keys.lazy.compactMap { entries[$0]?.scalar }.first.map { text($0).value }
    }
    guard let type = said("type") else { return nil }
    var phrase = said("optional") == "true" || said("required") == "false" ? "optional " : ""
    phrase += type
    if let unit = said("unit") { phrase += " in \(unit)" }
    switch (said("min", "minimum"), said("max", "maximum")) {
    case (let low?, let high?): phrase += " [\(low)..\(high)]"
    case (let low?, nil): phrase += " >= \(low)"
    case (nil, let high?): phrase += " <= \(high)"
    case (nil, nil): break
    }
    return phrase + (said("default").map { ", default \($0)" } ?? "")
  }

  /// Sets those parts of a list that are written; fields are merged by name.
  mutating func readList(_ entries: [YAMLEntry], into list: inout ListDeclaration) {
    if let node = entries["each"] {
      list.fields = readInputs(node)
      if list.fields.isEmpty, !log.hasErrors { log.report(.wrongForm("a field", found: node)) }
    }
    if let node = entries["keep"] { list.keep = formula(node) }
    if let node = entries["at_most"] { list.atMost = wholeNumber(node, "at_most") }
    if let node = entries["cell"] { list.cell = scalarText(node, wanted: "the form of a cell") }
    if let node = entries["from"] { readSources(node, into: &list) }
  }

  /// Sources one after the other, or one that stands alone.
  private mutating func readSources(_ node: YAMLNode, into list: inout ListDeclaration) {
    list.otherIsMissing = false
    list.sources = []
    let nodes = if case .sequence(let elements, _) = node.content { elements } else { [node] }
    for node in nodes {
      if let entries = node.entries {
        list.sources.append(readExtra(entries, at: node.span))
      } else if let scalar = node.scalar, !node.isEmpty {
        readSource(placed(scalar), into: &list)
      } else {
        log.report(.wrongForm("a path, `itself` or an extra element", found: node))
      }
    }
  }

  /// `path or path`, and perhaps `, other is missing`, which goes for the list.
  private mutating func readSource(_ text: PlacedText, into list: inout ListDeclaration) {
    for (index, clause) in PhraseClauses.split(text).enumerated() {
      let part = text.slice(clause.lower, clause.upper)
      if index == 0 {
        list.sources += readPaths(part).compactMap { listSource($0) }
      } else if part.string == InputConversion.otherIsMissing.rawValue {
        list.otherIsMissing = true
      } else {
        let known = [InputConversion.otherIsMissing.rawValue]
        log.report(.unknownPhrase(Spanned(part.string, at: part.span), among: known))
      }
    }
  }

  private mutating func listSource(_ source: FieldSource) -> ListSource? {
    switch source {
    case .path(let path): return path.isItself ? .itself(path.span) : .path(path)
    case .pair(let path, _):
      log.report(.pathForm("and", at: path.span))
      return nil
    }
  }

  private mutating func readExtra(_ entries: [YAMLEntry], at span: SourceSpan) -> ListSource {
    var condition: Formula?
    var fields: [ExtraField] = []
    for entry in entries {
      if entry.key.value == "when" {
        condition = formula(entry.value)
      } else if let scalar = entry.value.scalar, !entry.value.isEmpty {
        let text = placed(scalar)
        let cell = CellText(bytes: text.bytes, file: file, placed: text)
        fields.append(ExtraField(name: entry.key, value: readValueCell(cell)))
      } else {
        log.report(.wrongForm("a value, or `= formula`", found: entry.value))
      }
    }
    return .extra(when: condition, fields: fields, span: span)
  }

  // MARK: - Phrases

  /// `[optional] type [in unit] [range] [step s], default x, from a or b, key`.
  mutating func readField(
    _ name: Spanned<String>, _ text: PlacedText, at span: SourceSpan
  ) -> FieldDeclaration? {
    var clauses = PhraseClauses.split(text)
    guard !clauses.isEmpty else { return nil }
    let first = clauses.removeFirst()
    var phrase = FormulaParser(text.slice(first.lower, first.upper), units: units)
    let isOptional = phrase.take(word: "optional")
    guard let type = readType(&phrase) else { return nil }
    var field = FieldDeclaration(name: name, type: type, span: span)
    field.isOptional = isOptional
    let figures = readQualifiers(&phrase, into: &field)
    reportUnit(of: field, figures: figures, text: text, start: first.lower, clauses: clauses)
    if case .oneOf = type.value { readWordsBehindCommas(&clauses, text, into: &field) }
    for clause in clauses {
      readClause(text.slice(clause.lower, clause.upper), into: &field)
    }
    return field
  }

  /// `one of a, b, c | d`: the words behind commas, taken for what they were meant to be.
  private mutating func readWordsBehindCommas(
    _ clauses: inout [(lower: Int, upper: Int)], _ text: PlacedText,
    into field: inout FieldDeclaration
  ) {
    guard case .oneOf(var choices) = field.type.value else { return }
    let further = clauses.prefix { clause in
      let part = text.spanned(clause.lower, clause.upper).value
      return !part.isEmpty
        && !Self.clauseWords.contains { part == $0 || part.hasPrefix($0 + " ") }
        && part.split(separator: "|").allSatisfy { !$0.trimmedOfSpaces.contains(" ") }
    }
    // One alone may be a clause that is mistyped.
    guard let first = further.first, let last = further.last,
      further.count > 1 || !text.spanned(first.lower, first.upper).value.contains(" "),
      Suggestion.nearest(
        to: text.spanned(first.lower, first.upper).value, among: Self.clauseWords) == nil
    else { return }
    for clause in further {
      let parts = PhraseClauses.split(
        text.slice(clause.lower, clause.upper), at: UInt8(ascii: "|"))
      choices += parts.map { text.spanned(clause.lower + $0.lower, clause.lower + $0.upper) }
    }
    let words = choices.map(\.value)
    log.report(
      .unknownPhrase(text.spanned(first.lower, last.upper), among: [], allChoices: words))
    field.type.value = .oneOf(choices)
    clauses.removeFirst(further.count)
  }

  static let typeWords: [(word: String, type: InputType)] = [
    ("text", .text), ("flag", .flag), ("count", .count), ("number", .number), ("money", .money),
    ("date", .date), ("time", .time), ("instant", .instant), ("duration", .duration),
    ("distance", .distance), ("weight", .weight), ("point", .point),
  ]

  /// A type by its word, declared units included.
  package func type(named word: String) -> InputType? {
    Self.typeWords.first { $0.word == word }?.type ?? (units.contains(word) ? .declared(word) : nil)
  }

  private mutating func readType(_ phrase: inout FormulaParser) -> Spanned<InputType>? {
    let start = phrase.at
    guard let word = phrase.peekWord() else {
      log.report(
        .unknownType(Spanned(phrase.text.string, at: phrase.here()), among: knownTypes))
      return nil
    }
    phrase.skipBlanks()
    let lower = phrase.at
    phrase.at += word.utf8.count
    if word == "one", phrase.take(word: "of") {
      return Spanned(.oneOf(readChoices(&phrase)), at: phrase.text.span(lower, phrase.bytes.count))
    }
    if let type = type(named: word) { return Spanned(type, at: phrase.text.span(lower, phrase.at)) }
    let place = phrase.text.span(max(lower, start), phrase.at)
    let rest = phrase.text.slice(phrase.at, phrase.bytes.count).string
    log.report(.unknownType(Spanned(word, at: place), rest: rest, among: knownTypes))
    return nil
  }

  private var knownTypes: [String] { Self.typeWords.map(\.word) + ["one of"] + units.sorted() }

  private mutating func readChoices(_ phrase: inout FormulaParser) -> [Spanned<String>] {
    var choices: [Spanned<String>] = []
    var places: [String: SourceSpan] = [:]
    let parts = PhraseClauses.split(phrase.text, from: phrase.at, at: UInt8(ascii: "|"))
    if let first = parts.first, let last = parts.last {
      let whole = phrase.text.spanned(first.lower, last.upper)
      if let words = Self.words(inOne: whole, parts: parts.count) {
        log.report(words.isEmpty ? .wrongChoice(at: whole.span) : .choiceForm(whole, words))
      } else {
        let words = parts.map { phrase.text.spanned($0.lower, $0.upper) }
        for (index, word) in words.enumerated() {
          checkChoice(word, words.count, isLast: index == words.count - 1)
        }
        if words.count > 1 { checkEnd(of: words) }
      }
    }
    for part in parts {
      var choice = phrase.text.spanned(part.lower, part.upper)
      if let said = choice.value.ranges(of: " default ").last,
        parts.contains(where: {
          phrase.text.spanned($0.lower, $0.upper).value == choice.value[said.upperBound...]
        }) || choice.value[..<said.lowerBound] == choice.value[said.upperBound...]
      {
        let clause = part.lower + choice.value[..<said.lowerBound].utf8.count + 1
        log.report(
          .unknownPhrase(
            phrase.text.spanned(clause, part.upper), among: [], clauses: Self.clauseWords))
      }
      if let text = Literal.quotedText(choice) { choice.value = text }
      if choice.value.isEmpty {
        log.report(.wrongChoice(at: choice.span))
      } else if let first = places[choice.value] {
        log.report(.repeatedName(choice, first: first))
      } else {
        places[choice.value] = choice.span
        choices.append(choice)
      }
    }
    phrase.at = phrase.bytes.count
    return choices
  }

  /// What somebody meant by `[a, b]`, or, where nothing is to choose from, by `a or b`.
  private static func words(inOne choice: Spanned<String>, parts: Int) -> [String]? {
    let text = choice.value
    let isList = ["[]", "()", "{}"].contains {
      text.count > 1 && text.first == $0.first && text.last == $0.last
    }
    let inner = isList ? text.dropFirst().dropLast() : text[...]
    guard isList || parts == 1 && Literal.quotedText(choice) == nil else { return nil }
    let words = inner.replacing(" or ", with: ",").split { $0 == "," || $0 == "|" }
      .map(\.trimmedOfSpaces)
    return isList || words.count > 1 ? words : nil
  }

  /// `in unit`, a range, `step s`, in this order or another.
  private mutating func readQualifiers(
    _ phrase: inout FormulaParser, into field: inout FieldDeclaration
  ) -> FiguresOfPhrase {
    var figures = FiguresOfPhrase()
    while phrase.here().upper > phrase.here().lower || !phrase.isAtEnd {
      let start = phrase.at
      noteRepeated(phrase, field)
      if phrase.take(word: "in") {
        phrase.skipBlanks()
        let lower = phrase.at
        if field.type.value == .instant {
          while !phrase.isAtEnd, !phrase.peek().isBlank { phrase.at += 1 }
          field.unit = phrase.text.spanned(lower, phrase.at)
          continue
        }
        phrase.at = Lexicon.endOfName(phrase.bytes, at: lower, end: phrase.bytes.count)
        figures.unit = lower..<phrase.at
        field.unit = phrase.text.spanned(lower, phrase.at)
      } else if phrase.take(word: "step") {
        phrase.skipBlanks()
        let stop = PhraseClauses.endOfWords(phrase.bytes, from: phrase.at, before: ["in", "step"])
        let raw = phrase.text.spanned(phrase.at, stop)
        figures.step = phrase.at..<stop
        field.step = NumberLiteral.read(raw, units: units).map { Spanned($0, at: raw.span) }
        // A unit that is not known is told of once.
        if field.step == nil, field.unit.map({ isUnit($0.value) }) ?? true {
          log.report(.stepForm(raw, of: field))
        }
        phrase.at = stop
      } else if "[(<>".utf8.contains(phrase.peek()) {
        let stop = PhraseClauses.endOfRange(phrase.bytes, from: phrase.at)
        let part = phrase.text.slice(phrase.at, stop)
        figures.range = phrase.at..<stop
        let cell = CellText(bytes: part.bytes, file: file, placed: part)
        field.range = cell.range(0, part.bytes.count)
        if field.range == nil {
          var diagnostic = Diagnostic.rangeForm(part.string, at: part.span)
          if part.string == "[]" {
            diagnostic.help = ["several of them are a list, whose fields go below `each:`"]
          }
          log.report(diagnostic)
        }
        phrase.at = stop
      } else {
        let rest = phrase.text.spanned(phrase.at, phrase.bytes.count)
        var unknown = Diagnostic.unknownPhrase(
          rest, among: ["in", "step", "optional"], clauses: Self.clauseWords)
        if let help = instead(of: rest) { unknown.help = help }
        log.report(unknown)
        return figures
      }
      if phrase.at == start { return figures }
    }
    return figures
  }

  func isUnit(_ name: String) -> Bool {
    MeasureUnit.named(name) != nil || units.contains(name)
  }

  /// What a clause after the first one begins with.
  private static let clauseWords =
    ["default", "from", "key", "written", "nothing"] + InputConversion.allCases.map(\.rawValue)

  private mutating func readClause(_ text: PlacedText, into field: inout FieldDeclaration) {
    var phrase = FormulaParser(text, units: units)
    if phrase.take(word: "default") {
      if field.defaultValue != nil { log.report(.phraseRepeated("default", at: text.span)) }
      phrase.skipBlanks()
      let written = phrase.text.spanned(phrase.at, phrase.bytes.count)
      field.defaultValue = readDefault(written, of: field.type.value)
      field.defaultSpan = written.span
    } else if phrase.take(word: "from") {
      if !field.sources.isEmpty { log.report(.phraseRepeated("from", at: text.span)) }
      phrase.skipBlanks()
      field.sources = readPaths(text.slice(phrase.at, phrase.bytes.count))
    } else if phrase.take(word: "written") {
      if !field.notation.written.isEmpty { log.report(.phraseRepeated("written", at: text.span)) }
      field.notation.written = readAlternatives(text, from: phrase.at)
    } else if phrase.take(word: "nothing") {
      if !field.notation.nothing.isEmpty { log.report(.phraseRepeated("nothing", at: text.span)) }
      field.notation.nothing = readAlternatives(text, from: phrase.at)
    } else if text.string == "key" {
      if field.isKey { log.report(.phraseRepeated("key", at: text.span)) }
      field.isKey = true
    } else if InputConversion(rawValue: text.string) != nil {
      field.conversions.append(Spanned(text.string, at: text.span))
    } else {
      var choices: [String] = []
      if case .oneOf(let words) = field.type.value { choices = words.map(\.value) }
      let decimal = decimalParted(before: text)
      let clause = wholeClause(text, decimal: decimal)
      var unknown = Diagnostic.unknownPhrase(
        clause, among: Self.clauseWords, choices: choices,
        isValue: isValue(text, of: field.type.value), decimal: decimal)
      if let help = instead(of: clause, in: field) { unknown.help = help }
      log.report(unknown)
    }
  }

  private mutating func readDefault(
    _ raw: Spanned<String>, of type: InputType
  ) -> Literal? {
    if raw.value.isEmpty {
      log.report(.formulaMissing(at: raw.span))
      return nil
    }
    switch type {
    case .text, .oneOf: return .text(Literal.quotedText(raw) ?? raw.value)
    case .flag, .count, .number, .money, .date, .time, .instant, .duration, .distance, .weight,
      .point, .declared:
      return Literal.read(raw, units: units) ?? .text(raw.value)
    }
  }
}
