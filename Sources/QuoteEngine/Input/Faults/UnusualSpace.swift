import QuoteLanguage

/// Spaces that nobody sees, or that are no plain ones.
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
}
