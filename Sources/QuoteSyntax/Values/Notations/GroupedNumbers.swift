/// Whether the points in numbers that no declaration is for stand between thousands: `1.000` beside
/// `950`, and never `0.5`, `2.25` or `1000`.
package struct GroupedNumbers {
  /// The first that has three digits behind a point.
  private var first: String?
  private var endsInZero = false
  /// Whether more than one has a point.
  private var areSeveral = false
  /// Whether some are whole and below a thousand: they have no point either way.
  private var hasSmall = false
  /// Whether some text has decimals for sure, or a thousand without a point.
  private var isDecimal = false
  /// The ends of all, points left out.
  package private(set) var least = Int.max
  package private(set) var most = Int.min

  package init() {}

  package mutating func add(_ text: String) {
    if text.isEmpty || isDecimal { return }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 6,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = parts.first, whole.utf8.count <= 3, parts.count == 1 || !whole.hasPrefix("0"),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
      let number = Int(text.replacing(".", with: ""))
    else {
      isDecimal = true
      return
    }
    (least, most) = (min(least, number), max(most, number))
    guard parts.count == 2 else {
      hasSmall = hasSmall || parts.count == 1
      return
    }
    areSeveral = first != nil
    first = first ?? text
    endsInZero = endsInZero || text.hasSuffix("0")
  }

  /// Whether a text is a number whose point is before decimals for sure: `0.125`, `2.25`.
  package static func hasDecimalPoint(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      && (parts[1].utf8.count != 3 || parts[0].hasPrefix("0") || parts[0].utf8.count > 3)
  }

  package enum Kind {
    case amounts, numbers, measures
  }

  /// The first that was most likely meant a thousand times as large. Amounts have no third decimal.
  /// Measures may have three, as a weight in grams; then each has them, or zeros are left out.
  /// Plain numbers are written without zeros at the end.
  package func first(among kind: Kind) -> String? {
    if isDecimal { return nil }
    switch kind {
    case .amounts: return first
    case .numbers: return endsInZero && (hasSmall || areSeveral) ? first : nil
    case .measures: return endsInZero && hasSmall ? first : nil
    }
  }
}
