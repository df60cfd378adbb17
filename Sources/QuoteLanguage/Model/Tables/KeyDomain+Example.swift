package import QuoteSyntax

/// Atoms told to the reader by one of their values.
extension KeyDomain {
  /// A value of an atom, as a sentence says it after the header: `= 4`,
  /// `= "x"`, `is not given`, `in zone`.
  func example(_ atom: Int32, of key: PriceExpression, areas: [ModelArea]) -> String {
    if atom == notGiven { return "is not given" }
    switch atoms {
    case .steps(let line, let step):
      let cuts = line.cuts
      let lower = cuts[Int(atom)]
      let isOpen = lower < -(1 << 61)
      let steps = isOpen ? cuts[Int(atom) + 1] - 1 : lower
      if key.isPlace { return places(steps, steps, step, of: key) }
      return "= " + ExampleText.value(Ratio(steps) * step, of: key)
    case .numbers(let line):
      let value = KeyDomain.number(line.cuts[Int(atom)], line.cuts[Int(atom) + 1], key.units.size)
      return "= " + ExampleText.value(value, of: key)
    case .words(let words, _, _):
      if Int(atom) < words.count { return "= \"\(words[Int(atom)])\"" }
      return "= \"\(ExampleText.otherWord(than: words))\""
    case .known(let words, _): return "= \"\(words[Int(atom)])\""
    case .texts(let line):
      let text = line.cuts[Int(atom)].text(before: line.cuts[Int(atom) + 1])
      guard case .apply(.text(.natural), _) = key.operation else { return "= \"\(text)\"" }
      return "= \"\(NaturalText.example(text))\""
    case .indices(let first, _): return "= " + ExampleText.index(Int(atom) + first, of: key.type)
    case .areas(let sets):
      let names = sets[Int(atom)].sorted().map {
        areas.indices.contains($0) ? areas[$0].name : "\($0)"
      }
      return names.isEmpty ? "outside the areas named" : "in " + names.joined(separator: " and ")
    case .one: return "is anything"
    }
  }

  /// Whether atoms that lie together begin or end the line of values.
  func isOuter(_ first: Int32, _ last: Int32) -> Bool {
    switch atoms {
    case .steps, .numbers, .texts: first == 0 || last >= givenCount - 1
    case .words, .known, .indices, .areas, .one: false
    }
  }

  /// Atoms that lie together, as a formula would ask for them after the header:
  /// `= 4`, `in [5..9]`, `>= 2026-07-01`, `= monday or tuesday`.
  func stretch(
    _ first: Int32, _ last: Int32, of key: PriceExpression, areas: [ModelArea]
  ) -> String {
    let isBottom = first == 0
    let isTop = last == givenCount - 1
    switch atoms {
    case .steps(let line, let step) where last < givenCount:
      let (low, high) = (line.cuts[Int(first)], line.cuts[Int(last) + 1] - 1)
      guard low < high, !(isBottom && isTop) else { break }
      if key.isPlace {
        return places(isBottom ? nil : low, isTop ? nil : high, step, of: key)
      }
      func text(_ steps: Int64) -> String { ExampleText.value(Ratio(steps) * step, of: key) }
      if isBottom { return Self.shortest(["<= \(text(high))", "< \(text(high + 1))"]) }
      if isTop { return Self.shortest([">= \(text(low))", "> \(text(low - 1))"]) }
      return "in [\(text(low)).." + Self.shortest(["\(text(high))]", "\(text(high + 1)))"])
    case .numbers(let line) where last < givenCount:
      let (low, high) = (line.cuts[Int(first)], line.cuts[Int(last) + 1])
      guard low.value < high.value, !(isBottom && isTop) else { break }
      func text(_ value: Ratio) -> String { ExampleText.value(value, of: key) }
      if isBottom { return (high.isAfter ? "<= " : "< ") + text(high.value) }
      if isTop { return (low.isAfter ? "> " : ">= ") + text(low.value) }
      return "in \(low.isAfter ? "(" : "[")\(text(low.value))..\(text(high.value))"
        + (high.isAfter ? "]" : ")")
    case .words, .known, .indices, .areas:
      let words = (first...min(last, first + 2)).map { example($0, of: key, areas: areas) }
      let rest = words.dropFirst().map { $0.hasPrefix("= ") ? String($0.dropFirst(2)) : $0 }
      return ([words[0]] + rest).joined(separator: " or ")
    case .steps, .numbers, .texts, .one: break
    }
    return example(first, of: key, areas: areas)
  }

  /// Places of a quotient, of which each second one is all that lies between two multiples of what
  /// its bounds have in common.
  private func places(
    _ low: Int64?, _ high: Int64?, _ step: Ratio, of key: PriceExpression
  ) -> String {
    func text(_ steps: Int64) -> String { ExampleText.value(Ratio(steps) * step, of: key) }
    func isBetween(_ place: Int64) -> Bool { place & 1 != 0 }
    switch (low, high) {
    case (let low?, let high?) where low == high && !isBetween(low): return "= " + text(low)
    case (let low?, let high?):
      return "in " + (isBetween(low) ? "(" + text(low - 1) : "[" + text(low)) + ".."
        + (isBetween(high) ? text(high + 1) + ")" : text(high) + "]")
    case (let low?, nil): return isBetween(low) ? "> " + text(low - 1) : ">= " + text(low)
    case (nil, let high?): return isBetween(high) ? "< " + text(high + 1) : "<= " + text(high)
    case (nil, nil): return "is anything"
    }
  }

  private static func shortest(_ texts: [String]) -> String {
    texts.min { $0.count < $1.count } ?? ""
  }

  /// A plain number between two cuts.
  private static func number(_ lower: NumberCut, _ upper: NumberCut, _ unit: Ratio) -> Ratio {
    if lower.value.isFinite, !lower.isAfter { return lower.value }
    if upper.value.isFinite, upper.isAfter { return upper.value }
    switch (lower.value.isFinite, upper.value.isFinite) {
    case (true, true): return (lower.value + upper.value) / 2
    case (true, false): return lower.value + unit
    case (false, true): return upper.value - unit
    case (false, false): return 0
    }
  }
}

extension PriceExpression {
  /// Whether it is the place of a quotient among bounds.
  fileprivate var isPlace: Bool {
    if case .apply(.placed, _) = operation { true } else { false }
  }
}

/// Values of keys in the words of the rules.
package enum ExampleText {
  /// A number in its units, a date, a time, a moment.
  package static func value(_ value: Ratio, of key: PriceExpression) -> String {
    switch key.type {
    case .date:
      guard let days = value.floor.flatMap(Int32.init(exactly:)) else { break }
      return CalendarDate(daysSince1970: days).description
    case .time:
      guard let seconds = value.floor.flatMap(Int32.init(exactly:)) else { break }
      return TimeOfDay(secondsSinceMidnight: seconds).description
    case .instant:
      guard let micros = value.floor.flatMap(Int64.init(exactly:)) else { break }
      return Instant(microsecondsSince1970: micros).description
    case .quantity, .flag, .text, .choice, .weekday, .point, .texts, .invalid: break
    }
    let number = "\(value / key.units.size)"
    var unit = key.units.numerator.map { " " + $0.name } ?? ""
    if let per = key.units.denominator { unit += "/" + per.name }
    return number + unit
  }

  package static func index(_ index: Int, of type: ValueType) -> String {
    switch type {
    case .flag: return index == 0 ? "no" : "yes"
    case .choice(let words):
      return words.indices.contains(index) ? "\"\(words[index])\"" : "\(index)"
    case .weekday: return Weekday(rawValue: index)?.name ?? "\(index)"
    case .quantity, .text, .date, .time, .instant, .point, .texts, .invalid: return "\(index)"
    }
  }

  /// A word that is none of these.
  static func otherWord(than words: [String]) -> String {
    let taken = Set(words)
    for word in ["x", "other", "another", "something else"] where !taken.contains(word) {
      return word
    }
    var number = 1
    while taken.contains("x\(number)") { number += 1 }
    return "x\(number)"
  }
}
