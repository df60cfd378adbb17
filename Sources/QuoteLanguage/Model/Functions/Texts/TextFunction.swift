import QuoteSyntax

/// Functions of one text, or of a list of texts.
package enum TextFunction: Hashable, Sendable {
  case lower, upper, trim
  /// The text without any white space.
  case withoutSpaces
  /// The first so many Unicode scalars; below zero, all but the last so many.
  case left(Int)
  /// The last so many; below zero, all but the first so many.
  case right(Int)
  /// Every place where a text stands, from the left, as another.
  case replaced(String, by: String)
  /// What stands between separators, counted from 1, or from -1 at the end; not given where
  /// there are fewer.
  case part(separator: String, Int)
  /// The text that puts numbers in their order: see `NaturalText`.
  case natural
  /// Whether it begins, ends or is anywhere so.
  case startsWith(String), endsWith(String), contains(String)
  /// A count of Unicode scalars.
  case length
  /// As Python's int() or float() reads it; not given if unreadable.
  case parseInteger, parseNumber
  /// A date in a pattern; not given if unreadable.
  case parseDate(pattern: String)
  /// Minutes east of UTC in the time zone of this name at an instant, the second operand, rounded
  /// down to whole ones. All names that it may be are known to be zones.
  case minutesEast
  /// The instant at which the clocks of the zone of this name show a date and a time, the other
  /// operands: what they skip and what they show twice as in the file's zone.
  case instantIn
  /// The texts of a list as one, with this between them.
  case joined(separator: String)

  /// Whether it may give nothing for a text that is given.
  package var mayFail: Bool { failure != nil }

  /// What it fails to do with a text of which it makes nothing; nil if there is none.
  package var failure: String? {
    switch self {
    case .parseInteger: "reads no whole number in"
    case .parseNumber: "reads no number in"
    case .parseDate: "reads no date in"
    case .part: "finds no such part in"
    case .lower, .upper, .trim, .withoutSpaces, .left, .right, .replaced, .natural, .startsWith,
      .endsWith, .contains, .length, .joined, .minutesEast, .instantIn:
      nil
    }
  }
}

/// Texts in it are compared byte for byte, as the function does, and not as Swift compares texts,
/// to which two forms of one letter are the same.
extension TextFunction {
  private var bytes: [UInt8] { Array("\(self)".utf8) }

  package static func == (a: TextFunction, b: TextFunction) -> Bool { a.bytes == b.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
