import QuoteSyntax

/// A change that programs and people make to texts on their way, and how it is taken back: a row of
/// the table below for each.
struct TextChange: Sendable {
  /// What texts have that are changed so: without any of it, nothing is tried.
  let signs: TextSigns
  /// The text is a word of the rules but for this.
  let butFor: String
  /// The text as it was before; what is no such text is left as it is.
  let undone: @Sendable (String) -> String
  /// The end of the sentence: what it would be, and what would read it so.
  let cure: @Sendable (OddValues.Found) -> String
  /// Whether words of the rules may be changed so as well.
  var isOfWords = false
  /// Whether these words of the rules, in small letters, can be meant; nil where all can.
  var isMeant: (@Sendable (Set<String>) -> Bool)?
  /// Its place in the table.
  private(set) var order = 0

  static let all: [TextChange] = {
    var all = table
    for index in all.indices { all[index].order = index }
    return all
  }()

  private static let table = [
    TextChange(
      signs: .entity, butFor: "letters that are written as in HTML", undone: withoutEntities,
      cure: { "read as HTML, it would be `\($0.word)`" }, isOfWords: true),
    TextChange(
      signs: .beyondASCII, butFor: "letters that were read in another encoding",
      undone: { reread(reread($0)) },
      cure: { "its bytes, read as UTF-8, are `\($0.word)`" }, isOfWords: true),
    TextChange(
      signs: .quoted, butFor: "quotation marks around it", undone: unquoted,
      cure: { "without them, it would be `\($0.word)`" }),
    TextChange(
      signs: .quoted, butFor: "an apostrophe in front, as spreadsheets have it",
      undone: { "'’".contains($0.first ?? " ") ? String($0.dropFirst()) : $0 },
      cure: { "without it, it would be `\($0.word)`" }),
    TextChange(
      signs: [.beyondASCII, .quoteOrDash], butFor: "other dashes or quotation marks",
      undone: { String($0.map { plainMarks[$0] ?? $0 }) },
      cure: { "with those of the rules, it would be `\($0.word)`" }, isOfWords: true),
    TextChange(
      signs: .beyondASCII, butFor: "a letter of another script",
      undone: UnusualSpace.inLatinLetters,
      cure: { found in
        let strange = UnusualSpace.strangeLetter(in: found.text).map { "\($0), and " }
        return (strange ?? "") + "in the letters of the rules it would be `\(found.word)`"
      }, isOfWords: true),
    TextChange(
      signs: .blank, butFor: "spaces or line ends",
      undone: { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") },
      cure: { found in
        found.text.trimmedOfSpaces == found.word
          ? "asked for as `trim(\(found.name))`, it would be `\(found.word)`"
          : "with single spaces, it would be `\(found.word)`"
      }, isOfWords: true),
    TextChange(
      signs: .fraction, butFor: "zeros behind a point", undone: withoutFraction,
      cure: { "did a program make a number of `\($0.word)`?" }, isOfWords: true),
    TextChange(
      signs: .yesOrNo, butFor: "another way to say yes or no", undone: yesOrNo,
      cure: { "did you mean `\($0.word)`?" }, isOfWords: true, isMeant: areYesOrNo),
    TextChange(
      signs: .blank, butFor: "capitals and spaces",
      undone: {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      },
      cure: { found in
        let call = found.areSmall ? "lower" : "upper"
        return found.areSmall || found.areCapitals
          ? "asked for as `\(call)(trim(\(found.name)))`, it would be `\(found.word)`"
          : "did you mean `\(found.word)`?"
      }, isOfWords: true),
  ]

  // MARK: - Marks

  private static let entities: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "auml": "ä", "ouml": "ö",
    "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è",
    "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "oslash": "ø", "aring": "å", "aelig": "æ",
  ]

  /// `&amp;` and `&#39;` as what they stand for, also where that was done twice.
  private static func withoutEntities(_ text: String) -> String {
    func once(_ text: String) -> String {
      text.replacing(kept(/&(#?)([xX]?)([0-9A-Za-z]{2,8});/)) { match -> String in
        let isHexadecimal = !match.2.isEmpty
        let found: Character? =
          match.1.isEmpty
          ? entities[match.2 + match.3]
          : UInt32(match.3, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
            .map(Character.init)
        return found.map(String.init) ?? String(match.0)
      }
    }
    return once(once(text))
  }

  private static let quotes: Set<Character> = ["\"", "'", "‘", "’", "‚", "“", "”", "„", "«", "»"]

  private static func unquoted(_ text: String) -> String {
    let bare = text.trimmedOfSpaces
    guard bare.count > 2, let first = bare.first, let last = bare.last, quotes.contains(first),
      quotes.contains(last)
    else { return text }
    return String(bare.dropFirst().dropLast()).trimmedOfSpaces
  }

  private static let plainMarks: [Character: Character] = [
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "‚": "'",
    "´": "'", "`": "'", "′": "'", "“": "\"", "”": "\"", "„": "\"", "″": "\"",
  ]

  // MARK: - Bytes

  /// What Windows-1252 has for the bytes from 0x80 to 0x9F; those without a sign are themselves.
  private static let windows: [Unicode.Scalar: UInt8] = {
    let signs = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
    return Dictionary(uniqueKeysWithValues: zip(signs, 0x80...0x9F))
  }()

  /// A text whose bytes in Windows-1252 are UTF-8, as that.
  private static func reread(_ text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = windows[scalar] ?? UInt8(exactly: scalar.value) else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  // MARK: - Values

  /// `2.0` as `2`, and `2.50` as `2.5`.
  private static func withoutFraction(_ text: String) -> String {
    guard let match = text.wholeMatch(of: kept(/(\d+)\.(\d*?)0*/)) else { return text }
    return match.2.isEmpty ? String(match.1) : "\(match.1).\(match.2)"
  }

  private static let yes: Set<String> = [
    "yes", "y", "true", "t", "1", "on", "x", "ja", "j", "oui", "si", "sí",
  ]
  private static let no: Set<String> = ["no", "n", "false", "f", "0", "off", "nein", "non", "nee"]
  /// With one of these, words are surely for yes or no.
  private static let sure: Set<String> = ["yes", "true", "false", "ja", "oui", "nein"]

  /// Whether a short text says yes or no.
  static func saysYesOrNo(_ text: TextSlice) -> Bool {
    let word = text.string.lowercased()
    return yes.contains(word) || no.contains(word)
  }

  private static func yesOrNo(_ text: String) -> String {
    let word = text.trimmedOfSpaces.lowercased()
    return yes.contains(word) ? "yes" : no.contains(word) ? "no" : text
  }

  private static func areYesOrNo(_ words: Set<String>) -> Bool {
    words.allSatisfy { yes.contains($0) || no.contains($0) }
      && (!words.isDisjoint(with: sure) || words == ["y", "n"] || words == ["1", "0"])
  }
}

/// What bytes of a text say of changes that it may have gone through.
struct TextSigns: OptionSet {
  let rawValue: Int

  /// `&` with `;` behind it.
  static let entity = TextSigns(rawValue: 1)
  static let beyondASCII = TextSigns(rawValue: 2)
  /// A mark at the beginning that may be a quotation mark.
  static let quoted = TextSigns(rawValue: 4)
  /// A dash or a quotation mark of ASCII.
  static let quoteOrDash = TextSigns(rawValue: 8)
  /// A space at an end, two spaces, a tab or the end of a line.
  static let blank = TextSigns(rawValue: 16)
  /// A digit in front and `0` at the end behind a point.
  static let fraction = TextSigns(rawValue: 32)
  static let yesOrNo = TextSigns(rawValue: 64)

  init(rawValue: Int) { self.rawValue = rawValue }

  init(of text: TextSlice, mayBeYesOrNo: (TextSlice) -> Bool) {
    let count = text.count
    var signs: TextSigns = count <= 6 && mayBeYesOrNo(text) ? .yesOrNo : []
    var (hasAmpersand, hasPoint, last) = (false, false, UInt8(0x20))
    for index in 0..<count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "&"): hasAmpersand = true
      case UInt8(ascii: ";"): if hasAmpersand { signs.insert(.entity) }
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "\""): signs.insert(.quoteOrDash)
      case 0x09...0x0D: signs.insert(.blank)
      case 0x20: if last == 0x20 || index == count - 1 { signs.insert(.blank) }
      case 0x80...0xFF: signs.insert(.beyondASCII)
      case _: break
      }
      last = byte
    }
    guard count > 0 else {
      self = []
      return
    }
    let first = text[0]
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") || first == 0xE2 || first == 0xC2 {
      signs.insert(.quoted)
    }
    if hasPoint, first &- 0x30 < 10, last == 0x30 || last == UInt8(ascii: ".") {
      signs.insert(.fraction)
    }
    self = signs
  }
}
