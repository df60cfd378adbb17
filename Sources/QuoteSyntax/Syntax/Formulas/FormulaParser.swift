/// Reads formulas and texts by recursive descent over bytes. A function below
/// stands for a level of precedence, the loosest first (see
/// docs/decisions/0001-what-the-language-means.md).
///
/// After the first mistake in a formula the rest of it is not looked at: one
/// mistake, one message.
struct FormulaParser {
  /// Formulas nested deeper than this are refused.
  static let depthLimit = 64
  /// As are chains (`a + b + …`) of more operators.
  static let chainLimit = 200

  let text: PlacedText
  let bytes: [UInt8]
  let units: Set<String>
  var at = 0
  var depth = 0
  var log = DiagnosticLog()

  init(_ text: PlacedText, units: Set<String>) {
    self.text = text
    self.units = units
    bytes = text.bytes
  }

  var isAtEnd: Bool { at >= bytes.count }

  func span(from lower: Int) -> SourceSpan { text.span(lower, at) }

  mutating func skipBlanks() {
    while at < bytes.count, bytes[at].isBlank { at += 1 }
  }

  /// The byte at the place, 0 at the end.
  func peek(_ ahead: Int = 0) -> UInt8 { at + ahead < bytes.count ? bytes[at + ahead] : 0 }

  /// Goes past a mark if it stands here, blanks before it aside.
  mutating func take(_ mark: String) -> Bool {
    skipBlanks()
    let stop = at + mark.utf8.count
    guard stop <= bytes.count, bytes[at..<stop].elementsEqual(mark.utf8) else { return false }
    at = stop
    return true
  }

  /// A comma between parts. One right between the digits of two numbers is a mistake: `10,000`
  /// is one number to who writes it, and `1,5` as well.
  mutating func takeComma() -> Bool {
    guard take(",") else { return false }
    let comma = at - 1
    var (lower, upper) = (comma, at)
    while lower > 0, bytes[lower - 1].isNamePart || bytes[lower - 1] == UInt8(ascii: ".") {
      lower -= 1
    }
    while upper < bytes.count, bytes[upper].isDigit { upper += 1 }
    let isDateOrTime =
      lower > 1 && "-:".utf8.contains(bytes[lower - 1]) && bytes[lower - 2].isDigit
      || upper < bytes.count && "-:".utf8.contains(bytes[upper])
    if lower < comma, bytes[lower].isDigit, upper > at, !isDateOrTime {
      failAtComma(lower, upper, isParting: true)
    }
    return true
  }

  /// Reports a number with a comma in it.
  mutating func failAtComma(_ lower: Int, _ upper: Int, isParting: Bool) {
    let written = String(decoding: bytes[lower..<upper], as: UTF8.self)
    let isPercent = upper < bytes.count && bytes[upper] == UInt8(ascii: "%")
    let number = CommaNumber(written, after: isPercent ? "%" : "")
    fail(
      .digitsParted(
        text.span(lower, isPercent ? upper + 1 : upper), number, isParting: isParting))
  }

  /// The name or keyword that stands here.
  mutating func peekWord() -> String? {
    skipBlanks()
    let stop = Lexicon.endOfName(bytes, at: at, end: bytes.count)
    return stop > at ? String(decoding: bytes[at..<stop], as: UTF8.self) : nil
  }

  mutating func take(word: String) -> Bool {
    guard peekWord() == word else { return false }
    at += word.utf8.count
    return true
  }

  mutating func fail(_ diagnostic: Diagnostic) {
    if !log.hasErrors { log.report(diagnostic) }
  }

  /// The whole text as one formula; nil after a mistake.
  mutating func parseWhole() -> Formula? {
    skipBlanks()
    if isAtEnd {
      fail(.formulaMissing(at: text.span))
      return nil
    }
    let formula = parseExpression()
    skipBlanks()
    if formula != nil, !isAtEnd { failAtLeftOver() }
    return log.hasErrors ? nil : formula
  }

  /// `if … then … else …`, or an `or`.
  mutating func parseExpression() -> Formula? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      fail(.formulaTooDeep(at: text.span(at, min(at + 1, bytes.count)), limit: Self.depthLimit))
      return nil
    }
    guard peekWord() == "if" else { return parseOr() }
    return parseConditional()
  }

  mutating func parseConditional() -> Formula? {
    let start = at
    at += 2
    guard let condition = parseExpression() else { return nil }
    guard take(word: "then") else {
      if !failAtOtherOperator() { fail(thenMissing(from: start)) }
      return nil
    }
    guard let then = parseExpression() else { return nil }
    var other: Formula?
    if take(word: "else") {
      guard let formula = parseExpression() else { return nil }
      other = formula
    }
    return Formula(.conditional(condition, then: then, else: other), at: spanUpToLast(start))
  }

  /// An `if` whose condition a value follows at once: both with `then` between them.
  private mutating func thenMissing(from start: Int) -> Diagnostic {
    skipBlanks()
    let condition = String(decoding: bytes[start..<at], as: UTF8.self).trimmedOfSpaces
    let rest = String(decoding: bytes[at...], as: UTF8.self).trimmedOfSpaces
    let isValue = peek().isDigit || peek().isNamePart || peek() == UInt8(ascii: "(")
      || peek() >= 0x80 || peek() == UInt8(ascii: "$")
    let whole = isValue && start == 0 && rest.contains(" else ") ? "\(condition) then \(rest)" : nil
    return .thenMissing(at: here(), from: span(from: start), right: whole)
  }

  mutating func parseOr() -> Formula? {
    parseChain(next: { $0.parseAnd() }, operators: { $0.take(word: "or") ? .or : nil })
  }

  mutating func parseAnd() -> Formula? {
    parseChain(next: { $0.parseNot() }, operators: { $0.take(word: "and") ? .and : nil })
  }

  mutating func parseNot() -> Formula? {
    guard peekWord() == "not" else { return parseComparison() }
    let start = at
    at += 3
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      fail(.formulaTooDeep(at: span(from: start), limit: Self.depthLimit))
      return nil
    }
    guard let operand = parseNot() else { return nil }
    return Formula(.not(operand), at: spanUpToLast(start))
  }

  mutating func parseDefault() -> Formula? {
    skipBlanks()
    let start = at
    let chain = parseChain(
      next: { $0.parseSum() }, operators: { $0.take(word: "default") ? .default : nil })
    if let chain {
      warnOfWideDefault(chain, from: start)
      warnOfDefaultOfFigure(chain, from: start)
    }
    return chain
  }

  /// `x > 18 default 0` reads as if it were for `x`, and is for 18.
  private mutating func warnOfDefaultOfFigure(_ chain: Formula, from start: Int) {
    guard case .binary(.default, let left, let right, _) = chain.kind, case .literal = left.kind
    else { return }
    func written(_ formula: Formula) -> String? {
      let lower = start + Int(formula.span.lower - chain.span.lower)
      let upper = start + Int(formula.span.upper - chain.span.lower)
      guard start + Int(chain.span.upper - chain.span.lower) <= at, 0 <= lower, lower <= upper,
        upper <= bytes.count
      else { return nil }
      return String(decoding: bytes[lower..<upper], as: UTF8.self)
    }
    guard let figure = written(left), let other = written(right) else { return }
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    let compared = before.firstMatch(of: kept(/([A-Za-z_][\w.]*)\s*(>=|<=|!=|[<>=])\s*$/))
    log.report(
      .defaultOfFigure(
        left.span, written: figure, other: other,
        instead: compared.map { "(\($0.1) default \(other)) \($0.2) \(figure)" }))
  }

  /// `1 + x default 0` reads like `1 + (x default 0)`, and is not. A formula in
  /// parentheses begins before its first part.
  private mutating func warnOfWideDefault(_ chain: Formula, from start: Int) {
    guard case .binary(.default, let left, let right, _) = chain.kind,
      case .binary(let operation, let first, let last, _) = left.kind,
      first.span.lower == left.span.lower
    else { return }
    switch operation {
    case .add, .subtract, .multiply, .divide:
      // Places in the file are apart as they are here where the chain lies in one line.
      let isInOneLine = start + Int(chain.span.upper - chain.span.lower) <= at
      func written(_ formula: Formula) -> String {
        guard isInOneLine else { return "x" }
        let lower = start + Int(formula.span.lower - chain.span.lower)
        let upper = start + Int(formula.span.upper - chain.span.lower)
        guard 0 <= lower, lower <= upper, upper <= bytes.count else { return "x" }
        return String(decoding: bytes[lower..<upper], as: UTF8.self)
      }
      log.report(
        .wideDefault(
          left.span, last: last.span, left: written(left), part: written(last),
          right: written(right)))
    case .default: warnOfWideDefault(left, from: start)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or: break
    }
  }

  mutating func parseSum() -> Formula? {
    parseChain(
      next: { $0.parseProduct() },
      operators: { parser in
        if parser.take("+") { return .add }
        return parser.take("-") ? .subtract : nil
      })
  }

  mutating func parseProduct() -> Formula? {
    parseChain(
      next: { $0.parseNegation() },
      operators: { parser in
        if parser.take("*") { return .multiply }
        return parser.take("/") ? .divide : nil
      })
  }

  mutating func parseNegation() -> Formula? {
    skipBlanks()
    guard peek() == UInt8(ascii: "-") else { return parsePostfix() }
    let start = at
    at += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      fail(.formulaTooDeep(at: span(from: start), limit: Self.depthLimit))
      return nil
    }
    guard let operand = parseNegation() else { return nil }
    return Formula(.negate(operand), at: spanUpToLast(start))
  }

  /// Operands parted by operators of one level, from left to right.
  private mutating func parseChain(
    next: (inout FormulaParser) -> Formula?, operators: (inout FormulaParser) -> BinaryOperator?
  ) -> Formula? {
    skipBlanks()
    let start = at
    guard var left = next(&self) else { return nil }
    var links = 0
    while true {
      skipBlanks()
      let mark = at
      guard let kind = operators(&self) else { return left }
      let place = span(from: mark)
      links += 1
      guard links <= Self.chainLimit else {
        fail(.formulaTooLong(at: place, limit: Self.chainLimit))
        return nil
      }
      guard let right = next(&self) else { return nil }
      left = Formula(
        .binary(kind, left, right, operatorSpan: place), at: spanUpToLast(start))
    }
  }

  /// From an offset to the last byte that is not blank before this place.
  func spanUpToLast(_ start: Int) -> SourceSpan {
    var stop = at
    while stop > start, bytes[stop - 1].isBlank { stop -= 1 }
    return text.span(start, stop)
  }

  /// The word or mark that stands here, for messages.
  mutating func here() -> SourceSpan {
    skipBlanks()
    let stop = Lexicon.endOfName(bytes, at: at, end: bytes.count)
    if stop > at { return text.span(at, stop) }
    let length = Lexicon.scalar(bytes, at: at, end: bytes.count)?.length ?? 0
    return text.span(at, at + length)
  }
}
