import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The values of the environment that requests carry. They go to the backend
/// and nowhere else: what a backend says back is cleaned of them, in all spellings that programs
/// make of texts, before it is looked at, kept or shown.
struct Secrets: Sendable {
  let values: [String: String]
  /// What to look for, longest first.
  private let patterns: [SecretPattern]
  /// By a byte, the patterns that may begin with it: most bytes begin none.
  private let beginning: [[Int]]

  /// Throws where a variable is not set, or could not stand in a header.
  init(_ names: [String], environment: (String) -> String?) throws(Trouble) {
    var values: [String: String] = [:]
    for name in names {
      guard let value = environment(name), !value.isEmpty else {
        throw Trouble(
          "no-variable", "the map's `live` needs `\(name)` from the environment, which is not set")
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw Trouble(
          "no-variable", "`\(name)` in the environment holds a line end or a control character")
      }
      guard !value.unicodeScalars.contains("\u{FFFD}") else {
        throw Trouble("no-variable", "`\(name)` in the environment is not UTF-8")
      }
      // Marks alone stand everywhere in a reply, and cannot be taken out of it.
      guard value.contains(where: { $0.isLetter || $0.isNumber }) else {
        throw Trouble(
          "no-variable", "`\(name)` in the environment has no letter and no digit, so is no secret")
      }
      values[name] = value
    }
    self.values = values
    var patterns: [SecretPattern] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      patterns += Self.patterns(of: value, called: Array("${\(name)}".utf8))
    }
    let sorted = patterns.enumerated().sorted { a, b in
      (-a.element.count, a.offset) < (-b.element.count, b.offset)
    }.map(\.element)
    self.patterns = sorted
    beginning = (0...255).map { byte in
      sorted.indices.filter { sorted[$0].mayBegin(with: UInt8(byte)) }
    }
  }

  /// The value; what it says where it is itself a code, as names with passwords are; each of these
  /// in the other forms of Unicode, and where its bytes are taken for those of other programs; and
  /// each of these coded.
  private static func patterns(of value: String, called name: [UInt8]) -> [SecretPattern] {
    var texts = [value]
    if let decoded = Base64.text(of: value), decoded.utf8.count >= 4 {
      texts.append(decoded)
      if let colon = decoded.firstIndex(of: ":") {
        let password = String(decoded[decoded.index(after: colon)...])
        if password.utf8.count >= 4 { texts.append(password) }
      }
    }
    for text in texts where !text.utf8.allSatisfy({ $0 < 0x80 }) {
      texts += [text.composed, text.decomposed].filter { !$0.utf8.elementsEqual(text.utf8) }
    }
    for text in texts where !text.utf8.allSatisfy({ $0 < 0x80 }) {
      texts += [Misread.latin(text), Misread.windows(text)]
    }
    var codes: Set<String> = []
    var digits: Set<String> = []
    for text in texts {
      let wide = text.utf16.map { [UInt8($0 & 255), UInt8($0 >> 8)] }
      for bytes in [Array(text.utf8), wide.flatMap(\.self), wide.flatMap { $0.reversed() }] {
        codes.formUnion(Base64.parts(of: bytes))
        let pairs = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        digits.insert(pairs.joined())
      }
    }
    // What programs print of a list of bytes; shorter ones may be any figures.
    let lists = texts.filter { $0.utf8.count >= 4 }.map { text in
      text.utf8.map { String($0) }.joined(separator: ",")
    }
    return texts.map { SecretPattern($0, name: name) }
      + lists.map { SecretPattern($0, name: name, .decimal) }
      + codes.sorted().map { SecretPattern($0, name: name, .base64) }
      + digits.sorted().map { SecretPattern($0, name: name, .hexadecimal) }
  }

  /// The bytes with the names of secrets in place of the secrets. JSON can still be read then,
  /// unless a secret is a part of a longer number or of an escape.
  func cleaned(_ bytes: [UInt8], isJSON: @autoclosure () -> Bool) -> [UInt8] {
    if patterns.isEmpty { return bytes }
    let isJSON = isJSON()
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInText = !isJSON
    /// Whether a stroke before is half of an escape in JSON.
    var isEscape = false
    var at = 0
    let span = bytes.span
    while at < span.count {
      let byte = span[at]
      if !beginning[Int(byte)].isEmpty, let (pattern, end) = found(in: span, at: at, isInText) {
        at = end
        if pattern.isCode {
          while let last = result.last, Base64.isOfCode(last) { result.removeLast() }
          while at < span.count, Base64.isOfCode(span[at]) { at += 1 }
        }
        // `\token` is a tab and `oken` in JSON, and a name of Windows elsewhere.
        if isJSON, isInText, Self.endsInsideEscape(result) { result.removeLast() }
        isEscape = false
        let quote: [UInt8] = isInText ? [] : [UInt8(ascii: "\"")]
        result += quote + pattern.name + quote
        continue
      }
      if isJSON, byte == UInt8(ascii: "\""), !isEscape { isInText.toggle() }
      isEscape = isJSON && isInText && byte == UInt8(ascii: "\\") && !isEscape
      result.append(byte)
      at += 1
    }
    return result
  }

  private static func endsInsideEscape(_ bytes: [UInt8]) -> Bool {
    !bytes.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
  }

  private func found(
    in bytes: Span<UInt8>, at start: Int, _ isInText: Bool
  ) -> (SecretPattern, Int)? {
    for index in beginning[Int(bytes[start])] {
      let pattern = patterns[index]
      if let end = pattern.end(in: bytes, at: start, isInText: isInText) { return (pattern, end) }
    }
    return nil
  }

  func cleaned(_ text: String) -> String {
    String(decoding: cleaned(Array(text.utf8), isJSON: false), as: UTF8.self)
  }
}

/// Texts whose bytes somebody has taken for letters of one byte each.
private enum Misread {
  static func latin(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }

  /// The letters of Windows-1252 from 0x80 on; where it has none, programs keep the byte.
  private static let letters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  static func windows(_ text: String) -> String {
    let scalars = text.utf8.map { byte in
      (0x80..<0xA0).contains(byte) ? letters[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// The code that headers and tokens are written in.
private enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// A byte that a code consists of, in either alphabet, or that pads it.
  static func isOfCode(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
      || "+/-_=".utf8.contains(byte)
  }

  /// What stands in a code that has these bytes in it, whatever comes before and after.
  static func parts(of bytes: [UInt8]) -> [String] {
    var parts: Set<String> = []
    for before in 0..<3 {
      let code = digits(of: [UInt8](repeating: 0, count: before) + bytes)
      // Digits that depend on the text alone.
      let (lower, upper) = ((before * 8 + 5) / 6, (before + bytes.count) * 8 / 6)
      let part = upper > lower ? String(decoding: code[lower..<upper], as: UTF8.self) : ""
      if part.utf8.count >= 4 { parts.insert(part) }
    }
    if parts.isEmpty { parts.insert(String(decoding: digits(of: bytes), as: UTF8.self)) }
    for part in parts {
      parts.insert(part.replacing("+", with: "-").replacing("/", with: "_"))
    }
    return parts.sorted()
  }

  private static func digits(of bytes: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    var (held, count) = (0, 0)
    for byte in bytes {
      (held, count) = (held << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        code.append(digits[held >> count & 63])
      }
      held &= (1 << count) - 1
    }
    if count > 0 { code.append(digits[held << (6 - count) & 63]) }
    return code
  }

  /// The readable text that a code says; nil for what is none.
  static func text(of code: String) -> String? {
    var bytes: [UInt8] = []
    var (held, count) = (0, 0)
    let plain = code.replacing("-", with: "+").replacing("_", with: "/")
    for digit in plain.utf8 where digit != UInt8(ascii: "=") {
      guard let value = digits.firstIndex(of: digit) else { return nil }
      (held, count) = (held << 6 | value, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(held >> count & 255))
      }
      held &= (1 << count) - 1
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return text.printable == text ? text : nil
  }
}
