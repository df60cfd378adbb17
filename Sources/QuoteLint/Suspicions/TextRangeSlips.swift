import QuoteLanguage
import QuoteSyntax

/// Ranges of texts with numbers in their ends, over texts whose numbers may be of any length:
/// letter by letter, `PH2` lies between `PH16` and `PH40`, and `10` comes before `5`.
struct TextRangeSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  /// Texts of which the rules ask how many letters they have.
  private let measured: [PriceExpression]
  private static let most = 20
  /// So many ranges of a column are looked at.
  private static let mostRanges = 500

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    var measured: [PriceExpression] = []
    func note(_ value: PriceExpression) {
      guard case .apply(.text(.length), let parts) = value.operation else { return }
      measured.append(parts[0])
      // Blanks around a text are no letters of it.
      if case .apply(.text(.trim), let inner) = parts[0].operation {
        measured.append(inner[0])
      }
    }
    func walk(_ value: PriceExpression) {
      value.parts.forEach(walk)
      note(value)
    }
    model.visitExpressions(note)
    model.lists.forEach { $0.keep.map(walk) }
    self.measured = measured
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = TextRangeSlips(model)
    return Array((slips.inTables + slips.inFormulas).prefix(most))
  }

  // MARK: - Tables

  private var inTables: [Diagnostic] {
    let asked = model.keysOfTables
    return zip(model.tables, asked).flatMap { table, asked in
      table.keys.indices.compactMap { column -> Diagnostic? in
        guard table.keys[column].domain.type == .text else { return nil }
        let keys = asked.isEmpty ? [table.keys[column].value] : asked.map { $0[column] }
        return severalLengths(in: table, column) ?? ofAnyLength(in: table, column, keys)
      }
    }
  }

  /// Ranges whose ends are alike but for numbers of several lengths.
  private func severalLengths(in table: ModelTable, _ column: Int) -> Diagnostic? {
    table.endsOfSeveralLengths(column, in: table.rows).map { ends in
      .rangeOfNumbers(ends.one, ends.other, of: table, column, at: ends.span)
    }
  }

  /// The first range of a column that takes a number of another length for what it is not.
  private func ofAnyLength(
    in table: ModelTable, _ column: Int, _ keys: [PriceExpression]
  ) -> Diagnostic? {
    var left = Self.mostRanges
    for row in table.rows {
      guard case .textRanges(let all) = row.keys[column].body,
        // In quotation marks they are meant as they are.
        !text(row.keySpans[column]).contains("\"")
      else { continue }
      let ranges = all.withoutExceptions
      if ranges.isEmpty { continue }
      let ends = ranges.flatMap(\.ends)
      if keys.allSatisfy({ isOfOneLength($0, ends) }) { continue }
      for range in ranges {
        guard left > 0 else { return nil }
        left -= 1
        guard let slip = MisjudgedText(of: range) else { continue }
        let key = keys.first ?? table.keys[column].value
        return .textRange(
          of: table, slip, key: text(key.span).withoutBrackets,
          shorter: shorter(than: key, ends), isOptional: key.isOptional,
          length: Self.length(of: ends), list: list(of: key), at: row.keySpans[column])
      }
    }
    return nil
  }

  /// `left(zip, 2)` for `left(zip, 3)`, where ranges have ends of two letters.
  private func shorter(than key: PriceExpression, _ ends: [String]) -> String? {
    guard case .apply(.text(.left(let length)), let parts) = names.resolved(key).operation,
      let size = Self.length(of: ends), size < length
    else { return nil }
    return "left(\(text(parts[0].span)), \(size))"
  }

  // MARK: - Formulas

  private var inFormulas: [Diagnostic] {
    var found: [Diagnostic] = []
    var seen: Set<ObjectIdentifier> = []
    // Two comparisons of one text are a range.
    model.visitExpressions { value in
      guard case .and(let a, let b) = value.operation, let low = bound(a), let high = bound(b),
        low.range.lower != nil, high.range.upper != nil, names.areSame(low.value, high.value)
      else { return }
      seen.formUnion([ObjectIdentifier(a), ObjectIdentifier(b)])
      var range = low.range
      (range.upper, range.upperIsIncluded) = (high.range.upper, high.range.upperIsIncluded)
      if let warning = warning(of: value, low.value, range) { found.append(warning) }
    }
    model.visitExpressions { value in
      guard !seen.contains(ObjectIdentifier(value)), let bound = bound(value),
        let warning = warning(of: value, bound.value, bound.range)
      else { return }
      found.append(warning)
    }
    return found
  }

  /// A text that is held against one that is written, by order, and those for which that holds.
  private func bound(_ value: PriceExpression) -> (value: PriceExpression, range: TextRange)? {
    guard case .apply(.compare(let comparison), let sides) = value.operation,
      sides[0].type == .text
    else { return nil }
    let (subject, end, turned): (PriceExpression, String, PriceExpression.Comparison)
    if case .constant(.text(let text)) = sides[1].operation {
      (subject, end, turned) = (sides[0], text, comparison)
    } else if case .constant(.text(let text)) = sides[0].operation {
      (subject, end, turned) = (sides[1], text, comparison.turned)
    } else {
      return nil
    }
    switch turned {
    case .greater, .greaterOrEqual:
      return (
        subject,
        TextRange(
          lower: end, lowerIsIncluded: turned == .greaterOrEqual, upper: nil,
          upperIsIncluded: false)
      )
    case .less, .lessOrEqual:
      return (
        subject,
        TextRange(
          lower: nil, lowerIsIncluded: false, upper: end,
          upperIsIncluded: turned == .lessOrEqual)
      )
    case .equal, .notEqual: return nil
    }
  }

  private func warning(
    of comparison: PriceExpression, _ value: PriceExpression, _ range: TextRange
  ) -> Diagnostic? {
    guard !isOfOneLength(value, range.ends), let slip = MisjudgedText(of: range) else {
      return nil
    }
    let written = text(value.span).withoutBrackets
    return .textRange(
      text(comparison.span), of: written, slip, integer: integer(written, range),
      isOptional: value.isOptional, length: Self.length(of: range.ends), list: list(of: value),
      at: comparison.span)
  }

  /// The list of whose elements a value is one; nil for one of the booking.
  private func list(of value: PriceExpression) -> String? {
    value.grain == .booking ? nil : model.lists[value.grain.list].name
  }

  /// The comparison of the number that a text may be: one bound of few digits.
  private func integer(_ value: String, _ range: TextRange) -> String? {
    guard range.ends.count == 1, let end = range.ends.first, end.utf8.count < 4,
      !end.hasPrefix("0"), Int(end) != nil
    else { return nil }
    let mark =
      range.lower != nil
      ? (range.lowerIsIncluded ? ">=" : ">") : (range.upperIsIncluded ? "<=" : "<")
    return "(integer(\(value)) default 0) \(mark) \(end)"
  }

  // MARK: - Lengths

  /// Whether the rules see to it that a text is as long as the ends that it is held against, or
  /// that its numbers are told apart in another way.
  private func isOfOneLength(_ value: PriceExpression, _ ends: [String]) -> Bool {
    let value = names.resolved(value)
    if measured.contains(where: { names.areSame($0, value) })
      || ModelWords.words(ofKey: value, in: model) != nil
    {
      return true
    }
    switch value.operation {
    // What is printed is told of by its pattern.
    case .constant, .apply(.printed, _), .apply(.text(.natural), _): return true
    case .apply(.text(.left(let count)), _), .apply(.text(.right(let count)), _):
      return ends.allSatisfy { $0.count == count }
    case .apply(.text(.lower), let parts), .apply(.text(.upper), let parts),
      .apply(.text(.trim), let parts), .apply(.text(.withoutSpaces), let parts):
      return isOfOneLength(parts[0], ends)
    case .defaulting(let first, let second):
      return isOfOneLength(first, ends) && isOfOneLength(second, ends)
    case .conditional(_, let then, let otherwise):
      return isOfOneLength(then, ends) && (otherwise.map { isOfOneLength($0, ends) } ?? true)
    case .reference, .apply, .and, .or, .isGiven, .extreme, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return false
    }
  }

  /// How long all ends are; nil where they are of several lengths, or of one letter, and for a
  /// single end, beyond which texts may be longer.
  private static func length(of ends: [String]) -> Int? {
    guard ends.count > 1, let length = ends.first?.count, length > 1,
      ends.allSatisfy({ $0.count == length })
    else { return nil }
    return length
  }
}

/// A text that a range of texts has, letter by letter, and would not have by the numbers in it, or
/// the other way round.
struct MisjudgedText {
  /// What is said of it.
  let told: String

  init?(of range: TextRange) {
    var outside: String?
    // A long text, or one of many numbers, is none that people put in order.
    if range.isBeginning || range.ends.contains(where: { $0.utf8.count > 64 }) { return nil }
    for neighbours in [\String.withDigitLess, \String.neighboursByNumber] {
      for text in range.ends.flatMap({ $0[keyPath: neighbours] }) {
        let isInside = range.contains(text)
        guard isInside != Self.isInside(text, byNumbers: range) else { continue }
        if isInside {
          told = Self.told(text, inside: range)
          return
        }
        outside = outside ?? text
      }
    }
    guard let outside else { return nil }
    let isBefore = range.lower.map { outside < $0 } ?? false
    told =
      "as texts, `\(outside)` comes "
      + (isBefore ? "before `\(range.lower ?? "")`" : "after `\(range.upper ?? "")`")
  }

  private static func isInside(_ text: String, byNumbers range: TextRange) -> Bool {
    NaturalText.range(
      from: range.lower, isIncluded: range.lowerIsIncluded, to: range.upper,
      isIncluded: range.upperIsIncluded
    ).contains(NaturalText.key(text))
  }

  private static func told(_ text: String, inside range: TextRange) -> String {
    switch (range.lower, range.upper) {
    case (let lower?, let upper?): "as texts, `\(text)` lies between `\(lower)` and `\(upper)`"
    case (let lower?, nil): "as texts, `\(text)` comes after `\(lower)`"
    case (nil, let upper?): "as texts, `\(text)` comes before `\(upper)`"
    case (nil, nil): ""
    }
  }
}

extension TextRange {
  /// Whether it has all texts that begin with its first end: `[18565..18566)`.
  fileprivate var isBeginning: Bool {
    guard let lower, let upper, lowerIsIncluded, !upperIsIncluded, let last = lower.utf8.last,
      let next = upper.utf8.last
    else { return false }
    return lower.utf8.dropLast().elementsEqual(upper.utf8.dropLast()) && last + 1 == next
  }

  fileprivate func contains(_ text: String) -> Bool {
    let isAbove = lower.map { text > $0 || lowerIsIncluded && text == $0 } ?? true
    let isBelow = upper.map { text < $0 || upperIsIncluded && text == $0 } ?? true
    return isAbove && isBelow
  }
}

extension [TextRange] {
  /// Those that are written as ranges: not single texts, nor all but single texts.
  fileprivate var withoutExceptions: Self {
    var exceptions: Set<String> = []
    for range in self where !range.upperIsIncluded {
      guard let end = range.upper, contains(where: { $0.lower == end && !$0.lowerIsIncluded })
      else { continue }
      exceptions.insert(end)
    }
    return filter { range in
      range.lower != range.upper && !range.ends.allSatisfy(exceptions.contains)
    }
  }
}

extension String {
  /// Texts one of whose numbers lacks its last digit.
  fileprivate var withDigitLess: [String] {
    matches(of: kept(/[0-9]+/)).filter { $0.0.count > 1 }.map { number in
      String(self[..<number.range.upperBound].dropLast()) + self[number.range.upperBound...]
    }
  }

  /// Texts that differ from it in one of its numbers, which has a digit more, or is one less or
  /// more without leading zeros.
  fileprivate var neighboursByNumber: [String] {
    matches(of: kept(/[0-9]+/)).flatMap { number -> [String] in
      guard let value = Int(number.0), number.0.count < 16 else { return [] }
      let others = [value - 1, value + 1, value * 10]
      let power = "1" + String(repeating: "0", count: number.0.count)
      return (others.filter { $0 >= 0 }.map(String.init) + [power]).map { other in
        String(self[..<number.range.lowerBound]) + other + self[number.range.upperBound...]
      }
    }
  }
}

extension String {
  /// A formula without the brackets that are around all of it.
  var withoutBrackets: String {
    guard hasPrefix("("), hasSuffix(")") else { return self }
    let inner = dropFirst().dropLast()
    var depth = 0
    for character in inner {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth < 0 { return self }
    }
    return String(inner)
  }
}
