import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension KeySet {
  /// Whether a recorded key is among these.
  func holds(
    _ value: RecordedValue, _ key: PriceExpression, _ areas: [AreaGeometry]
  ) -> Bool {
    if value == .notGiven { return matchesNotGiven }
    switch body {
    case .everything: return true
    case .ranges(let ranges): return ranges.contains { $0.holds(value, unit: key.units.size) }
    case .words(let words, let negated):
      return value.word(key.type).map { words.contains($0) != negated } ?? false
    case .textRanges(let ranges):
      return value.word(key.type).map { word in ranges.contains { $0.holds(word) } } ?? false
    case .indices(let indices):
      switch value {
      case .choice(let index): return indices.contains(index)
      case .flag(let flag): return indices.contains(flag ? 1 : 0)
      case .integer(let number): return indices.contains(Int(number))
      case .exact(let number): return number.floor.map { indices.contains(Int($0)) } ?? false
      case .notGiven, .text, .texts, .double, .point: return false
      }
    case .areas(let named, let negated):
      guard case .point(let point) = value else { return false }
      let isInside = named.contains {
        areas[$0].contains(latitude: point.latitude, longitude: point.longitude)
      }
      return isInside != negated
    }
  }

  /// Whether a measure comes as far as a bracket.
  func isReached(by value: RecordedValue, unit: Ratio) -> Bool {
    guard case .ranges(let ranges) = body, let first = ranges.first else { return false }
    let open = KeyRange(
      Interval(first.interval.lower, .infinity), lowerIsIncluded: first.lowerIsIncluded,
      upperIsIncluded: true)
    return open.holds(value, unit: unit)
  }
}

extension KeyRange {
  func holds(_ value: RecordedValue, unit: Ratio) -> Bool {
    switch value {
    case .exact(let number): return holds(number, interval.lower, interval.upper)
    case .integer(let number): return holds(Ratio(number), interval.lower, interval.upper)
    case .double(let number):
      return holds(
        number, (interval.lower / unit).nearestDouble, (interval.upper / unit).nearestDouble)
    case .notGiven, .flag, .text, .texts, .choice, .point: return false
    }
  }

  private func holds<Number: Comparable>(_ number: Number, _ lower: Number, _ upper: Number) -> Bool
  {
    (lowerIsIncluded ? number >= lower : number > lower)
      && (upperIsIncluded ? number <= upper : number < upper)
  }
}

extension TextRange {
  func holds(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    if let lower {
      let bound = Array(lower.utf8)
      if bytes.lexicographicallyPrecedes(bound) || !lowerIsIncluded && bytes == bound {
        return false
      }
    }
    if let upper {
      let bound = Array(upper.utf8)
      if bound.lexicographicallyPrecedes(bytes) || !upperIsIncluded && bytes == bound {
        return false
      }
    }
    return true
  }
}

extension RecordedValue {
  /// The word a table's text key compares.
  func word(_ type: ValueType) -> String? {
    if case .text(let text) = self { return text }
    if case .choice(let index) = self, case .choice(let choices) = type { return choices[index] }
    return nil
  }
}
