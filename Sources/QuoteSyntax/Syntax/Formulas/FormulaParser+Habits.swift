/// What people write by habit who know spreadsheets, databases or other programs.
extension FormulaParser {
  // MARK: - Figures

  /// Reports marks right behind a number that others write there: `€1'000`, `8,-`.
  mutating func failAtFigureMarks(from start: Int) {
    guard isFigureMark(peek(), before: peek(1)) else { return }
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    if let groups = rest.prefixMatch(of: kept(/(?:['’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?/)) {
      at += groups.0.utf8.count
      fail(.digitsGrouped(written(from: start), at: span(from: start)))
    } else if let dash = rest.prefixMatch(
      of: kept(/[.,][\-–—]{1,2}(?=\s*(?:$|[)\]*\/+;]|[A-Z]{3}\b))/))
    {
      let figure = written(from: start)
      at += dash.0.utf8.count
      fail(.numberForm(written(from: start), at: span(from: start), right: figure))
    }
  }

  /// Whether a byte may part groups of digits, or begin what stands in the place of cents, if that
  /// byte follows: a comma with a space after it does neither.
  private func isFigureMark(_ byte: UInt8, before next: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "'"): next.isDigit
    case UInt8(ascii: "."), UInt8(ascii: ","): next == UInt8(ascii: "-") || next == 0xE2
    case _: byte == 0xE2
    }
  }

  private static let wordsForEach: Set<String> = [
    "unit", "pc", "stk", "stück", "st", "ud", "each",
  ]

  /// `€2 per kg`, whose word begins at an offset: the price for one of a unit.
  func priceForEach(wordAt start: Int) -> Diagnostic? {
    let rest = String(decoding: bytes[start...], as: UTF8.self)
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    guard let words = rest.prefixMatch(of: kept(/(?:per|pro|par|je|à)\s+(\w+)/)),
      let figure = before.firstMatch(
        of: kept(/(?:[A-Z]{3} ?|[^\w\s()*+\-\/,])?\d[\d.]*(?: ?(?:[A-Z]{3}|[^\w\s()*+\-\/,]))?\s*$/)
      )
    else { return nil }
    let word = String(words.1)
    let lower = before.utf8.distance(from: before.startIndex, to: figure.range.lowerBound)
    let upper = start + words.0.utf8.count
    let place = text.span(lower, upper)
    let written = String(decoding: bytes[lower..<upper], as: UTF8.self)
    let spelt = MeasureUnit.name(speltOut: word)
    let isEach = Self.wordsForEach.contains(word.lowercased())
    let price = figure.0.trimmedOfSpaces
    guard isEach || spelt != nil || unit(in: words.1) != "" else {
      guard word.allSatisfy(\.isLetter) else { return nil }
      let behind = rest[words.range.upperBound...]
      let factor = behind.prefixMatch(of: kept(/\s*\*\s*([A-Za-z_]\w*)(?![\w.(\[])/))
      return .priceOfThing(written, price, word, times: factor.map { String($0.1) }, at: place)
    }
    let right = price + (isEach ? " each" : "/\(spelt ?? word)")
    return .otherSpelling(written, right: right, at: place)
  }

  /// `.21`.
  func figureWithoutZero() -> Diagnostic? {
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let figure = rest.prefixMatch(of: kept(/\.\d+%?/))?.0 else { return nil }
    return .operandMissing(
      found: ".", at: text.span(at, at + figure.utf8.count),
      help: ["a number begins with a digit: write `0\(figure)`"])
  }

  /// A unit behind a blank, with the blank; nothing where none follows a number.
  func unit(in word: Substring?) -> String {
    guard let word, case let name = String(word).trimmedOfSpaces,
      MeasureUnit.named(name) != nil || units.contains(name)
    else { return "" }
    return " \(name)"
  }

  // MARK: - Words and marks

  /// What stands behind `is` and is not `given`; `left` is what it is asked of.
  func helpAfterIs(_ left: String, isDenied: Bool) -> [String] {
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let match = rest.prefixMatch(of: kept(/\s*(\w+)/)) else { return [] }
    let word = match.1.lowercased()
    let absent = ["none", "null", "nil", "empty", "blank", "missing", "nothing", "unknown", "na"]
    if absent.contains(word) { return ["write `\(left) is \(isDenied ? "" : "not ")given`"] }
    switch word {
    case "true", "yes": return ["a flag is written by itself: `\(isDenied ? "not " : "")\(left)`"]
    case "false", "no": return ["a flag is written by itself: `\(isDenied ? "" : "not ")\(left)`"]
    case _: return []
    }
  }

  /// `$price`, `@price` and `${price}`: a name with a mark that it has elsewhere.
  func nameBehindMark() -> Diagnostic? {
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let match = rest.prefixMatch(of: kept(/[@#\p{Sc}]\{?([A-Za-z_]\w*)\}?/)),
      !match.0.isEmpty,
      match.0 != match.1
    else { return nil }
    let place = text.span(at, at + match.0.utf8.count)
    return .operandMissing(
      found: String(match.0), at: place, help: ["a name is written by itself: `\(match.1)`"])
  }

  /// What is said of a word that joins a formula with what is only said aloud: `price per piece`.
  func saidAloud(_ word: String) -> [String] {
    let rest = String(decoding: bytes[at...], as: UTF8.self).trimmedOfSpaces
    guard ["per", "plus", "minus"].contains(word), rest.contains(kept(/^\w+ \w+$/)) else {
      return []
    }
    return ["if `\(rest)` only says what the amount is for, or what is added to it, leave it out"]
  }

  /// `round a * b`, a function before what it is of.
  func withParentheses(_ before: String, _ rest: String) -> String? {
    guard let name = before.firstMatch(of: kept(/(?:^|[\s(*\/+-])(\w+)$/)).map({ String($0.1) }),
      ["round", "round_up", "round_down", "ceil", "floor", "abs", "sum", "count", "date", "month",
        "weekday", "lower", "upper", "trim", "text"].contains(name),
      case let value = rest.trimmedOfSpaces, !value.isEmpty, !value.contains(kept(/[()]/))
    else { return nil }
    return "a function is followed by parentheses: `\(name)(\(value))`"
  }

  /// What is left over behind a formula, where a habit of other programs explains it.
  func helpByHabit(_ found: String, before: String, rest: String) -> [String]? {
    if let condition = conditionInCall(found, before: before, rest: rest) { return [condition] }
    switch found {
    case "[": return columnInBrackets()
    case "otherwise" where before.contains(kept(/\bthen\b/)): return ["write `else`"]
    case ":":
      guard let form = rest.prefixMatch(of: kept(/:\s*(?:0?(\d)?d|\.(\d)f)\s*\}/)),
        let name = before.firstMatch(of: kept(/[\w.]+$/))
      else { return nil }
      let whole = String(repeating: "0", count: form.1.flatMap { Int($0) } ?? 1)
      let decimals = form.2.flatMap { Int($0) } ?? 0
      let pattern = whole + (decimals > 0 ? "." + String(repeating: "0", count: decimals) : "")
      return ["a pattern is given to `text`: `{text(\(name.0), \"\(pattern)\")}`"]
    case "(":
      if ColumnOfEnds(before) != nil,
        let name = rest.wholeMatch(of: kept(/\(\s*([A-Za-z_]\w*)\s*\)\s*/))
      {
        return [ColumnOfEnds.help(String(name.1))]
      }
      guard let call = before.firstMatch(of: kept(/(\w+)\.(\w+)$/)) else { return nil }
      guard Self.modules.contains(String(call.1)) else {
        return ["values have no methods: a function is written before what it is of, `abs(x)`"]
      }
      return ["a function is written by itself: `\(call.2)\(rest)`"]
    case ";", ",":
      return rest.dropFirst().allSatisfy(\.isWhitespace)
        ? ["leave the `\(found)` at the end out"] : nil
    case "each", "apiece", "ea":
      return ["leave `\(found)` out: a figure has it, `3 each`, and a formula has none"]
    case "where": return conditionBehind(before, rest.trimmedOfSpaces).map { [$0] }
    case ")": return ["leave it out, or put the `(` that it closes before it"]
    case "²", "³":
      guard let name = before.firstMatch(of: kept(/[\w.]+$/)) else { return nil }
      let times = found == "²" ? 2 : 3
      let product = Array(repeating: String(name.0), count: times).joined(separator: " * ")
      return ["for a number, write `\(product)`; an amount has no powers"]
    case "from", "to", "von", "bis", "de", "à":
      guard rest.trimmedOfSpaces == found, Lexicon.isName(before) else { return nil }
      return [ColumnOfEnds.help(before)]
    case _:
      guard unit(in: found[...]) != "",
        let range = before.firstMatch(of: kept(/\[([\d.]+)\.\.([\d.]+)([\])])$/))
      else { return nil }
      let both = "[\(range.1) \(found)..\(range.2) \(found)\(range.3)"
      return ["a unit goes at each end: `\(both)`"]
    }
  }

  /// What methods of texts and numbers are here.
  static let methods = [
    "startswith": "starts_with", "starts_with": "starts_with", "endswith": "ends_with",
    "ends_with": "ends_with", "lower": "lower", "tolowercase": "lower", "upper": "upper",
    "touppercase": "upper", "strip": "trim", "trim": "trim", "floor": "floor", "ceil": "ceil",
    "abs": "abs",
  ]

  /// `sum(x) where y`, whose condition belongs before the bracket that closes.
  private func conditionBehind(_ before: String, _ rest: String) -> String? {
    guard before.hasSuffix(")"), isBalanced(rest) else { return nil }
    var depth = 0
    var start = before.endIndex
    repeat {
      start = before.index(before: start)
      depth += before[start] == ")" ? 1 : before[start] == "(" ? -1 : 0
    } while depth > 0 && start > before.startIndex
    let name = before[..<start].reversed().prefix { $0.isLetter || $0 == "_" }
    let known = ["sum", "count", "min", "max", "first", "last", "any", "all"]
    guard depth == 0, known.contains(String(name.reversed())) else { return nil }
    return "a condition is written inside of the parentheses: `\(before.dropLast()) \(rest))`"
  }
}
