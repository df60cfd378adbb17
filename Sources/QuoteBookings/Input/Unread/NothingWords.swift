import QuoteSyntax

/// Which short texts are words for nothing.
enum NothingWords {
  /// With longer texts nobody says that there is none.
  private static let longest = 11

  /// For each byte, whether such a word may begin with it, or with a space of any kind before it.
  private static let firstBytes: [Bool] = {
    var may = [Bool](repeating: false, count: 256)
    for byte in NotationGuess.nothings.compactMap(\.utf8.first) {
      may[Int(byte)] = true
      if (0x61...0x7A).contains(byte) { may[Int(byte) - 0x20] = true }
    }
    for byte in 0...255 where byte <= 0x20 || byte >= 0x80 { may[byte] = true }
    return may
  }()

  static func has(_ text: TextSlice) -> Bool {
    guard (1...longest).contains(text.count), firstBytes[Int(text[0])] else { return false }
    return NotationGuess.isNothing(text.string)
  }

  /// What a spreadsheet has in a cell that it cannot compute, in small letters.
  private static let errors: Set<String> = [
    "#ref!", "#n/a", "#value!", "#div/0!", "#name?", "#num!", "#null!", "#error!", "#spill!",
  ]
  /// Words for nothing that are hardly one of somebody's own.
  private static let surely: Set<String> = [
    "null", "nan", "n/a", "(null)", "(blank)", "undefined", "\\n",
  ]

  static func isError(_ text: TextSlice) -> Bool {
    (4...longest).contains(text.count) && text[0] == UInt8(ascii: "#")
      && errors.contains(text.string.lowercased())
  }

  static func isSurely(_ text: TextSlice) -> Bool {
    (2...longest).contains(text.count) && firstBytes[Int(text[0])]
      && surely.contains(text.string.trimmedOfSpaces.lowercased())
  }

  private static let denials: Set<String> = ["no", "false", "nein", "non", "nee"]

  /// Whether a text has the length of a word that says no, and its first letter.
  static func mayBeNo(_ text: TextSlice) -> Bool {
    (2...5).contains(text.count) && (text[0] | 0x20 == 0x6E || text[0] | 0x20 == 0x66)
  }

  /// Whether a text says no, which is something that is given. `NO` is Norway as well.
  static func saysNo(_ text: TextSlice) -> Bool {
    let word = text.string
    return word != "NO" && denials.contains(word.lowercased())
  }
}
