/// What a number measures.
package enum Dimension: Hashable, Sendable {
  case money
  case distance
  case weight
  case duration
  /// A unit of the rules' own, opaque: it converts to nothing else.
  case declared(String)
}

/// A unit with its exact size in the base of its dimension (metre, kilogram,
/// second, the currency's major unit).
package struct MeasureUnit: Hashable, Sendable {
  /// As it is written after a number: `mi`, `kg`, `min`, `USD`.
  package var name: String
  package var dimension: Dimension
  package var size: Ratio

  package init(_ name: String, _ dimension: Dimension, size: Ratio) {
    self.name = name
    self.dimension = dimension
    self.size = size
  }
}

extension MeasureUnit {
  /// The built-in units. International mile and pound, both exact by
  /// definition (1959 agreement): 1609.344 m and 0.45359237 kg.
  package static let builtIn: [MeasureUnit] = [
    MeasureUnit("m", .distance, size: 1), MeasureUnit("km", .distance, size: 1000),
    MeasureUnit("mi", .distance, size: Ratio(1_609_344, 1000)),
    MeasureUnit("s", .duration, size: 1), MeasureUnit("min", .duration, size: 60),
    MeasureUnit("h", .duration, size: 3600), MeasureUnit("day", .duration, size: 86400),
    MeasureUnit("g", .weight, size: Ratio(1, 1000)), MeasureUnit("kg", .weight, size: 1),
    MeasureUnit("lb", .weight, size: Ratio(45_359_237, 100_000_000)),
  ]

  /// Finds a built-in unit by its written name, plural `days` included.
  package static func named(_ name: String) -> MeasureUnit? {
    let singular = name == "days" ? "day" : name
    return builtIn.first { $0.name == singular }
  }

  /// Words for units, in small letters and without the `s` of a plural.
  private static let spellings: [String: Set<String>] = [
    "%": ["percent", "pct"], "h": ["hour", "hr"], "min": ["minute", "min"],
    "s": ["second", "sec"], "mi": ["mile"], "km": ["kilometer", "kilometre", "km"],
    "m": ["meter", "metre"], "lb": ["pound", "lb"], "kg": ["kilo", "kilogram", "kg"],
    "g": ["gram"],
  ]

  /// What is written for a word in other spelling: `h` for `Hours`, `%` for `percent`.
  package static func name(speltOut word: String) -> String? {
    let one = singular(word)
    return spellings.first { $0.value.contains(one) }?.key
  }

  /// A word in small letters and without the `s` of a plural.
  static func singular(_ word: String) -> String {
    String(word.lowercased().reversed().drop { $0 == "s" }.reversed())
  }

  /// The built-in unit that a word means, in any spelling.
  package static func meant(by word: String) -> MeasureUnit? {
    named(word) ?? name(speltOut: word).flatMap { named($0) }
  }
}

extension Ratio: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}
