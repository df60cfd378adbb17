import QuoteLanguage
import QuoteSyntax

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
}

/// Some texts that a pattern prints of a date or a time, to be held against ends.
struct PrintedDates {
  private let pattern: DatePattern
  private let padded: DatePattern
  private let fields: [(field: DatePattern.Field, width: Int)]
  /// All texts that there are, where these are few.
  private let possible: Set<String>?
  /// The first day that there is.
  private let first: CalendarDate?

  init(of value: PriceExpression, by pattern: DatePattern, padded: DatePattern) {
    (self.pattern, self.padded) = (pattern, padded)
    fields = pattern.parts.compactMap { part -> (field: DatePattern.Field, width: Int)? in
      if case .field(let field, let width) = part { (field, width) } else { nil }
    }
    let isDate = value.type == .date
    possible = isDate ? pattern.texts(of: value) : nil
    first =
      isDate && value.range.isFinite
      ? value.range.lower.ceiling.flatMap(Int32.init(exactly:)).map {
        CalendarDate(daysSince1970: $0)
      } : nil
  }

  /// Texts out of step with what a text is compared with: one that is written out, or nil.
  func outOfStep(with end: String?) -> TextsOutOfStep? {
    let printed = samples(near: end).map { values in
      (byLetter: pattern.text(of: values), byWorth: padded.text(of: values))
    }
    let worth = end.flatMap { padded.respelled($0) }
    return TextsOutOfStep.first(
      among: printed.filter { possible?.contains($0.byLetter) ?? true }
        .sorted { $0.byWorth < $1.byWorth },
      with: worth.flatMap { worth in end.map { ($0, worth) } })
  }

  /// Numbers of the fields, one field after the other around each change of its width: those
  /// before it are as in `end`, and those behind it the least. So there are some dozens.
  private func samples(near end: String?) -> [[Int]] {
    let told = end.map { pattern.spelledNumbers(of: $0) }
    var found: [[Int]] = []
    var before: [Int] = []
    for (index, (field, width)) in fields.enumerated() {
      var start = least(of: field, width: width)
      if let told {
        if told.indices.contains(index), field.range.contains(told[index]) { start = told[index] }
      } else if let first {
        start = number(of: field, width: width, in: first)
      }
      let behind = fields[(index + 1)...].map { least(of: $0.field, width: $0.width) }
      for value in values(of: field, near: start) { found.append(before + [value] + behind) }
      before.append(start)
    }
    return found
  }

  private func values(of field: DatePattern.Field, near start: Int) -> [Int] {
    switch field {
    case .year: [start]
    case .month: Array(1...12)
    case .day: [1, 2, 5, 9, 10, 11, 20, 28]
    case .hour: [0, 1, 2, 9, 10, 12, 20, 23]
    case .minute, .second: [0, 5, 9, 10, 30, 59]
    }
  }

  private func least(of field: DatePattern.Field, width: Int) -> Int {
    field == .year ? (width == 4 ? 2026 : 26) : field.range.lowerBound
  }

  private func number(of field: DatePattern.Field, width: Int, in day: CalendarDate) -> Int {
    let (year, month, date) = day.civil
    return switch field {
    case .year: width == 4 ? year : year % 100
    case .month: month
    case .day: date
    case .hour, .minute, .second: 0
    }
  }
}

/// Some texts that are printed of a number, to be held against ends. Numbers below zero are left
/// out.
struct PrintedNumbers {
  private let printed: [(byLetter: String, byWorth: String)]

  init?(of value: PriceExpression, by pattern: String?) {
    let width = pattern.flatMap { DigitPattern($0) }?.wholeDigits ?? 1
    guard value.range.upper > 0 else { return nil }
    var samples: [Ratio] = [1, 2, 5, 9]
    for _ in 1..<9 { samples += samples.suffix(4).map { $0 * 10 } }
    if value.range.isFinite { samples += [value.range.lower, value.range.upper] }
    let size = value.units.size
    printed = samples.filter { value.range.contains($0 * size) && $0.isWhole }
      .compactMap { $0.floor.flatMap(Int.init(exactly:)) }
      .map { (byLetter: paddedNumber($0, to: width), byWorth: paddedNumber($0, to: 12)) }
  }

  /// Texts out of step with what a text is compared with: one that is written out, or nil.
  func outOfStep(with end: String?) -> TextsOutOfStep? {
    guard let end else { return TextsOutOfStep.first(among: printed, with: nil) }
    guard let number = Ratio(decimal: end),
      let whole = number.floor.flatMap(Int.init(exactly:))
    else { return nil }
    return TextsOutOfStep.first(among: printed, with: (end, paddedNumber(whole, to: 12)))
  }
}
