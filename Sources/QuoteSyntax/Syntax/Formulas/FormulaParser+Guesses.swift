/// What may be meant by a formula that cannot be read, by how it looks. A guess is told only if the
/// rules have nothing against it, so that several may be made of one formula.
extension FormulaParser {
  private var whole: String { String(decoding: bytes, as: UTF8.self) }

  /// What is said of a formula that is only words; `found` is the one that cannot be there.
  func helpOfProse(_ found: String) -> [String] {
    let whole = whole.trimmedOfSpaces
    guard Lexicon.isName(found), whole.first?.isLetter ?? false,
      whole.allSatisfy({ $0.isLetter || $0.isNumber || "_ .,!?'’-&".contains($0) })
    else { return [] }
    let text =
      "a text is in quotation marks, and in a formula in parentheses too: `(\"\(whole)\")`"
    let words = whole.split(separator: " ")
    guard words.count == 2, words.allSatisfy({ Lexicon.isName(String($0)) }) else { return [text] }
    return ["a name has no spaces in it, as in `\(words.joined(separator: "_"))`", text]
  }

  /// Whether what is said of a word by itself says less than a guess of the whole.
  func isGuessed(_ found: String) -> Bool {
    ["if", "(", "of", ","].contains(found) || whatIsBefore.lowercased() == "case"
      || OtherText.isAsked(by: found)
  }

  private var whatIsBefore: String { String(decoding: bytes[..<at], as: UTF8.self).trimmedOfSpaces }

  /// What is said of `x -> x * 2`; nil for what is none such.
  func functionWithArrow() -> String? {
    whole.wholeMatch(of: kept(/\s*\(?(\w+(?:\s*,\s*\w+)*)\)?\s*[-=]>\s*(.+)/)).map {
      "parameters are behind the name: `name(\($0.1)): \($0.2)`"
    }
  }

  /// The formula with another text from one offset to another.
  func guess(
    _ right: String, from lower: Int, to upper: Int, help: (String) -> String = { "write `\($0)`" }
  ) -> Diagnostic.Guess {
    let before = String(decoding: bytes[..<lower], as: UTF8.self)
    let after = String(decoding: bytes[upper...], as: UTF8.self)
    return guess(before + right + after, help: help)
  }

  private func guess(
    _ right: String, help: (String) -> String = { "write `\($0)`" }
  ) -> Diagnostic.Guess {
    let right = right.trimmedOfSpaces
    return Diagnostic.Guess(right, at: text.span, help: help(right))
  }

  /// What the formula may mean where something stands that cannot.
  func guesses() -> [Diagnostic.Guess] {
    guard bytes.count < 300 else { return [] }
    return choices + conditions + asked + bounds + calls + figures + joined
  }

  // MARK: - Kinds of guesses

  /// `case when a then x else y end`, `x if a else y`, `x if a`, `x unless a`.
  private var choices: [Diagnostic.Guess] {
    if let match = whole.wholeMatch(of: kept(/(?i)\s*case\s+(when\s.+?)(?:\s+end)?\s*/)) {
      let chain = match.1.replacing(kept(/(?i)\bwhen\b/), with: "else if")
        .replacing(kept(/(?i)\bthen\b/), with: "then").replacing(kept(/(?i)\belse\b/), with: "else")
      return [guess(String(chain.dropFirst("else ".count)))]
    }
    guard let match = whole.wholeMatch(of: kept(/(.+?)\s+(if|unless)\s+(.+?)(?:\s+else\s+(.+))?/))
    else {
      return []
    }
    let other = match.4.map(String.init)
      ?? match.1.wholeMatch(of: kept(/([^\d\w]?|[A-Z]{3} )\d[\d.]*(%| ?[A-Za-z]+|)/)).map {
        "\($0.1)0\($0.2)"
      }
    guard let other else { return [] }
    let (then, otherwise) = match.2 == "if" ? (String(match.1), other) : (other, String(match.1))
    return [guess("if \(match.3) then \(then) else \(otherwise)")]
  }

  /// `no a`, `a, b`, `a xor b`, `x = 'a'`.
  private var conditions: [Diagnostic.Guess] {
    var found: [Diagnostic.Guess] = []
    if let match = whole.wholeMatch(of: kept(/\s*no\s+(.+)/)) {
      found.append(guess("not \(match.1)"))
    }
    if let match = whole.wholeMatch(of: kept(/(.+)\s+xor\s+(.+)/)) {
      found.append(guess("(\(match.1)) != (\(match.2))"))
    }
    let straight = whole.replacing(kept(/['‘’“”„]([^'‘’“”„"]*)['‘’“”]/)) { "\"\($0.1)\"" }
    if straight != whole {
      found.append(guess(straight) { "texts are in double quotation marks: `\($0)`" })
    }
    let parts = partsByComma
    if parts.count == 2 {
      found.append(
        guess(parts.joined(separator: " and ")) {
          "two conditions are joined by `and`, or by `or`: `\($0)`"
        })
    }
    let pattern = kept(/(\w+)\s*(?:=?~\*?|matches|like)\s*"(\^?)([\w \-]+)(?:\.\*)?(\$?)"/)
    if let match = whole.firstMatch(of: pattern) {
      let call = match.2.isEmpty ? match.4.isEmpty ? "contains" : "ends_with" : "starts_with"
      let right = match.2.isEmpty || match.4.isEmpty
        ? "\(call)(\(match.1), \"\(match.3)\")" : "\(match.1) = \"\(match.3)\""
      found.append(
        guess(whole.replacing(match.0, with: right)) { "there are no patterns: write `\($0)`" })
    }
    return found
  }

  /// `any item x > $5`, `x starts with "A"`, `list contains "A"`.
  private var asked: [Diagnostic.Guess] {
    var found: [Diagnostic.Guess] = []
    let quantifier =
      kept(/\s*(any|all)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)??(?:has |have |with |where )?(.+)/)
    if let match = whole.wholeMatch(of: quantifier) {
      found.append(guess("\(match.1)(\(match.2))"))
      let behind = match.2.drop { $0 != " " }.dropFirst()
      if !behind.isEmpty { found.append(guess("\(match.1)(\(behind))")) }
    }
    let before = String(decoding: bytes[..<at], as: UTF8.self)
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let call = OtherText.call(before, rest: rest) else { return found }
    let start = before.trimmedOfSpaces.utf8.count - call.name.utf8.count
    let end = at + call.whole.utf8.count
    return found + [guess(call.right, from: start, to: end)]
  }

  /// `x, min $10`: what an amount is at least, or at most.
  private var bounds: [Diagnostic.Guess] {
    let parts = partsByComma
    guard parts.count == 2,
      let bound = parts[1].wholeMatch(
        of: kept(/(?:(min(?:imum)?|at least|not less than)|max(?:imum)?|at most|up to)\.?\s+(.+)/))
    else { return [] }
    let right = "\(bound.1 == nil ? "min" : "max")(\(bound.2), \(parts[0]))"
    return [guess(right), guess("round(\(right))")]
  }

  /// `x.method(y)`, `number of x`, `sum(x for y in z)`.
  private var calls: [Diagnostic.Guess] {
    var found: [Diagnostic.Guess] = []
    if let match = whole.firstMatch(of: kept(/\s+for\s+\w+\s+in\s+\w+(?=\s*\))/)) {
      found.append(guess(whole.replacing(match.0, with: "")))
    }
    let counted = kept(/(?:number|count|quantity|amount|sum|total)\s+of\s+(?:all\s+|the\s+)*(\w+)/)
    if let match = whole.firstMatch(of: counted) {
      let isSum = match.0.hasPrefix("sum") || match.0.hasPrefix("total")
      for right in [isSum ? "sum(\(match.1))" : "count(\(match.1))", String(match.1)] {
        found.append(guess(whole.replacing(match.0, with: right)))
      }
    }
    guard let match = whole.firstMatch(of: kept(/(\w+(?:\.\w+)?)\.(\w+)\(([^()]*)\)/)),
      !Self.modules.contains(String(match.1))
    else { return found }
    let argument = match.3.trimmedOfSpaces
    let rights: [String]
    switch match.2.lowercased() {
    case "tofixed", "quantize":
      let digits = Int(argument) ?? 2
      guard 0...9 ~= digits else { return found }
      let step = digits == 0 ? "1" : "0." + String(repeating: "0", count: digits - 1) + "1"
      rights = ["$\(step)", "€\(step)", "£\(step)", step].map { "round(\(match.1), \($0))" }
    case "isoweekday": rights = ["weekday_number(\(match.1))"]
    case let name:
      let own = Self.methods[name] ?? String(match.2)
      rights = ["\(own)(\(match.1)\(argument.isEmpty ? "" : ", \(argument)"))"]
    }
    return found + rights.map { guess(whole.replacing(match.0, with: $0)) }
  }

  /// What stands before the point in other programs and is no value.
  static let modules: Set<String> = [
    "math", "np", "numpy", "decimal", "datetime", "Math",
  ]

  /// `50 bps`, `$1.5k`, `50 cents`, `$12.50 USD`, `24 Dec 2026`, `$5 off`, `1h30`.
  private var figures: [Diagnostic.Guess] {
    var found: [Diagnostic.Guess] = []
    func replace(_ part: Substring, _ rights: [String]) {
      found += rights.map { guess(whole.replacing(part, with: $0, maxReplacements: 1)) }
    }
    if let match = whole.firstMatch(of: kept(/(\d+(?:\.\d+)?)\s*(?:bps|bp|basis points)\b/)),
      let points = Ratio(decimal: String(match.1))
    {
      replace(match.0, ["\(points / 100)%"])
    }
    if let match = whole.firstMatch(of: kept(/(\D?)(\d+(?:\.\d+)?)\s?([kK]|[mM]io)\b/)),
      let figure = Ratio(decimal: String(match.2))
    {
      replace(match.0, ["\(match.1)\(figure * (match.3.lowercased() == "k" ? 1000 : 1_000_000))"])
    }
    if let match = whole.firstMatch(of: kept(/(\d+(?:\.\d+)?)\s*(?:cents?|ct|pence|pennies)\b/)),
      let figure = Ratio(decimal: String(match.1))
    {
      let figures = "\(figure / 100)"
      let hundredths = figures.contains(kept(/\.\d$/)) ? figures + "0" : figures
      replace(match.0, ["$\(hundredths)", "€\(hundredths)", "£\(hundredths)"])
    }
    if let match = whole.firstMatch(of: kept(/(\d{1,2})\.?\s+(\p{L}{3,})\.?,?\s+(\d{4})/)),
      let month = MomentPattern.month(named: match.2), let day = Int(match.1)
    {
      replace(match.0, ["\(match.3)-\(paddedNumber(month, to: 2))-\(paddedNumber(day, to: 2))"])
    }
    if let match = whole.firstMatch(of: kept(/(\p{Sc}\d[\d.]*)\s+[A-Z]{3}\b/)) {
      replace(match.0, [String(match.1)])
    }
    if let match = whole.wholeMatch(of: kept(/\s*(\S+)\s+off\s*/)) {
      found.append(guess(match.1.hasPrefix("-") ? "\(match.1)" : "-\(match.1)"))
    } else if let match = whole.wholeMatch(of: kept(/(.*\s-\s.*\d)\s+off\s*/)) {
      found.append(guess("\(match.1)"))
    }
    let clock = kept(/(\d{1,2})[h:](\d\d)(?!\d|:)/)
    if let match = whole.firstMatch(of: clock), let hours = Int(match.1), let rest = Int(match.2) {
      let minutes = hours * 60 + rest
      replace(match.0, [minutes % 30 == 0 ? "\(Ratio(minutes) / 60) h" : "\(minutes) min"])
    }
    return found
  }

  /// `a, b` as a list; `a b` as a product.
  private var joined: [Diagnostic.Guess] {
    var found: [Diagnostic.Guess] = []
    if partsByComma.count > 1 {
      found.append(guess("[\(whole)]") { "a list is in brackets: `\($0)`" })
    }
    if let match = whole.wholeMatch(of: kept(/\s*([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*/)) {
      found.append(
        guess("\(match.1) * \(match.2)") { "two values are joined by an operator: `\($0)`" })
    }
    if let match = whole.wholeMatch(of: kept(/\s*(\w+)\s*\(\s*([A-Za-z%]+)\s*\)\s*/)) {
      if ColumnOfEnds(String(match.1)) == nil { found.append(unitOfHeader(String(match.1))) }
      found.append(guess("\(match.1) / 1 \(match.2)"))
    }
    return found
  }

  private func unitOfHeader(_ name: String) -> Diagnostic.Guess {
    guess(name) { "a unit goes with each figure, and the header is the name alone: `\($0)`" }
  }

  /// The parts of the formula between commas that stand in no brackets and in no text.
  private var partsByComma: [String] {
    var (depth, isQuoted) = (0, false)
    var parts = [""]
    for character in whole {
      switch character {
      case "\"": isQuoted.toggle()
      case "(", "[", "{": depth += isQuoted ? 0 : 1
      case ")", "]", "}": depth -= isQuoted ? 0 : 1
      case "," where depth == 0 && !isQuoted:
        parts.append("")
        continue
      case _: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts.map(\.trimmedOfSpaces)
  }

  /// `x in {"a", "b"}`.
  func listInBraces() -> Diagnostic.Guess? {
    guard peek() == UInt8(ascii: "{"), let close = bytes[at...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let list = String(decoding: bytes[(at + 1)..<close], as: UTF8.self)
    return guess("[\(list)]", from: at, to: close + 1) { "a list is in brackets: `\($0)`" }
  }

  // MARK: - Words behind a value

  /// `x is "a"`, `x is between a and b`, `x is even`, `x not "a"`; `start` is where the value
  /// begins, `left` what it is, and the place is behind the word.
  func guessesBehind(_ left: String, from start: Int, isDenied: Bool) -> [Diagnostic.Guess] {
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    func replace(_ part: Substring, _ right: String) -> [Diagnostic.Guess] {
      [guess(right, from: start, to: at + part.utf8.count)]
    }
    let membership = isDenied ? "not in" : "in"
    let equality = isDenied ? "!=" : "="
    let between = kept(/\s*between\s+([^\s()\[\]]+(?:\s+[A-Za-z]+)?)\s+and\s+([^\s()\[\]]+)/)
    if let match = rest.prefixMatch(of: between) {
      return replace(match.0, "\(left) \(membership) [\(match.1)..\(match.2)]")
    }
    if let match = rest.prefixMatch(of: kept(/\s*(even|odd)\b/)) {
      return replace(match.0, "mod(\(left), 2) \(equality) \(match.1 == "even" ? 0 : 1)")
    }
    let multiple = kept(/\s*(?:(?:a\s+)?multiple\s+of|divisible\s+by)\s+(\w+)(?!\w|\s*[-+*\/.(])/)
    if let match = rest.prefixMatch(of: multiple) {
      return replace(match.0, "mod(\(left), \(match.1)) \(equality) 0")
    }
    let order = kept(/\s*(?:(greater|more|above|over)|less|below|under)(?:\s+than)?\s+([^\s()]+)/)
    if let match = rest.prefixMatch(of: order) {
      let mark = match.1 == nil ? isDenied ? ">=" : "<" : isDenied ? "<=" : ">"
      return replace(match.0, "\(left) \(mark) \(match.2)")
    }
    guard let match = rest.prefixMatch(of: kept(/\s*("[^"]*"|[^\s()]+)/)) else { return [] }
    return replace(match.0, "\(left) \(equality) \(match.1)")
      + (Lexicon.isName(String(match.1))
        ? replace(match.0, "\(left) \(equality) \"\(match.1)\"") : [])
  }
}
