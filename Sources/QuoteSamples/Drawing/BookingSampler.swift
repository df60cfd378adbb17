import QuoteEngine
package import QuoteLanguage
package import QuoteSyntax

/// Seeded bookings for a set of rules, made from the declared inputs: the same
/// seed gives the same bookings, whatever the machine.
///
/// Edges are favoured: ends of ranges, bounds of table brackets and their
/// neighbours, words the tables know, in odd case and with spaces around them,
/// optional fields left out, empty lists.
package struct BookingSampler: Sendable {
  package let model: PriceModel
  var random: SampleRandom
  let hints: FieldHints
  /// The lists that bookings give right below each list.
  private let below: [ListID: [ListID]]
  /// Whether words are spelt in odd ways too, and others than the tables know are among them.
  var variesWords = true
  private var made = 0
  /// Within how many lists the element is that is being drawn.
  private var depth = 0
  private let seed: UInt64
  /// Whether values are drawn nearer to what rules ask for: whole words, points inside areas.
  var isGuided = false
  /// The last date or moment of the booking whose range was declared, in seconds since 1970.
  var latest: Int?

  package init(model: PriceModel, seed: UInt64) {
    self.model = model
    self.seed = seed
    random = SampleRandom(seed: seed)
    let given = model.schema.lists.withIDs.filter { $0.1.parent != nil && !$0.1.isMade }
    below = Dictionary(grouping: given.map(\.0)) { model.schema.lists[$0].parent ?? .booking }
    var hints = FieldHints(model)
    hints.noteGroups(model)
    self.hints = hints
  }

  /// The next booking. Keys count from 1, so they never repeat.
  package mutating func next() -> SampleRecord {
    made += 1
    latest = nil
    return record(of: .booking)
  }

  /// Goes on with the booking of a number, as it is drawn for another time.
  mutating func begin(_ number: Int, time: Int) {
    var mixed = SampleRandom(seed: seed ^ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    random = SampleRandom(seed: mixed.next() &+ UInt64(time))
    made = number - 1
    (isGuided, variesWords) = (true, false)
  }

  private mutating func record(of list: ListID) -> SampleRecord {
    let fields = model.schema.lists[list].fields
    var record = SampleRecord(of: fields)
    for (index, field) in fields.enumerated() where !field.sources.isEmpty {
      let value =
        list == .booking && index == model.schema.key
        ? key(field) : value(of: field, list: list, index)
      record.values[index] = value?.written(for: field)
    }
    for index in below[list] ?? [] {
      let below = model.schema.lists[index]
      if below.isItsParent { record.selves.append((below, self.record(of: index))) }
      guard below.sources.contains(where: \.isPath) else { continue }
      // What comes from elsewhere takes of the room, too.
      let bound = min(below.bound - below.sources.count { !$0.isPath }, mostElements)
      if bound < 1 { continue }
      let count = random.chance(1, in: 12) ? 0 : 1 + random.below(bound)
      let before = latest
      depth += 1
      let elements = (0..<count).map { _ in
        latest = before
        return self.record(of: index)
      }
      depth -= 1
      latest = before
      record.lists.append((below, elements))
    }
    return record
  }

  /// Few elements of lists that lie deep: there are as many of those as all outer ones multiply to.
  private var mostElements: Int { depth < 2 ? 6 : depth < 3 ? 2 : 1 }

  private func key(_ field: FieldSchema) -> SampleValue {
    if field.type == .count { return .number("\(made)") }
    let digits = "\(made)"
    return .text("S" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
  }

  /// Nil leaves the field out.
  private mutating func value(of field: FieldSchema, list: ListID, _ index: Int) -> SampleValue? {
    let mayBeMissing = field.isOptional || field.defaultValue != nil
    // An element that is nothing else must be something.
    if mayBeMissing, random.chance(1, in: 5), !field.isOnlyItself { return nil }
    let hint = hints.fields[.field(list: list, field: index)] ?? FieldHints.Field()
    switch field.type {
    case .text: return .text(isGuided ? guidedWord(hint) : word(hint.words))
    case .oneOf: return .text(field.choices[random.below(field.choices.count)])
    case .flag: return .flag(random.chance(1, in: 2))
    case .point: return .point(isGuided ? guidedPoint(hint.points) : point(hint.points))
    case .date, .time, .instant: return .text(moment(field, hint))
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      return .number(number(field, hint).description)
    }
  }

  // MARK: - Values

  private mutating func word(_ words: [String]) -> String {
    if !variesWords { return words.isEmpty ? "other" : words[random.below(words.count)] }
    guard !words.isEmpty, !random.chance(1, in: 8) else {
      return ["", "unheard-of", "naïve café", "a,b;c", "x \"y\"", "ÅNGSTRÖM"][random.below(6)]
        .nonEmpty ?? "other"
    }
    let word = words[random.below(words.count)]
    switch random.below(8) {
    case 0: return word.uppercased()
    case 1: return word.prefix(1).uppercased() + word.dropFirst()
    case 2: return " " + word
    case 3: return word + " "
    default: return word
    }
  }

  mutating func point(_ points: [GeographicPoint]) -> GeographicPoint {
    let center =
      points.isEmpty
      ? GeographicPoint(latitude: 25.77, longitude: -80.19) : points[random.below(points.count)]
    func near(_ degrees: Double, _ offset: Int) -> Double {
      ((degrees * 10_000).rounded() + Double(offset)) / 10_000
    }
    let width = isGuided ? [8000, 800, 80][random.below(3)] : 8000
    return GeographicPoint(
      latitude: near(center.latitude, random.below(width) - width / 2),
      longitude: near(center.longitude, random.below(width) - width / 2))
  }

  private mutating func number(_ field: FieldSchema, _ hint: FieldHints.Field) -> Ratio {
    let step = field.step.isZero ? Ratio(1, 100) : field.step.leastDecimal
    let low = field.range.lower.isFinite ? max(field.range.lower, -1000) : -1000
    let high = field.range.upper.isFinite ? field.range.upper : 1000
    func fitted(_ value: Ratio) -> Ratio {
      let steps = (value / step).floor ?? 0
      var fitted = Ratio(steps) * step
      if fitted < low || field.rangeIsOpen.lower && fitted == low { fitted = fitted + step }
      if fitted > high || field.rangeIsOpen.upper && fitted == high { fitted = fitted - step }
      return min(max(fitted, field.range.lower), field.range.upper)
    }
    switch random.below(8) {
    case 0: return fitted(low)
    case 1 where high - low < 1_000_000: return fitted(high)
    case 1 where hint.bounds.contains { $0 > 0 }:
      // Beyond the last bound, where a row that is open ends nowhere near.
      let last = (hint.bounds.max() ?? 0) / (field.unit?.size ?? 1)
      return fitted(last * Ratio(2 + random.below(8)))
    case 2, 3, 4:
      guard !hint.bounds.isEmpty else { break }
      let unit = field.unit?.size ?? 1
      let bound = hint.bounds[random.below(hint.bounds.count)] / unit
      return fitted(bound + step * Ratio(random.below(3) - 1))
    default: break
    }
    // Mostly small: bookings of a thousand elements are rare.
    let span = min(high - low, random.chance(3, in: 4) ? 30 : 1000)
    let steps = Int(clamping: (span / step).floor ?? 1)
    return fitted(max(low, field.range.lower) + step * Ratio(random.below(max(1, steps))))
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}

extension ListSourceSchema {
  var isPath: Bool {
    if case .path = self { return true }
    return false
  }
}

/// A booking, or an element of a list, as it would be sent.
package struct SampleRecord: Sendable {
  /// The fields of its list, and what each has; nil where it is left out.
  let fields: [FieldSchema]
  var values: [SampleValue?]
  package var lists: [(ListSchema, [SampleRecord])] = []
  /// Lists that are gathered from the record itself: what they read of it.
  var selves: [(ListSchema, SampleRecord)] = []

  init(of fields: [FieldSchema]) {
    self.fields = fields
    values = Array(repeating: nil, count: fields.count)
  }

  func elements(of list: ListSchema) -> [SampleRecord] {
    lists.first { $0.0.name == list.name }?.1 ?? []
  }
}

package enum SampleValue: Sendable {
  case text(String)
  /// Plain decimal digits.
  case number(String)
  case flag(Bool)
  case point(GeographicPoint)
}

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014): small, and the same everywhere.
package struct SampleRandom: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to the bound, which is left out.
  package mutating func below(_ bound: Int) -> Int {
    bound <= 1 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  package mutating func chance(_ times: Int, in all: Int) -> Bool { below(all) < times }
}
