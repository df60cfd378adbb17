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
    let error = unsafe text.withUTF8 { bytes in
      unsafe "rules.yaml".withCString { name in
        var file = unsafe quote_file(name: name, bytes: bytes.baseAddress, size: bytes.count)
        return unsafe quote_rules_new(&file, 1, nil, &rules)
      }
    }
    return (rules, unsafe told(error))
  }

  private func told(_ error: OpaquePointer?) -> String {
    guard let error else { return "" }
    defer { unsafe quote_error_free(error) }
    return unsafe String(cString: quote_error_text(error))
  }

  /// The texts and whole numbers of a column, by row.
  private func totals(
    _ rules: OpaquePointer, _ table: TextTable, from first: Int = 0, threads: Int32 = 1
  ) -> [Int64?] {
    let names = ["total"].map { unsafe strdup($0) }
    defer { for name in unsafe names { unsafe free(name) } }
    var columns = unsafe names.map { unsafe UnsafePointer($0) }
    var options = unsafe quote_price_options()
    var quotes = unsafe ArrowArrayStream()
    let stream = unsafe table.stream(from: first)
    defer { unsafe stream.deallocate() }
    let error = unsafe columns.withUnsafeMutableBufferPointer { list in
      unsafe options.columns = UnsafePointer(list.baseAddress)
      unsafe options.column_count = 1
      unsafe options.money = Int32(QUOTE_MONEY_INT64.rawValue)
      unsafe options.threads = threads
      return unsafe quote_price_stream(rules, stream, &options, &quotes)
    }
    #expect(unsafe told(error) == "")
    defer { unsafe quotes.release(&quotes) }
    var found: [Int64?] = []
    while true {
      var batch = unsafe ArrowArray()
      #expect(unsafe quotes.get_next(&quotes, &batch) == 0)
      guard let release = unsafe batch.release else { return found }
      if let column = unsafe batch.children[0], let cells = unsafe column.pointee.buffers[1] {
        let bits = unsafe column.pointee.buffers[0]?.assumingMemoryBound(to: UInt8.self)
        for row in unsafe 0..<Int(column.pointee.length) {
          let isGiven = unsafe bits.map { unsafe $0[row / 8] >> UInt8(row % 8) & 1 == 1 } ?? true
          let cell = unsafe cells.load(fromByteOffset: 8 * row, as: Int64.self)
          found.append(isGiven ? cell : nil)
        }
      }
      unsafe release(&batch)
    }
  }

  @Test func aTableIsPriced() throws {
    let rules = try #require(compiled(Self.rules).rules)
    defer { unsafe quote_rules_free(rules) }
    #expect(totals(rules, Self.table) == [600, 6500, nil, nil, nil])
    #expect(totals(rules, Self.table, from: 1) == [6500, nil, nil, nil])
    #expect(totals(rules, Self.table, threads: 3) == [600, 6500, nil, nil, nil])
  }

  @Test func wrongRulesAreToldWithTheirPlace() {
    let (rules, error) = compiled(Self.rules.replacing("* pieces", with: "* peaces"))
    #expect(rules == nil)
    #expect(error.contains("rules.yaml:10") && error.contains("pieces"), "\(error)")
  }

  @Test func aColumnThatIsMissingIsTold() throws {
    let rules = try #require(compiled(Self.rules).rules)
    defer { unsafe quote_rules_free(rules) }
    let stream = unsafe TextTable(["id": ["a"], "wight": ["1"]]).stream()
    defer { unsafe stream.deallocate() }
    var quotes = unsafe ArrowArrayStream()
    let error = unsafe told(quote_price_stream(rules, stream, nil, &quotes))
    #expect(error.contains("no column for `kind`"), "\(error)")
    #expect(unsafe stream.pointee.release == nil, "the stream is used up all the same")
  }

  /// What ends a process elsewhere comes back here.
  @Test func aTrapComesBack() {
    var place: UInt = 0
    #expect(unsafe cquote_guarded({ _ in }, nil, &place) == 1)
    let stopped = unsafe cquote_guarded(
      { _ in
        let none: [Int] = []
        _ = none[none.count]
      }, nil, &place)
    #expect(stopped == 0)
    #expect(place != 0)
    let all = unsafe cquote_each(
      3, { _, index in precondition(index != 2, "the third one stops") }, nil)
    #expect(all == 0)
  }
}
