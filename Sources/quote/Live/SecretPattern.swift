/// One secret as it may stand in what a backend says: each of its characters as it is, or in one
/// of the spellings of JSON, of addresses and of HTML, also twice over.
struct SecretPattern: Sendable {
  /// What is looked for: a text, the digits of one in base64 or hexadecimal, or its bytes as a list
  /// of numbers.
  enum Kind: Sendable {
    case text, base64, hexadecimal, decimal
  }

  /// What is put in its place.
  let name: [UInt8]
  private let kind: Kind
  private let characters: [SecretCharacter]
  /// Letters and digits of ASCII, one for each character; 0 for others.
  private let plain: [UInt8]
  /// It is found by chance inside of words and figures, and counts only where it stands alone.
  private let standsAlone: Bool
  /// Digits that could be an amount.
  private let isFigure: Bool
  /// It is part of a longer code, which goes with it.
  var isCode: Bool { kind == .base64 || kind == .hexadecimal }

  init(_ value: String, name: [UInt8], _ kind: Kind = .text) {
    self.name = name
    self.kind = kind
    let scalars = value.unicodeScalars
    let isMostlyPlain = 2 * scalars.count(where: \.isASCII) > scalars.count
    characters = scalars.map {
      SecretCharacter(
        $0, mayBeUnread: isMostlyPlain && !$0.isASCII, ignoresCase: kind == .hexadecimal)
    }
    plain = scalars.map { $0.isASCII && Self.isOfWord(UInt8($0.value)) ? UInt8($0.value) : 0 }
    let isDigits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    isFigure = isDigits && characters.count < 8
    standsAlone = isFigure || characters.count < 4 || kind == .decimal
  }

  var count: Int { characters.count }

  func mayBegin(with byte: UInt8) -> Bool { characters[0].mayBegin(with: byte) }

  /// Where it ends, if it begins there. Short figures count only inside of texts: elsewhere in
  /// JSON they are amounts.
  func end(in bytes: Span<UInt8>, at start: Int, isInText: Bool) -> Int? {
    if isFigure && !isInText { return nil }
    guard !standsAlone || Self.isEdge(bytes, before: start),
      let end = end(in: bytes, from: start),
      !standsAlone || end == bytes.count || !Self.isOfWord(bytes[end])
    else { return nil }
    return end
  }

  /// The last place where it may end: a character may have several spellings that begin alike.
  private func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var (index, at) = (0, start)
    // A letter or a digit in the bytes is itself and begins nothing else, except for what stands
    // before hexadecimal digits.
    while index < plain.count, at < bytes.count, Self.isPlain(bytes, at, kind) {
      guard bytes[at] == plain[index] || characters[index].isOtherCase(bytes[at]) else {
        return nil
      }
      (index, at) = (index + 1, at + 1)
    }
    if index == plain.count { return at }
    var places = [at]
    for (index, character) in characters.enumerated().dropFirst(index) {
      var next: [Int] = []
      func take(_ place: Int) {
        for end in character.ends(in: bytes, at: place) where !next.contains(end) {
          next.append(end)
        }
      }
      for place in places {
        take(place)
        let behind = index > 0 ? Self.between(bytes, place, kind) : place
        if behind > place { take(behind) }
      }
      if next.isEmpty { return nil }
      places = next
    }
    return places.max()
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
    case .decimal: return afterBlanks(bytes, afterBreak(bytes, afterBlanks(bytes, at)))
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

  private static func isPlain(_ bytes: Span<UInt8>, _ at: Int, _ kind: Kind) -> Bool {
    guard bytes[at] < 0x80, isOfWord(bytes[at]) else { return false }
    return kind != .hexadecimal || bytes[at] != UInt8(ascii: "0") || at + 1 == bytes.count
      || bytes[at + 1] | 0x20 != UInt8(ascii: "x")
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
