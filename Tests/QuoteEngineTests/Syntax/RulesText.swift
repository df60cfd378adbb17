@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Rules read from a text, for the tests of this folder.
struct RulesText {
  var tree: RuleTree
  var sources: Sources
  var log: DiagnosticLog

  init(_ text: String, files: [String: String] = [:]) throws {
    var sources = Sources()
    var log = DiagnosticLog()
    let loader = FileLoader.memory(files.merging(["rules.yaml": text]) { $1 })
    tree = try RuleTree(readingFile: "rules.yaml", from: loader, sources: &sources, log: &log)
    self.sources = sources
    self.log = log
  }

  /// With the header that every rules file needs.
  init(body: String, files: [String: String] = [:]) throws {
    let quote = body.contains("\nquote:") || body.hasPrefix("quote:") ? "" : "quote:\n  - line: a\n"
    try self.init(
      "schema: quote/1\nname: test\ncurrency: USD\n" + body + "\n" + quote, files: files)
  }

  /// `id «underlined text»` for each complaint, by place.
  var said: [String] { log.sorted.map { "\($0.id) «\(sources.text(at: $0.primary.span))»" } }

  mutating func overlay(_ text: String, files: [String: String] = [:]) throws {
    let loader = FileLoader.memory(files.merging(["over.yaml": text]) { $1 })
    try tree.apply(overlayFile: "over.yaml", from: loader, sources: &sources, log: &log)
  }

  mutating func set(_ setting: String) {
    tree.apply(setting: setting, sources: &sources, log: &log)
  }

  func letNamed(_ name: String) -> LetDeclaration? { tree.lets.first { $0.name.value == name } }

  func table(_ name: String) -> TableDeclaration? {
    guard case .table(let table)? = letNamed(name)?.body else { return nil }
    return table
  }

  func formula(_ name: String) -> Formula? {
    guard case .formula(let formula)? = letNamed(name)?.body else { return nil }
    return formula
  }
}

/// A text in which `«…»` stands around what a complaint should underline.
struct MarkedRules {
  var text: String
  var marked: [String]

  init(_ source: String) {
    text = source.filter { $0 != "«" && $0 != "»" }
    marked = source.split(separator: "«", omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix { $0 != "»" })
    }
  }
}
