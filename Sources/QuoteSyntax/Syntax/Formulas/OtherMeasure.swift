/// A unit that people use and the language does not have, and what one of it is: feet, tonnes.
package struct OtherMeasure {
  /// As it was written.
  let name: String
  /// How much one of it is, as decimals, and of what.
  package let size: String
  package let unit: String

  /// The words stand here without the `s` of more than one. Each size is exact by definition; a
  /// `ton` and a `gallon` are not the same everywhere.
  private static let sizes: [String: (size: String, unit: String)] = [
    "ft": ("0.3048", "m"), "foot": ("0.3048", "m"), "feet": ("0.3048", "m"),
    "inch": ("0.0254", "m"), "inche": ("0.0254", "m"), "yd": ("0.9144", "m"),
    "yard": ("0.9144", "m"), "nmi": ("1852", "m"), "cm": ("0.01", "m"), "mm": ("0.001", "m"),
    "dm": ("0.1", "m"), "centimeter": ("0.01", "m"), "centimetre": ("0.01", "m"),
    "millimeter": ("0.001", "m"), "millimetre": ("0.001", "m"),
    "t": ("1000", "kg"), "tonne": ("1000", "kg"), "mg": ("0.001", "g"),
    "oz": ("28.349523125", "g"), "ounce": ("28.349523125", "g"),
    "ms": ("0.001", "s"), "millisecond": ("0.001", "s"),
  ]

  private static let figureAndWord = KeptPattern(/\s*(-?\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*/)
  private static let wordBehindFigure = KeptPattern(/-?\d[\d.]*\s*([A-Za-z]+)/)
  private static let figureWithWord = KeptPattern(/\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*/)

  /// Nil for any other word.
  package init?(_ word: String) {
    let lowered = word.lowercased()
    let singular = lowered.hasSuffix("s") ? String(lowered.dropLast()) : lowered
    guard let found = Self.sizes[lowered] ?? Self.sizes[singular] else { return nil }
    name = word
    (size, unit) = found
  }

  /// `1 ft is 0.3048 m`.
  package var told: String { "1 \(name) is \(size) \(unit)" }

  /// A figure of it in the other unit; nil if the text is none.
  func converted(_ figure: some StringProtocol) -> String? {
    guard let number = Ratio(decimal: String(figure)), let size = Ratio(decimal: size) else {
      return nil
    }
    return "\(number * size) \(unit)"
  }

  /// A figure with this unit or none, `26 ft` or `26`, in the other unit; nil for another text.
  package func rewritten(_ figure: String) -> String? {
    guard let match = Self.figureAndWord.wholeMatch(in: figure),
      match.2.isEmpty || match.2 == name
    else { return nil }
    return converted(match.1)
  }

  /// A figure with such a unit in the one that the language has, `0.2 t` as `200 kg`; nil for
  /// another text, and where the unit does not measure what another one does.
  package static func rewritten(_ figure: String, like unit: MeasureUnit) -> String? {
    guard let word = wordBehindFigure.wholeMatch(in: figure.trimmedOfSpaces)?.1,
      let other = OtherMeasure(String(word)),
      MeasureUnit.named(other.unit)?.dimension == unit.dimension
    else { return nil }
    return other.rewritten(figure)
  }

  /// What a figure with another unit is in this one: `26 ft is 7.9248 m`. Nil for a text that is
  /// none, and where the two do not measure the same.
  package static func told(
    of text: String, in unit: MeasureUnit
  ) -> (text: String, value: Ratio)? {
    guard text.utf8.count < 24,
      let match = figureWithWord.wholeMatch(in: text),
      let number = Ratio(decimal: String(match.1))
    else { return nil }
    let word = String(match.2)
    let other = OtherMeasure(word)
    guard let base = MeasureUnit.named(other?.unit ?? word), base.dimension == unit.dimension,
      base.name != unit.name || other != nil
    else { return nil }
    let size = other.flatMap { Ratio(decimal: $0.size) } ?? 1
    let value = number * size * base.size / unit.size
    guard value.decimalDigits != nil else { return nil }
    return ("\(match.1) \(word) is \(value) \(unit.name)", value)
  }
}
