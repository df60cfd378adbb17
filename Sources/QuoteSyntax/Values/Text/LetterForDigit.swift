/// A letter that stands among digits and looks like one: `45,5O`, `l5.00`.
package struct LetterForDigit {
  package let letter: Character
  package let digit: Character
  /// The text with digits in place of such letters.
  package let right: String

  private static let digits: [Character: Character] = [
    "O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "B": "8",
  ]

  /// Nil if a text has none.
  package init?(in text: String) {
    var signs = Array(text)
    guard signs.count <= 40, signs.contains(where: Self.isDigit) else { return nil }
    var found: (letter: Character, digit: Character)?
    var start = 0
    while start < signs.count {
      let stop = signs[start...].firstIndex { !Self.isPart($0) } ?? signs.count
      defer { start = max(stop, start) + 1 }
      // A run of a number that no word goes on from.
      guard signs[start..<stop].contains(where: Self.isDigit),
        start == 0 || !signs[start - 1].isLetter, stop == signs.count || !signs[stop].isLetter
      else { continue }
      for index in start..<stop {
        guard let digit = Self.digits[signs[index]],
          Self.mayBe(signs[index], in: signs[start..<stop], at: index)
        else { continue }
        found = found ?? (signs[index], digit)
        signs[index] = digit
      }
    }
    guard let found else { return nil }
    (letter, digit) = found
    right = String(signs)
  }

  /// What is said of it, with the number as it is written at its place.
  package func told(right: String) -> String {
    "its `\(letter)` is a letter: if the digit \(digit) is meant, write `\(right)`"
  }

  private static func isDigit(_ sign: Character) -> Bool { ("0"..."9").contains(sign) }

  private static func isPart(_ sign: Character) -> Bool {
    isDigit(sign) || sign == "." || sign == "," || digits[sign] != nil
  }

  /// At its end a run has a unit rather than a digit, but for the round letter and behind a point;
  /// `S` and `B` begin names of cells and houses.
  private static func mayBe(
    _ letter: Character, in run: ArraySlice<Character>, at index: Int
  ) -> Bool {
    let (isFirst, isLast) = (index == run.startIndex, index == run.endIndex - 1)
    switch letter {
    case "O", "o": return true
    case "l", "I": return !isLast
    case _: return !isFirst && (!isLast || run.dropLast().contains { $0 == "." || $0 == "," })
    }
  }
}
