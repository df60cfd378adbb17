/// Texts that no row of a table is for, and the key that may have been meant: another spelling of
/// its letters, its beginning, or all of its letters but one.
package struct NearKey: Sendable {
  private let words: [(word: String, letters: [String])]

  package init(_ words: [String]) {
    self.words = words.map { ($0, Self.spellings(of: $0)) }
  }

  /// Nil if no key is near, or several are; and for those that differ in case or in spaces
  /// around them alone, which readers tell of as such. One that is a key itself has another near.
  package func meant(by text: String, isKey: Bool = false) -> String? {
    let bare = Self.small(text.trimmedOfSpaces)
    if !isKey, words.contains(where: { Self.small($0.word) == bare }) { return nil }
    let words = isKey ? self.words.filter { $0.word != text } : self.words
    let wanted = Self.spellings(of: text)
    let same = words.filter { !Set($0.letters).isDisjoint(with: wanted) }
    if let found = same.first { return same.count == 1 ? found.word : nil }
    let isCut = text.hasSuffix(".")
    let starts = wanted.map { isCut ? String($0.dropLast()) : $0 }
    let begins = isKey && !isCut ? [] : words.filter { word in
      word.letters.contains { letters in
        starts.contains {
          $0.count >= (isCut ? 3 : 4) && $0.count < letters.count && letters.hasPrefix($0)
        }
      }
    }
    if let found = begins.first { return begins.count == 1 ? found.word : nil }
    let near = words.filter { Self.isOneOff(Self.parts(of: text), Self.parts(of: $0.word)) }
    return near.count == 1 ? near[0].word : nil
  }

  /// Its bytes, capitals of ASCII made small.
  private static func small(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Its letters without case, spaces, hyphens and accents: once with an umlaut as two letters, as
  /// in `Muenchen`, and once as one.
  private static func spellings(of text: String) -> [String] {
    var (two, one) = ("", "")
    let parts = text.lowercased().split(separator: " ")
    let bare = parts.count > 1 && articles.contains(parts[0])
      ? parts.dropFirst().joined(separator: " ") : text.lowercased()
    // Between figures a hyphen says something.
    let hasFigures = bare.contains(where: \.isNumber)
    for letter in bare where hasFigures || !letter.isWhitespace && !"-–_'’".contains(letter) {
      let plain = plainLetters[letter]
      two += umlauts[letter] ?? plain ?? String(letter)
      one += plain ?? String(letter)
    }
    return one == two ? [two] : [two, one]
  }

  private static let articles: Set<Substring> = [
    "the", "der", "die", "das", "le", "la", "les", "el", "los", "il", "de", "den",
  ]
  private static let umlauts: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"]

  private static let plainLetters: [Character: String] = {
    let groups = [
      "a": "áàâãäåāăą", "c": "çćčĉ", "d": "ďđð", "e": "éèêëēėęě", "g": "ğĝģ", "i": "íìîïīįı",
      "l": "łľĺļ", "n": "ñńňņ", "o": "óòôõöøōő", "r": "řŕ", "s": "śšşș", "t": "ťţț",
      "u": "úùûüūůűų", "y": "ýÿ", "z": "žźż", "ss": "ß", "ae": "æ", "oe": "œ", "th": "þ",
    ]
    var plain: [Character: String] = [:]
    for (letter, others) in groups {
      for other in others { plain[other] = letter }
    }
    return plain
  }()

  private static func parts(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  /// Whether one letter of one word makes one text of the other: `Zone A` is none of `Zone B`.
  private static func isOneOff(_ a: [Substring], _ b: [Substring]) -> Bool {
    guard a.count == b.count else { return false }
    let other = zip(a, b).filter { $0 != $1 }
    return other.count == 1 && isOneOff(String(other[0].0), String(other[0].1))
  }

  /// Whether one letter more, less or another makes one word of the other; short ones are too
  /// much alike.
  private static func isOneOff(_ a: String, _ b: String) -> Bool {
    let (short, long) = a.count <= b.count ? (Array(a), Array(b)) : (Array(b), Array(a))
    guard short.count >= 5, long.count - short.count <= 1 else { return false }
    // Figures that differ are other figures.
    if long.contains(where: \.isNumber) { return false }
    let start = zip(short, long).prefix { $0 == $1 }.count
    let end = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
    return start + end >= long.count - 1
  }
}
