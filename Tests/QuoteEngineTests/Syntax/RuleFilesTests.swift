import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The rules of the project must be read without a word.
struct RuleFilesTests {
  /// Those with a schema, by path below the package; overlays and maps have
  /// none.
  static var files: [String] {
    ["rules", "Tests/Fixtures/language"].flatMap { folder in
      Repository.files(under: folder, endings: ["yaml"])
        .filter { url in
          let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
          return !url.path.hasSuffix(".map.yaml")
            && (text.hasPrefix("schema:") || text.contains("\nschema:"))
        }
        .map { String($0.path.dropFirst(Repository.root.path.count + 1)) }
    }
  }

  @Test(arguments: files)
  func readsWithoutAWord(name: String) throws {
    var sources = Sources()
    var log = DiagnosticLog()
    let loader = FileLoader.disk(relativeTo: Repository.root.path)
    let tree = try RuleTree(readingFile: name, from: loader, sources: &sources, log: &log)
    let said = log.sorted.map { diagnostic in
      let span = diagnostic.primary.span
      return "\(sources.address(of: span)) \(diagnostic.id) `\(sources.text(at: span))`"
    }
    #expect(said == [])
    #expect(tree.header.schema != nil)
    #expect(!tree.quote.isEmpty)
  }

  /// The rules shown in the documentation.
  @Test func documentedRulesAreReadWithoutAWord() throws {
    let url = Repository.root.appending(path: "docs/rules-language.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    var count = 0
    for part in text.split(separator: "```rules.yaml\n").dropFirst() {
      guard let end = part.firstRange(of: "\n```") else { continue }
      let rules = try RulesText(String(part[..<end.lowerBound]) + "\n")
      #expect(rules.said == [], "\(part.prefix(200))")
      count += 1
    }
    #expect(count > 5)
  }
}
