import QuoteLanguage
import QuoteSyntax

/// Texts of cells that hold several elements, in which these are parted otherwise than declared:
/// `a,b` and `a x2`, where the rules have the word `a` and cells like `a*2;b`.
extension OddValues {
  /// A cell's text as it would have to be written.
  private struct Rewritten {
    /// What parts the elements in place of the separator.
    var mark: Character?
    var text: String
  }

  mutating func noteJoined(
    _ text: TextSlice, row: Int, _ words: inout TextWords, as cell: CompactCell
  ) -> Bool {
    guard row < Self.mostRows, Self.mayBeJoined(text) else { return false }
    let (text, fields) = (text.string, words.fields)
    guard !words.isWord(text),
      let other = Self.rewritten(text, as: cell, fields, isWord: { words.isWord($0) })
    else { return false }
    let form = "cell: \"" + cell.parts.map { $0.mark + fields[$0.field].name }.joined()
    var told = "with `\(form)\(cell.separator)\"` it is written as `\(other.text)`"
    if let mark = other.mark, !cell.parts.contains(where: { $0.mark.contains(mark) }) {
      told += ", and `\(form)\(mark)\"` parts elements by `\(mark)`"
    }
    note(
      .joined, words.place,
      Found(name: words.input.name, text: text, word: told, isOfElement: true))
    return true
  }

  /// Several words of the rules in one text, where it is looked up as one: `a, b`.
  mutating func noteSeveral(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard isClose(row, text), (3..<200).contains(text.count),
      !areSeveral(.several, words.place), let mark = Self.firstMark(of: text)
    else { return false }
    let (whole, known) = (text.string, words.all)
    func isKnown(_ part: Substring) -> Bool {
      let word = String(part).trimmedOfSpaces
      return known.contains(word) || known.contains(word.lowercased())
    }
    // Most texts with a mark are sentences, whose beginnings are no words of the rules.
    guard let end = whole.utf8.firstIndex(of: mark), isKnown(whole[..<end]),
      !known.contains(whole)
    else { return false }
    let parts = whole.split(separator: Character(UnicodeScalar(mark)))
    guard parts.count > 1, Set(parts).count == parts.count, parts.allSatisfy(isKnown) else {
      return false
    }
    note(.several, words.place, Found(words, row, text))
    return true
  }

  /// A comma, or another mark that parts words.
  private static func firstMark(of text: TextSlice) -> UInt8? {
    for index in 0..<text.count {
      switch text[index] {
      case 0x2C, 0x3B, 0x7C, 0x2B, 0x2F, 0x26: return text[index]
      default: break
      }
    }
    return nil
  }

  /// Whether a text has a byte that may part elements, or a figure.
  private static func mayBeJoined(_ text: TextSlice) -> Bool {
    guard text.count > 2, text.count < 200 else { return false }
    for index in 0..<text.count {
      let byte = text[index]
      if byte == 0x2C || byte == 0x3B || byte == 0x7C || byte &- 0x2A < 2 { return true }
      if byte == 0x2F || byte == 0x26 || byte &- 0x30 < 10 { return true }
    }
    return false
  }

  /// Nil where no part of the text is a word of the rules.
  private static func rewritten(
    _ text: String, as cell: CompactCell, _ fields: [FieldSchema], isWord: (String) -> Bool
  ) -> Rewritten? {
    let second = cell.parts.dropFirst().first
    // How many there are, where that comes next.
    let counted = second.flatMap { part in
      switch fields[part.field].type {
      case .count, .number: part.mark
      case _: nil
      }
    }
    func element(_ part: String) -> (text: String, isKnown: Bool) {
      if isWord(part) { return (part, true) }
      guard let counted else { return (part, false) }
      if let match = part.wholeMatch(of: kept(/(.*\S)\s*[x×*:]\s*(\d+)/)) {
        return ("\(match.1)\(counted)\(match.2)", isWord(String(match.1)))
      }
      if let match = part.wholeMatch(of: kept(/(\d+)\s*[x×*]?\s*([^\d\s].*)/)) {
        return ("\(match.2)\(counted)\(match.1)", isWord(String(match.2)))
      }
      return (part, false)
    }
    let separator = cell.separator.trimmedOfSpaces
    for mark in [",", ";", "|", "/", "+", "&"] as [Character] where text.contains(mark) {
      let elements = text.split(separator: mark).map { element(String($0).trimmedOfSpaces) }
      guard elements.count > 1, elements.contains(where: \.isKnown) else { continue }
      return Rewritten(
        mark: mark,
        text: elements.map(\.text).joined(separator: separator.isEmpty ? " " : separator))
    }
    // A word with spaces around it is told of elsewhere.
    let one = element(text.trimmedOfSpaces)
    guard one.isKnown, !isWord(one.text) else { return nil }
    return Rewritten(mark: nil, text: one.text)
  }
}
