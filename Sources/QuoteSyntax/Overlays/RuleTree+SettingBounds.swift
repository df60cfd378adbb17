/// Settings that move a bound: `let.price.weight[5 kg]=6 kg`.
extension RuleReader {
  /// Moves a bound of a key in all rows that have it, for what ends in one row begins in another;
  /// where other key cells stand beside it, as in `let.plank.heft[north, 200 kg]`, only in rows
  /// whose other keys are written so. Where both rows have their ends in, as `[1..9]` and
  /// `[10..99]`, the end beside it moves as well. A bound that another setting has made is left
  /// where it is, if one of the rules is called so as well.
  mutating func moveBound(
    _ key: Spanned<String>, _ address: Spanned<String>, to value: PlacedText, of name: String,
    in table: inout TableDeclaration
  ) -> Bool {
    let headers = table.keys.map { sources.text(at: $0.span).trimmedOfSpaces }
    let wanted = key.value.utf8.filter { !$0.isBlank }
    let column = headers.firstIndex { $0.utf8.filter { !$0.isBlank } == wanted }
    guard let column else {
      log.report(.unknownPath(key, among: headers))
      return false
    }
    let own = address.value.utf8.filter { !$0.isBlank }
    let rows = table.rows.map { KeyBounds(of: $0, column, sources) }
    let named = rows.flatMap(\.ends).filter { $0.isNamed(own) }
    guard let found = named.first(where: { !$0.isMoved }) ?? named.first else {
      log.report(
        .unknownBound(
          address, of: name, key.value, known: rows.flatMap { $0.ends.map(\.text) },
          table.hit.span))
      return false
    }
    let others = found.isNamedAlone(own) ? nil : found.others
    let new = Spanned(value.string, at: value.span)
    for index in rows.indices where others == nil || rows[index].others == others {
      let file = table.rows[index].keys[column].span.file
      table.rows[index].keys[column].replaceEnds { end, isLower, isIncluded in
        guard (end.span.file != file) == found.isMoved else { return nil }
        if end.value.isSameBound(as: found.text) { return new }
        guard found.isIncluded, isIncluded, isLower != found.isLower else { return nil }
        let gap = found.isLower ? -1 : 1
        return WrittenBound(found.text)?.next(gap)?.isSameBound(as: end.value) == true
          ? WrittenBound(new.value)?.next(gap).map { Spanned($0, at: new.span) } : nil
      }
    }
    return true
  }
}

/// The bounds in one cell of a key, and how the other keys of its row are written.
private struct KeyBounds {
  struct End {
    var text: String
    var isLower: Bool
    var isIncluded: Bool
    /// Whether a setting has made it what it is.
    var isMoved: Bool
    /// The key cells of the row, without blanks, with this bound in the place of its own.
    var cells: [UInt8]
    var others: [[UInt8]]

    func isNamedAlone(_ written: [UInt8]) -> Bool { text.utf8.filter { !$0.isBlank } == written }
    func isNamed(_ written: [UInt8]) -> Bool { isNamedAlone(written) || cells == written }
  }

  var ends: [End] = []
  var others: [[UInt8]]

  init(of row: TableRow, _ column: Int, _ sources: Sources) {
    var cells = row.keys.map { cell in
      sources.text(at: cell.span).utf8.filter { !$0.isBlank }
    }
    others = cells.enumerated().filter { $0.offset != column }.map(\.element)
    for range in row.keys[column].ranges {
      let bounds = [
        range.lower.map { ($0, true, range.lowerIsIncluded) },
        range.upper.map { ($0, false, range.upperIsIncluded) },
      ]
      for case let (end, isLower, isIncluded)? in bounds {
        cells[column] = end.value.utf8.filter { !$0.isBlank }
        ends.append(
          End(
            text: end.value, isLower: isLower, isIncluded: isIncluded,
            isMoved: end.span.file != row.keys[column].span.file,
            cells: Array(cells.joined(separator: [UInt8(ascii: ",")])), others: others))
      }
    }
  }
}

extension KeyCell {
  /// The tests of the cell, none of `-`.
  private var tests: [Test] {
    switch content {
    case .any: []
    case .tests(let tests), .not(let tests): tests
    }
  }

  fileprivate var ranges: [RangeSyntax] {
    tests.compactMap { if case .range(let range) = $0 { range } else { nil } }
  }

  /// The ends of its ranges that are there, from left to right.
  package var bounds: [Spanned<String>] {
    ranges.flatMap { [$0.lower, $0.upper].compactMap(\.self) }
  }

  /// The cell without its bounds: two of one form differ in their bounds alone.
  package var form: String {
    var cell = self
    cell.replaceEnds { end, _, _ in Spanned("", at: end.span) }
    return cell.written
  }

  /// Puts another end in the place of each for which there is one.
  fileprivate mutating func replaceEnds(
    _ other: (_ end: Spanned<String>, _ isLower: Bool, _ isIncluded: Bool) -> Spanned<String>?
  ) {
    let new = tests.map { test -> Test in
      guard case .range(var range) = test else { return test }
      range.lower = range.lower.map { other($0, true, range.lowerIsIncluded) ?? $0 }
      range.upper = range.upper.map { other($0, false, range.upperIsIncluded) ?? $0 }
      return .range(range)
    }
    switch content {
    case .any: break
    case .tests: content = .tests(new)
    case .not: content = .not(new)
    }
  }
}

/// A bound with the one beside it: `10` after `9`, `10 kg` after `9 kg`, the day after a day.
private struct WrittenBound {
  private let before: Substring
  private let number: Ratio
  private let digits: Int
  private let after: Substring
  private let day: CalendarDate?
  /// Minutes since midnight of a time such as `10:30`.
  private let minute: Int?

  init?(_ text: String) {
    day = CalendarDate(iso: text)
    minute = text.wholeMatch(of: kept(/(\d\d?):(\d\d)/))
      .flatMap { match in Int(match.1).flatMap { hour in Int(match.2).map { hour * 60 + $0 } } }
    guard let match = text.wholeMatch(of: kept(/([^\d-]*)(-?\d+(?:\.(\d+))?)([^\d]*)/)),
      let number = Ratio(decimal: String(match.2))
    else {
      guard day != nil || minute != nil else { return nil }
      (before, self.number, digits, after) = ("", Ratio(0), 0, "")
      return
    }
    (before, after, self.number) = (match.1, match.4, number)
    digits = match.3?.utf8.count ?? 0
  }

  /// Whether both are one number, in whatever unit, `5 kg`, `5.0 kg` and `5000 g`, or one day.
  func isSame(as other: WrittenBound) -> Bool {
    guard day == other.day, minute == other.minute, before.isSpelled(like: other.before) else {
      return false
    }
    if after.isSpelled(like: other.after) { return number == other.number }
    guard let unit, let theirs = other.unit, unit.dimension == theirs.dimension else {
      return false
    }
    return number * unit.size == other.number * theirs.size
  }

  private var unit: MeasureUnit? { MeasureUnit.named(String(after).trimmedOfSpaces) }

  /// The next one of as many digits, or the one before it.
  func next(_ gap: Int) -> String? {
    if let day {
      return CalendarDate(daysSince1970: day.daysSince1970 + Int32(gap)).description
    }
    if let minute {
      guard 0..<24 * 60 ~= minute + gap else { return nil }
      return TimeOfDay(secondsSinceMidnight: Int32((minute + gap) * 60)).description
    }
    var step = Ratio.one
    for _ in 0..<digits { step = step / 10 }
    let next = number + step * Ratio(Int128(gap))
    let (text, have) = (next.description, next.decimalDigits ?? 0)
    let zeros = String(repeating: "0", count: max(0, digits - have))
    return before + text + (have == 0 && digits > 0 ? "." : "") + zeros + after
  }
}

extension StringProtocol {
  /// Blanks aside.
  fileprivate func isSpelled(like other: Self) -> Bool {
    utf8.filter { !$0.isBlank }.elementsEqual(other.utf8.filter { !$0.isBlank })
  }
}

extension String {
  fileprivate func isSameBound(as other: String) -> Bool {
    if isSpelled(like: other) { return true }
    guard let one = WrittenBound(self), let two = WrittenBound(other) else { return false }
    return one.isSame(as: two)
  }
}
