/// One character in all its spellings.
struct SecretCharacter: Sendable {
  private let scalar: Unicode.Scalar
  private let mayBeUnread: Bool
  private let raw: [UInt8]
  /// The same letter in the other case, where case says nothing.
  private let others: [SecretCharacter]
  /// What HTML calls it, with a semicolon behind.
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

  /// `mayBeUnread`: what programs put in place of bytes that they cannot read may stand for it.
  init(_ scalar: Unicode.Scalar, mayBeUnread: Bool = false, ignoresCase: Bool = false) {
    self.scalar = scalar
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    others = ignoresCase && upper.first != scalar ? upper.map { SecretCharacter($0) } : []
    self.mayBeUnread = mayBeUnread
    raw = Array(String(Character(scalar)).utf8)
    let letter = Int(scalar.value) - 0xC0
    let isLetter = Self.namesOfLetters.indices.contains(letter)
    let names = (Self.names[scalar]?.split(separator: " ") ?? [])
    self.names = (names + (isLetter ? [Self.namesOfLetters[letter]] : []))
      .map { Array($0.utf8) + [UInt8(ascii: ";")] }
  }

  func mayBegin(with byte: UInt8) -> Bool {
    byte == raw[0] || byte == latin || isOtherCase(byte)
      || mayBeUnread && byte == Self.unread.raw[0]
      || "\\%&=".utf8.contains(byte) || "+_".utf8.contains(byte) && scalar == " "
  }

  func isOtherCase(_ byte: UInt8) -> Bool { others.contains { $0.raw[0] == byte } }

  /// The one byte that it is in Latin-1, and in wider encodings before its zeros.
  private var latin: UInt8? { scalar.isASCII ? nil : UInt8(exactly: scalar.value) }

  private static let unread = SecretCharacter("\u{FFFD}")

  /// Where it may end that begins there.
  func ends(in bytes: Span<UInt8>, at start: Int) -> [Int] {
    guard start < bytes.count else { return [] }
    var ends = mayBeUnread ? Self.unread.ends(in: bytes, at: start) : []
    if Self.has(raw, bytes, start) { ends.append(start + raw.count) }
    for other in others { ends += other.ends(in: bytes, at: start) }
    if bytes[start] == latin { ends.append(start + 1) }
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
    // In the middle of a long run.
    if scalar != "\\", at == bytes.count || bytes[at] == UInt8(ascii: "\\") { return }
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

  /// `%2F`, `%252F`, `%25%32%46`, `%u002F`, and `%E9` of one byte where that is enough.
  private func appendPercent(_ bytes: Span<UInt8>, _ start: Int, _ ends: inout [Int]) {
    if start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "u"),
      Self.hexadecimal(bytes, start + 2, 4) == scalar.value
    {
      ends.append(start + 6)
    }
    guard Self.digits(bytes, start + 1) != nil else { return }
    if let latin {
      ends += Self.percentBytes(bytes, start).filter { $0.byte == latin }.map(\.end)
    }
    var places = [start]
    for byte in raw {
      places = places.flatMap { Self.percentBytes(bytes, $0) }.filter { $0.byte == byte }
        .map(\.end)
    }
    ends += places
  }

  /// The bytes that may be meant behind a per cent sign, which may be written so itself, as may be
  /// its digits; and where each ends.
  private static func percentBytes(
    _ bytes: Span<UInt8>, _ start: Int
  ) -> [(byte: UInt8, end: Int)] {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "%") else { return [] }
    var found: [(byte: UInt8, end: Int)] = []
    var at = start + 1
    while let (byte, end) = digits(bytes, at), found.count < mostPercents {
      found.append((byte, end))
      guard has([0x32, 0x35], bytes, at) else { break }
      at += 2
    }
    return found
  }

  /// An address in an address, and so on, so deep.
  private static let mostPercents = 8

  private static func digits(_ bytes: Span<UInt8>, _ start: Int) -> (UInt8, Int)? {
    var (value, at) = (0, start)
    for _ in 0..<2 {
      guard at < bytes.count else { return nil }
      let isCoded = bytes[at] == UInt8(ascii: "%")
      let code = isCoded ? hexadecimal(bytes, at + 1, 2) : UInt32(bytes[at])
      guard let code, code < 0x80,
        let digit = Character(Unicode.Scalar(UInt8(code))).hexDigitValue
      else { return nil }
      value = value << 4 | digit
      at += isCoded ? 3 : 1
    }
    return (UInt8(value), at)
  }

  private static let ampersand = Array("amp;".utf8)

  /// `&amp;`, `&#38;`, `&#x26;`, `&amp;#38;`.
  private func appendReference(_ bytes: Span<UInt8>, after mark: Int, _ ends: inout [Int]) {
    var at = mark
    while Self.has(Self.ampersand, bytes, at) {
      if scalar == "&" { ends.append(at + 4) }
      at += 4
    }
    for name in names where Self.has(name, bytes, at) { ends.append(at + name.count) }
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
