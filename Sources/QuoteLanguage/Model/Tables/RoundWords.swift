import QuoteSyntax

/// Months and days of the week as words: their order is not that of their letters.
package struct RoundWords {
  /// All from the first to the last, as those are written.
  package let words: [String]

  /// Nil for words that are neither both months nor both days.
  package init?(from first: String, to last: String) {
    guard
      let found = Self.between(first, last, MomentPattern.months)
        ?? Self.between(first, last, MomentPattern.weekdays)
    else { return nil }
    words = found
  }

  private static func between(_ first: String, _ last: String, _ names: [String]) -> [String]? {
    let isShort = first.count == 3 && last.count == 3
    let spelt = names.map { isShort ? String($0.prefix(3)) : $0 }
    let small = spelt.map { $0.lowercased() }
    guard let start = small.firstIndex(of: first.lowercased()),
      let end = small.firstIndex(of: last.lowercased()), start != end
    else { return nil }
    let count = (end - start + names.count) % names.count + 1
    return (0..<count).map { offset in
      let word = spelt[(start + offset) % names.count]
      if first == first.lowercased() { return word.lowercased() }
      return first == first.uppercased() ? word.uppercased() : word
    }
  }
}

extension KeyCellReader {
  /// The words that a range of months or days has, without an end that it leaves out; nil for
  /// another range.
  func roundWords(_ range: RangeSyntax) -> [String]? {
    guard key.type == .text, let lower = range.lower?.value, let upper = range.upper?.value,
      let round = RoundWords(from: lower, to: upper)
    else { return nil }
    return Array(
      round.words.dropFirst(range.lowerIsIncluded ? 0 : 1).dropLast(range.upperIsIncluded ? 0 : 1))
  }
}
