/// Functions of one text, or of a list of texts.
public enum TextFunction: Hashable, Sendable {
  case lower, upper, trim
  /// The first so many Unicode scalars.
  case left(Int)
  /// A count of Unicode scalars.
  case length
  /// As Python's int() or float() reads it; not given if unreadable.
  case parseInteger, parseNumber
  /// A date in a pattern; not given if unreadable.
  case parseDate(pattern: String)
  /// The texts of a list as one, with this between them.
  case joined(separator: String)

  /// Whether it may give nothing for a text that is given.
  var mayFail: Bool {
    switch self {
    case .parseInteger, .parseNumber, .parseDate: true
    case .lower, .upper, .trim, .left, .length, .joined: false
    }
  }
}
