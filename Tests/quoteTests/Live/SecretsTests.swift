import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

@testable import quote

/// What a backend repeats of the environment's values is taken out, however it is spelled.
@Suite struct SecretsTests {
  private static func cleaned(_ text: String, _ value: String) throws -> String {
    // Objects and lists alone.
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
    let cleaned = try Secrets(["TOKEN"]) { _ in value }.cleaned(Array(text.utf8), isJSON: isJSON)
    return String(decoding: cleaned, as: UTF8.self)
  }

  private static let value = #"s3/cr"3t & <é>\k+y="#

  private static func escaped(_ value: String, _ spell: (Unicode.Scalar) -> String) -> String {
    value.unicodeScalars.map(spell).joined()
  }

  private static func percent(_ value: String) -> String {
    value.utf8.map { "%" + String(Int($0), radix: 16).uppercased().leftPadded(2) }.joined()
  }

  private static func percent(latin scalar: Unicode.Scalar) -> String {
    "%" + String(scalar.value, radix: 16).uppercased().leftPadded(2)
  }

  /// Latin-1, and the wider encoding in which it has a zero behind it.
  @Test(arguments: [[UInt8](), [0]]) func otherBytesAreFound(zeros: [UInt8]) throws {
    let bytes = Self.value.unicodeScalars.flatMap { [UInt8($0.value)] + zeros }
    let secrets = try Secrets(["TOKEN"]) { _ in Self.value }
    let cleaned = secrets.cleaned(
      Array("a: ".utf8) + bytes.dropLast(zeros.count), isJSON: false)
    #expect(String(decoding: cleaned, as: UTF8.self) == "a: ${TOKEN}")
  }

  /// Marks alone would be taken out of every reply, and bytes that are no text be sent otherwise.
  @Test(arguments: [" ", "\"", ",", "\u{FFFD}bad"]) func someAreNoSecrets(value: String) {
    #expect(throws: Trouble.self) { try Secrets(["TOKEN"]) { _ in value } }
  }

  private static let spellings: [String] = [
    value,
    // JSON, with slashes escaped, all characters escaped, and once more inside of a text.
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""),
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("/", with: "\\/"),
    escaped(value) { "\\u" + String($0.value, radix: 16).leftPadded(4) },
    escaped(value) { "\\\\u" + String($0.value, radix: 16).uppercased().leftPadded(4) },
    value.replacing("\\", with: #"\\\\"#).replacing("\"", with: #"\\\""#),
    // Addresses.
    percent(value), percent(value).lowercased(), percent(value).replacing("%", with: "%25"),
    percent(percent(value)), escaped(value) { percent(latin: $0) },
    "s3%2Fcr%223t+%26+%3C%C3%A9%3E%5Ck%2By%3D",
    // HTML.
    "s3/cr&quot;3t &amp; &lt;é&gt;\\k+y=", "s3&#x2F;cr&#34;3t &#38; &#60;&#233;&#62;\\k+y=",
    "s3/cr&amp;quot;3t &amp;amp; &amp;lt;é&amp;gt;\\k+y=",
    "s3&sol;cr&quot;3t &amp; &lt;&#000000000233&gt;\\k+y&equals;",
    #"s3/cr\u0026quot;3t \u0026amp; \u0026lt;é\u0026#62;\k+y="#,
    // Other programs' texts, mail, and wider encodings.
    #"s3/cr\x223t \x26 <\xe9>\x5ck+y="#, #"s3\057cr\0423t & <\351>\134k+y="#,
    #"s3=2Fcr"3t & <=E9>\k+y=3D"#,
    escaped(value) { "\\u{" + String($0.value, radix: 16) + "}" },
    escaped(value) { "\\U" + String($0.value, radix: 16).leftPadded(8) },
    escaped(value) { "\\" + String($0.value, radix: 16) + " " },
    escaped(value) { "%u" + String($0.value, radix: 16).leftPadded(4) },
    "s3/c=\r\nr\"3t & <é>\\k=\n+y=", #"s3/c=\r\nr"3t & <é>\k+y="#,
    escaped(value) { "\($0)\0" }.trimmedOfZeros, escaped(value) { "\0\0\0\($0)" }.trimmedOfZeros,
    value.unicodeScalars.map { "\($0)" }.joined(separator: #"\u0000"#),
    // Bytes that are taken for Latin-1, and what is put in place of those of Latin-1.
    value.replacing("é", with: "Ã©"), value.replacing("é", with: #"\u00c3\u00a9"#),
    value.replacing("é", with: "\u{FFFD}"),
  ]

  @Test(arguments: spellings) func spellingsAreFound(spelling: String) throws {
    for (before, after) in [("<p>you said ", ".</p>"), (#"{"said": "a "#, #" b"}"#)] {
      let cleaned = try Self.cleaned(before + spelling + after, Self.value)
      #expect(cleaned == before + "${TOKEN}" + after)
    }
  }

  /// A secret in a longer text that was coded as a whole takes the code with it.
  @Test(arguments: ["", "a", "ab", "user:", "Bearer "], ["", ".", "!!", "tail"])
  func codesAreFound(before: String, after: String) throws {
    let code = Data((before + Self.value + after).utf8).base64EncodedString()
    let url = code.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    for code in [code, url] {
      let cleaned = try Self.cleaned(#"{"auth": "\#(code)", "a": 1}"#, Self.value)
      #expect(cleaned == #"{"auth": "${TOKEN}", "a": 1}"#)
    }
  }

  /// Codes that mail has cut into lines, and bytes as hexadecimal digits.
  private static let token = "sk_live-Zq7.Xw9vKp"

  /// By the value: letters beyond ASCII byte by byte, a stroke in JSON in JSON, the braces of Perl,
  /// names of HTML, and codes of wide encodings and over several lines.
  private static let furtherSpellings: [(value: String, spelling: String)] = [
    ("passw\u{F6}rd\u{E9}1234", "passw=C3=B6rd=C3=A91234"),
    ("passw\u{F6}rd\u{E9}1234", #"passw\\xc3\\xb6rd\\xc3\\xa91234"#),
    ("passw\u{F6}rd\u{E9}1234", #"passw\303\266rd\303\2511234"#),
    ("passw\u{F6}rd\u{E9}1234", "passw&ouml;rd&eacute;1234"),
    // Other forms of Unicode, and bytes that are taken for Windows-1252.
    ("passw\u{F6}rd1234", "passwo\u{308}rd1234"), ("passwo\u{308}rd1234", "passw\u{F6}rd1234"),
    ("passw\u{F6}rd1234", #"passwo\u0308rd1234"#),
    ("stra\u{DF}e\u{201C}1234", "stra\u{C3}\u{178}e\u{E2}\u{20AC}\u{153}1234"),
    ("pass word 1234", "pass_word_1234"),
    (#"pass\word1234"#, #"pass\\\\word1234"#),
    (#"pass\word1234"#, #"pass\\\\\\\\word1234"#),
    (token, escaped(token) { "\\x{" + String($0.value, radix: 16) + "}" }),
    (token, escaped(token) { "\\N{U+" + String($0.value, radix: 16).leftPadded(4) + "}" }),
    (token, "sk&UnderBar;live-Zq7.Xw9vKp"),
    (token, escaped(token) { String($0.value, radix: 16) + "00" }),
    (token, escaped(token) { "00" + String($0.value, radix: 16) }),
  ]

  @Test(arguments: furtherSpellings) func furtherSpellingsAreFound(
    value: String, spelling: String
  ) throws {
    for (before, after) in [("<p>you said '", "'.</p>"), (#"{"said": "a "#, #" b"}"#)] {
      let cleaned = try Self.cleaned(before + spelling + after, value)
      #expect(cleaned == before + "${TOKEN}" + after)
    }
  }

  /// Bytes as a list of numbers, as JSON has them where a program prints a buffer.
  @Test(arguments: [",", ", ", ",\n    "]) func listsOfBytesAreFound(between: String) throws {
    let list = Self.token.utf8.map { "\($0)" }.joined(separator: between)
    for (before, after) in [("[", "]"), ("[7, ", ", 9]"), ("[\n    ", "\n]")] {
      let cleaned = try Self.cleaned(#"{"data": "# + before + list + after + "}", Self.token)
      #expect(cleaned == #"{"data": "# + before + #""${TOKEN}""# + after + "}")
    }
    let longer = "[1\(list)]"
    #expect(try Self.cleaned(longer, Self.token) == longer)
  }

  /// Codes that mail quotes, and that programs go on with in the next line.
  @Test(arguments: ["\n", "\r\n> ", "\n>> ", "\\\n", #"\\\n"#, #"\"\n    ""#, #"\"\n\""#])
  func codesOverLinesAreFound(between: String) throws {
    let code = Data(Self.token.utf8).base64EncodedString()
    let parts = [code.prefix(11), code.dropFirst(11)].joined(separator: between)
    let cleaned = try Self.cleaned(#"{"said": ""# + parts + #""}"#, Self.token)
    #expect(cleaned == #"{"said": "${TOKEN}"}"#)
  }

  @Test func longCodesAreFound() throws {
    let long = String(repeating: "long-secret.", count: 12)
    let code = Data(long.utf8).base64EncodedString(options: [.lineLength76Characters])
    let indented = code.replacing("\r\n", with: "\n    ")
    for cut in [code, code.replacing("\r\n", with: "\\r\\n"), indented] {
      #expect(try Self.cleaned("<p>\(cut)</p>", long) == "<p>${TOKEN}</p>")
    }
    let digits = Self.value.utf8.map { String($0, radix: 16).leftPadded(2) }.joined()
    let bytes = Self.value.utf8.map { String($0, radix: 16).leftPadded(2) }
    let apart = [":", " ", "-", ", "].map { bytes.joined(separator: $0) }
    let prefixed = "0x" + bytes.joined(separator: ", 0x")
    for digits in [digits, digits.uppercased(), prefixed] + apart {
      let cleaned = try Self.cleaned("key \(digits).", Self.value)
      #expect(cleaned.hasSuffix("${TOKEN}.") && !cleaned.contains("5c"), "\(digits)")
    }
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let wide = try #require(Self.value.data(using: encoding)).base64EncodedString()
      #expect(try Self.cleaned("key \(wide).", Self.value) == "key ${TOKEN}.")
    }
  }

  /// As long as the text is, and no longer: each stroke of a run was held against all that follow.
  @Test(.timeLimit(.minutes(5))) func aRunOfStrokesIsReadOnce() throws {
    let run = String(repeating: "\\", count: 100_000)
    #expect(try Self.cleaned("{\"a\": \"\(run)\"}", "secret-7") == "{\"a\": \"\(run)\"}")
    #expect(try Self.cleaned(run + "\"x", "a\"x").hasSuffix("x"))
  }

  @Test func theTextOfACodeIsFound() throws {
    let value = Data("anna:hunter22".utf8).base64EncodedString()
    #expect(try Self.cleaned("wrong password: hunter22", value) == "wrong password: ${TOKEN}")
    #expect(try Self.cleaned("who is anna:hunter22?", value) == "who is ${TOKEN}?")
  }

  @Test(arguments: [
    ("hunter2", "no hunter2 here", "no ${TOKEN} here"),
    ("hunter2", "xhunter2y", "x${TOKEN}y"),
    ("abc", #"{"a": "key abc, abcd"}"#, #"{"a": "key ${TOKEN}, abcd"}"#),
    ("abc", "Bearer%20abc", "Bearer%20${TOKEN}"),
    ("abc", #"{"a": "x\nabc"}"#, #"{"a": "x\n${TOKEN}"}"#),
    ("4711", #"{"pin": "4711", "total": 4711, "sum": 54711}"#,
      #"{"pin": "${TOKEN}", "total": 4711, "sum": 54711}"#),
    ("1234567890", #"{"account": 1234567890}"#, #"{"account": "${TOKEN}"}"#),
    ("12", "error 12 at 123", "error ${TOKEN} at 123"),
    // Behind a stroke: in JSON and in what is none.
    ("token-77", #"{"a": "CORP\\token-77"}"#, #"{"a": "CORP\\${TOKEN}"}"#),
    ("token-77", #"{"a": "CORP\token-77", "b": "c"}"#, #"{"a": "CORP${TOKEN}", "b": "c"}"#),
    ("sk-Hunter2", #"{"a": "CORP\sk-Hunter2"}"#, #"{"a": "CORP\${TOKEN}"}"#),
    // What only looks like JSON is a text.
    ("1234", "[error] wrong token 1234.", "[error] wrong token ${TOKEN}."),
    ("1234", "{error} wrong token 1234.", "{error} wrong token ${TOKEN}."),
    ("1234", #"{"a": "\\", "b": 1234}"#, #"{"a": "\\", "b": 1234}"#),
    ("1234", #"{"a": "eDEyMzQ="}"#, #"{"a": "${TOKEN}"}"#),
    ("4711", "4711", "${TOKEN}"),
    ("sk-Hunter2", "736b2D48756e746572 32", "${TOKEN}"),
    ("sk-Hunter2", "736%422D48756e7465723%32", "${TOKEN}"),
    ("sk-Hunter2", #"{"a": "b\nc2stSHVudGVyMg=="}"#, #"{"a": "b${TOKEN}"}"#),
  ])
  func shortValuesAreFound(value: String, text: String, expected: String) throws {
    #expect(try Self.cleaned(text, value) == expected)
  }

  @Test func othersStay() throws {
    let text = #"{"a": "s3/cr", "b": [1, 2.50, "& < > \" \\ \u00e9 %2F"], "c": "QUJDREVG"}"#
    #expect(try Self.cleaned(text, Self.value) == text)
    #expect(try Secrets([]) { _ in nil }.cleaned(text) == text)
  }

  /// A record that is gone on with after a kill was left in the order of the answers.
  @Test func aRecordIsInOrderAfterAKill() throws {
    try Shell.inTemporaryFolder { shell in
      let path = shell.folder.appending(path: "kept.jsonl").path
      let server = try LoopbackServer { .json($0.text) }
      let whole = try LiveRunTests.run(server, count: 6, file: path)
      // What a kill leaves: answers as they came, and half a line.
      let left = [4, 1, 2].map { whole.lines[$0] + "\n" }.joined() + whole.lines[0].prefix(20)
      try Data(left.utf8).write(to: URL(filePath: path))
      let again = try LiveRunTests.run(server, count: 6, file: path, resumes: true)
      #expect(again.lines == whole.lines)
      let kept = try String(contentsOfFile: path, encoding: .utf8)
      #expect(kept == whole.lines.map { $0 + "\n" }.joined())
      #expect(server.requests.count == 9)
    }
  }
}

extension String {
  fileprivate var trimmedOfZeros: String {
    var trimmed = Substring(self)
    while trimmed.first == "\0" { trimmed.removeFirst() }
    while trimmed.last == "\0" { trimmed.removeLast() }
    return String(trimmed)
  }

  fileprivate func leftPadded(_ width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
