import QuoteSyntax

extension NaturalText {
  /// The keys of texts that begin with a word.
  static func range(of word: String) -> TextRange {
    let key = key(word)
    return TextRange(
      lower: key, lowerIsIncluded: true, upper: end(of: key), upperIsIncluded: false)
  }

  /// The keys of texts that begin with one of the words from one to another.
  package static func range(
    from lower: String?, isIncluded lowerIsIncluded: Bool, to upper: String?,
    isIncluded upperIsIncluded: Bool
  ) -> TextRange {
    let (first, last) = (lower.map(key), upper.map(key))
    return TextRange(
      lower: lowerIsIncluded ? first : first.map { end(of: $0) ?? $0 }, lowerIsIncluded: true,
      upper: upperIsIncluded ? last.flatMap(end) : last, upperIsIncluded: false)
  }
}
