import TestKit

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A value of a key, to try a table with.
enum SmallValue: Equatable {
  case notGiven
  case number(Ratio)
  /// A word that no cell names is open.
  case word(String, isOpen: Bool)
  case index(Int)

  /// Whether a table without a row for it has a gap.
  var isClosed: Bool {
    switch self {
    case .notGiven: false
    case .number, .index: true
    case .word(_, let isOpen): !isOpen
    }
  }
}

/// Tables small enough to try every booking with.
enum SmallTable {
  static func key(
    _ header: String, _ type: ValueType, optional: Bool = false, range: Interval = .unbounded,
    quantum: Ratio = 0
  ) -> TableKey {
    TableKey(
      value: PriceExpression(
        .constant(.notGiven), type: type, grain: .booking, isOptional: optional, range: range,
        quantum: quantum, span: .nowhere),
      header: header)
  }

  static func count(_ header: String, _ range: ClosedRange<Int>, optional: Bool = false) -> TableKey
  {
    key(
      header, .quantity(.count), optional: optional,
      range: Interval(Ratio(range.lowerBound), Ratio(range.upperBound)), quantum: 1)
  }

  static func number(_ header: String) -> TableKey { key(header, .quantity(.number)) }

  static func range(_ lower: Int?, _ upper: Int?) -> KeySet {
    KeySet(
      .ranges([
        KeyRange(
          Interval(lower.map { Ratio($0) } ?? -.infinity, upper.map { Ratio($0) } ?? .infinity))
      ]), matchesNotGiven: false)
  }

  static func table(_ hit: HitPolicy, _ keys: [TableKey], _ rows: [[KeySet]]) -> ModelTable {
    ModelTable(
      name: "t", hit: hit, keys: keys, columns: [],
      rows: rows.map {
        ModelTableRow(
          keys: $0, keySpans: $0.map { _ in .nowhere }, values: [], span: .nowhere)
      }, span: .nowhere)
  }

  // MARK: Random ones

  static let words = ["a", "b", "c"]

  static func random(hit: HitPolicy, with random: inout SeededGenerator) -> ModelTable {
    let kinds: [(String) -> TableKey] = [
      { count($0, 0...6) }, { count($0, 1...4, optional: true) }, { key($0, .text) },
      { key($0, .choice(words), optional: true) }, { key($0, .weekday) }, { key($0, .flag) },
      { number($0) },
      { key($0, .quantity(.number), optional: true, range: Interval(0, 3), quantum: Ratio(1, 2)) },
    ]
    let keys = (0..<Int.random(in: 1...3, using: &random)).map {
      kinds.randomElement(using: &random)!("k\($0)")
    }
    let rows = (0..<Int.random(in: 1...7, using: &random)).map { _ in
      keys.map { cell(of: $0.value.type, with: &random) }
    }
    return table(hit, keys, rows)
  }

  private static func cell(of type: ValueType, with random: inout SeededGenerator) -> KeySet {
    if Int.random(in: 0..<4, using: &random) == 0 {
      return KeySet(.everything, matchesNotGiven: true)
    }
    let takesNone = Int.random(in: 0..<6, using: &random) == 0
    switch type {
    case .text:
      let named = Set(words.filter { _ in Bool.random(using: &random) })
      return KeySet(
        .words(named, negated: Int.random(in: 0..<3, using: &random) == 0),
        matchesNotGiven: takesNone)
    case .choice:
      return KeySet(
        .indices(Set((0..<3).filter { _ in Bool.random(using: &random) })),
        matchesNotGiven: takesNone)
    case .weekday:
      return KeySet(
        .indices(Set((1...7).filter { _ in Bool.random(using: &random) })),
        matchesNotGiven: takesNone)
    case .flag:
      return KeySet(.indices([Int.random(in: 0...1, using: &random)]), matchesNotGiven: takesNone)
    case .quantity, .date, .time, .instant, .point, .texts, .invalid:
      let ranges = (0..<Int.random(in: 1...2, using: &random)).map { _ in range(with: &random) }
      let set = KeySet.ascending(ranges)
      let isNegated = Int.random(in: 0..<4, using: &random) == 0
      return KeySet(
        .ranges(isNegated ? KeySet.complement(of: set) : set),
        matchesNotGiven: takesNone && !isNegated)
    }
  }

  private static func range(with random: inout SeededGenerator) -> KeyRange {
    let lower = Int.random(in: 0...5, using: &random)
    let upper = Int.random(in: lower...6, using: &random)
    let isPoint = lower == upper
    return KeyRange(
      Interval(
        Int.random(in: 0..<5, using: &random) == 0 ? -.infinity : Ratio(lower),
        Int.random(in: 0..<5, using: &random) == 0 ? .infinity : Ratio(upper)),
      lowerIsIncluded: isPoint || Bool.random(using: &random),
      upperIsIncluded: isPoint || Bool.random(using: &random))
  }

  // MARK: Trying

  static func values(of key: TableKey, in table: ModelTable, _ column: Int) -> [SmallValue] {
    var values: [SmallValue] = key.value.isOptional ? [.notGiven] : []
    switch key.value.type {
    case .text:
      var named: Set<String> = []
      for row in table.rows {
        if case .words(let words, _) = row.keys[column].body { named.formUnion(words) }
      }
      values += (words + ["zz"]).map { .word($0, isOpen: !named.isEmpty && !named.contains($0)) }
    case .choice(let words): values += words.indices.map { .index($0) }
    case .weekday: values += (1...7).map { .index($0) }
    case .flag: values += [.index(0), .index(1)]
    case .quantity, .date, .time, .instant, .point, .texts, .invalid:
      for half in -4...20 {
        let value = Ratio(Int128(half), 2)
        let isStep = key.value.quantum.isZero || (value / key.value.quantum).isWhole
        if isStep, key.value.range.contains(value) { values.append(.number(value)) }
      }
    }
    return values
  }

  static func bookings(of table: ModelTable) -> [[SmallValue]] {
    table.keys.enumerated().reduce([[]]) { bookings, key in
      bookings.flatMap { booking in
        values(of: key.element, in: table, key.offset).map { booking + [$0] }
      }
    }
  }

  static func holds(_ set: KeySet, _ value: SmallValue) -> Bool {
    switch (set.body, value) {
    case (_, .notGiven): return set.matchesNotGiven
    case (.everything, _): return true
    case (.words(let words, let negated), .word(let word, _)):
      return words.contains(word) != negated
    case (.indices(let indices), .index(let index)): return indices.contains(index)
    case (.ranges(let ranges), .number(let value)):
      return ranges.contains { range in
        (range.lowerIsIncluded ? value >= range.interval.lower : value > range.interval.lower)
          && (range.upperIsIncluded ? value <= range.interval.upper : value < range.interval.upper)
      }
    default: return false
    }
  }

  /// The rows that hold for an example as a message words it.
  static func rows(of table: ModelTable, holdingFor example: String) -> [Int] {
    var rest = example[...]
    let booking = table.keys.indices.map { column -> SmallValue in
      let type = table.keys[column].value.type
      rest = rest.dropFirst(table.keys[column].header.count + 1)
      let end =
        column + 1 < table.keys.count
        ? rest.firstRange(of: ", " + table.keys[column + 1].header)!.lowerBound : rest.endIndex
      let text = rest[..<end]
      rest = rest[end...].dropFirst(2)
      return value(String(text), type)
    }
    return table.rows.indices.filter { row in
      zip(table.rows[row].keys, booking).allSatisfy { holds($0, $1) }
    }
  }

  private static func value(_ text: String, _ type: ValueType) -> SmallValue {
    if text == "is not given" { return .notGiven }
    let text = String(text.dropFirst(2).filter { $0 != "\"" })
    switch type {
    case .text: return .word(text, isOpen: false)
    case .choice(let words): return .index(words.firstIndex(of: text)!)
    case .weekday: return .index(Weekday.allCases.first { "\($0)" == text }!.rawValue)
    case .flag: return .index(text == "yes" ? 1 : 0)
    case .quantity, .date, .time, .instant, .point, .texts, .invalid:
      return .number(Ratio(Int128(Double(text)! * 4), 4))
    }
  }
}
