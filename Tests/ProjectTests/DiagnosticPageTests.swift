import Foundation
import QuoteSyntax
import TestKit
import Testing

@testable import quote

/// Every diagnostic has a page, the program holds the pages, and the page of a
/// diagnostic shows that diagnostic.
@Suite struct DiagnosticPageTests {
  static let folder = "docs/diagnostics"

  /// Ids as the sources write them: words with hyphens before the first comma
  /// of a diagnostic.
  static func ids() throws -> Set<String> {
    var ids: Set<String> = []
    for url in Repository.libraryFiles() {
      let text = try Repository.text(of: url)
      guard url.lastPathComponent.hasPrefix("Diagnostic+") else { continue }
      for match in text.matches(of: kept(/Diagnostic\(\s*([^,]*),/)) {
        for id in match.1.matches(of: kept(/"([a-z0-9]+(?:-[a-z0-9]+)+|circular)"/)) {
          ids.insert(String(id.1))
        }
      }
    }
    return ids
  }

  static func pages(in folder: String = folder) throws -> [String: String] {
    var pages: [String: String] = [:]
    for url in Repository.files(under: folder, endings: ["md"]) {
      let name = url.deletingPathExtension().lastPathComponent
      if name != "README" { pages[name] = try Repository.text(of: url) }
    }
    return pages
  }

  @Test func everyDiagnosticHasAPage() throws {
    let (ids, pages) = (try Self.ids(), try Self.pages())
    for id in ids.sorted() where pages[id] == nil {
      Issue.record("\(id) has no page: write \(Self.folder)/\(id).md")
    }
    for name in pages.keys.sorted() where !ids.contains(name) {
      Issue.record("\(Self.folder)/\(name).md explains a diagnostic that nothing says")
    }
  }

  /// A page states the rule, shows rules that break it with what is said, and
  /// shows what to write instead.
  @Test func everyPageHasItsParts() throws {
    for (id, text) in try Self.pages().sorted(by: { $0.key < $1.key }) {
      let document = LiterateDocument(text)
      #expect(text.hasPrefix("# "), "\(id): a page begins with its rule as a title")
      #expect(text.contains("\n## Instead\n"), "\(id): a page says what to write instead")
      #expect(
        document.parts.contains { part in
          [.diagnostics, .console].contains(part.block) && part.text.contains("[\(id)]")
        }, "\(id): no rules on the page are run and refused as it")
    }
  }

  @Test func theProgramHoldsThePages() throws {
    #expect(try Documents.diagnostics == Self.pages())
  }
}
