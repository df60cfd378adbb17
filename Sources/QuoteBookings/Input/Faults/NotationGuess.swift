import QuoteLanguage
package import QuoteSyntax

/// What a text that is no plain value can have meant, and what rules say to read it so.
package struct NotationGuess: Hashable {
  /// `written "1.234,56"`, `nothing "N/A"`.
  package var clause: String
  /// What the text is then; empty where it is nothing.
  package var reading: String
  /// Whether every booking has to give a value, so that nothing is a fault, too.
  var isRequired = false

  /// Words that people and programs write where there is nothing.
  static let nothings: Set<String> = [
    "n/a", "#n/a", "na", "n.a.", "null", "none", "nil", "nan", "-", "--", "–", "—", "?", "tbd",
    "tbc", "tba", "poa",
    "\\n", "unknown", "#value!", "#ref!", "#div/0!", "#name?", "#num!", "undefined",
    "(blank)", "(null)", "missing", "0000-00-00",
  ]

  /// The least surprising first; empty where the text says nothing of the kind.
  ///
  /// `currency` is what the rules' own is called beside a number; empty where it is not known.
  static func all(
    for text: String, of schema: FieldSchema, currency: [String] = []
  ) -> [NotationGuess] {
    if schema.notation?.written.isEmpty == false { return [] }
    // None of them has a digit, but for the zeros of a day that does not exist.
    let mayBeNothing = !text.utf8.contains(where: \.isDigit) || text.utf8.starts(with: "0000".utf8)
    let word = text.trimmedOfSpaces
    if mayBeNothing, word.isEmpty ? isBlank(text) : nothings.contains(word.lowercased()) {
      let isRequired = !schema.isOptional && schema.defaultValue == nil
      return [
        NotationGuess(
          clause: "nothing \(Literal.quoted(word.isEmpty ? " " : word))", reading: "",
          isRequired: isRequired)
      ]
    }
    switch schema.type {
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      let isConverted = !schema.conversions.isDisjoint(with: [.readAsInteger, .readAsNumber])
      return isConverted ? [] : numbers(text, schema, currency)
    case .date, .time, .instant: return moments(text, schema)
    case .text, .flag, .point, .oneOf: return []
    }
  }

  /// Whether a text is of blanks alone that `nothing " "` reads.
  private static func isBlank(_ text: String) -> Bool {
    var blanks = FieldNotation()
    blanks.nothing = [[]]
    return !text.isEmpty && blanks.isNothing(text.utf8.span)
  }

  /// The largest step that takes numbers with as many decimals and all that the field takes
  /// already; nil where a text is no plain number, and for counts.
  static func finerStep(
    for text: String, of schema: FieldSchema, currency: [String]
  ) -> NotationGuess? {
    guard schema.type != .count, let plain = PlainForms.decimals.wholeMatch(in: text) else {
      return nil
    }
    let step = Ratio(powerOfTen: -plain.1.count).commonMeasure(with: schema.step)
    let unit = schema.unit.map { " \($0.name)" } ?? ""
    let sign = currency.first { !$0.contains(where: \.isLetter) }
    let mark = schema.type == .money ? sign ?? currency.first.map { $0 + " " } ?? "" : ""
    return NotationGuess(clause: "step \(mark)\(step)\(unit)", reading: text)
  }

  /// Whether a field takes what the text is then.
  func isHeld(by schema: FieldSchema) -> Bool { Ratio(decimal: reading).map(schema.holds) ?? true }

  /// Whether a text is a word that people and programs write where there is nothing.
  package static func isNothing(_ text: String) -> Bool {
    text.utf8.count < 12 && nothings.contains(text.trimmedOfSpaces.lowercased())
  }

  /// What would read a text as a value of a type, for who does not know the field yet.
  package static func ways(of text: String, as type: InputType) -> [NotationGuess] {
    let schema = FieldSchema(
      name: "", type: type, storage: .integer, isOptional: true, defaultValue: nil,
      takesAsOf: false, sources: [], choices: [], range: .unbounded,
      rangeIsOpen: (false, false), step: 1, unit: nil, conversions: [], span: .nowhere)
    return all(for: text, of: schema)
  }

  private static let spellings: [NumberSpelling] = [
    "1,234.56", "1.234,56", "1 234,56", "1'234.56", "1 234.56", "1,23,456.78", "12.5%", "12,5%",
  ].compactMap { NumberSpelling(example: $0) }

  private static func numbers(
    _ text: String, _ schema: FieldSchema, _ currency: [String]
  ) -> [NotationGuess] {
    guard text.utf8.count <= 40 else { return [] }
    if let unit = schema.unit, let guess = measure(text, unit.name) { return [guess] }
    let isMoney = schema.type == .money
    let bytes = Array(text.utf8)
    let isBare = bytes.allSatisfy { $0 &- 0x20 < 0x20 && $0 != UInt8(ascii: "$") }
    let mark = isBare ? nil : CurrencyWord.find(in: text)
    if isMoney, let mark, isForeign(mark, currency) { return [] }
    // An amount in another currency is no number of the input's unit, which may be one, too.
    if let unit = schema.unit?.name.uppercased(), let mark,
      ModelChecker.isSign(mark, ofOtherThan: unit)
    {
      return []
    }
    let isPercent = bytes.contains(UInt8(ascii: "%"))
    var guesses: [NotationGuess] = []
    var digits = [UInt8](repeating: 0, count: bytes.count + 1)
    for plain in spellings where plain.isPercent == isPercent {
      let spelling = mark.map { plain.taking([$0]) } ?? plain
      var target = digits.mutableSpan
      guard let found = spelling.plain(bytes.span, into: &target) else { continue }
      let reading =
        String(decoding: digits[..<found.count], as: UTF8.self) + (isPercent ? "%" : "")
      guard isPercent || reading != text else { continue }
      // What a count is not is none of it in another way of writing either.
      if schema.type == .count, isPercent || Ratio(decimal: reading)?.isWhole == false { continue }
      let shown = isMoney ? plain.example : (mark.map { $0 + " " } ?? "") + plain.example
      guesses.append(
        NotationGuess(clause: "written \(Literal.quoted(shown))", reading: reading))
    }
    return guesses
  }

  /// Whether a mark beside a number is that of another currency than the rules'.
  static func isForeign(_ mark: String, _ currency: [String]) -> Bool {
    !currency.isEmpty && !currency.contains(mark)
  }

  /// A number with the input's own unit behind it.
  private static func measure(_ text: String, _ unit: String) -> NotationGuess? {
    for example in ["1234.5 \(unit)", "1,234.5 \(unit)", "1.234,5 \(unit)"] {
      guard text.trimmedOfSpaces.hasSuffix(unit), let spelling = NumberSpelling(example: example),
        let digits = spelling.read(text.utf8)
      else { continue }
      return NotationGuess(
        clause: "written \(Literal.quoted(example))",
        reading: String(decoding: digits, as: UTF8.self))
    }
    return nil
  }

  /// One of each reading.
  static func withoutRepeats(_ guesses: [NotationGuess]) -> [NotationGuess] {
    var readings: Set<String> = []
    return guesses.filter { readings.insert($0.reading).inserted }
  }

  /// The plain notation beside another, for the values that are written so already.
  private var beside: String {
    let readsPlain = ["yyyy-M-d", "1,234.56", "1 234.56", "1'234.56", "H:mm"]
    guard clause.hasPrefix("written "), !clause.contains(" or "),
      !readsPlain.contains(where: { clause.hasSuffix("\"\($0)\"") })
    else { return "" }
    if PlainForms.date.matches(reading) { return " or \"yyyy-MM-dd\"" }
    if PlainForms.time.matches(reading) { return " or \"HH:mm\"" }
    return PlainForms.number.matches(reading) ? " or \"1234.56\"" : ""
  }

  /// A sentence's end for messages: what would read the text; empty where nothing would.
  /// `value` is that text, where the sentence does not name it.
  static func cure(
    _ guesses: [NotationGuess], of text: String? = nil, value: String = ""
  ) -> String {
    guard let first = guesses.first else { return "" }
    // A text that is a plain number as it stands would be read in both ways, unless it counts days.
    let isPlain =
      PlainForms.number.matches(text ?? value) && PlainForms.number.matches(first.reading)
    let clause = "with `\(first.clause)\(isPlain ? "" : first.beside)` in the rules"
    let it = text.map { "`\($0)`" } ?? "it"
    if first.reading.isEmpty {
      let optional =
        first.isRequired ? ", and with `optional` before its type it may be missing" : ""
      return "\(clause) \(it) is not given\(optional)"
    }
    let isDay = PlainForms.date.matches(first.reading) || PlainForms.time.matches(first.reading)
    if text == nil, guesses.count == 1, isDay {
      return "write `\(first.reading)`, or, where all are written as it is, say "
        + "`\(first.clause)\(first.beside)` in the rules"
    }
    let others = guesses.dropFirst().map { "with `\($0.clause)` \($0.reading)" }
    // A moment has several plain forms, and patterns read only what they show.
    let isMoment = first.clause.contains("yy") && first.reading.contains("T")
    return (["\(clause) \(it) is \(first.reading)"] + others).joined(separator: ", ")
      + (isMoment ? "; another form in the same file has its own pattern, after `or`" : "")
  }
}

extension FieldNotation {
  /// What a text is in each of the ways that are declared.
  func readings(of text: String) -> [String] {
    let numbers = numbers.compactMap { spelling in
      spelling.read(text.utf8).map {
        "\(String(decoding: $0, as: UTF8.self)) as `\(spelling.example)`"
      }
    }
    return numbers
      + zip(moments, written).compactMap { notation, written in
        guard case .found(let found) = notation.read(text.utf8.span) else { return nil }
        let iso = MomentPattern(
          found.hasDate ? found.clock > 0 ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd" : "HH:mm")
        return "\(iso.written(found)) as `\(written)`"
      }
  }
}

extension FieldSchema {
  /// What it holds, in a word.
  var noun: String {
    switch type {
    case .date: "a date"
    case .time: "a time"
    case .instant: "a moment"
    case .text, .flag, .point, .oneOf, .count, .number, .money, .duration, .distance, .weight,
      .declared:
      "a number"
    }
  }
}
