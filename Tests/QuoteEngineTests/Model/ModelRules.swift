@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// Rules checked from a text, for the tests of this folder.
struct ModelRules {
  var model: PriceModel?
  var log: DiagnosticLog
  var sources: Sources

  /// Sections; a header stands before them, and a line where there is no quote.
  init(_ sections: String, header: String = "") throws {
    var text = "schema: quote/1\nname: test\n"
    if !header.contains("currency:") { text += "currency: USD\n" }
    text += header + (header.isEmpty || header.hasSuffix("\n") ? "" : "\n") + sections
    if !text.contains("\nquote:") { text += "\nquote:\n  - line: visit\n    amount: $1\n" }
    var sources = Sources()
    var log = DiagnosticLog()
    let tree = try RuleTree(
      readingFile: "rules.yaml", from: .memory(["rules.yaml": text]), sources: &sources, log: &log)
    model = log.hasErrors ? nil : PriceModel(checking: tree, sources: sources, log: &log)
    model?.lint(tree, log: &log)
    self.log = log
    self.sources = sources
  }

  /// `id «underlined text»` for each error, by place.
  var errors: [String] {
    log.sorted.filter { $0.severity == .error }.map {
      "\($0.id) «\(sources.text(at: $0.primary.span))»"
    }
  }

  func letNamed(_ name: String) -> PriceExpression? {
    model?.lets.first { $0.name == name }?.value
  }

  /// The row of the dump that begins with this name, without its place.
  func row(_ name: String) -> String? {
    let row = model?.dump().split(separator: "\n").first {
      $0.drop { $0 == " " }.hasPrefix(name + " ")
    }
    return row.map { row in
      let words = row.split(separator: " ", omittingEmptySubsequences: true)
      return words.dropLast().joined(separator: " ")
    }
  }
}
