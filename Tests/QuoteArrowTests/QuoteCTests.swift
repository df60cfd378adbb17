import CArrow
import CQuote
import Foundation
import QuoteC
import Testing

/// The C library as a program in C calls it.
@Suite struct QuoteCTests {
  static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      kind: one of small | large
      weight: weight in kg [0 kg..30 kg] step 0.1
      pieces: count [1..9], default 1
    quote:
      - line: parcel
        amount: round($2/kg * weight) * pieces
      - line: large
        when: kind = "large"
        amount: $5
    """

  static let table = TextTable([
    "id": ["a", "b", "c", nil, "e"], "kind": ["small", "large", "tiny", "small", nil],
    "weight": ["1.5", "30", "2", "1", "31"], "pieces": ["2", nil, "1", "1", "x"],
  ])

  /// Made rules; the error's text where there are none.
  private func compiled(_ text: String) -> (rules: OpaquePointer?, error: String) {
    var rules: OpaquePointer?
    var text = text
    let error = text.withUTF8 { bytes in
      "rules.yaml".withCString { name in
        var file = quote_file(name: name, bytes: bytes.baseAddress, size: bytes.count)
        return quote_rules_new(&file, 1, nil, &rules)
      }
    }
    return (rules, told(error))
  }

  private func told(_ error: OpaquePointer?) -> String {
    guard let error else { return "" }
    defer { quote_error_free(error) }
    return String(cString: quote_error_text(error))
  }

  /// The texts and whole numbers of a column, by row.
  private func totals(
    _ rules: OpaquePointer, _ table: TextTable, from first: Int = 0, threads: Int32 = 1,
    of column: String = "total"
  ) -> [Int64?] {
    var options = quote_price_options()
    var quotes = ArrowArrayStream()
    let stream = table.stream(from: first)
    defer { stream.deallocate() }
    let error = column.withCString { name in
      [name].withUnsafeBufferPointer { (list: UnsafeBufferPointer<UnsafePointer<CChar>>) in
        list.withMemoryRebound(to: UnsafePointer<CChar>?.self) { list in
          options.columns = list.baseAddress
          options.column_count = 1
          options.money = Int32(QUOTE_MONEY_INT64)
          options.threads = threads
          return quote_price_stream(rules, stream, &options, &quotes)
        }
      }
    }
    #expect(told(error) == "")
    defer { quotes.release(&quotes) }
    var found: [Int64?] = []
    while true {
      var batch = ArrowArray()
      #expect(quotes.get_next(&quotes, &batch) == 0)
      guard let release = batch.release else { return found }
      if let column = batch.children[0], let cells = column.pointee.buffers[1] {
        let bits = column.pointee.buffers[0]?.assumingMemoryBound(to: UInt8.self)
        for row in 0..<Int(column.pointee.length) {
          let isGiven = bits.map { $0[row / 8] >> UInt8(row % 8) & 1 == 1 } ?? true
          let cell = cells.load(fromByteOffset: 8 * row, as: Int64.self)
          found.append(isGiven ? cell : nil)
        }
      }
      release(&batch)
    }
  }

  @Test func aTableIsPriced() throws {
    let rules = try #require(compiled(Self.rules).rules)
    defer { quote_rules_free(rules) }
    #expect(totals(rules, Self.table) == [600, 6500, nil, nil, nil])
    #expect(totals(rules, Self.table, from: 1) == [6500, nil, nil, nil])
    #expect(totals(rules, Self.table, threads: 3) == [600, 6500, nil, nil, nil])
  }

  /// What was made for one table is used again for the next one with the same columns alone.
  @Test func eachTableHasItsOwnColumns() throws {
    let rules = try #require(compiled(Self.rules).rules)
    defer { quote_rules_free(rules) }
    for threads in [1, 2] as [Int32] {
      for _ in 0..<2 {
        #expect(totals(rules, Self.table, threads: threads, of: "large") == [0, 500, nil, nil, nil])
        #expect(
          totals(rules, Self.table, threads: threads, of: "parcel") == [600, 6000, nil, nil, nil])
        #expect(totals(rules, Self.table, threads: threads) == [600, 6500, nil, nil, nil])
        #expect(totals(rules, Self.table, threads: threads) == [600, 6500, nil, nil, nil])
      }
    }
  }

  @Test func wrongRulesAreToldWithTheirPlace() {
    let (rules, error) = compiled(Self.rules.replacing("* pieces", with: "* peaces"))
    #expect(rules == nil)
    #expect(error.contains("rules.yaml:11") && error.contains("pieces"), "\(error)")
  }

  @Test func aColumnThatIsMissingIsTold() throws {
    let rules = try #require(compiled(Self.rules).rules)
    defer { quote_rules_free(rules) }
    let stream = TextTable(["id": ["a"], "wight": ["1"]]).stream()
    defer { stream.deallocate() }
    var quotes = ArrowArrayStream()
    let error = told(quote_price_stream(rules, stream, nil, &quotes))
    #expect(error.contains("no column for `kind`"), "\(error)")
    #expect(stream.pointee.release == nil, "the stream is used up all the same")
  }

  /// What ends a process elsewhere comes back here.
  @Test func aTrapComesBack() {
    var place: UInt = 0
    #expect(cquote_guarded({ _ in }, nil, &place) == 1)
    let stopped = cquote_guarded(
      { _ in
        let none: [Int] = []
        _ = none[none.count]
      }, nil, &place)
    #expect(stopped == 0)
    #expect(place != 0)
    let all = cquote_each(
      3, { _, index in precondition(index != 2, "the third one stops") }, nil)
    #expect(all == 0)
  }
}
