import QuoteLanguage
import QuoteSyntax

/// Where a text stops being JSON, and why.
///
/// simdjson says only that a record is none; then it is read again, byte by byte, by
/// RFC 8259.
package struct JSONMistake: Equatable {
  /// Both from 1, columns in characters.
  package let line: Int
  package let column: Int
  /// Whether it is in no place, for there is no text.
  package let isNowhere: Bool
  /// What is wrong there.
  package var what: String
  /// It is a word or a number that JSON does not have.
  var isWord: Bool

  /// Nil for a text with which nothing is wrong; what it is called says the noun.
  package init?(_ text: TextSlice, of noun: String = "record") {
    var scan = JSONScan(text, noun)
    guard let found = scan.firstMistake() else { return nil }
    (what, isWord) = (found.what, found.isWord)
    isNowhere = text.count == 0
    if isNowhere { what = "the list around the records is never closed" }
    var (line, column) = (1, 1)
    for at in 0..<min(found.at, text.count) {
      if text[at] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if text[at] & 0xC0 != 0x80 {
        column += 1
      }
    }
    (self.line, self.column) = (line, column)
  }

  /// `column 12`; `line 3, column 5` of a text of several lines. Empty where there is no text.
  package var place: String {
    isNowhere ? "" : (line > 1 ? "line \(line), " : "") + "column \(column)"
  }
}

/// Goes through one JSON value token by token.
private struct JSONScan {
  struct Mistake: Error {
    var at: Int
    var what: String
    var isWord = false
  }

  /// What may come next.
  private enum Wanted { case value, firstElement, name, firstName, colon, more, nothing }

  private let text: TextSlice
  private let noun: String
  private var at = 0
  private var wanted = Wanted.value
  /// Brackets that are open, and where they stand.
  private var open: [(mark: UInt8, at: Int)] = []

  init(_ text: TextSlice, _ noun: String) {
    self.text = text
    self.noun = noun
  }

  mutating func firstMistake() -> Mistake? {
    do throws(Mistake) {
      while true {
        while at < text.count, isSpace(text[at]) { at += 1 }
        guard at < text.count else {
          try end()
          return nil
        }
        try take(text[at])
      }
    } catch {
      return error
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func end() throws(Mistake) {
    if let last = open.last {
      let end = last.mark == UInt8(ascii: "{") ? "}" : "]"
      throw mistake("the \(noun) ends without the `\(end)` for its `\(mark(last.mark))`")
    }
    if wanted != .nothing { throw mistake("there is no value") }
  }

  private func mistake(_ what: String, at place: Int? = nil) -> Mistake {
    Mistake(at: place ?? at, what: what + (beginsComment ? "; JSON has no comments" : ""))
  }

  /// Whether `//`, `/*`, or `#` behind a blank stands here.
  private var beginsComment: Bool {
    guard at < text.count else { return false }
    if text[at] == UInt8(ascii: "#") { return at == 0 || isSpace(text[at - 1]) }
    guard text[at] == UInt8(ascii: "/"), at + 1 < text.count else { return false }
    return text[at + 1] == UInt8(ascii: "/") || text[at + 1] == UInt8(ascii: "*")
  }

  private func mark(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

  private mutating func take(_ byte: UInt8) throws(Mistake) {
    switch wanted {
    case .firstElement where byte == UInt8(ascii: "]"), .firstName where byte == UInt8(ascii: "}"):
      close(byte)
    case .value, .firstElement: try takeValue(byte)
    case .name, .firstName: try takeName(byte)
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw mistake("`:` is missing before \(shown)") }
      at += 1
      wanted = .value
    case .more: try goOn(byte)
    case .nothing: throw mistake("\(shown) follows the end of the \(noun)")
    }
  }

  private mutating func close(_ byte: UInt8) {
    open.removeLast()
    at += 1
    wanted = open.isEmpty ? .nothing : .more
  }

  /// After a value inside brackets.
  private mutating func goOn(_ byte: UInt8) throws(Mistake) {
    let isObject = open[open.count - 1].mark == UInt8(ascii: "{")
    switch byte {
    case UInt8(ascii: ","):
      at += 1
      wanted = isObject ? .name : .value
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: close(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      throw mistake("`\(isObject ? "{" : "[")` is open, but `\(mark(byte))` closes another")
    case UInt8(ascii: "/") where !beginsComment && text[at - 1].isDigit:
      throw mistake("JSON has no fractions with `/`: write a decimal, such as 0.5")
    default: throw mistake("`,` is missing before \(shown)")
    }
  }

  private mutating func takeName(_ byte: UInt8) throws(Mistake) {
    if byte == UInt8(ascii: "\"") {
      try takeText()
      wanted = .colon
    } else if byte == UInt8(ascii: "}") {
      throw mistake("`,` comes right before `}`")
    } else {
      throw mistake("a name in double quotes is needed, not \(shown)")
    }
  }

  private mutating func takeValue(_ byte: UInt8) throws(Mistake) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      open.append((byte, at))
      at += 1
      wanted = byte == UInt8(ascii: "{") ? .firstName : .firstElement
      return
    case UInt8(ascii: "\""): try takeText()
    case UInt8(ascii: "]") where wanted == .value && open.last?.mark == UInt8(ascii: "["):
      throw mistake("`,` comes right before `]`")
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      throw mistake("a value is missing before \(shown)")
    case UInt8(ascii: "'"): throw mistake("a text needs double quotes")
    default: try takeWord()
    }
    wanted = open.isEmpty ? .nothing : .more
  }

  /// A number, `true`, `false` or `null`.
  private mutating func takeWord() throws(Mistake) {
    let start = at
    while at < text.count, isWord(text[at]) { at += 1 }
    guard at > start else { throw mistake("a value is needed, not \(shown)") }
    let token = text.part(start, at)
    if JSONRecordReader.isNumber(token) { return }
    let word = token.string
    if ["true", "false", "null"].contains(word) { return }
    let isOfDigits = word.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    let right = Self.right(word)
    let kind = isOfDigits || right?.first?.isNumber ?? false ? "number" : "word"
    let cure = right.map { ": write `\($0)`" } ?? ""
    throw Mistake(
      at: start, what: "`\(word.prefix(40))` is not a \(kind) of JSON\(cure)", isWord: true)
  }

  /// How JSON has `.5`, `+5`, `10.`, `1_000`, `True` and `None`; nil for what is none of these.
  private static func right(_ word: String) -> String? {
    let words = ["true": "true", "false": "false", "none": "null", "nil": "null", "null": "null"]
    if let known = words[word.lowercased()] { return known }
    guard let match = word.wholeMatch(of: kept(/\+?(-?)(\d[\d_]*)?(?:\.(\d*))?/)), word != "+"
    else {
      return nil
    }
    let whole = (match.2 ?? "0").filter { $0 != "_" }
    let decimals = match.3.map { $0.isEmpty ? "" : ".\($0)" } ?? ""
    let right = "\(match.1)\(whole)\(decimals)"
    let isEmpty = match.2 == nil && decimals.isEmpty
    let hasZeros = whole.count > 1 && whole.first == "0"
    return isEmpty || hasZeros || right == word ? nil : right
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
      || byte == 0x2B || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }

  private mutating func takeText() throws(Mistake) {
    let start = at
    at += 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"): try takeEscape()
      case 0..<0x20:
        let name =
          text[at] == 0x0A ? "a line end" : text[at] == 0x09 ? "a tab" : "a control character"
        throw mistake("\(name) in a text is written with a backslash")
      default: at += 1
      }
    }
    throw mistake("a text is never closed", at: start)
  }

  private mutating func takeEscape() throws(Mistake) {
    let start = at
    at += 1
    guard at < text.count else { return }
    guard text[at] == UInt8(ascii: "u") else {
      guard Array("\"\\/bfnrt".utf8).contains(text[at]) else {
        throw mistake("a backslash and \(shown) do not begin an escape", at: start)
      }
      at += 1
      return
    }
    let unit = try takeUnit(from: start)
    guard unit & 0xF800 == 0xD800 else { return }
    let isHigh = unit & 0x0400 == 0
    if isHigh, at + 1 < text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == 0x75 {
      at += 1
      if try takeUnit(from: at - 1) & 0xFC00 == 0xDC00 { return }
    }
    throw mistake("`\(text.part(start, start + 6).string)` is half of a character", at: start)
  }

  /// Four hexadecimal digits after `u`.
  private mutating func takeUnit(from start: Int) throws(Mistake) -> UInt32 {
    let digits = text.part(at + 1, min(at + 5, text.count)).string
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt32(digits, radix: 16)
    else { throw mistake("four hexadecimal digits follow `\\u`", at: start) }
    at += 5
    return unit
  }

  /// The character at hand, as messages show it.
  private var shown: String {
    if text[at] < 0x20 { return text[at] == 0x0A ? "a line end" : "a control character" }
    var end = at + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return "`\(text.part(at, end).string)`"
  }
}
