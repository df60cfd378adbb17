import QuoteLanguage
import QuoteSyntax

/// What nobody sees in a text: spaces that are no plain ones, and letters of another script that
/// look like those of the words that are wanted.
enum UnusualSpace {
  private static let names: [Unicode.Scalar: String] = [
    "\u{A0}": "a no-break space (U+00A0)", "\u{202F}": "a narrow no-break space (U+202F)",
    "\u{2007}": "a figure space (U+2007)", "\u{2009}": "a thin space (U+2009)",
    "\u{200B}": "a zero-width space (U+200B)", "\u{200C}": "a zero-width non-joiner (U+200C)",
    "\u{200D}": "a zero-width joiner (U+200D)", "\u{2060}": "a word joiner (U+2060)",
    "\u{FEFF}": "a byte-order mark (U+FEFF)", "\u{200E}": "a left-to-right mark (U+200E)",
    "\u{200F}": "a right-to-left mark (U+200F)", "\u{AD}": "a soft hyphen (U+00AD)",
    "\t": "a tab",
  ]

  /// `there is a no-break space (U+00A0) at its end`; nil where a text has none.
  static func told(of text: String) -> String? {
    // Nearly all are of visible signs and plain spaces.
    if text.utf8.allSatisfy({ $0 &- 0x20 <= 0x5E }) { return nil }
    let scalars = Array(text.unicodeScalars)
    guard let index = scalars.firstIndex(where: { names[$0] != nil }),
      let name = names[scalars[index]]
    else { return nil }
    let after = scalars[(index + 1)...].allSatisfy { names[$0] != nil || $0 == " " }
    let before = scalars[..<index].allSatisfy { names[$0] != nil || $0 == " " }
    return "there is \(name) \(after ? "at its end" : before ? "at its beginning" : "in it")"
  }

  /// A text in small letters, without spaces around it and without what shows nothing inside.
  static func seen(_ text: String) -> String { withoutMarks(text).lowercased() }

  /// A text without spaces around it and without what shows nothing inside.
  static func withoutMarks(_ text: String) -> String {
    var seen = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isHidden = scalar.properties.generalCategory == .format
      if !isHidden { seen.append(names[scalar] == nil ? scalar : " ") }
    }
    return String(seen).trimmedOfSpaces
  }

  /// Letters of Greek and Cyrillic, and the Latin ones that look the same.
  private static let alike: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip(
      "АВСЕНІЈКМОРЅТХУасеіјорѕхуΑΒΕΖΗΙΚΜΝΟΡΤΥΧοντ".unicodeScalars,
      "ABCEHIJKMOPSTXYaceijopsxyABEZHIKMNOPTYXovt".unicodeScalars))

  /// A text with Latin letters for those that look the same.
  static func inLatinLetters(_ text: String) -> String {
    var latin = String.UnicodeScalarView()
    latin.append(contentsOf: text.unicodeScalars.map { alike[$0] ?? $0 })
    return String(latin)
  }

  /// `its 2nd letter is a Cyrillic о (U+043E)`; nil where a text is all of one script.
  static func strangeLetter(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.contains(where: { $0.isASCII && $0.properties.isAlphabetic }),
      let index = scalars.firstIndex(where: { alike[$0] != nil })
    else { return nil }
    let (letter, code) = (scalars[index], paddedHexadecimal(scalars[index].value))
    let script = letter.value < 0x400 ? "Greek" : "Cyrillic"
    return "its letter \(index + 1) is a \(script) \(letter) (U+\(code)), which looks like "
      + "`\(alike[letter] ?? letter)`"
  }

  private static func paddedHexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
