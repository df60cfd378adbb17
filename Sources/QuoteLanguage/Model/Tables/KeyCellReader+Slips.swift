import QuoteSyntax

/// What a key cell that cannot be read is to be.
extension KeyCellReader {
  /// What to write instead of a bound or a value; nil where that is not known.
  func hint(for word: Spanned<String>, of range: RangeSyntax?) -> String? {
    let written = word.value
    if key.type == .time, let hours = hours(written, range) ?? lastMinute(of: range) {
      return hours
    }
    if case .quantity = key.type,
      let day = written.firstMatch(of: kept(/^\d{1,2}\.? ?-?(\p{L}{3,})/)),
      MomentPattern.month(named: day.1) != nil, mended(written) == nil
    {
      return "a spreadsheet makes dates of figures such as `5-10`: write the figure, and keep its"
        + " cell a text"
    }
    if let hours = wholeHours(written, range) { return hours }
    if let right = value(meantBy: written) { return right }
    if let bound = boundOfHeader(written) { return "write `\(bound)`" }
    if range != nil, ["inf", "infinity", "∞", "max", "+", "*"].contains(written.lowercased()),
      let start = range?.lower?.value
    {
      return "a range without an end is written `>= \(start)`"
    }
    if range == nil, let cell = KeyCell.instead(of: written, mended: mended) {
      // Where the end of one row is the start of the next, only one of them has it.
      let isMet = rangeEnd(of: written).map { end in
        columnCells.contains { $0 != written && rangeStart(of: $0) == end }
      } ?? false
      return "write `\(isMet && cell.hasSuffix("]") ? "\(cell.dropLast()))" : cell)`"
    }
    return boundOfName(word)
  }

  /// `8-18` of an hour, whose last one is the one before: 18:30 has the hour 18.
  private func wholeHours(_ written: String, _ range: RangeSyntax?) -> String? {
    guard range == nil, case .apply(.date(let function), _) = key.operation,
      function == .hourOf || function == .hourOfTime,
      let match = written.wholeMatch(of: kept(/(\d{1,2})\s*(?:-|–|to|bis)\s*(\d{1,2})/)),
      let start = Int(match.1), let end = Int(match.2), start < 24, end <= 24, start != end
    else { return nil }
    let cell: String
    if start < end {
      cell = "[\(start)..\(end - 1)]"
    } else {
      cell = end == 0 ? "[\(start)..23]" : "[\(start)..23], [0..\(end - 1)]"
    }
    return "for the hours from \(start):00 to \(end):00, write `\(cell)`; \(end):30 has the hour "
      + "\(end)"
  }

  /// `n > 5` and `1 < n < 5` below the header `n`, without the name.
  private func boundOfHeader(_ written: String) -> String? {
    let name = header.trimmedOfSpaces
    guard written.contains(name), let place = written.firstRange(of: name) else { return nil }
    let before = String(written[..<place.lowerBound]).trimmedOfSpaces
    let after = String(written[place.upperBound...]).trimmedOfSpaces
    guard let end = after.wholeMatch(of: kept(/(<=|>=|<|>|=)\s*(.+)/)),
      let upper = mended(String(end.2))
    else { return nil }
    if before.isEmpty { return end.1 == "=" ? upper : "\(end.1) \(upper)" }
    guard end.1.hasPrefix("<"), let start = before.wholeMatch(of: kept(/(.+?)\s*(<=|<)/)),
      let lower = mended(String(start.1))
    else { return nil }
    return "\(start.2 == "<" ? "(" : "[")\(lower)..\(upper)\(end.1 == "<" ? ")" : "]")"
  }

  /// The figures of a range as others write it, `0-20 kg`, `100+`, or of its start.
  private func rangeStart(of cell: String) -> String? {
    cell.firstMatch(of: kept(/^\D{0,2}([\d.:]+)[^\d]*[-–+]/)).map { String($0.1) }
      ?? cell.firstMatch(of: kept(/^>=\s*[^\d]?([\d.:]+)/)).map { String($0.1) }
  }

  private func rangeEnd(of cell: String) -> String? {
    cell.firstMatch(of: kept(/^\D{0,2}[\d.:]+[^\d]*[-–][^\d]*([\d.:]+)/)).map { String($0.1) }
  }

  /// What is said of whole hours, `[8..18)`, of which each end is a time.
  private func hours(_ written: String, _ range: RangeSyntax?) -> String? {
    guard let hour = Self.wholeHour(written) else { return nil }
    guard let range else {
      guard let next = Self.wholeHour("\((Int(written) ?? 0) + 1)") else { return nil }
      return "for that hour write `[\(hour)..\(next))`, for its first minute `\(hour)`"
    }
    func time(_ end: Spanned<String>?) -> String? {
      end.flatMap { Self.wholeHour($0.value) ?? mended($0.value) }
    }
    switch (time(range.lower), time(range.upper)) {
    case (let lower?, let upper?):
      let (opens, closes) = (range.lowerIsIncluded ? "[" : "(", range.upperIsIncluded ? "]" : ")")
      return "a time has its minutes: write `\(opens)\(lower)..\(upper)\(closes)`"
    case (let lower?, nil):
      return "a time has its minutes: write `\(range.lowerIsIncluded ? ">=" : ">") \(lower)`"
    case (nil, let upper?):
      return "a time has its minutes: write `\(range.upperIsIncluded ? "<=" : "<") \(upper)`"
    case (nil, nil): return nil
    }
  }

  /// What is said of `[22:00..5:59]`, which as `05:59` would end with the first second of its last
  /// minute.
  private func lastMinute(of range: RangeSyntax?) -> String? {
    guard let range, range.upperIsIncluded, let end = range.upper.flatMap({ mended($0.value) }),
      end.count == 5, end.hasSuffix(":59"), let hour = Int(end.prefix(2))
    else { return nil }
    let next = "\(paddedNumber(hour + 1, to: 2)):00"
    guard let lower = range.lower else { return "to its last minute, write `< \(next)`" }
    guard let start = mended(lower.value) else { return nil }
    return "to its last minute, write `\(range.lowerIsIncluded ? "[" : "(")\(start)..\(next))`"
  }

  /// `8` as `08:00`; nil for what is no hour of a day.
  private static func wholeHour(_ written: String) -> String? {
    guard let hour = Int(written), 0...24 ~= hour else { return nil }
    return "\(hour < 10 ? "0" : "")\(hour):00"
  }

  /// A value of the key in another notation.
  private func value(meantBy written: String) -> String? {
    switch key.type {
    case .date where Weekday.meant(by: written.lowercased()) != nil
      || ["weekend", "weekends", "weekday", "weekdays"].contains(written.lowercased()):
      return "to look up by day of the week, put `weekday(\(header))` in the header, with cells "
        + "such as `saturday, sunday`"
    case .date where Int(written).map { 1...31 ~= $0 } ?? false:
      return "to look up by month, put `month(\(header))` in the header; by day of the month, "
        + "`day(\(header))`"
    case .date where isOfEveryYear(written):
      return "a date has its year; for the days of every year, put `text(\(header), \"MM-dd\")` in "
        + "the header, with cells such as `12-24`, or `month(\(header))`"
    case .date, .instant: return OtherDate(written)?.help
    case .time:
      if written.hasPrefix("24:00") {
        return "a day has no such time: write `>= 18:00`, or `[18:00..24:00)` up to its end"
      }
      return (hours(meantBy: written) ?? mended(written)).map { "write `\($0)`" }
    case .quantity: return mended(written).map { "write `\($0)`" }
    case .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
  }

  /// `18-22` as the hours from one to the other.
  private func hours(meantBy written: String) -> String? {
    guard let match = written.wholeMatch(of: kept(/(\d\d?)\s*(?:-|–|—|to|bis)\s*(\d\d?)/)),
      let from = Int(match.1), let to = Int(match.2), from < 24, to <= 24, from != to
    else { return nil }
    return "[\(paddedNumber(from, to: 2)):00..\(paddedNumber(to, to: 2)):00)"
  }

  /// Whether a text is a month, or a day of one, without a year: `Dec 24`, `Jan-Mar`.
  private func isOfEveryYear(_ written: String) -> Bool {
    let words = written.split { !$0.isLetter && !$0.isNumber }
    let others = words.filter { MomentPattern.month(named: $0) == nil }
    return others.count < words.count && others.allSatisfy { Int($0).map { $0 < 32 } ?? false }
  }

  /// What is written for a word that none of the key's is: `sat`, `true`, `else`.
  func word(meantBy written: String) -> String? {
    if let denied = Self.denied(by: written) { return opposite(of: denied) }
    let day = KeyCell.instead(of: written) { key.type == .weekday ? weekday(meantBy: $0) : nil }
    if let day { return day }
    let folded = written.lowercased()
    switch key.type {
    case .flag:
      if ["true", "y", "1", "ja", "oui", "wahr", "vrai", "x", "sí"].contains(folded) {
        return "yes"
      }
      return ["false", "n", "0", "nein", "non", "falsch", "faux"].contains(folded) ? "no" : nil
    case .weekday: return weekday(meantBy: written)
    case .choice(let words):
      return words.first { $0.lowercased() == folded }
    case .quantity, .text, .date, .time, .instant, .point, .texts, .invalid: return nil
    }
  }

  /// What a cell denies, `!city` and `not city`; nil where it denies nothing.
  private static func denied(by cell: String) -> String? {
    cell.wholeMatch(of: kept(/(?i)(?:(?:not|except|all but|all except)\s+|(?:!=?|<>|≠)\s*)(.+)/))
      .map { String($0.1) }
  }

  /// How all but one of the words is written.
  private func opposite(of denied: String) -> String? {
    let (words, _) = Self.closedWords(of: key.type)
    guard let word = words.first(where: { $0.lowercased() == denied.lowercased() })
      ?? word(meantBy: denied) ?? Suggestion.nearest(to: denied, among: words),
      words.contains(word)
    else { return nil }
    return key.type == .flag ? words.first { $0 != word } : "not(\(word))"
  }

  private func weekday(meantBy written: String) -> String? {
    let folded = written.lowercased()
    guard folded.count > 1, folded.allSatisfy(\.isLetter) else { return nil }
    return Weekday.meant(by: folded)
  }

  /// A value as the key's cells have it: as it is, or without what is wrong with its notation.
  private func mended(_ written: String) -> String? {
    switch key.type {
    case .date: return CalendarDate(iso: written).map { _ in written }
    case .instant: return Instant(iso: written).map { _ in written }
    case .time:
      if TimeOfDay(iso: written) != nil || written == "24:00" { return written }
      return OtherTime(written)?.right
    case .quantity:
      if header.hasPrefix("month("), let month = MomentPattern.month(named: written) {
        return "\(month)"
      }
      if NumberLiteral.read(Spanned(written, at: .nowhere), units: units) != nil {
        return withUnit(written)
      }
      if let letter = LetterForDigit(in: written),
        NumberLiteral.read(Spanned(letter.right, at: .nowhere), units: units) != nil
      {
        return letter.right
      }
      if let unit = key.units.numerator, let other = OtherMeasure.rewritten(written, like: unit) {
        return other
      }
      if key.type.isPlainNumber, let match = written.wholeMatch(of: kept(/(-?[\d.]+) ?(\p{L}+)/)) {
        return MeasureUnit.isSpelt(String(match.2)) ? String(match.1) : nil
      }
      if let slip = NumberSlip(written, units: units, money: checker.rules.money),
        !key.type.isPlainNumber || !slip.right.contains(kept(/\p{L}/))
      {
        return slip.right
      }
      let number = CommaNumber(in: written)
      return number?.decimal == nil ? number?.grouped : nil
    case .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
  }

  /// A plain figure as one of what is looked up: `5 kg`, `$5`.
  private func withUnit(_ figure: String) -> String {
    guard case .quantity(let type) = key.type, figure.wholeMatch(of: kept(/-?[\d.]+/)) != nil else {
      return figure
    }
    if type.numerator == .money { return checker.rules.money(figure) }
    return key.units.numerator.map { "\(figure) \($0.name)" } ?? figure
  }

  /// What to do where a bound is the name of a value, or a formula; nil where it is neither.
  private func boundOfName(_ word: Spanned<String>) -> String? {
    let formula = word.value.drop { $0 == "=" || $0 == " " }
    guard let name = formula.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      .first(where: { checker.isKnown(String($0)) }), name != header
    else { return nil }
    let zero = checker.rules.zero(like: key)
    let difference = "look up the difference, `\(header) - \(name)`, with cells like `<= \(zero)`"
    let rule = "cells hold figures, not formulas: \(difference)"
    guard case .quantity = key.type else { return rule }
    return "\(rule); or say the parts in formulas, `min(\(header), \(name))` and "
      + "`max(\(header) - \(name), \(zero))`"
  }
}
