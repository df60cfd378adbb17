import CArrow
import Testing

/// Texts of elements that tables name: columns of them are looked up by codes, and cost what they
/// cost where each is looked up as a text.
@Suite struct ElementCodeTests {
  private static let rules = """
    schema: quote/1
    name: loads
    currency: USD
    inputs:
      id: text, key
      van: text
      items:
        each:
          kind: text
          size: optional text
          count: count [1..9], default 1
        at_most: 20
    let:
      each_price:
        first: |
          | kind        | size  || price |
          | sofa, chair | small || $1    |
          | sofa        | none  || $2    |
          | é           | -     || $4    |
          | -           | large || $8    |
      own_price:
        unique: |
          | van   || price |
          | small || $16   |
          | large || $32   |
    quote:
      - line: goods
        for: items
        amount: (each_price default $64) * count
      - line: own
        amount: own_price default $128
    """

  private struct Item {
    var kind: String
    var size: String?
    var count: Int64

    /// In cents.
    var price: Int64 {
      let each: Int64 =
        switch (kind, size) {
        case ("sofa", "small"), ("chair", "small"): 1
        case ("sofa", nil): 2
        case ("é", _), ("e\u{301}", _): 4
        case (_, "large"): 8
        default: 64
        }
      return 100 * each * count
    }
  }

  private static let kinds = [
    "sofa", "chair", "é", "e\u{301}", "Sofa", "sofa ", "lamp", "a kind that is longer than words",
  ]
  private static let sizes = ["small", nil, "large", "huge", "small "]

  /// So many bookings that they are priced in loops; words that tables name, others, and none.
  private static func items(_ kinds: [String], bookings: Int) -> [[Item]] {
    var number = 0
    return (0..<bookings).map { booking in
      (0..<booking % 5).map { _ in
        number += 1
        return Item(
          kind: kinds[number % kinds.count], size: sizes[number * 7 / 3 % sizes.count],
          count: Int64(1 + number % 9))
      }
    }
  }

  private static func table(_ items: [[Item]], asWords: Bool) -> LentColumn {
    let all = items.flatMap(\.self)
    var ends: [Int32] = []
    for list in items { ends.append((ends.last ?? 0) + Int32(list.count)) }
    let names = Array(Set(all.map(\.kind))).sorted()
    let kind =
      asWords
      ? LentColumn.words("kind", all.map { Int32(names.firstIndex(of: $0.kind) ?? 0) }, names)
      : LentColumn.texts("kind", all.map(\.kind))
    let element = LentColumn.object(
      "item", all.count,
      [kind, .texts("size", all.map(\.size)), .plain("count", "l", all.map(\.count))])
    return LentColumn.object(
      "", items.count,
      [
        .texts("id", items.indices.map { "b\($0)" }),
        .texts("van", items.indices.map { $0 % 3 == 0 ? "large" : "small" }),
        .list("items", ends, element),
      ])
  }

  @Test(arguments: [3, 100, 5000], [false, true])
  func elementsCostWhatTheirTextsSay(_ bookings: Int, _ asWords: Bool) throws {
    let library = LibraryRules(Self.rules)
    try #require(library.error == "")
    // The words alone, and among others: codes that are told of all of them, and of some.
    for kinds in [Array(Self.kinds[..<3]), Self.kinds] {
      let items = Self.items(kinds, bookings: bookings)
      let answer = library.price(LentStream([Self.table(items, asWords: asWords)]))
      #expect(answer.error == "")
      let goods = items.map { String($0.reduce(0) { $0 + $1.price }) }
      #expect(answer.columns["goods"] == goods)
      #expect(
        answer.columns["own"] == items.indices.map { $0 % 3 == 0 ? "3200" : "1600" })
    }
  }

  /// A list that has too many elements is read booking by booking, whose texts have no codes.
  @Test func listsAreReadOneByOneBesideOthers() throws {
    let library = LibraryRules(Self.rules)
    try #require(library.error == "")
    let (few, one) = (Self.items(Self.kinds, bookings: 40), Item(kind: "sofa", size: nil, count: 1))
    let tables = [few, few + [[Item](repeating: one, count: 21)], few]
    for threads in [1, 2] as [Int32] {
      let answer = library.price(
        LentStream(tables.map { Self.table($0, asWords: false) }), threads: threads)
      #expect(answer.error == "")
      let goods = few.map { Optional(String($0.reduce(0) { $0 + $1.price })) }
      #expect(answer.columns["goods"] == goods + goods + [nil] + goods)
    }
  }
}
