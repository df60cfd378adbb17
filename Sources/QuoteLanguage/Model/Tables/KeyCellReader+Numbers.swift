import QuoteSyntax

/// Key cells of numbers, dates, times and instants.
extension KeyCellReader {
  func numbers(_ tests: [KeyCell.Test]) -> KeySet.Body? {
    var found: [Alternative] = []
    for (index, test) in tests.map(opened).enumerated() {
      switch test {
      case .value(let word):
        guard let value = number(word) else { return nil }
        found.append(Alternative(index, KeyRange(Interval(point: value))))
      case .range(let range):
        guard let read = self.ranges(range) else { return nil }
        found += read.map { Alternative(index, $0) }
      case .none: break
      }
    }
    let ranges = KeySet.ascending(found.map(\.range))
    guard !holdAlways(ranges) else {
      report(.holdsAlways(tests))
      return nil
    }
    reportOverlaps(found, of: tests)
    return .ranges(ranges)
  }

  /// `30 and above` as `>= 30`: no number is written so.
  private func opened(_ test: KeyCell.Test) -> KeyCell.Test {
    guard case .value(let word) = test, let open = OpenRange(word.value) else { return test }
    let bound = Spanned(open.bound, at: word.span)
    let isLower = open.sign.hasPrefix(">")
    return .range(
      RangeSyntax(
        lower: isLower ? bound : nil, lowerIsIncluded: open.sign == ">=",
        upper: isLower ? nil : bound, upperIsIncluded: open.sign == "<=", span: word.span))
  }

  static let secondsPerDay: Ratio = 86_400

  private func ranges(_ range: RangeSyntax) -> [KeyRange]? {
    var lower = -Ratio.infinity
    var upper = Ratio.infinity
    if let end = range.lower {
      guard let value = number(end, of: range) else { return nil }
      lower = value
    }
    if let end = range.upper {
      guard let value = number(end, of: range, isUpper: true) else { return nil }
      upper = value
    }
    let isHalfOpen = !(range.lowerIsIncluded && range.upperIsIncluded)
    if key.type == .time, lower > upper, upper.isFinite {
      return wrapped(lower, upper, range)
    }
    if lower > upper || lower == upper && isHalfOpen && lower.isFinite {
      let round = lower > upper ? RoundRange(countedBy: key, in: checker.rules) : nil
      report(
        .emptyRange(
          range.span, wraps: key.type == .time, parts: round.map { $0.parts(of: range) } ?? [],
          ends: (range.lower?.value ?? "", range.upper?.value ?? ""), in: checker.rules.sources))
      return nil
    }
    return [
      KeyRange(
        Interval(lower, upper), lowerIsIncluded: range.lower == nil || range.lowerIsIncluded,
        upperIsIncluded: range.upper == nil || range.upperIsIncluded)
    ]
  }

  /// The range from the one time over midnight to the other.
  private func wrapped(_ lower: Ratio, _ upper: Ratio, _ range: RangeSyntax) -> [KeyRange] {
    var ranges: [KeyRange] = []
    if upper > 0 || range.upperIsIncluded {
      ranges.append(KeyRange(Interval(0, upper), upperIsIncluded: range.upperIsIncluded))
    }
    if lower < KeyCellReader.secondsPerDay {
      ranges.append(
        KeyRange(
          Interval(lower, KeyCellReader.secondsPerDay), lowerIsIncluded: range.lowerIsIncluded,
          upperIsIncluded: false))
    }
    return ranges
  }

  /// A value or a bound in base units, days, seconds or microseconds.
  private func number(
    _ word: Spanned<String>, of range: RangeSyntax? = nil, isUpper: Bool = false
  ) -> Ratio? {
    switch key.type {
    case .date:
      if let date = CalendarDate(iso: word.value) { return Ratio(date.daysSince1970) }
    case .time:
      if isUpper, word.value == "24:00" { return KeyCellReader.secondsPerDay }
      if let time = TimeOfDay(iso: word.value) { return Ratio(time.secondsSinceMidnight) }
    case .instant:
      if let instant = Instant(iso: word.value) { return Ratio(instant.microsecondsSince1970) }
    case .quantity(let wanted): return quantity(word, wanted, of: range)
    case .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
    let isDateForInstant = key.type == .instant && CalendarDate(iso: word.value) != nil
    if reportColumn(word) { return nil }
    report(
      .unreadableKey(
        word, of: header, type: key.type,
        hint: isDateForInstant
          ? "look up `date(\(header))` to compare days"
          : hint(for: word, of: range), in: checker.rules))
    return nil
  }

  /// Reports a cell that cannot be read where all of its column are written so: once a column.
  private func reportColumn(_ word: Spanned<String>) -> Bool {
    guard let ofFile else { return false }
    if word.span == ofFile.first {
      report(.unreadableColumn(word, of: header, type: key.type, help: ofFile.help))
    }
    return true
  }

  private func quantity(
    _ word: Spanned<String>, _ wanted: QuantityType, of range: RangeSyntax?
  ) -> Ratio? {
    guard let literal = NumberLiteral.read(word, units: units) else {
      if reportColumn(word) { return nil }
      report(
        .unreadableKey(
          word, of: header, type: key.type, hint: hint(for: word, of: range), in: checker.rules))
      return nil
    }
    let read = checker.expression(of: .number(literal), at: word.span)
    guard case .quantity(let type) = read.type,
      case .constant(.quantity(let value)) = read.operation
    else { return nil }
    guard type.numerator == wanted.numerator, type.denominator == wanted.denominator else {
      report(
        .keyOfOtherMeasure(
          word, read.type, of: header, key, isColumn: isPlainColumn, in: checker.rules))
      return nil
    }
    return value
  }

  // MARK: All but

  func complement(of body: KeySet.Body) -> KeySet.Body {
    switch body {
    case .everything: return .ranges([])
    case .words(let words, let negated): return .words(words, negated: !negated)
    case .areas(let areas, let negated): return .areas(areas, negated: !negated)
    case .indices(let indices): return .indices(closedIndices.subtracting(indices))
    case .ranges(let ranges): return .ranges(KeySet.complement(of: ranges))
    case .textRanges(let ranges): return .textRanges(KeySet.complement(of: ranges))
    }
  }

  private var closedIndices: Set<Int> {
    switch key.type {
    case .flag: [0, 1]
    case .choice(let words): Set(words.indices)
    case .weekday: Set(1...7)
    case .quantity, .text, .date, .time, .instant, .point, .texts, .invalid: []
    }
  }
}

extension KeySet {
  /// Ascending, ranges that meet or overlap joined.
  static func ascending(_ ranges: [KeyRange]) -> [KeyRange] {
    guard ranges.count > 1 else { return ranges }
    let sorted = ranges.sorted { KeyDomain.cuts($0).0 < KeyDomain.cuts($1).0 }
    var result = [sorted[0]]
    for range in sorted.dropFirst() {
      let last = KeyDomain.cuts(result[result.count - 1]).1
      let (lower, upper) = KeyDomain.cuts(range)
      if lower > last {
        result.append(range)
      } else if upper > last {
        result[result.count - 1].interval.upper = range.interval.upper
        result[result.count - 1].upperIsIncluded = range.upperIsIncluded
      }
    }
    return result
  }

  /// What lies outside ascending ranges.
  package static func complement(of ranges: [KeyRange]) -> [KeyRange] {
    var result: [KeyRange] = []
    var lower = NumberCut(value: -.infinity, isAfter: false)
    func add(to upper: NumberCut) {
      guard lower < upper else { return }
      result.append(
        KeyRange(
          Interval(lower.value, upper.value), lowerIsIncluded: !lower.isAfter,
          upperIsIncluded: upper.isAfter))
    }
    for range in ranges {
      let (from, to) = KeyDomain.cuts(range)
      add(to: from)
      lower = to
    }
    if lower.value.isFinite || ranges.isEmpty {
      add(to: NumberCut(value: .infinity, isAfter: true))
    }
    return result
  }

  /// What lies outside text ranges, in any order.
  static func complement(of ranges: [TextRange]) -> [TextRange] {
    let sorted = ranges.sorted { KeyDomain.cuts($0).0 < KeyDomain.cuts($1).0 }
    var result: [TextRange] = []
    var rest: TextRange? = TextRange(
      lower: nil, lowerIsIncluded: true, upper: nil, upperIsIncluded: true)
    for range in sorted {
      guard var open = rest else { break }
      let end = KeyDomain.cuts(range).1
      if KeyDomain.cuts(open).0 < KeyDomain.cuts(range).0, let lower = range.lower {
        result.append(
          TextRange(
            lower: open.lower, lowerIsIncluded: open.lowerIsIncluded, upper: lower,
            upperIsIncluded: !range.lowerIsIncluded))
      }
      guard let upper = range.upper else {
        rest = nil
        break
      }
      if KeyDomain.cuts(open).0 < end {
        open.lower = upper
        open.lowerIsIncluded = !range.upperIsIncluded
        rest = open
      }
    }
    if let rest { result.append(rest) }
    return result
  }
}
