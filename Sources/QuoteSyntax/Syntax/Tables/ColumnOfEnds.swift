/// A word that price lists for people have above the starts or the ends of ranges.
package enum ColumnOfEnds {
  case start, end

  init?(_ word: String) {
    switch word.trimmedOfSpaces.lowercased() {
    case "from", "von", "ab", "de", "min": self = .start
    case "to", "bis", "à", "max": self = .end
    case _: return nil
    }
  }

  /// The header of such a column of a table.
  func header(_ name: String) -> String { self == .start ? "\(name) >=" : "\(name) <=" }

  /// What is said of two such columns.
  package static func help(_ name: String) -> String {
    "in a file, the start and the end of a range are two columns, `\(name) >=` and `\(name) <`, or "
      + "`\(name) <=` where the next row begins behind the end; here they are one, `\(name)`, with "
      + "cells like `[0..10)`, or `[0 kg..10 kg)` where it is measured in kg"
  }

  /// `sheets from` and `To sheets` as tables have them.
  private static func ofTwoWords(_ text: String) -> String? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 else { return nil }
    for (name, end) in [(words[0], words[1]), (words[1], words[0])] where Lexicon.isName(name) {
      if let end = ColumnOfEnds(end) { return end.header(name.lowercased()) }
    }
    return nil
  }

  /// A header of a file for people as tables have it: `Boat type` as `boat_type`, `From (locks)`
  /// as `locks >=`.
  static func named(_ line: String) -> String {
    if line.contains("\"") { return line }
    let mark: Character = line.contains(",") ? "," : line.contains("\t") ? "\t" : ";"
    // What comes behind an empty cell is no key, and has no ends.
    var areKeys = true
    let cells = line.split(separator: mark, omittingEmptySubsequences: false).map { cell in
      let text = String(cell).trimmedOfSpaces
      areKeys = areKeys && !text.isEmpty
      if areKeys, let header = ofTwoWords(text) { return header }
      if let match = text.wholeMatch(of: kept(/(\S+)\s*\(\s*([A-Za-z_]\w*)\s*\)/)),
        let end = ColumnOfEnds(String(match.1))
      {
        return end.header(String(match.2))
      }
      guard text.wholeMatch(of: kept(/\p{L}+\.?(?: \p{L}[\p{L}\d²³]*)+/)) != nil,
        let name = Lexicon.name(meantBy: text)
      else { return String(cell) }
      return name.lowercased()
    }
    return cells.joined(separator: String(mark))
  }
}
