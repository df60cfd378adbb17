/// A pattern that is made once and kept, for texts of which there may be one in every booking.
///
/// A pattern in the middle of a function is read and compiled anew whenever the function runs, and
/// that takes longer than to read and price a hundred bookings.
///
/// Sound to share between threads as long as it calls no function of ours: a `Regex` never changes
/// but for what it was compiled to, which it keeps by itself, atomically.
package struct KeptPattern<Output>: @unchecked Sendable {
  private let regex: Regex<Output>

  package init(_ regex: Regex<Output>) { self.regex = regex }

  /// What it finds in a text that is like it as a whole; nil in any other.
  package func wholeMatch(in text: String) -> Output? {
    (try? regex.wholeMatch(in: text))?.output
  }

  /// Whether a text is like it as a whole.
  package func matches(_ text: String) -> Bool { wholeMatch(in: text) != nil }

  /// What it finds first in a text.
  package func firstMatch(in text: String) -> Output? {
    (try? regex.firstMatch(in: text))?.output
  }
}
