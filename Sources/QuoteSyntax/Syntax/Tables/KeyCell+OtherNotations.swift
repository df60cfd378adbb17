extension KeyCell {
  /// How other notations write the smaller and the greater, longer ones first.
  private static let comparisons: [(words: String, mark: String)] = [
    ("more than", ">"), ("greater than", ">"), ("less than", "<"), ("fewer than", "<"),
    ("at least", ">="), ("at most", "<="), ("up to", "<="), ("over", ">"), ("above", ">"),
    ("under", "<"), ("below", "<"), ("from", ">="), ("until", "<="), ("since", ">="),
    ("before", "<"), ("after", ">"), ("=>", ">="), ("=<", "<="),
    ("≥", ">="), ("≤", "<="), ("mehr als", ">"), ("weniger als", "<"), ("mindestens", ">="),
    ("höchstens", "<="), ("bis zu", "<="), ("über", ">"), ("unter", "<"), ("bis", "<="),
    ("ab", ">="), ("à partir de", ">="), ("dès", ">="), ("jusqu'à", "<="), ("plus de", ">"),
    ("moins de", "<"), ("max.", "<="), ("min.", ">="), ("max", "<="), ("min", ">="),
  ]
  private static let behind: [(words: String, mark: String)] = [
    ("+", ">="), ("and up", ">="), ("and over", ">="), ("and more", ">="), ("or more", ">="),
    ("and above", ">="), ("or above", ">="), ("or over", ">="), ("or up", ">="), ("or less", "<="),
    ("and below", "<="), ("or below", "<="), ("and under", "<="), ("or under", "<="),
  ]
  private static let any: Set<String> = ["*", "_", "any", "all", "∞"]
  private static let rest: Set<String> = ["else", "otherwise", "default", "other", "rest"]

  /// Whether a cell of other notations is matched by whatever is looked up.
  package static func isAny(_ cell: String) -> Bool { any.contains(cell.lowercased()) }

  /// How a cell is written that other notations of ranges meant. `mended` gives a value as it is
  /// written here, nil for what is none; it is not asked for ranges, which are no values whatever
  /// their brackets.
  package static func instead(of cell: String, mended: (String) -> String?) -> String? {
    func mend(_ value: String) -> String? { value.contains("..") ? nil : mended(value) }
    let written = cell.trimmedOfSpaces
    if isAny(written) || rest.contains(written.lowercased()) { return "-" }
    for (words, mark) in comparisons where written.lowercased().hasPrefix(words) {
      let rest = String(written.dropFirst(words.count)).trimmedOfSpaces
      guard let value = mend(rest) else { continue }
      // After ten o'clock is from then on; after a day is another day.
      return words == "after" && value.contains(":") ? ">= \(value)" : "\(mark) \(value)"
    }
    for word in [" or ", " and ", " oder ", " und ", " ou "] where written.contains(word) {
      let values = written.replacing(",", with: word).split(separator: word)
        .map { mend(String($0).trimmedOfSpaces) }
      let known = values.compactMap { $0 }
      if values.count > 1, known.count == values.count { return known.joined(separator: ", ") }
    }
    if let match = written.wholeMatch(of: kept(/(.*\d)\s*\+\s*([A-Za-z]+)/)),
      let value = mend("\(match.1) \(match.2)")
    {
      return ">= \(value)"
    }
    for (words, mark) in behind where written.lowercased().hasSuffix(words) {
      let rest = String(written.dropLast(words.count)).trimmedOfSpaces
      if let value = mend(rest) { return "\(mark) \(value)" }
    }
    for mark in ["!=", "<>", "≠", "!"] where written.hasPrefix(mark) {
      let rest = String(written.dropFirst(mark.count)).trimmedOfSpaces
      let isPlain = rest.wholeMatch(of: kept(/[A-Za-z_]\w*|[\[(]\S*\.\.\S*[\])]/)) != nil
      return (mend(rest) ?? (isPlain ? rest : nil)).map { "not(\($0))" }
    }
    for mark in ["==", "="] where written.hasPrefix(mark) {
      if let value = mend(String(written.dropFirst(mark.count)).trimmedOfSpaces) { return value }
    }
    if written.contains(";") {
      let values = written.split(separator: ";").map { mend(String($0).trimmedOfSpaces) }
      let known = values.compactMap { $0 }
      if values.count > 1, known.count == values.count { return known.joined(separator: ", ") }
    }
    return range(written, mend)
  }

  /// `2 kg - 5 kg`, `[1-9]`, `2-5 kg`, `(2 kg–5 kg]`, `1 to 9`, `[100..]`, `[1..1,000]`.
  private static func range(_ written: String, _ mend: (String) -> String?) -> String? {
    // `]a;b[` has neither of its ends.
    let opens: Character? =
      switch written.first {
      case "[": "["
      case "(", "]": "("
      case _: nil
      }
    let closes: Character? =
      switch written.last {
      case "]": "]"
      case ")", "[": ")"
      case _: nil
      }
    let inner = String(written.dropFirst(opens == nil ? 0 : 1).dropLast(closes == nil ? 0 : 1))
    if opens != nil, closes != nil, let value = mend(inner) { return value }
    let bracketed = opens != nil && closes != nil ? [";"] : []
    for mark in ["...", "..", "…", " to ", " bis ", " à ", " - ", "–", "—", "-"] + bracketed {
      guard let place = inner.firstRange(of: mark) else { continue }
      let lower = String(inner[..<place.lowerBound]).trimmedOfSpaces
      let upper = String(inner[place.upperBound...]).trimmedOfSpaces
      let (isLow, isHigh) = (isEndless(lower), isEndless(upper))
      if isLow, isHigh { return "-" }
      if isLow, let value = mend(upper) { return (closes == ")" ? "< " : "<= ") + value }
      if isHigh, let value = mend(lower) { return (opens == "(" ? "> " : ">= ") + value }
      guard let high = mend(withUnit(upper, of: lower)) ?? mend(upper),
        let low = mend(withUnit(lower, of: upper)) ?? mend(lower)
      else { continue }
      return "\(opens ?? "[")\(low)..\(high)\(closes ?? "]")"
    }
    return nil
  }

  private static func isEndless(_ end: String) -> Bool {
    ["", "∞", "inf", "infinity", "-∞", "-inf"].contains(end)
  }

  /// A bare number with the sign or unit that the other end has.
  private static func withUnit(_ end: String, of other: String) -> String {
    guard end.allSatisfy({ $0.isNumber || $0 == "." }),
      let match = other.wholeMatch(of: kept(/(\D*?)([\d.,]+)(\D*)/))
    else { return end }
    return "\(match.1)\(end)\(match.3)"
  }
}
