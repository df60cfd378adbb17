/// One secret as it may stand in what a backend says: each of its characters as it is, or in one
/// of the spellings of JSON, of addresses and of HTML, also twice over.
struct SecretPattern: Sendable {
  /// What is looked for: a text, or the digits of one in base64 or hexadecimal.
  enum Kind: Sendable {
    case text, base64, hexadecimal
  }

  /// What is put in its place.
  let name: [UInt8]
  private let kind: Kind
  private let characters: [SecretCharacter]
  /// It is found by chance inside of words and figures, and counts only where it stands alone.
  private let standsAlone: Bool
  /// Digits that could be an amount.
  private let isFigure: Bool
  /// It is part of a longer code, which goes with it.
  var isCode: Bool { kind != .text }

  init(_ value: String, name: [UInt8], _ kind: Kind = .text) {
    self.name = name
    self.kind = kind
    characters = value.unicodeScalars.map(SecretCharacter.init)
    let isDigits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    isFigure = isDigits && characters.count < 8
    standsAlone = isFigure || characters.count < 4
  }

  var count: Int { characters.count }

  /// Where it ends, if it begins there. Short figures count only inside of texts: elsewhere in
  /// JSON they are amounts.
  func end(in bytes: Span<UInt8>, at start: Int, isInText: Bool) -> Int? {
    if isFigure && !isInText { return nil }
    guard characters[0].mayBegin(with: bytes[start]),
      !standsAlone || Self.isEdge(bytes, before: start),
      let end = end(in: bytes, from: start, of: 0),
      !standsAlone || end == bytes.count || !Self.isOfWord(bytes[end])
    else { return nil }
    return end
  }

  private func end(in bytes: Span<UInt8>, from start: Int, of index: Int) -> Int? {
    var at = start
    for index in index..<characters.count {
      var ends = characters[index].ends(in: bytes, at: at)
      let next = index > 0 ? Self.between(bytes, at, kind) : at
      if next > at { ends += characters[index].ends(in: bytes, at: next) }
      guard let first = ends.first else { return nil }
      for other in ends.dropFirst() {
        if let end = end(in: bytes, from: other, of: index + 1) { return end }
      }
      at = first
    }
    return at
  }

  /// Where the next character is, behind what may stand between two: the zeros of wider encodings,
  /// the ends of lines that mail breaks softly, in codes those that they are cut into, with blanks
  /// behind them, and the marks between bytes that dumps print.
  private static func between(_ bytes: Span<UInt8>, _ start: Int, _ kind: Kind) -> Int {
    var at = afterZeros(bytes, start)
    switch kind {
    case .text:
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return at }
      let next = afterLineEnds(bytes, at + 1)
      return next > at + 1 ? next : at
    case .base64: return afterBreak(bytes, at)
    case .hexadecimal:
      at = afterBlanks(bytes, afterBreak(bytes, at))
      if at < bytes.count, ":-,".utf8.contains(bytes[at]) { at = afterBlanks(bytes, at + 1) }
      let isPrefixed =
        at + 1 < bytes.count && bytes[at] == UInt8(ascii: "0")
        && bytes[at + 1] | 0x20 == UInt8(ascii: "x")
      return isPrefixed ? at + 2 : at
    }
  }

  /// Behind up to three zero bytes, also as JSON has them.
  private static func afterZeros(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    for _ in 0..<3 {
      if at < bytes.count, bytes[at] == 0 {
        at += 1
      } else if SecretCharacter.has(jsonZero, bytes, at) {
        at += jsonZero.count
      } else {
        break
      }
    }
    return at
  }

  private static let jsonZero = Array(#"\u0000"#.utf8)

  /// Behind ends of lines, also as JSON has them.
  private static func afterLineEnds(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at] == 10 || bytes[at] == 13 {
        at += 1
      } else if at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        "rn".utf8.contains(bytes[at + 1])
      {
        at += 2
      } else {
        break
      }
    }
    return at
  }

  /// Behind an end of a line in a code, with what stands before and behind it where texts are
  /// quoted or continued: the `> ` of mail, the `\` and the quotation marks of programs.
  private static func afterBreak(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var (at, hasEnd) = (start, false)
    while at < bytes.count, at < start + mostOfBreak {
      let next = afterLineEnds(bytes, at)
      if next > at {
        (at, hasEnd) = (next, true)
      } else if marksOfBreaks.contains(bytes[at]) {
        at += 1
      } else {
        break
      }
    }
    return hasEnd ? at : start
  }

  private static let marksOfBreaks = Array("\\ \t>#*|\"'".utf8)
  private static let mostOfBreak = 64

  /// Lines are indented by no more than this.
  private static let mostBlanks = 32

  private static func afterBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, at < start + mostBlanks, bytes[at] == 0x20 || bytes[at] == 0x09 {
      at += 1
    }
    return at
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte >= 0x80
  }

  /// Whether no word goes on there; what is written as an escape is no letter of it.
  private static func isEdge(_ bytes: Span<UInt8>, before at: Int) -> Bool {
    guard at > 0, isOfWord(bytes[at - 1]) else { return true }
    return at >= 3 && bytes[at - 3] == UInt8(ascii: "%")
      || at >= 2 && bytes[at - 2] == UInt8(ascii: "\\")
      || at >= 6 && bytes[at - 6] == UInt8(ascii: "\\") && bytes[at - 5] == UInt8(ascii: "u")
  }
}

/// One character in all its spellings.
private struct SecretCharacter: Sendable {
  private let scalar: Unicode.Scalar
  private let raw: [UInt8]
  /// What HTML calls it.
  private let names: [[UInt8]]

  private static let names: [Unicode.Scalar: String] = [
    "&": "amp AMP", "<": "lt LT", ">": "gt GT", "\"": "quot QUOT", "'": "apos", "/": "sol",
    "+": "plus", "=": "equals", ":": "colon", "\\": "bsol", "@": "commat", "!": "excl", "#": "num",
    "$": "dollar", "%": "percnt", "*": "ast midast", "_": "lowbar UnderBar", ".": "period",
    ",": "comma", ";": "semi", "?": "quest", "(": "lpar", ")": "rpar", "[": "lsqb lbrack",
    "]": "rsqb rbrack", "{": "lcub lbrace", "}": "rcub rbrace", "|": "verbar vert VerticalLine",
    "^": "Hat", "`": "grave DiacriticalGrave",
  ]

  /// The names of U+00C0 to U+00FF.
  private static let namesOfLetters = """
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
    Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
    THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
    uuml yacute thorn yuml
    """.split(whereSeparator: \.isWhitespace)

  init(_ scalar: Unicode.Scalar) {
    self.scalar = scalar
    raw = Array(String(Character(scalar)).utf8)
    let letter = Int(scalar.value) - 0xC0
    let isLetter = Self.namesOfLetters.indices.contains(letter)
    names = (Self.names[scalar]?.split(separator: " ") ?? [])
      .map { Array($0.utf8) } + (isLetter ? [Array(Self.namesOfLetters[letter].utf8)] : [])
  }

  func mayBegin(with byte: UInt8) -> Bool {
    byte == raw[0] || "\\%&=".utf8.contains(byte) || "+_".utf8.contains(byte) && scalar == " "
  }

  /// Where it may end that begins there.
  func ends(in bytes: Span<UInt8>, at start: Int) -> [Int] {
    guard start < bytes.count else { return [] }
    var ends: [Int] = []
    if Self.has(raw, bytes, start) { ends.append(start + raw.count) }
    switch bytes[start] {
    case UInt8(ascii: "\\"): appendEscaped(bytes, start, &ends)
    case UInt8(ascii: "%"): appendPercent(bytes, start, &ends)
    case UInt8(ascii: "&"): appendReference(bytes, after: start + 1, &ends)
    case UInt8(ascii: "="): appendQuoted(bytes, start, &ends)
    // In addresses, and in the headers of mail.
    case UInt8(ascii: "+") where scalar == " ", UInt8(ascii: "_") where scalar == " ":
      ends.append(start + 1)
    case _: break
    }
    return ends
  }

  static func has(_ part: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard start + part.count <= bytes.count else { return false }
    for index in part.indices where bytes[start + index] != part[index] { return false }
    return true
  }

  /// So many strokes in a row are one escape: JSON in JSON, five deep. In a longer run, only
  /// the last ones are.
  private static let mostStrokes = 32

  private static func afterStrokes(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, at < start + mostStrokes, bytes[at] == UInt8(ascii: "\\") { at += 1 }
    return at
  }

  /// `=C3=A9`: all its bytes, as mail has them, and `=E9` of one byte where that is enough.
  private func appendQuoted(_ bytes: Span<UInt8>, _ start: Int, _ ends: inout [Int]) {
    if Self.hexadecimal(bytes, start + 1, 2) == scalar.value { ends.append(start + 3) }
    guard raw.count > 1 else { return }
    var at = start
    for byte in raw {
      guard at < bytes.count, bytes[at] == UInt8(ascii: "="),
        Self.hexadecimal(bytes, at + 1, 2) == UInt32(byte)
      else { return }
      at += 3
    }
    ends.append(at)
  }

  /// `\xC3\xA9`, `\303\251`: all its bytes, each behind strokes.
  private func appendEscapedBytes(_ bytes: Span<UInt8>, _ start: Int, _ ends: inout [Int]) {
    guard raw.count > 1 else { return }
    var at = start
    for byte in raw {
      let next = Self.afterStrokes(bytes, at)
      guard next > at, next < bytes.count else { return }
      if bytes[next] == UInt8(ascii: "x"), Self.hexadecimal(bytes, next + 1, 2) == UInt32(byte) {
        at = next + 3
      } else if Self.octal(bytes, next, 3) == UInt32(byte) {
        at = next + 3
      } else {
        return
      }
    }
    ends.append(at)
  }

  /// `\"`, `\/`, `\u0041`, `\x41`, `\101`, and as JSON in JSON has them; `\u{41}`, `\x{41}`,
  /// `\N{U+0041}`, `\U00000041` and the `\41 ` of CSS.
  private func appendEscaped(_ bytes: Span<UInt8>, _ start: Int, _ ends: inout [Int]) {
    let at = Self.afterStrokes(bytes, start)
    if scalar == "\\" {
      for count in [2, 4, 8, 16, 32] where at - start >= count { ends.append(start + count) }
    }
    appendEscapedBytes(bytes, start, &ends)
    guard at < bytes.count else { return }
    if bytes[at] == raw[0], raw.count == 1, !scalar.properties.isAlphabetic { ends.append(at + 1) }
    for digits in 2...3 where Self.octal(bytes, at, digits) == scalar.value {
      ends.append(at + digits)
    }
    appendDigits(bytes, at, &ends)
    if bytes[at] == UInt8(ascii: "x"), Self.hexadecimal(bytes, at + 1, 2) == scalar.value {
      ends.append(at + 3)
    }
    guard bytes[at] == UInt8(ascii: "u"), let unit = Self.hexadecimal(bytes, at + 1, 4) else {
      return
    }
    if unit == 0x26 { appendReference(bytes, after: at + 5, &ends) }
    if unit == scalar.value { return ends.append(at + 5) }
    // The second half of a pair.
    guard (0xD800..<0xDC00).contains(unit) else { return }
    let next = Self.afterStrokes(bytes, at + 5)
    guard next < bytes.count, bytes[next] == UInt8(ascii: "u"),
      let low = Self.hexadecimal(bytes, next + 1, 4), (0xDC00..<0xE000).contains(low)
    else { return }
    if 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) == scalar.value { ends.append(next + 5) }
  }

  private static let braces = ["u{", "x{", "N{U+"].map { Array($0.utf8) }

  /// `41` and `000041` with a blank behind them, `u{41}`, `U00000041`, after a stroke.
  private func appendDigits(_ bytes: Span<UInt8>, _ start: Int, _ ends: inout [Int]) {
    if bytes[start] == UInt8(ascii: "U"), Self.hexadecimal(bytes, start + 1, 8) == scalar.value {
      ends.append(start + 9)
    }
    let brace = Self.braces.first { Self.has($0, bytes, start) }
    let isBraced = brace != nil
    let first = start + (brace?.count ?? 0)
    for count in 2...6 where Self.hexadecimal(bytes, first, count) == scalar.value {
      let end = first + count
      guard end < bytes.count else { continue }
      if isBraced, bytes[end] == UInt8(ascii: "}") { ends.append(end + 1) }
      if !isBraced, bytes[end] == 0x20 { ends.append(end + 1) }
      if !isBraced, count == 6 { ends.append(end) }
    }
  }

  /// `%2F`, `%252F`, `%u002F`.
  private func appendPercent(_ bytes: Span<UInt8>, _ start: Int, _ ends: inout [Int]) {
    if Self.has(Array("%u".utf8), bytes, start),
      Self.hexadecimal(bytes, start + 2, 4) == scalar.value
    {
      ends.append(start + 6)
    }
    var at = start
    for byte in raw {
      guard at < bytes.count, bytes[at] == UInt8(ascii: "%") else { return }
      at += 1
      while Self.has([0x32, 0x35], bytes, at), Self.hexadecimal(bytes, at + 2, 2) != nil {
        at += 2
      }
      guard Self.hexadecimal(bytes, at, 2) == UInt32(byte) else { return }
      at += 2
    }
    ends.append(at)
  }

  /// `&amp;`, `&#38;`, `&#x26;`, `&amp;#38;`.
  private func appendReference(_ bytes: Span<UInt8>, after mark: Int, _ ends: inout [Int]) {
    var at = mark
    while Self.has(Array("amp;".utf8), bytes, at) {
      if scalar == "&" { ends.append(at + 4) }
      at += 4
    }
    for name in names where Self.has(name + [UInt8(ascii: ";")], bytes, at) {
      ends.append(at + name.count + 1)
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "#") else { return }
    let isHexadecimal = at + 1 < bytes.count && bytes[at + 1] | 0x20 == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let first = at + (isHexadecimal ? 2 : 1)
    var (number, end): (UInt32, Int) = (0, first)
    while end < bytes.count, bytes[end] == UInt8(ascii: "0") { end += 1 }
    let digits = end
    while end < bytes.count, end < digits + 7,
      let digit = Character(Unicode.Scalar(bytes[end])).hexDigitValue, digit < radix
    {
      number = number * radix + UInt32(digit)
      end += 1
    }
    guard end > first, number == scalar.value else { return }
    // Browsers read it without the semicolon as well.
    let isEnded = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    ends.append(isEnded ? end + 1 : end)
  }

  private static func octal(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt32? {
    guard start + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for at in start..<(start + count) {
      guard (0x30...0x37).contains(bytes[at]) else { return nil }
      value = value << 3 | UInt32(bytes[at] - 0x30)
    }
    return value
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt32? {
    guard start + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for at in start..<(start + count) {
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
