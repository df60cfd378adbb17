/// Two texts of which the first tells of more, and comes first letter by letter: `10:30` and
/// `9:00`.
struct TextsOutOfStep {
  var more: String
  var less: String

  /// Nil where both orders are alike: `byLetter` and `byWorth` say each text as it is compared
  /// and as it is meant.
  init?(_ one: (byLetter: String, byWorth: String), _ two: (byLetter: String, byWorth: String)) {
    if one.byWorth > two.byWorth, one.byLetter < two.byLetter {
      (more, less) = (one.byLetter, two.byLetter)
    } else if one.byWorth < two.byWorth, one.byLetter > two.byLetter {
      (more, less) = (two.byLetter, one.byLetter)
    } else {
      return nil
    }
  }

  /// The first of some texts, none of them repeated, that is out of step with a text, or with
  /// another of them.
  static func first(
    among texts: [(byLetter: String, byWorth: String)], with end: (String, String)?
  ) -> TextsOutOfStep? {
    if let end { return texts.lazy.compactMap { TextsOutOfStep($0, end) }.first }
    let sorted = texts.sorted { $0.byWorth < $1.byWorth }
    for (one, two) in zip(sorted, sorted.dropFirst()) {
      if let found = TextsOutOfStep(one, two) { return found }
    }
    return nil
  }
}

extension DatePattern {
  /// The same with all zeros, if some number of it is printed without them and what is greater
  /// stands before what is less: then only zeros keep the texts from being in order.
  func padded(_ written: String) -> String? {
    let fields = parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } }
    let ranks = fields.compactMap { Field.allCases.firstIndex(of: $0) }
    let padded = Self.padded(written)
    guard padded != written, zip(ranks, ranks.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    return padded
  }

  /// Whether something stands between any two of its numbers, so that each can be read by itself.
  var hasPartedNumbers: Bool {
    zip(parts, parts.dropFirst()).allSatisfy { one, two in
      if case .field = one, case .field = two { return false }
      return true
    }
  }

  /// Texts out of step with what a text is compared with: one that is written out, or nil.
  func outOfStep(
    printing value: PriceExpression, padded: DatePattern, with end: String?
  ) -> TextsOutOfStep? {
    let worth = end.flatMap { padded.respelled($0) }
    let printed = samples(of: value, near: end).map { values in
      (byLetter: text(of: values), byWorth: padded.text(of: values))
    }
    return TextsOutOfStep.first(
      among: printed, with: worth.flatMap { worth in end.map { ($0, worth) } })
  }

  /// Numbers of its fields that a value may have, a field each, some around each change of width.
  private func samples(of value: PriceExpression, near end: String?) -> [[Int]] {
    let year = end.flatMap { spelledYear(of: $0) } ?? 2026
    let fields = parts.compactMap { part -> (field: Field, width: Int)? in
      if case .field(let field, let width) = part { (field, width) } else { nil }
    }
    let all = fields.reduce([[Int]]()) { found, field in
      let values: [Int] =
        switch field.field {
        case .year: [field.width == 4 ? year : year % 100]
        case .month: Array(1...12)
        case .day: [1, 2, 5, 9, 10, 11, 20, 28]
        case .hour: [0, 1, 2, 9, 10, 12, 20, 23]
        case .minute, .second: [0, 5, 9, 10, 30, 59]
        }
      if found.isEmpty { return values.map { [$0] } }
      return found.flatMap { before in values.map { before + [$0] } }
    }
    let possible = value.type == .date ? texts(of: value) : nil
    return all.filter { possible?.contains(text(of: $0)) ?? true }
  }
}

extension DigitPattern {
  /// Texts of numbers out of step with what a text is compared with: one that is written out, or
  /// nil. Numbers below zero are left out.
  static func outOfStep(
    _ pattern: String?, printing value: PriceExpression, with end: String?
  ) -> TextsOutOfStep? {
    let width = pattern.flatMap { DigitPattern($0) }?.wholeDigits ?? 1
    guard value.range.upper > 0 else { return nil }
    let number = end.flatMap { Ratio(decimal: $0) }
    if end != nil, number == nil { return nil }
    var samples: [Ratio] = [1, 2, 5, 9]
    for _ in 1..<9 { samples += samples.suffix(4).map { $0 * 10 } }
    if value.range.isFinite { samples += [value.range.lower, value.range.upper] }
    let size = value.units.size
    let printed = samples.filter { value.range.contains($0 * size) && $0.isWhole }
      .compactMap { $0.floor.flatMap(Int.init(exactly:)) }
      .map { (byLetter: paddedNumber($0, to: width), byWorth: paddedNumber($0, to: 12)) }
    guard let end, let number, let whole = number.floor.flatMap(Int.init(exactly:)) else {
      return TextsOutOfStep.first(among: printed, with: nil)
    }
    return TextsOutOfStep.first(among: printed, with: (end, paddedNumber(whole, to: 12)))
  }
}
