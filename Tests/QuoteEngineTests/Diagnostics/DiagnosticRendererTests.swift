import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

struct DiagnosticRendererTests {
  func span(_ text: String, in source: String) -> SourceSpan {
    let all = Array(source.utf8)
    let part = Array(text.utf8)
    let lower = (0...(all.count - part.count)).first {
      all[$0..<($0 + part.count)].elementsEqual(part)
    }!
    return SourceSpan(file: 0, lower: Int32(lower), upper: Int32(lower + part.count))
  }

  func render(
    _ source: String, _ primary: (String, String), _ labels: [(String, String)] = [],
    help: [String] = [], style: DiagnosticRenderer.Style = .plain
  ) -> String {
    var sources = Sources()
    _ = sources.add(SourceFile(name: "rules.yaml", text: Array(source.utf8)))
    let diagnostic = Diagnostic(
      "money-times-money", "`money` cannot be multiplied by `money`",
      at: .init(span(primary.0, in: source), primary.1),
      labels: labels.map { .init(span($0.0, in: source), $0.1) }, help: help)
    return DiagnosticRenderer().render([diagnostic], sources: sources, style: style)
  }

  @Test func threeMarksOnALine() {
    let text = render(
      "quote:\n  total: base * surcharge\n", ("*", ""),
      [("base", "this is money"), ("surcharge", "this is money too")],
      help: ["did you mean `base + surcharge`?"])
    #expect(
      text == """
        error[money-times-money]: `money` cannot be multiplied by `money`
         --> rules.yaml:2:15
          |
        2 |   total: base * surcharge
          |          ---- ^ ---------  this is money too
          |          |
          |          this is money
        help: did you mean `base + surcharge`?

        """)
  }

  @Test func severalLinesAndGaps() {
    let text = render(
      "a: 1\nb: 2\nc: 3\nd: 4\n", ("4", "here"), [("1", "the first"), ("3", "")])
    #expect(
      text == """
        error[money-times-money]: `money` cannot be multiplied by `money`
         --> rules.yaml:4:4
          |
        1 | a: 1
          |    -  the first
        ...
        3 | c: 3
          |    -
        4 | d: 4
          |    ^  here

        """)
  }

  @Test func tabsAndWideCharacters() {
    let text = render("\tprix: \"漢字 é\u{301} z\"", ("z", "this"))
    #expect(text.contains("1 |     prix: \"漢字 é\u{301} z\"\n  |                   ^  this\n"))
    // The address counts characters.
    #expect(text.contains("rules.yaml:1:15\n"))
  }

  @Test func controlCharactersAreNotObeyed() {
    let text = render("a: \u{1B}[31mred\u{202E} b", ("red", ""))
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
  }

  @Test func longLinesAreCut() {
    let text = render(
      String(repeating: "x", count: 5000) + "?" + String(repeating: "y", count: 5000), ("?", "here")
    )
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 140 })
    let lines = text.split(separator: "\n")
    let column = lines[3].firstIndex(of: "?").map {
      lines[3].distance(from: lines[3].startIndex, to: $0)
    }
    let mark = lines[4].firstIndex(of: "^").map {
      lines[4].distance(from: lines[4].startIndex, to: $0)
    }
    #expect(column == mark)
  }

  @Test func marksAtTheSamePlaceAndNested() {
    let text = render("a: f(x + y)", ("f(x + y)", "whole"), [("x", "left"), ("y", "right")])
    #expect(
      text.contains(
        """
        1 | a: f(x + y)
          |    ^^^^^^^^
          |    | |   |
          |    | |   right
          |    | |
          |    | left
          |    |
          |    whole

        """))
  }

  @Test func placeThatNobodyWrote() {
    let diagnostic = Diagnostic("x", "no place", at: .init(.nowhere), help: ["do this"])
    #expect(
      DiagnosticRenderer().render([diagnostic], sources: Sources(), style: .plain)
        == "error[x]: no place\nhelp: do this\n")
  }

  @Test func json() {
    let text = render("a: \"b\"\n", ("b", "say \"b\"\n"), help: ["h"], style: .json)
    #expect(
      text == """
        [
        {"id":"money-times-money","severity":"error",\
        "headline":"`money` cannot be multiplied by `money`",\
        "file":"rules.yaml","line":1,"column":5,"endLine":1,"endColumn":6,\
        "label":"say \\"b\\"\\n","labels":[],"help":["h"]}
        ]

        """)
    #expect(DiagnosticRenderer().render([], sources: Sources(), style: .json) == "[]\n")
  }

  @Test func colors() {
    let text = render("a: 1", ("1", "here"), style: .colored)
    #expect(text.contains("\u{1B}[1;31merror[money-times-money]\u{1B}[0m"))
    let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain == render("a: 1", ("1", "here")))
  }

  /// Marks that nobody sees steer terminals, too: each stands as one that is seen.
  @Test(arguments: ["\u{1B}", "\u{602}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{E000}"])
  func marksThatSteerAreNotPrinted(mark: String) {
    #expect(SourceLine("a\(mark)b").window(around: 0).text == "a\u{FFFD}b")
    #expect(SourceLine("ن\u{200C}و").window(around: 0).text == "ن\u{200C}و")
  }
}
