import QuoteBookings
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct CSVReadingTests {
  let plain = Reading.schema([
    Reading.field("id", .text),
    Reading.field("n", .number, optional: true, step: Ratio(1, 10)),
    Reading.field("day", .date, optional: true),
    Reading.field("kind", Reading.oneOf("red", "blue"), optional: true),
    Reading.field("on", .flag, default: .flag(true)),
  ])

  @Test func readsPlainRows() throws {
    let rows = try Reading.read(plain, "id,n,day,kind,on\na,1.5,2026-03-14,blue,no\nb,,,,\n")
    #expect(
      rows == [
        "id=a n=15 day=20526 kind=#1 on=no", "id=b n=- day=- kind=- on=yes",
      ])
  }

  @Test(arguments: [
    ("\u{FEFF}id,n,day,kind,on\r\na,1,,,\r\nb,2,,,\r\n", "mark and CRLF"),
    ("id;n;day;kind;on\na;1;;;\nb;2;;;", "semicolons, no last newline"),
    ("id\tn\tday\tkind\ton\na\t1\t\t\t\n\n\nb\t2\t\t\t\n", "tabs, blank lines"),
    ("id,n,day,kind,on\ra,1,,,\rb,2,,,\r", "returns alone"),
    ("\"id\",n,day,kind,on\n\"a\",1,,,\nb,\"2\",\"\",,\n", "quotes"),
  ])
  func readsWhatSpreadsheetsWrite(_ text: String, _ what: String) throws {
    let rows = try Reading.read(plain, text, .csv)
    #expect(
      rows == ["id=a n=10 day=- kind=- on=yes", "id=b n=20 day=- kind=- on=yes"], "\(what)")
  }

  @Test(arguments: [
    ("a,1e400,,,", "out-of-range"), ("a,NaN,,,", "not-a-number"),
    ("a,1.55,,,", "too-fine"), ("a, 5,,,", "space-in-number"), ("a,1;5,,,", "not-a-number"),
    ("a,1000001,,,", "out-of-range"), ("a,,2026-02-30,,", "unreadable-date"),
    ("a,,,green,", "unknown-choice"), ("a,,,,maybe", "not-a-flag"),
    ("a,1,,", "wrong-field-count"), ("a,1,,,,x", "wrong-field-count"),
    (",1,,,", "missing-key"), ("a,\"1,5\",,,", "number-with-comma"),
    ("a,\"1\"x,,,", "text-around-quote"), ("a,1\"x,,,", "text-around-quote"),
    ("a,\"1,,,", "quote-not-closed"), ("a\0,1,,,", "nul-byte"),
    ("a,5.,,,", "not-a-number"), ("a,.5,,,", "not-a-number"), ("a,+5,,,", "not-a-number"),
    ("a,99999999999999999999999999999999999999999999,,,", "out-of-range"),
    ("a,0.00000000000000000000000000000000000000000001,,,", "too-fine"),
  ])
  func faults(_ line: String, _ reason: String) throws {
    let rows = try Reading.read(plain, "id,n,day,kind,on\nx,1,,,\n\(line)\ny,2,,,\n", .csv)
    try #require(rows.count == 3)
    #expect(rows[0].hasPrefix("id=x"))
    #expect(rows[1].hasPrefix("!\(reason)@3"), "\(rows[1])")
    #expect(rows[2].hasPrefix("id=y"))
  }

  @Test(arguments: [
    ("1e2", "1000"), ("-0.5", "-5"), ("1.50", "15"), ("007", "70"),
    ("100000.0", "1000000"), ("-0", "0"), ("12.500000000000000000000000000000", "125"),
    ("1234567.8", "!out-of-range"), ("123456.7", "1234567"),
  ])
  func numbersAreExact(_ text: String, _ held: String) throws {
    let rows = try Reading.read(plain, "id,n,day,kind,on\na,\(text),,,\n", .csv)
    #expect(
      held.hasPrefix("!") ? rows[0].hasPrefix(held) : rows[0].contains("n=\(held) "), "\(rows)")
  }

  @Test func quotedNewlinesKeepLinesRight() throws {
    let text = "id,n,day,kind,on\n\"a\nb\",1,,,\nc,x,,,\n\"d\"\"e\",2,,,\n"
    #expect(
      try Reading.read(plain, text) == [
        "id=a\nb n=10 day=- kind=- on=yes", "!not-a-number@4 n",
        "id=d\"e n=20 day=- kind=- on=yes",
      ])
  }

  @Test func aFaultOverSeveralLinesNamesThem() throws {
    let text = "id,n,day,kind,on\na,\"1\n2\nx\",,\nb,1,,,\n"
    #expect(
      try Reading.read(plain, text) == [
        "!wrong-field-count@2-4", "id=b n=10 day=- kind=- on=yes",
      ])
  }

  /// The next quote is another cell's: what lies between are rows of their own.
  @Test(arguments: ["\n", "\r\n", "\r"], [1, 3, 1000])
  func aQuoteLeftOpenTakesItsOwnLineOnly(_ end: String, _ chunkBytes: Int) throws {
    let lines = [
      "id,n,day,kind,on", "a,1,,,\"no", "b,2,,,", "c,\"3\"x,,,", "d,4,,,\"yes\"", "\"e\",5,,,",
      "f,\"6", "g,7,,,", "",
    ]
    let rows = try Reading.read(plain, lines.joined(separator: end)) { $0.chunkBytes = chunkBytes }
    #expect(
      rows == [
        "!quote-not-closed@2", "id=b n=20 day=- kind=- on=yes", "!text-around-quote@4",
        "id=d n=40 day=- kind=- on=yes", "id=e n=50 day=- kind=- on=yes", "!quote-not-closed@7",
        "id=g n=70 day=- kind=- on=yes",
      ])
  }

  @Test func headerAndEmptyFiles() throws {
    #expect(try Reading.read(plain, "id,n,day,kind,on\n").isEmpty)
    #expect(refusal { try Reading.read(plain, "", .csv) } == "empty-input")
    #expect(refusal { try Reading.read(plain, "id,n,n\n", .csv) } == "repeated-column")
    #expect(refusal { try Reading.read(plain, "n,day\n1,\n", .csv) } == "missing-column")
  }

  @Test func invalidTextIsAFaultOfItsRow() throws {
    var bytes = Array("id,n,day,kind,on\nä,1,,,\n".utf8)
    bytes += [0xFF, 0xFE] + Array(",1,,,\nb,1,,,\n".utf8)
    let rows = try Reading.read(plain, bytes, .csv)
    #expect(rows.count == 3 && rows[1] == "!invalid-utf8@3", "\(rows)")
  }

  @Test func neighbouringKeysAreAFault() throws {
    let rows = try Reading.read(plain, "id,n,day,kind,on\na,1,,,\na,2,,,\nb,1,,,\na,1,,,\n")
    #expect(rows.map { $0.hasPrefix("!repeated-key") } == [false, true, false, false])
  }

  /// A count that cannot be read names no booking, and no other's name; equal counts
  /// are one however they are spelt.
  @Test func keysThatAreCounts() throws {
    let counted = Reading.schema([
      Reading.field("id", .count), Reading.field("n", .number, optional: true),
    ])
    let csv = "id,n\nabc,1\n0,1\n-9000000,1\n,1\n0,1\n5,1\n05,1\n5.0,1\n6,1\n"
    let json =
      #"{"id":"abc"}{"id":0}{"id":-9000000}{}{"id":0}{"id":5}{"id":5.0}{"id":5e0}{"id":6}"#
    for unique in [false, true] {
      let rows = try Reading.read(counted, csv) { $0.requiresUniqueKeys = unique }
      let objects = try Reading.read(counted, json) { $0.requiresUniqueKeys = unique }
      for (rows, first) in [(rows, "!not-a-number"), (objects, "!wrong-type")] {
        let shown = rows.map { String($0.prefix { $0 != " " && $0 != "@" }) }
        #expect(
          shown == [
            first, "id=0", "!out-of-range", "!missing-key", unique ? "!repeated-key" : "id=0",
            "id=5", "!repeated-key", "!repeated-key", "id=6",
          ])
      }
    }
  }

  @Test func uniqueKeysAreComparedAnywhere() throws {
    var text = "id,n,day,kind,on\n"
    for i in 0..<20_000 { text += "k\(i),1,,,\n" }
    text += "k7,1,,,\nk19999,1,,,\nnew,1,,,\n"
    let rows = try Reading.read(plain, text) {
      $0.requiresUniqueKeys = true
      $0.memoryBytes = 100_000
    }
    let faulty = rows.indices.filter { rows[$0].hasPrefix("!") }
    #expect(faulty == [20_000, 20_001])
  }
}
