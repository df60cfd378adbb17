package import QuoteSyntax

/// Checks the spelling of texts that are compared with what a pattern prints.
extension DatePattern {
  /// A text that is read by the pattern, whatever its numbers come to.
  private struct Spelling {
    struct Number {
      var field: Field
      var width: Int
      var value: Int
      var digits: Int
      /// Whether another digit follows, which is no longer this field's.
      var isCutShort: Bool
    }

    var numbers: [Number] = []
    /// How many of the pattern's parts it goes through: it may end behind any field.
    var partCount = 0
  }

  private var fieldsInOrder: [(field: Field, width: Int)] {
    parts.compactMap { if case .field(let field, let width) = $0 { (field, width) } else { nil } }
  }

  /// The text taken apart by the pattern; nil if it has another form.
  private func spelling(of text: String) -> Spelling? {
    var rest = text.unicodeScalars[...]
    var found = Spelling()
    for part in parts {
      switch part {
      case .literal(let scalars):
        if rest.isEmpty, found.partCount > 0 { return found }
        guard rest.map(\.value).starts(with: scalars) else { return nil }
        rest = rest.dropFirst(scalars.count)
      case .field(let field, let width):
        let run = rest.prefix { ("0"..."9").contains($0) }
        let digits = run.prefix(max(2, width))
        guard let value = Int(String(digits)) else { return nil }
        found.numbers.append(
          Spelling.Number(
            field: field, width: width, value: value, digits: digits.count,
            isCutShort: digits.count < run.count))
        rest = rest.dropFirst(digits.count)
      }
      found.partCount += 1
    }
    return rest.isEmpty ? found : nil
  }

  /// The numbers of a text that goes to the pattern's end; nil for others.
  private func numbers(in text: String) -> [Spelling.Number]? {
    guard let spelling = spelling(of: text), spelling.partCount == parts.count else { return nil }
    return spelling.numbers
  }

  /// Whether a text has the digits and the marks of what it prints, and numbers that may be.
  package func mayMake(_ text: String) -> Bool {
    guard let numbers = numbers(in: text) else { return false }
    return numbers.allSatisfy { $0.field.range.contains($0.value) }
      && self.text(of: numbers.map(\.value)) == text
  }

  /// Prints a number a field, as far as the pattern's first so many parts.
  package func text(of values: [Int], parts count: Int? = nil) -> String {
    var values = values[...]
    return parts.prefix(count ?? parts.count).reduce(into: "") { text, part in
      switch part {
      case .literal(let scalars): text += String(decoding: scalars, as: UTF32.self)
      case .field(_, let width): text += values.popFirst().map { paddedNumber($0, to: width) } ?? ""
      }
    }
  }

  /// A text of which only zeros are left out or too many, as it is printed: `06-15` of `6-15`.
  /// It may end behind any field. Nil for others.
  package func respelled(_ text: String) -> String? {
    guard let spelling = spelling(of: text) else { return nil }
    let areKept = spelling.numbers.allSatisfy { number in
      !number.isCutShort && number.field.range.contains(number.value)
        && (number.field != .year || number.digits == number.width)
    }
    return areKept ? self.text(of: spelling.numbers.map(\.value), parts: spelling.partCount) : nil
  }

  /// The numbers that a text of this form tells, as far as it goes; none for others.
  package func spelledNumbers(of text: String) -> [Int] {
    spelling(of: text)?.numbers.map(\.value) ?? []
  }

  /// Whether a text that was respelled goes to the pattern's end.
  func isWhole(_ text: String) -> Bool {
    var count = 0
    for case .literal(let scalars) in parts { count += scalars.count }
    for case .field(_, let width) in parts { count += width }
    return text.unicodeScalars.count >= count
  }

  /// Whether a text has this form and a number that no such field has: a month 31.
  package func isImpossible(_ text: String) -> Bool {
    guard let numbers = numbers(in: text) else { return false }
    // `24:00` is the end of a day, behind all its times.
    let isEndOfDay = numbers.allSatisfy { $0.field == .hour ? $0.value == 24 : $0.value == 0 }
    return !isEndOfDay && numbers.contains { !$0.field.range.contains($0.value) }
  }

  /// A text of this form whose month and day changed places; nil if that cannot be either.
  package func turned(_ text: String) -> String? {
    guard let numbers = numbers(in: text) else { return nil }
    let first = Dictionary(numbers.map { ($0.field, $0.value) }) { first, _ in first }
    guard let month = first[.month], let day = first[.day] else { return nil }
    let turned = first.merging([.month: day, .day: month]) { $1 }
    let result = self.text(of: numbers.map { turned[$0.field, default: 0] })
    return isImpossible(result) ? nil : result
  }

  /// The first and the last text, if texts printed by it have the order of what they tell and
  /// come round: the greater before the lesser, zeros before them, and no year.
  var roundEnds: (first: String, last: String)? {
    let fields = fieldsInOrder
    let ranks = fields.compactMap { Field.allCases.firstIndex(of: $0.field) }
    guard let greatest = ranks.first,
      fields.allSatisfy({ $0.field != .year && $0.width == 2 }),
      ranks.elementsEqual(greatest..<greatest + ranks.count)
    else { return nil }
    let ranges = fields.map(\.field.range)
    return (text(of: ranges.map(\.lowerBound)), text(of: ranges.map(\.upperBound)))
  }

  /// Two texts of this pattern of which the first is of the later date, and comes first.
  package var outOfOrder: (later: String, earlier: String) {
    let isDayFirst = fieldsInOrder.first?.field == .day
    let (later, earlier) =
      isDayFirst ? ([2026, 12, 2], [2026, 1, 31]) : ([2027, 1, 2], [2026, 12, 31])
    func text(_ date: [Int]) -> String {
      self.text(
        of: fieldsInOrder.map { field, width in
          switch field {
          case .year: width < 4 ? date[0] % 100 : date[0]
          case .month: date[1]
          case .day: date[2]
          case .hour, .minute, .second: 0
          }
        })
    }
    return (text(later), text(earlier))
  }

  /// For a day that stands before its month, or either before the year: the pattern whose texts
  /// have the order of the dates. Nil where they have it already.
  package var inOrder: String? {
    let fields = fieldsInOrder.map(\.field)
    let dates: [Field] = [.year, .month, .day]
    let met = fields.filter(dates.contains)
    guard fields == met, met.count > 1 else { return nil }
    let ordered = dates.filter(met.contains)
    guard ordered != met else { return nil }
    return ordered.map { $0.runs[0] }.joined(separator: "-")
  }
}

extension PriceExpression {
  /// The pattern by which a date or a time is printed here, and as it is written; nil for others.
  package var printing: (pattern: DatePattern, written: String)? {
    guard case .apply(.printed(let written?), let parts) = operation else { return nil }
    switch parts[0].type {
    case .date, .time, .instant: return (DatePattern(written), written)
    case .quantity, .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
  }
}
