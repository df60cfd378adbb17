import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Other bookings in place of those that rules refuse.
extension BookingSampler {
  /// The booking of a number, drawn for another time: nearer to what rules ask for, and made like
  /// one that they took, if there is one.
  func redrawn(_ number: Int, time: Int, like taken: [SampleRecord]) -> SampleRecord {
    var sampler = self
    sampler.begin(number, time: time)
    let fresh = sampler.next()
    guard !taken.isEmpty else { return fresh }
    let model = taken[sampler.random.below(taken.count)]
    return sampler.crossed(model, with: fresh)
  }

  /// A booking under the key of another number.
  func again(_ taken: SampleRecord, number: Int) -> SampleRecord {
    var sampler = self
    sampler.begin(number, time: 0)
    let keyed = sampler.next()
    var again = taken
    if let key = model.schema.key, again.values[key] != nil, let value = keyed.values[key] {
      again.values[key] = value
    }
    return again
  }

  /// Three parts of four are those of the first; the key is the second's.
  private mutating func crossed(_ a: SampleRecord, with b: SampleRecord) -> SampleRecord {
    var crossed = SampleRecord(of: a.fields)
    for index in crossed.values.indices {
      let isKey = index == model.schema.key
      crossed.values[index] = (!isKey && random.chance(3, in: 4) ? a : b).values[index]
    }
    for index in a.lists.indices {
      crossed.lists.append(random.chance(3, in: 4) ? a.lists[index] : b.lists[index])
    }
    for index in a.selves.indices {
      crossed.selves.append(random.chance(3, in: 4) ? a.selves[index] : b.selves[index])
    }
    return crossed
  }

  // MARK: - Values

  /// A word as tables and comparisons have it, of a length that is asked for.
  mutating func guidedWord(_ hint: FieldHints.Field) -> String {
    if hint.isNumber, hint.words.isEmpty {
      let bounds = hint.bounds.filter(\.isWhole)
      if bounds.isEmpty { return "\(random.below(30))" }
      return "\(bounds[random.below(bounds.count)].numerator + Int128(random.below(3)))"
    }
    var word = hint.words.isEmpty ? "" : hint.words[random.below(hint.words.count)]
    let length = hint.lengths.isEmpty ? 0 : hint.lengths[random.below(hint.lengths.count)]
    if word.isEmpty, length == 0 { return "other" }
    let isDigits = word.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
    while word.unicodeScalars.count < length {
      word += isDigits ? "\(random.below(10))" : ["a", "b", "c", "d"][random.below(4)]
    }
    return word
  }

  /// Between two corners of areas, where there are several, or near one.
  mutating func guidedPoint(_ points: [GeographicPoint]) -> GeographicPoint {
    guard points.count > 1, random.chance(1, in: 2) else { return point(points) }
    let (a, b) = (points[random.below(points.count)], points[random.below(points.count)])
    let part = Double(1 + random.below(9)) / 10
    func between(_ from: Double, _ to: Double) -> Double {
      ((from + (to - from) * part) * 10_000).rounded() / 10_000
    }
    return GeographicPoint(
      latitude: between(a.latitude, b.latitude), longitude: between(a.longitude, b.longitude))
  }
}
