import QuoteSyntax

/// A unit of time that a name says. A night is as long as a day.
enum UnitOfTime: String, CaseIterable {
  case minute, hour, day, week, month, year

  /// `hourly_rate`, `price_per_hour`, `rent.per_month`.
  init?(priceCalled name: String) {
    let words = Self.words(of: name)
    let all = Self.allCases.filter { unit in
      zip(words, words.dropFirst()).contains { $0 == "per" && Self.named($1) == unit }
        || words.contains { Self.adverbs[$0] == unit }
    }
    guard all.count == 1 else { return nil }
    self = all[0]
  }

  /// `minutes`, `hours_worked`: so many of them.
  init?(numberCalled name: String) {
    let words = UnitOfName.withoutParticiple(Self.words(of: name))
    guard let last = words.last, last.hasSuffix("s"), !words.contains("per"),
      let unit = Self.named(String(last.dropLast()))
    else { return nil }
    self = unit
  }

  /// How many of a unit make this one, where that is the same for all.
  func count(of unit: UnitOfTime) -> Int? {
    switch (self, unit) {
    case (.hour, .minute): 60
    case (.week, .day): 7
    case (.year, .month): 12
    case _: nil
    }
  }

  /// Whether a name says a unit at all.
  static func isNamed(in name: String) -> Bool {
    words(of: name).contains { word in
      named(word) != nil || word.hasSuffix("s") && named(String(word.dropLast())) != nil
    }
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init)
  }

  private static func named(_ word: String) -> UnitOfTime? {
    word == "night" ? .day : UnitOfTime(rawValue: word)
  }

  private static let adverbs: [String: UnitOfTime] = [
    "hourly": .hour, "daily": .day, "nightly": .day, "weekly": .week, "monthly": .month,
    "yearly": .year, "annual": .year,
  ]
}

/// What a number counts, by the names that it is made of: `minutes`, `max(minutes, 30)`,
/// `sum(minutes)`, and in blocks of so many, `ceil(minutes / 15)`.
struct CountedTime {
  var unit: UnitOfTime?
  /// How many of the unit make one of what is counted; nil where that is not known.
  var block: Ratio? = 1
  /// Whether nothing but a figure is in it, which goes with any unit.
  var isFigure = false

  /// Whether a price for one of another unit is hardly meant for it: not where it may be divided
  /// so that it comes to that, be it an hour of 45 minutes.
  func isWrong(for price: UnitOfTime) -> Bool {
    guard let unit, let block else { return false }
    if block == 1 { return true }
    guard let whole = price.count(of: unit) else { return false }
    return block.isWhole && block * 2 <= Ratio(Int128(whole))
  }
}

/// Reads what numbers count.
struct TimeReader {
  let names: SameValues
  let text: (SourceSpan) -> String

  init(_ names: SameValues, _ text: @escaping (SourceSpan) -> String) {
    (self.names, self.text) = (names, text)
  }

  func counted(by value: PriceExpression) -> CountedTime { counted(by: value, Self.mostParts) }

  /// Names may be made of names many times over.
  private static let mostParts = 12

  private func counted(by value: PriceExpression, _ depth: Int) -> CountedTime {
    if depth == 0 { return CountedTime() }
    func of(_ part: PriceExpression) -> CountedTime { counted(by: part, depth - 1) }
    switch value.operation {
    case .constant: return CountedTime(isFigure: true)
    case .reference(.field), .lookup:
      return CountedTime(unit: UnitOfTime(numberCalled: text(value.span)))
    case .reference(.letValue):
      // A name of its own says more than what it is made of.
      let name = text(value.span)
      if let unit = UnitOfTime(numberCalled: name) { return CountedTime(unit: unit) }
      return UnitOfTime.isNamed(in: name) ? CountedTime() : of(names.resolved(value))
    case .apply(.round, let parts), .apply(.converted, let parts): return of(parts[0])
    case .apply(.arithmetic(let act), let sides):
      switch act {
      case .add, .subtract: return Self.common(sides.map(of))
      case .divide: return of(sides[0]).inBlocks(of: names.resolved(sides[1]).figure)
      case .multiply:
        let (a, b) = (of(sides[0]), of(sides[1]))
        let (unit, figure) = a.isFigure ? (b, sides[0]) : (a, sides[1])
        return unit.inBlocks(of: names.resolved(figure).figure.map { $0.isZero ? 0 : 1 / $0 })
      }
    case .extreme(_, let parts): return Self.common(parts.map(of))
    case .aggregate(let kind, let part, _, _):
      return kind == .sum || kind == .max || kind == .min ? of(part) : CountedTime()
    case .defaulting(let one, let other): return Self.common([of(one), of(other)])
    case .conditional(_, let then, let otherwise):
      return Self.common([of(then)] + (otherwise.map { [of($0)] } ?? []))
    case .reference, .apply, .and, .or, .isGiven, .sumBefore, .split, .neighbour, .steps, .isFound,
      .graduated, .texts:
      return CountedTime()
    }
  }

  /// What all of several count, figures left out.
  private static func common(_ all: [CountedTime]) -> CountedTime {
    let counted = all.filter { !$0.isFigure }
    guard let first = counted.first else { return CountedTime(isFigure: true) }
    return counted.allSatisfy { $0.unit == first.unit && $0.block == first.block }
      ? first : CountedTime()
  }
}

extension CountedTime {
  fileprivate func inBlocks(of size: Ratio?) -> CountedTime {
    var blocks = self
    blocks.block = size.flatMap { $0 > 0 ? $0 : nil }.flatMap { size in block.map { $0 * size } }
    return blocks
  }
}
