/// What comes round: the months of a year, the hours of a day. Where the values have no turn, a
/// range that goes over its end has two parts, and is not what it is with its ends turned round.
struct RoundRange {
  /// The first and the last value, as they are written.
  let first: String
  let last: String

  init(first: String, last: String) {
    (self.first, self.last) = (first, last)
  }

  /// The range of what a formula counts; nil for what does not come round.
  init?(countedBy value: PriceExpression, in rules: ModelChecker) {
    let counted = rules.told(by: value)
    guard case .apply(.date(let function), _) = counted.operation, counted.type.isQuantity,
      let round = function.round
    else { return nil }
    (first, last) = ("\(round.lowerBound)", "\(round.upperBound)")
  }

  /// The range of texts such as `12-20` and `01-06`, or of those that a pattern prints.
  init?(_ lower: String, _ upper: String, printedBy pattern: DatePattern?) {
    let looks = ["MM-dd", "MM/dd", "HH:mm"].map { DatePattern($0) }
    let known = pattern.map { [$0] } ?? looks
    guard
      let pattern = known.first(where: {
        $0.respelled(lower) == lower && $0.respelled(upper) == upper
      }
      ), let ends = pattern.roundEnds
    else { return nil }
    (first, last) = ends
  }

  /// `[12-20..12-31]` and `[01-01..01-06]`; one value stands alone.
  func parts(of range: RangeSyntax) -> [String] {
    guard let lower = range.lower?.value, let upper = range.upper?.value else { return [] }
    let (opens, closes) = (range.lowerIsIncluded ? "[" : "(", range.upperIsIncluded ? "]" : ")")
    let parts = [
      lower == last ? (range.lowerIsIncluded ? last : nil) : "\(opens)\(lower)..\(last)]",
      upper == first ? (range.upperIsIncluded ? first : nil) : "[\(first)..\(upper)\(closes)",
    ]
    return parts.compactMap { $0 }
  }
}

extension ModelChecker {
  /// A value, or what the name that stands for it says.
  func told(by value: PriceExpression) -> PriceExpression {
    guard case .reference(.letValue(let index)) = value.operation else { return value }
    return told(by: lets[index].value)
  }

  /// The pattern by which a text is printed; nil for others.
  func pattern(of value: PriceExpression) -> (pattern: DatePattern, written: String)? {
    guard case .apply(.printed(let written?), let parts) = told(by: value).operation else {
      return nil
    }
    switch parts[0].type {
    case .date, .time, .instant: return (DatePattern(written), written)
    case .quantity, .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
  }
}

extension DatePattern {
  /// A text of which only zeros are left out or too many, as it is printed: `06-15` of `6-15`.
  /// It may end behind any field. Nil for others.
  func respelled(_ text: String) -> String? {
    var rest = text.unicodeScalars[...]
    var result = ""
    for (index, part) in parts.enumerated() {
      if rest.isEmpty, index > 0, case .literal = part { return result }
      switch part {
      case .literal(let scalars):
        guard rest.map(\.value).starts(with: scalars) else { return nil }
        result.unicodeScalars.append(contentsOf: rest.prefix(scalars.count))
        rest = rest.dropFirst(scalars.count)
      case .field(let field, let width):
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard let value = Int(String(digits)), digits.count <= max(2, width),
          field.range.contains(value), field != .year || digits.count == width
        else { return nil }
        result += paddedNumber(value, to: width)
        rest = rest.dropFirst(digits.count)
      }
    }
    return rest.isEmpty ? result : nil
  }

  /// Whether a text that was respelled goes to the pattern's end.
  func isWhole(_ text: String) -> Bool {
    var count = 0
    for case .literal(let scalars) in parts { count += scalars.count }
    for case .field(_, let width) in parts { count += width }
    return text.unicodeScalars.count >= count
  }

  /// The first and the last text, if texts printed by it have the order of what they tell and
  /// come round: the greater before the lesser, zeros before them, and no year.
  var roundEnds: (first: String, last: String)? {
    var (first, last) = ("", "")
    var before: Int?
    for part in parts {
      switch part {
      case .literal(let scalars):
        let text = String(decoding: scalars, as: UTF32.self)
        (first, last) = (first + text, last + text)
      case .field(let field, let width):
        guard let rank = Field.allCases.firstIndex(of: field), field != .year, width == 2,
          rank == (before ?? rank - 1) + 1
        else { return nil }
        before = rank
        first += paddedNumber(field.range.lowerBound, to: 2)
        last += paddedNumber(field.range.upperBound, to: 2)
      }
    }
    return before == nil ? nil : (first, last)
  }
}
