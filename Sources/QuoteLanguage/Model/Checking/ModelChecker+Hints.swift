import QuoteSyntax

/// What to write instead, where a slip is a common one.
extension ModelChecker {
  /// What one of two values lacks to be like the other; nil where that is not known.
  func likeness(
    of a: PriceExpression, _ b: PriceExpression, isSum: Bool = false
  ) -> [String]? {
    if isSum, a.type == .time || b.type == .time {
      return [
        "times of day are compared, `at > 11:00`, and looked up, but not added or subtracted",
        "minutes since midnight are `60 * hour(at) + integer(text(at, \"m\"))`; with a date, "
          + "`instant(day, at) - instant(day, 11:00)` is a duration",
      ]
    }
    for (moment, day) in [(a, b), (b, a)] where moment.type == .instant && day.type == .date {
      let text = sources.text(at: moment.span).trimmedOfSpaces
      return ["the date of `\(text)`, on the clock of `timezone`, is `date(\(text))`"]
    }
    if !isSum, let help = dayOfEveryYear(a, b) { return [help] }
    for (written, other) in [(b, a), (a, b)] {
      guard case .constant = written.operation else { continue }
      let text = sources.text(at: written.span)
      switch (written.type, other.type) {
      case (.quantity(let plain), .quantity(let wanted))
      where plain.numerator == nil && plain.denominator == nil && wanted.denominator == nil:
        if text.hasSuffix("%") {
          return [percentHelp(text, of: other, isTakenOff: isTakenOff(a, b))]
        }
        if wanted.numerator == .money {
          return ["add its currency: `\(money(text))`"] + shellHelp(written.span)
        }
        guard let unit = other.units.numerator else { continue }
        let another = ["h": "min", "min": "h"][unit.name].map { ", or `\(text) \($0)`" } ?? ""
        return ["add its unit: `\(text) \(unit.name)`\(another)"]
      case (.quantity(let measured), .quantity(let plain))
      where !isSum && measured.numerator != nil && measured.numerator != .money
        && measured.denominator == nil && plain.numerator == nil && plain.denominator == nil:
        let figure = text.prefix { $0.isNumber || ".-".contains($0) }
        let name = sources.text(at: other.span).trimmedOfSpaces
        return ["`\(name)` has no unit: write `\(figure)`, if it counts the same"]
      case (.quantity(let plain), .date)
      where isSum && plain.numerator == nil && plain.denominator == nil:
        return ["add its unit: `\(text) days`"]
      case (.quantity, .time), (.time, .quantity):
        guard let help = clock(written, text, other.type) else { continue }
        return [help]
      case (.text, .flag):
        let word = text.filter { $0 != "\"" }.lowercased()
        guard let isYes = ["yes", "true", "y", "1"].contains(word) ? true
          : ["no", "false", "n", "0"].contains(word) ? false : nil
        else { continue }
        let name = sources.text(at: other.span).trimmedOfSpaces
        return ["a flag is written by itself: `\(isYes ? "" : "not ")\(name)`"]
      case (.text, .quantity(let wanted)):
        guard let help = figureMeant(by: text, beside: other, wanted) else { continue }
        return [help]
      case (.quantity, .flag):
        let name = sources.text(at: other.span).trimmedOfSpaces
        if ["1", "0"].contains(text) {
          return ["a flag is written by itself: `\(text == "1" ? "" : "not ")\(name)`"]
        }
      case (.quantity, .weekday):
        let name = sources.text(at: other.span).trimmedOfSpaces
        return ["weekdays are words: `\(name) in [\"saturday\", \"sunday\"]`"]
      case (.text, .date), (.text, .time), (.text, .instant):
        return ["\(other.type.described) is written without quotation marks"]
      case _: continue
      }
    }
    return nil
  }

  /// What is written for `03-01` and `"03-01"` beside a date, and for `03-01` beside the text of
  /// one.
  private func dayOfEveryYear(_ a: PriceExpression, _ b: PriceExpression) -> String? {
    for (written, other) in [(b, a), (a, b)] {
      let text = sources.text(at: written.span).trimmedOfSpaces.filter { $0 != "\"" }
      guard let day = text.wholeMatch(of: kept(/(\d\d?)-(\d\d?)/)), let month = Int(day.1),
        let number = Int(day.2),
        case let padded = "\(paddedNumber(month, to: 2))-\(paddedNumber(number, to: 2))",
        CalendarDate(iso: "2024-\(padded)") != nil
      else { continue }
      let name = sources.text(at: other.span).trimmedOfSpaces
      switch other.type {
      case .date:
        return "a date has its year; for this day of every year, hold `text(\(name), \"MM-dd\")` "
          + "against `\"\(padded)\"`"
      case .text where written.type.isQuantity && isPrintedDate(other):
        return "a text is in quotation marks: `\"\(padded)\"`"
      case _: continue
      }
    }
    return nil
  }

  private func isPrintedDate(_ text: PriceExpression) -> Bool {
    let names = SameValues(lets, isBinary: arithmetic.isBinary)
    guard case .apply(.printed, let parts) = names.resolved(text).operation else { return false }
    return parts[0].type == .date || parts[0].type == .instant
  }

  /// What is written for `17`, `1700` and `17.30` beside a time of day, and for `17:00` beside a
  /// count of hours or a length of time.
  private func clock(_ written: PriceExpression, _ text: String, _ other: ValueType) -> String? {
    if case .quantity(let wanted) = other {
      guard let clock = text.wholeMatch(of: kept(/(\d\d):(\d\d)/)), wanted.denominator == nil,
        let hours = Int(clock.1), let minutes = Int(clock.2)
      else { return nil }
      if wanted.numerator == .duration {
        return "a length of time has a unit: `\(hours * 60 + minutes) min`"
      }
      return wanted.numerator == nil && minutes == 0 ? "hours are a count: `\(hours)`" : nil
    }
    guard case .quantity(let plain) = written.type, plain.numerator == nil else { return nil }
    guard plain.isWhole else {
      return text.wholeMatch(of: kept(/\d{1,2}\.[0-5]\d/)) == nil
        ? nil : OtherTime(text).map { "hours and minutes have a colon: `\($0.right)`" }
    }
    if let clock = text.wholeMatch(of: kept(/(\d?\d)([0-5]\d)/)), let hour = Int(clock.1), hour < 24
    {
      return "hours and minutes have a colon: `\(paddedNumber(hour, to: 2)):\(clock.2)`"
    }
    guard case .constant(.quantity(let hour)) = written.operation, hour >= 0, hour < 24 else {
      return nil
    }
    return "a time is written with its minutes: `\(hour < 10 ? "0" : "")\(hour):00`"
  }

  /// What `subtotal - 10%` is written like.
  private func percentHelp(
    _ percent: String, of other: PriceExpression, isTakenOff: Bool
  ) -> String {
    var name = "x"
    if case .reference = other.operation { name = sources.text(at: other.span).trimmedOfSpaces }
    // An amount is only what is added.
    if isInAmount(other.span) {
      return "a percentage is of something: `\(isTakenOff ? "-" : "")\(percent) * \(name)`"
    }
    let (sign, word) = isTakenOff ? ("-", "without") : ("+", "with")
    return "a percentage is of something: `\(percent) * \(name)`, and \(word) it "
      + "`(1 \(sign) \(percent)) * \(name)`"
  }

  /// What is said of an amount or a measure that is compared with a percentage.
  func shareCompared(_ a: PriceExpression, _ b: PriceExpression) -> [String]? {
    for (share, other) in [(a, b), (b, a)] where other.type.isQuantity {
      let percent = sources.text(at: share.span).trimmedOfSpaces
      guard case .constant = share.operation, percent.hasSuffix("%") else { continue }
      // In a ledger, what the two sides differ by has a sign.
      if sources.text(at: other.span).trimmedOfSpaces == "difference" {
        return ["a percentage is of something: `abs(difference) <= \(percent) * ours.total`"]
      }
      return ["a percentage is of something: compare with `\(percent) * x`, where it is of `x`"]
    }
    return nil
  }

  /// Whether a minus sign stands between two operands.
  func isTakenOff(_ a: PriceExpression, _ b: PriceExpression) -> Bool {
    guard a.span.file == b.span.file, a.span.upper < b.span.lower else { return false }
    let between = SourceSpan(file: a.span.file, lower: a.span.upper, upper: b.span.lower)
    return sources.text(at: between).contains("-")
  }

  /// An amount as the file's currency is written.
  package func money(_ text: String) -> String {
    if let match = text.wholeMatch(of: kept(/-(.+)/)) { return "-" + money(String(match.1)) }
    // What stands behind the digits stands behind the currency, too.
    if let match = text.wholeMatch(of: kept(/([\d.]+)(\/.+|\s+each)/)) {
      return money(String(match.1)) + match.2
    }
    let sign = ["USD": "$", "EUR": "€", "GBP": "£"][currency]
    return sign.map { $0 + text } ?? "\(text) \(currency)"
  }

  /// Zero as it is written beside a value, or beside the difference of two.
  package func zero(like value: PriceExpression) -> String {
    switch value.type {
    case .quantity(let type) where type.numerator == .money && type.denominator == nil:
      money("0")
    case .quantity: value.units.numerator.map { "0 \($0.name)" } ?? "0"
    case .date: "0 days"
    case .instant, .time: "0 h"
    case .flag, .text, .choice, .weekday, .point, .texts, .invalid: "0"
    }
  }

  /// The step of a rounding that names a mode and has none: of whole minor units, or of one.
  package func step(beforeModeFor value: PriceExpression) -> String {
    guard case .quantity(let type) = value.type, type.denominator == nil else { return "step" }
    if type.numerator == .money { return money("\(minorUnit)") }
    return value.units.numerator.map { "1 \($0.name)" } ?? "1"
  }

  /// An amount of which the point was meant to group digits, `€1.500`: it has more decimals than
  /// the currency, and three.
  func groupedByPoint(in value: PriceExpression) -> (PriceExpression, whole: String)? {
    var seen: Set<LetID> = []
    func walk(_ value: PriceExpression) -> (PriceExpression, whole: String)? {
      if value.type == .quantity(.money), case .constant = value.operation,
        minorUnit > Ratio(1, 1000),
        let match = sources.text(at: value.span).wholeMatch(
          of: kept(/(\D*)([1-9]\d{0,2})\.(\d{3})(\D*)/))
      {
        return (value, "\(match.1)\(match.2)\(match.3)\(match.4)")
      }
      if case .reference(.letValue(let index)) = value.operation, seen.insert(index).inserted {
        return walk(lets[index].value)
      }
      switch value.operation {
      case .lookup(let table, let column, _):
        for case let cell? in tables[table].rows.map({ $0.values[column] }) {
          if let found = walk(cell) { return found }
        }
      case .graduated(let table, _):
        for case let cell? in tables[table].rows.flatMap(\.values) {
          if let found = walk(cell) { return found }
        }
      case _: break
      }
      // Lazily it would be asked twice, and a name is entered only once.
      for part in value.parts {
        if let found = walk(part) { return found }
      }
      return nil
    }
    return walk(value)
  }

  /// A step like the value, for a number of digits or a plain number.
  func stepInstead(of step: PriceExpression, for value: PriceExpression) -> [String] {
    if step.type == value.type, !step.type.isPlainNumber,
      case .constant(.quantity(let size))? = figure(step)?.operation, size < 0
    {
      let figure = sources.text(at: step.span).trimmedOfSpaces
      return ["write `\(figure.replacing("-", with: ""))`"]
    }
    if value.type.isPlainNumber, step.type.isPlainNumber, step.range.lower > 0 {
      if case .constant = step.operation { return [] }
      let by = sources.text(at: step.span).trimmedOfSpaces
      var number = sources.text(at: value.span).trimmedOfSpaces
      if number.contains(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        number = "(\(number))"
      }
      return ["for steps that vary, round how many there are: `round(\(number) / \(by)) * \(by)`"]
    }
    guard step.type.isPlainNumber, case .quantity(let wanted) = value.type,
      case .constant(.quantity(let size)) = step.operation, wanted.denominator == nil
    else { return [] }
    if size.isZero, value.type.isPlainNumber { return [wholes(of: value)] }
    let figure = sources.text(at: step.span).trimmedOfSpaces
    if figure.hasSuffix("%") {
      let of = sources.text(at: value.span).trimmedOfSpaces
      return ["for so much of it, round `\(Lexicon.isName(of) ? of : "(\(of))") * \(figure)`"]
    }
    func written(_ text: String) -> String? {
      if wanted.numerator == .money { return "`\(money(text))`" }
      return value.units.numerator.map { "`\(text) \($0.name)`" }
    }
    // No decimals are wholes.
    if size.isZero { return written("1").map { ["write \($0) for multiples of it"] } ?? [] }
    guard let same = written(figure) else { return [] }
    // Below zero, some programs mean digits before the point.
    if size.isWhole, size < 0, let digits = Int(exactly: -size.numerator), digits <= 9,
      let whole = written("1" + String(repeating: "0", count: digits))
    {
      return ["write \(whole) for multiples of it"]
    }
    // Some programs say how many decimals are kept; more than the currency has they cannot be.
    let isMoney = wanted.numerator == .money
    guard size.isWhole, size > 0, let digits = Int(exactly: size.numerator),
      isMoney ? Ratio(powerOfTen: -digits) >= minorUnit : digits <= 6,
      let decimals = written("0." + String(repeating: "0", count: digits - 1) + "1")
    else { return ["write \(same)"] }
    return digits == 1
      ? ["write \(same), or \(decimals) for one decimal"]
      : ["write \(decimals) for \(digits) decimals, or \(same) for multiples of it"]
  }

  private static let shortDays = Set(Weekday.names.map { String($0.prefix(3)) })

  /// Whether a name that nothing has is a word that some value can be.
  func isWord(_ name: String) -> Bool {
    if Weekday.names.contains(name.lowercased()) { return true }
    if Self.shortDays.contains(name.lowercased()) { return true }
    return choiceWords.contains(name)
  }

  /// The day that is meant by a part of its name, where no choice has this word.
  func wordInFull(_ name: String) -> String? {
    choiceWords.contains(name) || !isWord(name) ? nil : Weekday.meant(by: name)
  }

  /// The words of all choices that were read so far.
  private var choiceWords: Set<String> {
    let count = schema.lists.reduce(0) { $0 + $1.fields.count }
    if count != knownWords.fieldCount {
      knownWords = (count, Set(schema.lists.flatMap { $0.fields.flatMap(\.choices) }))
    }
    return knownWords.words
  }

  /// A quotient of figures beside a date that is a date in another notation: `31/12/2026`.
  func dateMeant(
    by a: PriceExpression, or b: PriceExpression
  ) -> (text: String, span: SourceSpan)? {
    for (value, date) in [(a, b), (b, a)] where date.type == .date || date.type == .instant {
      var value = value
      if case .reference(.letValue(let index)) = value.operation { value = lets[index].value }
      let text = sources.text(at: value.span).trimmedOfSpaces
      if value.type.isPlainNumber, OtherDate(text) != nil { return (text, value.span) }
    }
    return nil
  }

  /// The lets that a value is made of and that another file declares, an overlay most often.
  func declarations(behind value: PriceExpression, outside file: Int32) -> [Diagnostic.Label] {
    var found: [Diagnostic.Label] = []
    func walk(_ value: PriceExpression) {
      if case .reference(.letValue(let index)) = value.operation {
        let declared = lets[index]
        if declared.span.file != file, !found.contains(where: { $0.span == declared.span }) {
          let label = "`\(declared.name)` is \(declared.value.type.described)"
          found.append(Diagnostic.Label(declared.span, label))
        }
        walk(declared.value)
      }
      value.parts.forEach(walk)
    }
    walk(value)
    return found
  }

  /// A text beside another type: what shows the other as a text.
  func textInstead(_ a: PriceExpression, _ b: PriceExpression) -> [String] {
    guard let other = a.type.isTextual ? b : b.type.isTextual ? a : nil, !other.type.isTextual
    else { return [] }
    return ["`text(\(sources.text(at: other.span)))` is a text too"]
  }

  /// What to write where a call has a `by` that it does not take: one group after another, or
  /// the element at an end.
  func withoutOrder(_ call: FormulaCall, _ key: PriceExpression) -> [String] {
    let (name, by) = (call.name.value, sources.text(at: key.span))
    guard let first = call.arguments.first else { return [] }
    let x = sources.text(at: first.span)
    let rest = call.condition.map { " where \(sources.text(at: $0.span))" } ?? ""
    let list = key.grain == .booking ? "list" : lists[key.grain.list].name
    let groups =
      "for that of each `\(by)`, make a list of groups, `groups: { each: key in \(list) by \(by) }`"
      + ", and write `\(name)(\(x)\(rest))` in a line with `for: groups`"
    switch name {
    case "sum", "count", "any", "all": return [groups]
    case "min" where call.arguments.count == 1, "max" where call.arguments.count == 1:
      let (end, which) = name == "min" ? ("first", "least") : ("last", "greatest")
      let ofOne =
        "the `\(x)` of the element with the \(which) `\(by)` is `\(end)(\(x), by \(by))`"
      return key.type.hasOrder ? [ofOne, groups] : [groups]
    case "join": return ["the texts are joined in the order in which the elements are given"]
    case _: return ["leave `by \(by)` out"]
    }
  }

  /// A key that is the same for each element of a list: of the one seen, else of the first.
  func sameKey(seenFrom place: Grain?) -> String {
    let seen = place.flatMap { $0 == .booking ? nil : $0.list } ?? ListID(1)
    guard schema.lists.indices.contains(seen) else { return "0 * x" }
    for field in schema.lists[seen].fields {
      switch field.type {
      case .count, .number, .money: return "0 * \(field.name)"
      case .text, .oneOf: return "0 * length(\(field.name))"
      case .flag, .date, .time, .instant, .duration, .distance, .weight, .point, .declared: continue
      }
    }
    return "0 * x"
  }
}
