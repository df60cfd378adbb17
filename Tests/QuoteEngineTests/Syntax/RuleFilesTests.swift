import Foundation
import Testing

@testable import QuoteEngine
import TestKit

/// The rules of the project must be read without a word.
struct RuleFilesTests {
  static let rules = Repository.root.appending(path: "rules").path

  /// Those with a schema; overlays and maps have none.
  static var files: [String] {
    Repository.files(under: "rules", endings: ["yaml"])
      .filter { (try? String(contentsOf: $0, encoding: .utf8))?.contains("\nschema:") == true
        || (try? String(contentsOf: $0, encoding: .utf8))?.hasPrefix("schema:") == true }
      .map { String($0.path.dropFirst(rules.count + 1)) }
  }

  @Test(arguments: files)
  func readsWithoutAWord(name: String) throws {
    var sources = Sources()
    var log = DiagnosticLog()
    let loader = FileLoader.disk(relativeTo: Self.rules)
    let tree = try RuleTree(readingFile: name, from: loader, sources: &sources, log: &log)
    let said = log.sorted.map {
      "\(sources.address(of: $0.primary.span)) \($0.id) \($0.headline) `\(sources.text(at: $0.primary.span))`"
    }
    #expect(said == [])
    #expect(tree.header.schema != nil)
    #expect(!tree.quote.isEmpty)
  }
}
