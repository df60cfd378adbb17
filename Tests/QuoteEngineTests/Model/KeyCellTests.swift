import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Key cells as they are written, and what they hold for.
@Suite struct KeyCellTests {
  private let rules = ModelChecker(tree: RuleTree(), sources: Sources(), hints: CheckHints())

  private func read(_ cell: String, _ type: ValueType) -> KeySet? {
    let bytes = Array(cell.utf8)
    let written = CellText(bytes: bytes, file: 0, lower: 0, upper: bytes.count).keyCell()
    let key = SmallTable.key("k", type).value
    let reader = KeyCellReader(
      key: key, header: "k", headerSpan: .nowhere, checker: FormulaChecker(rules: rules), units: [])
    return written.flatMap(reader.read)
  }

  private func indices(_ cell: String, _ type: ValueType) -> Set<Int>? {
    guard case .indices(let indices)? = read(cell, type)?.body else { return nil }
    return indices
  }

  private func ranges(_ cell: String, _ type: ValueType) -> String? {
    guard case .ranges(let ranges)? = read(cell, type)?.body else { return nil }
    return ranges.map { range in
      let (lower, upper) = (range.interval.lower, range.interval.upper)
      return (range.lowerIsIncluded ? "[" : "(") + "\(lower)..\(upper)"
        + (range.upperIsIncluded ? "]" : ")")
    }.joined(separator: " ")
  }

  private var ids: [String] { rules.log.all.map(\.id) }

  @Test func words() {
    #expect(read("furniture", .text)?.body == .words(["furniture"], negated: false))
    #expect(read("a, \"b, c\", d e", .text)?.body == .words(["a", "b, c", "d e"], negated: false))
    #expect(
      read("not(a, b)", .text) == KeySet(.words(["a", "b"], negated: true), matchesNotGiven: false))
    #expect(read("-", .text) == KeySet(.everything, matchesNotGiven: true))
    #expect(read("none", .text) == KeySet(.words([], negated: false), matchesNotGiven: true))
    #expect(read("a, none", .text) == KeySet(.words(["a"], negated: false), matchesNotGiven: true))
    #expect(read("2024", .text)?.body == .words(["2024"], negated: false))
  }

  @Test func textsByCodePoint() {
    #expect(
      read("[\"07:00\"..\"09:00\")", .text)?.body
        == .textRanges([
          TextRange(lower: "07:00", lowerIsIncluded: true, upper: "09:00", upperIsIncluded: false)
        ]))
    #expect(read("[b..a]", .text) == nil)
    #expect(ids == ["empty-range"])
  }

  @Test func choicesFlagsAndWeekdays() {
    let size = ValueType.choice(["small", "large"])
    #expect(indices("large", size) == [1])
    #expect(indices("not(large)", size) == [0])
    #expect(indices("yes", .flag) == [1])
    #expect(indices("friday..monday", .weekday) == [5, 6, 7, 1])
    #expect(indices("[friday..monday)", .weekday) == [5, 6, 7])
    #expect(indices("monday..friday", .weekday) == [1, 2, 3, 4, 5])
    #expect(indices("not(saturday, sunday)", .weekday) == [1, 2, 3, 4, 5])
    #expect(read("lrge", size) == nil)
    #expect(rules.log.all.last?.help.first == "did you mean `large`?")
    #expect(read("[small..large]", size) == nil)
    #expect(read("funday", .weekday) == nil)
    #expect(ids == ["unknown-key-word", "range-of-words", "unknown-key-word"])
  }

  @Test func timesWrap() {
    #expect(ranges("[22:00..06:00)", .time) == "[0..21600) [79200..86400)")
    #expect(ranges("[06:00..22:00)", .time) == "[21600..79200)")
    #expect(ranges("[20:00..24:00)", .time) == "[72000..86400)")
    #expect(ranges("[22:00..00:00)", .time) == "[79200..86400)")
    #expect(ranges("(22:00..06:00]", .time) == "[0..21600] (79200..86400)")
    #expect(ranges("not([22:00..06:00))", .time) == "[-∞..0) [21600..79200) [86400..∞]")
    #expect(read("[08:00..08:00)", .time) == nil)
    #expect(read("25:00", .time) == nil)
    #expect(ids == ["empty-range", "unreadable-key"])
  }

  @Test func datesAndInstants() {
    #expect(ranges(">= 1970-01-03", .date) == "[2..∞]")
    #expect(ranges("1970-01-01, [1970-01-02..1970-01-04]", .date) == "[0..0] [1..3]")
    #expect(ranges("< 1970-01-01T00:00:01Z", .instant) == "[-∞..1000000)")
    #expect(read("[1970-01-04..1970-01-02]", .date) == nil)
    #expect(read("1970-02-30", .date) == nil)
    #expect(read("1970-01-04", .instant) == nil)
    #expect(rules.log.all.last?.help == ["look up `date(k)` to compare days"])
  }

  @Test func complementsPartTheLine() {
    let set = [KeyRange(Interval(1, 2), upperIsIncluded: false), KeyRange(Interval(point: 5))]
    let outside = KeySet.complement(of: set)
    #expect(KeySet.complement(of: outside) == set)
    let texts = [
      TextRange(lower: "b", lowerIsIncluded: true, upper: "d", upperIsIncluded: false),
      TextRange(lower: nil, lowerIsIncluded: true, upper: "a", upperIsIncluded: true),
    ]
    #expect(
      KeySet.complement(of: texts) == [
        TextRange(lower: "a", lowerIsIncluded: false, upper: "b", upperIsIncluded: false),
        TextRange(lower: "d", lowerIsIncluded: true, upper: nil, upperIsIncluded: true),
      ])
  }
}
