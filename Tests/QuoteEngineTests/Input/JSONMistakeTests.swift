import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct JSONMistakeTests {
  /// Calls with the text where a record stands: spaces after it.
  private func withRecord<Result>(_ text: String, _ body: (TextSlice) -> Result) -> Result {
    let bytes = Array(text.utf8)
    let chunk = InputChunk()
    chunk.reserve(bytes.count)
    for (offset, byte) in bytes.enumerated() { chunk.bytes[chunk.start + offset] = byte }
    chunk.end = chunk.start + bytes.count
    chunk.seal()
    return body(chunk.text)
  }

  /// A value of another kind has no members, and no elements, whatever is asked of it.
  @Test func onlyObjectsHaveMembers() {
    withRecord(#"[["a", "b", "c"], {"d": 1, "e": [2]}, "text", 3, null]"#) { text in
      let reader = JSONRecordReader()
      defer { withExtendedLifetime(reader) {} }
      guard case .success(let root) = reader.read(text) else {
        Issue.record("not read")
        return
      }
      var members = 0
      root.eachMember { _, _ in members += 1 }
      #expect(members == 0)
      var found: [(members: Int, elements: Int)] = []
      root.eachElement { _, value in
        var count = (members: 0, elements: 0)
        value.eachMember { _, _ in count.members += 1 }
        value.eachElement { _, _ in count.elements += 1 }
        found.append(count)
      }
      #expect(found.map(\.members) == [0, 2, 0, 0, 0])
      #expect(found.map(\.elements) == [3, 0, 0, 0, 0])
    }
  }

  @Test(arguments: [
    (#"{"a": 1,}"#, "column 9: `,` comes right before `}`"),
    (#"[1, 2, ]"#, "column 8: `,` comes right before `]`"),
    (#"{'a': 1}"#, "column 2: a name in double quotes is needed, not `'`"),
    (#"{a: 1}"#, "column 2: a name in double quotes is needed, not `a`"),
    (#"{"a": 'b'}"#, "column 7: a text needs double quotes"),
    (#"{"a" 1}"#, "column 6: `:` is missing before `1`"),
    (#"{"a": }"#, "column 7: a value is missing before `}`"),
    (#"{"a": 1 "b": 2}"#, "column 9: `,` is missing before `\"`"),
    (#"{"a": 1/2}"#, "column 8: JSON has no fractions with `/`: write a decimal, such as 0.5"),
    (#"{"a": [1}"#, "column 9: `[` is open, but `}` closes another"),
    (#"{"a": {"b": 1}"#, "column 15: the record ends without the `}` for its `{`"),
    (#"{"a": "b}"#, "column 7: a text is never closed"),
    (#"{"a": 1} x"#, "column 10: `x` follows the end of the record"),
    (#"{"ä": NaN}"#, "column 7: `NaN` is not a word of JSON"),
    (#"{"a": 01}"#, "column 7: `01` is not a number of JSON"),
    (#"{"a": 1e}"#, "column 7: `1e` is not a number of JSON"),
    (#"{"a": True}"#, "column 7: `True` is not a word of JSON: write `true`"),
    (#"{"a": .5}"#, "column 7: `.5` is not a number of JSON: write `0.5`"),
    (#"{"a": 1_000}"#, "column 7: `1_000` is not a number of JSON: write `1000`"),
    (#"{"a": "\x"}"#, "column 8: a backslash and `x` do not begin an escape"),
    (#"{"a": "\u12"}"#, "column 8: four hexadecimal digits follow `\\u`"),
    (#"{"a": "\ud800"}"#, "column 8: `\\ud800` is half of a character"),
    (#"{"a": "\udc00"}"#, "column 8: `\\udc00` is half of a character"),
    ("{\"a\":\n  \"b\nc\"}", "line 2, column 5: a line end in a text is written with a backslash"),
    ("{\n\"a\": 1,\n}", "line 3, column 1: `,` comes right before `}`"),
    (" ", "column 2: there is no value"), ("", ": the list around the records is never closed"),
    ("]", "column 1: a value is missing before `]`"),
  ])
  func isFoundAndNamed(_ text: String, _ wanted: String) throws {
    let mistake = try #require(withRecord(text) { JSONMistake($0) })
    #expect("\(mistake.place): \(mistake.what)" == wanted)
  }

  @Test(arguments: [
    #"{"a":[1,-2.5e+3,true,false,null,"\ud83d\ude00\n\/",{}],"b":[]}"#, " 0 ", #""""#, "[[]]",
  ])
  func nothingIsFoundInJSON(_ text: String) {
    #expect(withRecord(text) { JSONMistake($0) } == nil)
  }

  /// A brace of an object is missing where its first key stands, as if it were a text.
  @Test(arguments: [
    #"{"a":"b":1},"d":2}"#, #"{"a":"b":"c","e":[1]},"d":{"y":2}}"#, #"{"a":["b":1}],"d":2}"#,
  ])
  func whatFollowsATextIsNotSkipped(_ text: String) {
    #expect(withRecord(text) { (try? JSONRecordReader().read($0).get()) != nil } == false)
    #expect(withRecord(text) { JSONMistake($0)?.what } == "`,` is missing before `:`")
  }

  /// What was read stays while more is read, texts with escapes too.
  @Test func recordsAreKept() {
    let reader = JSONRecordReader()
    let text = #"{"key\n":["é\u00e9",{"a":1,"b":2,"a":3}]}"#
    withRecord(text) { record in
      let kept = (0..<5_000).compactMap { _ in try? reader.add(record).get() }
      #expect(kept.count == 5_000)
      let isRight = kept.allSatisfy { record in
        let root = reader[record]
        let elements = root.member("key\n")?.elements ?? []
        let texts = elements.map { $0.isObject ? "\($0.size)" : $0.text.string }
        return texts == ["éé", "3"] && root.isRepeated && root.next == 11
      }
      #expect(isRight)
    }
  }

  /// A mistake is found exactly where simdjson reads nothing.
  @Test func bothReadersAgree() {
    var random = SeededBytes(state: 6)
    let reader = JSONRecordReader()
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"a\":", "1", "-", "0", ".5", "e", "true",
      "null", "NaN", " ", "\n", "é", "\\u00e9", "\\ud83d", "\\ude00", "{\"b\":[1,2]}", "'", "\t",
      "\"c\":\"d\":1", "},\"f\":0", "\"x\\n\":",
    ]
    for round in 0..<6_000 {
      let rest = String(decoding: random.text(pieces, 9), as: UTF8.self)
      let text = ["{", "["][random.next(2)] + rest
      let (isRead, mistake) = withRecord(text) { record in
        ((try? reader.read(record).get()) != nil, JSONMistake(record))
      }
      let agree = isRead == (mistake == nil)
      #expect(agree, "round \(round): \(text.debugDescription), \(mistake?.what ?? "fine")")
      if !agree { return }
    }
  }
}
