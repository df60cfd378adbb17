/// The ranges of texts that a table has rows for, in one of its columns.
package struct RangedTexts: Sendable {
  /// From one text to another, each with or without itself; no text is no end.
  package struct Range: Sendable {
    var lower: String?
    var lowerIsIncluded: Bool
    var upper: String?
    var upperIsIncluded: Bool

    package init(
      lower: String?, lowerIsIncluded: Bool, upper: String?, upperIsIncluded: Bool
    ) {
      self.lower = lower
      self.lowerIsIncluded = lowerIsIncluded
      self.upper = upper
      self.upperIsIncluded = upperIsIncluded
    }

    fileprivate func has(_ text: String) -> Bool {
      if let lower, lowerIsIncluded ? text < lower : text <= lower { return false }
      if let upper, upperIsIncluded ? text > upper : text >= upper { return false }
      return true
    }
  }

  /// A text in a range that another one is in but for its case or spaces around it.
  package struct Near: Sendable {
    /// `case`, `spaces`, `case or spaces`.
    package var butFor: String
    /// What looks it up there: `upper(trim(zone))`.
    package var lookedUp: String
  }

  package let table: String
  /// Whether numbers in the texts count as numbers; the ends are keys then.
  private let isNatural: Bool
  private let ranges: [Range]
  /// Whether the letters of all ends are capitals, or are small.
  private let areCapitals: Bool
  private let areSmall: Bool
  /// A table with more ranges is left out.
  private static let most = 200

  /// Nil where there are none, or many.
  package init?(table: String, isNatural: Bool, ranges: [Range]) {
    guard !ranges.isEmpty, ranges.count <= Self.most else { return nil }
    self.table = table
    self.isNatural = isNatural
    self.ranges = ranges
    let ends = ranges.flatMap { [$0.lower, $0.upper].compactMap(\.self) }
    let hasLetters = ends.contains { $0.contains(where: \.isLetter) }
    areCapitals = hasLetters && ends.allSatisfy { $0 == $0.uppercased() }
    areSmall = hasLetters && ends.allSatisfy { $0 == $0.lowercased() }
  }

  /// Whether a byte is of a letter that no end may have, which is why the text may be in no range.
  package func isOfOtherCase(_ byte: UInt8) -> Bool {
    byte >= 0x80 || areCapitals && (0x61...0x7A).contains(byte)
      || areSmall && (0x41...0x5A).contains(byte)
  }

  /// The text of an input in a range that a text is in but for case or spaces; nil for one that is
  /// in a range as it is.
  package func near(_ text: String, of input: String) -> Near? {
    if has(text) { return nil }
    let trimmed = text.trimmedOfSpaces
    func near(_ butFor: String, _ call: String) -> Near {
      Near(butFor: butFor, lookedUp: isNatural ? "natural(\(call))" : call)
    }
    if trimmed != text, has(trimmed) { return near("spaces", "trim(\(input))") }
    guard areCapitals || areSmall,
      has(areCapitals ? trimmed.uppercased() : trimmed.lowercased())
    else { return nil }
    let function = areCapitals ? "upper" : "lower"
    return trimmed == text
      ? near("case", "\(function)(\(input))")
      : near("case or spaces", "\(function)(trim(\(input)))")
  }

  private func has(_ text: String) -> Bool {
    let key = isNatural ? NaturalText.key(text) : text
    return ranges.contains { $0.has(key) }
  }
}
