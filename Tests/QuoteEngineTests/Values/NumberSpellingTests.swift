import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// Numbers in texts, held against a restatement of the rules by regular expressions.
@Suite struct NumberSpellingTests {
  /// An example, and what it says.
  struct Shown: Sendable {
    var example: String
    var group: String?
    var point: String?
    var mark: String?
    var inner = 3
  }

  private static let space = "[ \\t\u{A0}\u{202F}\u{2007}\u{2009}]"

  static let shown: [Shown] = [
    Shown(example: "1.234,56", group: "\\.", point: ",", mark: nil),
    Shown(example: "€ 1.234,56", group: "\\.", point: ",", mark: "€"),
    Shown(example: "$1,234.56", group: ",", point: "\\.", mark: "\\$"),
    Shown(example: "1 234,56", group: space, point: ",", mark: nil),
    Shown(example: "1'234.56 CHF", group: "['\u{2019}]", point: "\\.", mark: "CHF"),
    Shown(example: "12,34,567.89", group: ",", point: "\\.", mark: nil, inner: 2),
    Shown(example: "1.234.567", group: "\\.", point: nil, mark: nil),
    Shown(example: "1234,5", group: nil, point: ",", mark: nil),
    Shown(example: "12", group: nil, point: nil, mark: nil),
  ]

  /// The number as a plain decimal; nil where the text is none.
  static func restated(_ text: String, _ shown: Shown) throws -> String? {
    let mark = shown.mark ?? "(?!)"
    let outside = "(?:\(space)|[-−()]|\(mark))*"
    let before = "(?:\(space)|[-−(+]|\(mark))*"
    let whole = try Regex("^(\(before))([0-9](?:.*[0-9])?)(\(outside))$").dotMatchesNewlines()
    guard let match = try whole.wholeMatch(in: text), let front = match.output[1].substring,
      let inside = match.output[2].substring, let back = match.output[3].substring
    else { return nil }
    func count(_ pattern: String, _ text: Substring) throws -> Int {
      text.matches(of: try Regex(pattern)).count
    }
    let opened = try count("\\(", front)
    let minuses = try count("[-−]", front) + count("[-−]", back)
    guard try opened == count("\\)", back), try count("\\(", back) == 0,
      try minuses + opened + count("\\+", front) <= 1,
      try count(mark, front) + count(mark, back) <= 1
    else { return nil }
    var forms = ["[0-9]+"]
    if let group = shown.group {
      forms.append(
        "[1-9][0-9]{0,\(shown.inner - 1)}(?:\(group)[0-9]{\(shown.inner)})*\(group)[0-9]{3}")
    }
    let decimals = shown.point.map { "(?:\($0)([0-9]+))?" } ?? "()"
    let number = try Regex("^(\(forms.joined(separator: "|")))\(decimals)$")
    guard let parts = try number.wholeMatch(in: inside) else { return nil }
    let digits = (parts.output[1].substring ?? "").filter { ("0"..."9").contains($0) }
    let fraction = parts.output[2].substring ?? ""
    let sign = minuses + opened > 0 ? "-" : ""
    return sign + digits + (fraction.isEmpty ? "" : "." + fraction)
  }

  private static func texts(seed: UInt64, count: Int) -> [String] {
    var random = SampleRandom(seed: seed)
    let pieces = [
      "0", "1", "12", "234", "567", "89", ".", ",", " ", "\u{A0}", "\u{202F}", "'", "\u{2019}",
      "-", "−", "+", "(", ")", "€", "$", "CHF", "%", "e", "\u{200B}", "x", "٣",
    ]
    let fixed = [
      "1.355,90", "1.355", "12,50", "1'000.00", "1 234,56", "(987.65)", "12.34-", "-$12.34",
      "$-12.34", "($1,234.50)", "$(1,234.50)", "--5", "-0.00", "1,23,456.7", "0.123", "0,123",
      "€ 12,50", "12,50 €", "€12,50€", "", " ", "-", "(", "()", "(5", "5)", ")5(", "1..234",
      "1.2345",
    ]
    return fixed
      + (0..<count).map { _ in
        if random.chance(1, in: 3) { return mutated(fixed[random.below(fixed.count)], &random) }
        return (0...random.below(7)).map { _ in pieces[random.below(pieces.count)] }.joined()
      }
  }

  private static func mutated(_ text: String, _ random: inout SampleRandom) -> String {
    var scalars = Array(text.unicodeScalars)
    let inserted: [Unicode.Scalar] = ["1", "0", ".", ",", " ", "-", "(", "€"]
    if !scalars.isEmpty, random.chance(1, in: 2) { scalars.remove(at: random.below(scalars.count)) }
    scalars.insert(inserted[random.below(inserted.count)], at: random.below(scalars.count + 1))
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(arguments: shown.indices) func readsWhatIsSaidAndNothingElse(index: Int) throws {
    let shown = Self.shown[index]
    let spelling = try #require(NumberSpelling(example: shown.example))
    for text in Self.texts(seed: 31 + UInt64(index), count: 1500) {
      let read = spelling.read(text.utf8).map { String(decoding: $0, as: UTF8.self) }
      let expected = try Self.restated(text, shown)
      #expect(read == expected, "\(text.debugDescription) as \(shown.example)")
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    var random = SampleRandom(seed: 7)
    for shown in Self.shown where shown.point != nil {
      let spelling = try #require(NumberSpelling(example: shown.example))
      for _ in 0..<300 {
        let size = [10, 1000, 1_000_000, 1_000_000_000][random.below(4)]
        let value = Ratio(Int128(random.below(size)) - Int128(size / 4)) / 1000
        for isGrouped in [true, false] {
          let text = spelling.written(value.description, isGrouped: isGrouped)
          let read = try #require(spelling.read(text.utf8), "\(text)")
          #expect(Ratio(decimal: String(decoding: read, as: UTF8.self)) == value, "\(text)")
        }
      }
    }
  }

  @Test(arguments: [
    "", "€", "1,234", "1.234", "1,23,4.5", "1,234.567,8", "1a2", "1..2", "1 2", "1%2", "1,2345,678",
  ])
  func examplesThatDoNotSay(example: String) {
    #expect(NumberSpelling(example: example) == nil)
  }
}
