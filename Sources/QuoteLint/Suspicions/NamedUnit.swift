import QuoteLanguage
import QuoteSyntax

/// A unit that a name says. A night is as long as a day.
enum NamedUnit: String, CaseIterable {
  case minute, hour, day, week, month, year
  case gram, kilogram, metre, kilometre, millilitre, litre

  /// `hourly_rate`, `price_per_hour`, `rent.per_month`, `price_per_kg`. A price for a hundred of
  /// something is for no single one.
  init?(priceCalled name: String) {
    if name.mayHaveDigits, name.lowercased().contains(kept(/per_?\d/)) { return nil }
    let words = Self.words(of: name)
    let all = Self.allCases.filter { unit in
      zip(words, words.dropFirst()).contains { $0 == "per" && Self.named($1) == unit }
        || words.contains { Self.adverbs[$0] == unit }
    }
    guard all.count == 1 else { return nil }
    self = all[0]
  }

  /// `minutes`, `hours_worked`, `kg`: so many of them.
  init?(numberCalled name: String) {
    let words = UnitOfName.withoutParticiple(Self.words(of: name))
    guard let last = words.last, !words.contains("per"),
      let unit = last.hasSuffix("s") ? Self.named(String(last.dropLast())) : Self.short[last]
    else { return nil }
    self = unit
  }

  /// How many of a unit make this one, where that is the same for all.
  func count(of unit: NamedUnit) -> Int? {
    switch (self, unit) {
    case (.hour, .minute): 60
    case (.week, .day): 7
    case (.year, .month): 12
    case (.kilogram, .gram), (.kilometre, .metre), (.litre, .millilitre): 1000
    case _: nil
    }
  }

  /// Whether both say how much there is of one thing: a time, a weight, a length, a volume.
  func isOfOneKind(as other: NamedUnit) -> Bool {
    isTime && other.isTime || count(of: other) != nil || other.count(of: self) != nil
  }

  private var isTime: Bool {
    switch self {
    case .minute, .hour, .day, .week, .month, .year: true
    case .gram, .kilogram, .metre, .kilometre, .millilitre, .litre: false
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

  private static func named(_ word: String) -> NamedUnit? {
    NamedUnit(rawValue: word) ?? spellings[word] ?? short[word]
  }

  private static let spellings: [String: NamedUnit] = [
    "night": .day, "gramme": .gram, "kilo": .kilogram, "meter": .metre, "kilometer": .kilometre,
    "milliliter": .millilitre, "liter": .litre,
  ]

  /// Short ones, which have no `s` for more than one.
  private static let short: [String: NamedUnit] = [
    "kg": .kilogram, "km": .kilometre, "ml": .millilitre,
  ]

  private static let adverbs: [String: NamedUnit] = [
    "hourly": .hour, "daily": .day, "nightly": .day, "weekly": .week, "monthly": .month,
    "yearly": .year, "annual": .year,
  ]
}
