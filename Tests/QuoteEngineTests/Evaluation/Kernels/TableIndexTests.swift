import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Cells of one key for a few rows, and the values they stand for.
private struct KeyColumnOfTest {
  var key: PlanKey
  var fold = TextFold.none
  var texts: [String] = []
  var integers: [Int64] = []
  var doubles: [Double] = []
  var choices: [Int32] = []
  var flags: [UInt8] = []
  var wide: [Int128] = []
  var given: [UInt8] = []

  /// Whether a set holds for cell `i`, from the definition.
  func holds(_ set: KeySet, _ i: Int) -> Bool {
    guard given[i] != 0 else { return set.matchesNotGiven }
    switch set.body {
    case .everything: return true
    case .words(let words, let negated): return words.contains(folded(i)) != negated
    case .textRanges(let ranges):
      let text = Array(folded(i).utf8)
      func isBelow(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }
      return ranges.contains { range in
        if let lower = range.lower.map({ Array($0.utf8) }) {
          if isBelow(text, lower) || (text == lower && !range.lowerIsIncluded) { return false }
        }
        if let upper = range.upper.map({ Array($0.utf8) }) {
          if isBelow(upper, text) || (text == upper && !range.upperIsIncluded) { return false }
        }
        return true
      }
    case .indices(let indices):
      if key.storage == .choice { return indices.contains(Int(choices[i])) }
      if key.storage == .flag { return indices.contains(Int(flags[i])) }
      return indices.contains(Int(integers[i]))
    case .ranges(let ranges):
      if key.storage == .double {
        return ranges.contains { range in
          let (x, lower, upper) = (doubles[i], range.interval.lower, range.interval.upper)
          let (low, high) = (lower.nearestDouble, upper.nearestDouble)
          // An open end lets infinity through too, but never what is no number.
          let isAbove = lower.isFinite ? (range.lowerIsIncluded ? low <= x : low < x) : !x.isNaN
          let isBelow = upper.isFinite ? (range.upperIsIncluded ? x <= high : x < high) : !x.isNaN
          return isAbove && isBelow
        }
      }
      let whole = key.storage == .wide ? wide[i] : Int128(integers[i])
      return ranges.contains { $0.contains(Ratio(whole) * key.quantum) }
    case .areas: return false
    }
  }

  func folded(_ i: Int) -> String {
    var text = texts[i]
    if fold == .trim || fold == .lowerTrim {
      let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
      let back = scalars.reversed().drop { $0.properties.isWhitespace }.reversed()
      text = String(String.UnicodeScalarView(back))
    }
    return fold == .lower || fold == .lowerTrim ? text.lowercased() : text
  }
}

@Suite struct TableIndexTests {
  private static let words = [
    "sofa", "Sofa", "a much longer word than sixteen bytes", "", "é", "lamp", "x",
  ]

  private func column(_ kind: Int, _ count: Int, _ random: inout SeededGenerator) -> KeyColumnOfTest
  {
    func number() -> Int64 { Int64.random(in: -20...20, using: &random) }
    var column: KeyColumnOfTest
    switch kind {
    case 0, 1:
      column = KeyColumnOfTest(key: PlanKey(storage: .text, type: .text, quantum: 1))
      column.fold = [TextFold.none, .lower, .trim, .lowerTrim].randomElement(using: &random)!
      column.texts = (0..<count).map { _ in
        let word = Self.words.randomElement(using: &random)!
        return [word, " " + word, word + "\u{A0}", word.uppercased()].randomElement(using: &random)!
      }
    case 2:
      let quantum = [Ratio(1), Ratio(1, 100), Ratio(3)].randomElement(using: &random)!
      column = KeyColumnOfTest(
        key: PlanKey(storage: .integer, type: .quantity(.number), quantum: quantum))
      column.integers = (0..<count).map { _ in number() * 10 }
    case 3:
      column = KeyColumnOfTest(key: PlanKey(storage: .double, type: .quantity(.number), quantum: 1))
      column.doubles = (0..<count).map { _ in
        [Double(number()), Double(number()).nextUp, .nan, -0.0, .infinity].randomElement(
          using: &random)!
      }
    case 4:
      column = KeyColumnOfTest(
        key: PlanKey(storage: .choice, type: .choice(["a", "b", "c"]), quantum: 1))
      column.choices = (0..<count).map { _ in Int32.random(in: 0...2, using: &random) }
    case 5:
      column = KeyColumnOfTest(key: PlanKey(storage: .integer, type: .weekday, quantum: 1))
      column.integers = (0..<count).map { _ in Int64.random(in: 1...7, using: &random) }
    case 6:
      column = KeyColumnOfTest(key: PlanKey(storage: .flag, type: .flag, quantum: 1))
      column.flags = (0..<count).map { _ in UInt8.random(in: 0...1, using: &random) }
    default:
      column = KeyColumnOfTest(key: PlanKey(storage: .wide, type: .quantity(.number), quantum: 1))
      column.wide = (0..<count).map { _ in Int128(number()) }
    }
    column.given = (0..<count).map { _ in Int.random(in: 0...5, using: &random) == 0 ? 0 : 1 }
    return column
  }

  private func set(for column: KeyColumnOfTest, _ kind: Int, _ random: inout SeededGenerator)
    -> KeySet
  {
    let pick = Int.random(in: 0...5, using: &random)
    if pick == 0 { return KeySet(.everything, matchesNotGiven: true) }
    if pick == 1 { return KeySet(.everything, matchesNotGiven: false) }
    let none = Int.random(in: 0...7, using: &random) == 0
    func some(_ range: ClosedRange<Int>) -> Set<Int> {
      Set(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: range, using: &random)
        })
    }
    switch kind {
    case 1 where Bool.random(using: &random):
      let pair = [
        Self.words.randomElement(using: &random)!, Self.words.randomElement(using: &random)!,
      ]
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      let range = TextRange(
        lower: Bool.random(using: &random) ? pair[0] : nil,
        lowerIsIncluded: Bool.random(using: &random),
        upper: Bool.random(using: &random) ? pair[1] : nil,
        upperIsIncluded: Bool.random(using: &random))
      return KeySet(.textRanges([range]), matchesNotGiven: none)
    case 0, 1:
      let words = Set(some(0...Self.words.count - 1).map { Self.words[$0] })
      return KeySet(.words(words, negated: Bool.random(using: &random)), matchesNotGiven: none)
    case 4: return KeySet(.indices(some(0...2)), matchesNotGiven: none)
    case 5: return KeySet(.indices(some(1...7)), matchesNotGiven: none)
    case 6: return KeySet(.indices(some(0...1)), matchesNotGiven: none)
    default:
      let low = Ratio(Int128(Int.random(in: -40...40, using: &random)), 2)
      let high = low + Ratio(Int128(Int.random(in: 0...30, using: &random)), 2)
      let interval = Interval(
        Int.random(in: 0...4, using: &random) == 0 ? -.infinity : low,
        Int.random(in: 0...4, using: &random) == 0 ? .infinity : high)
      let isPoint = low == high
      let range = KeyRange(
        interval, lowerIsIncluded: isPoint || Bool.random(using: &random),
        upperIsIncluded: isPoint || Bool.random(using: &random))
      return KeySet(.ranges([range]), matchesNotGiven: none)
    }
  }

  @Test(arguments: 0..<60)
  func randomTablesAgreeWithTheDefinition(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = 300
    let kinds = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Int.random(in: 0...7, using: &random)
    }
    let columns = kinds.map { column($0, count, &random) }
    // Many keys of many rows leave the dense way.
    let rowCount = [0, 1, 3, 10, 70, 200].randomElement(using: &random)!
    let rows = (0..<rowCount).map { _ in zip(columns, kinds).map { set(for: $0, $1, &random) } }
    check(columns, rows, count, "seed \(seed)")
  }

  /// The ways that the choice of a small table would never take.
  @Test(arguments: 0..<30)
  func everyWayAgrees(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    let kinds = (0..<3).map { _ in Int.random(in: 0...7, using: &random) }
    let columns = kinds.map { column($0, 200, &random) }
    let rows = (0..<90).map { _ in zip(columns, kinds).map { set(for: $0, $1, &random) } }
    let encoded = columns.indices.map { key in
      KeyEncoder.make(
        columns[key].key, cells: rows.map { $0[key] }, fold: columns[key].fold, areas: []
      ).1
    }
    let words = 2
    guard let dense = DenseRows(encoded, rows: 90, words: words, collects: true) else { return }
    let sets = RowSets(encoded, rows: 90, words: words)
    let hashed = HashedRows(encoded, rows: 90)
    var codes = [Int32](repeating: 0, count: 3 * KernelScratch.strip)
    for i in 0..<200 {
      for key in 0..<3 {
        codes[key * KernelScratch.strip + i] = Int32.random(
          in: 0..<encoded[key].cardinality, using: &random)
      }
    }
    var found = [[Int32]](repeating: [Int32](repeating: -9, count: 200), count: 3)
    var matched = [[UInt64]](repeating: [UInt64](repeating: 1, count: 200 * words), count: 3)
    // Codes may be written over.
    var (own, again) = (codes, codes)
    unsafe dense.find(&own, into: &found[0], count: 200)
    unsafe sets.find(codes, into: &found[1], count: 200)
    unsafe hashed.find(codes, into: &found[2], count: 200)
    unsafe dense.match(&again, into: &matched[0], count: 200)
    unsafe sets.match(codes, into: &matched[1], count: 200)
    unsafe hashed.match(codes, into: &matched[2], words: words, count: 200)
    #expect(found[0] == found[1] && found[1] == found[2])
    #expect(matched[0] == matched[1] && matched[1] == matched[2])
  }

  private func check(_ columns: [KeyColumnOfTest], _ rows: [[KeySet]], _ count: Int, _ name: String)
  {
    let index = TableIndex(keys: columns.map(\.key), rows: rows, folds: columns.map(\.fold))
    let scratch = KernelScratch()
    var found = [Int32](repeating: -1, count: count)
    var sets = [UInt64](repeating: 0, count: count * index.words)
    unsafe withKernelColumns(columns, scratch) { keys in
      unsafe index.find(keys, into: &found, count: count, scratch: scratch)
      unsafe index.match(keys, into: &sets, count: count, scratch: scratch)
    }
    for i in 0..<count {
      let holding = rows.indices.filter { row in
        zip(columns, rows[row]).allSatisfy { $0.holds($1, i) }
      }
      let matched = rows.indices.filter {
        sets[i * index.words + $0 / 64] >> UInt64($0 % 64) & 1 == 1
      }
      guard Int(found[i]) == (holding.first ?? -1) + 1, matched == holding else {
        Issue.record("\(name), cell \(i): \(found[i]) and \(matched), not \(holding)")
        return
      }
    }
  }

  private func withKernelColumns(
    _ columns: [KeyColumnOfTest], _ scratch: KernelScratch,
    _ body: (UnsafeBufferPointer<KernelColumn>) -> Void
  ) {
    let buffers = columns.map { column -> (cells: [UInt8], given: [UInt8]) in
      func bytes<T>(_ cells: [T]) -> [UInt8] { unsafe cells.withUnsafeBytes { unsafe Array($0) } }
      switch column.key.storage {
      case .text: return (bytes(column.texts.map { scratch.arena.copy($0) }), column.given)
      case .double: return (bytes(column.doubles), column.given)
      case .choice: return (bytes(column.choices), column.given)
      case .flag: return (column.flags, column.given)
      case .wide: return (bytes(column.wide), column.given)
      case .integer, .texts, .point, .rowSet: return (bytes(column.integers), column.given)
      }
    }
    var memory: [UnsafeMutableRawPointer] = unsafe []
    var keys: [KernelColumn] = unsafe []
    for (column, buffer) in zip(columns, buffers) {
      let cells = UnsafeMutableRawPointer.allocate(
        byteCount: buffer.cells.count + 16, alignment: 16)
      unsafe cells.copyMemory(from: buffer.cells, byteCount: buffer.cells.count)
      let given = UnsafeMutableRawPointer.allocate(byteCount: buffer.given.count, alignment: 1)
      unsafe given.copyMemory(from: buffer.given, byteCount: buffer.given.count)
      unsafe memory += [cells, given]
      unsafe keys.append(
        KernelColumn(
          storage: column.key.storage, cells: UnsafeRawPointer(cells), items: nil,
          given: UnsafePointer(given.assumingMemoryBound(to: UInt8.self))))
    }
    unsafe keys.withUnsafeBufferPointer { unsafe body($0) }
    for index in unsafe memory.indices { unsafe memory[index].deallocate() }
  }

  /// A hundred thousand rows by two texts, and by far-apart numbers: found exactly.
  @Test func largeTables() {
    let number = PlanKey(storage: .integer, type: .quantity(.count), quantum: 1)
    let text = PlanKey(storage: .text, type: .text, quantum: 1)
    let rows = (0..<100_000).map { row -> [KeySet] in
      [
        KeySet(.words(["sku-\(row)"], negated: false), matchesNotGiven: false),
        KeySet(
          .ranges([KeyRange(Interval(point: Ratio(row * 1_000_003)))]), matchesNotGiven: false),
      ]
    }
    let index = TableIndex(keys: [text, number], rows: rows)
    let scratch = KernelScratch()
    let wanted = [0, 1, 17, 99_999, 50_000]
    let texts = wanted.map { scratch.arena.copy("sku-\($0)") } + [scratch.arena.copy("sku-17")]
    let numbers = wanted.map { Int64($0) * 1_000_003 } + [18]
    var found = [Int32](repeating: -1, count: 6)
    unsafe texts.withUnsafeBufferPointer { texts in
      unsafe numbers.withUnsafeBufferPointer { numbers in
        let keys = unsafe [
          KernelColumn(
            storage: .text, cells: UnsafeRawPointer(texts.baseAddress!), items: nil, given: nil),
          KernelColumn(
            storage: .integer, cells: UnsafeRawPointer(numbers.baseAddress!), items: nil, given: nil
          ),
        ]
        unsafe keys.withUnsafeBufferPointer {
          unsafe index.find($0, into: &found, count: 6, scratch: scratch)
        }
      }
    }
    #expect(found == [1, 2, 18, 100_000, 50_001, 0])
  }

  @Test(arguments: [3, 8, 9, 40, 130])
  func cellsOfRowsThatHoldAreCombined(_ rows: Int) {
    var random = SeededGenerator(seed: UInt64(rows))
    let figures = (0..<rows).map { _ -> Parameters.Figure in
      Int.random(in: 0...4, using: &random) == 0
        ? .notGiven : .integer(Int128(Int.random(in: -9...9, using: &random)))
    }
    let words = (rows + 63) / 64
    let column = CellColumn(figures, storage: .integer)
    var sets: [UInt64] = []
    for _ in 0..<50 {
      for word in 0..<words {
        let left = rows - word * 64
        sets.append(random.next() & (left >= 64 ? .max : (1 << UInt64(left)) - 1))
      }
    }
    for operation in [Arithmetics.add, .multiply] {
      let combination = CellCombination(column, operation, words: words)
      var result = [Int64](repeating: 0, count: 50)
      unsafe result.withUnsafeMutableBytes { target in
        unsafe combination.run(sets, into: target.baseAddress!, count: 50)
      }
      for i in 0..<50 {
        let wanted = figures.indices.reduce(Int64(operation == .add ? 0 : 1)) { sum, row in
          guard sets[i * words + row / 64] >> UInt64(row % 64) & 1 == 1,
            case .integer(let cell) = figures[row]
          else { return sum }
          return operation == .add ? sum &+ Int64(cell) : sum &* Int64(cell)
        }
        #expect(result[i] == wanted)
      }
    }
  }
}

@Suite struct IntegerBoundsTests {
  /// Bounds close together, far apart, at the ends of what 64 bits hold.
  @Test(arguments: [1, 2, 3, 50, 5000])
  func codesCountTheBoundsReached(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for width: Int64 in [200, 1 << 20, 1 << 40, .max] {
      let list = Set((0..<count).map { _ in Int64.random(in: -width...width, using: &random) })
        .sorted()
      let near = list.flatMap { [$0 &- 1, $0, $0 &+ 1] }
      var cells = near + [.min, .max, 0]
      for _ in 0..<50 { cells.append(Int64.random(in: -width...width, using: &random)) }
      var codes = [Int32](repeating: -1, count: cells.count)
      unsafe IntegerBounds(list).encode(cells, into: &codes, count: cells.count)
      #expect(codes == cells.map { list.countReached(by: $0) })
    }
  }
}
