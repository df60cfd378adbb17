/// How the texts of one field are written, if the rules declare it; the plain form is then no
/// longer accepted.
package struct FieldNotation: Sendable {
  /// How numbers are written; several ways may be tried, and a text that two of them read
  /// differently is refused.
  package var numbers: [NumberSpelling] = []
  /// How dates, times and moments are written, in the same way.
  package var moments: [MomentNotation] = []
  /// Words that mean that there is no value, without blanks around them; an empty one is all texts
  /// of blanks.
  package var nothing: [[UInt8]] = []
  /// As the rules have it, for messages.
  package var written: [String] = []

  package init() {}

  package var isEmpty: Bool { numbers.isEmpty && moments.isEmpty && nothing.isEmpty }

  /// Whether years have two digits, `yy`, however a moment is written: they are 2000 to 2099.
  package var hasYearsOfTwoDigits: Bool {
    !moments.isEmpty
      && moments.allSatisfy { moment in
        guard case .pattern(let pattern) = moment else { return false }
        return pattern.parts.contains(.field(.year, width: 2))
      }
  }

  /// Whether a text, without the blanks around it, is a word that means that there is no value.
  package func isNothing(_ text: Span<UInt8>) -> Bool {
    if nothing.isEmpty { return false }
    var (lower, upper) = (0, text.count)
    while let blank = text.blank(at: lower, before: upper) { lower += blank }
    while let blank = text.blank(endingAt: upper, after: lower) { upper -= blank }
    if lower == upper { return nothing.contains(where: \.isEmpty) }
    for index in nothing.indices
    where nothing[index].count == upper - lower
      && text.has(nothing[index], at: lower, before: upper)
    {
      return true
    }
    return false
  }
}
