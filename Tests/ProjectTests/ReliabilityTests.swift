import Foundation
import QuoteSyntax
import TestKit
import Testing

/// Each promise of the page on reliability names tests that are there.
@Suite struct ReliabilityTests {
  @Test func everyPromiseHasATest() throws {
    let page = try Repository.text(of: Repository.root.appending(path: "docs/reliability.md"))
    let suites = Set(
      Repository.files(under: "Tests", endings: ["swift"])
        .map { $0.deletingPathExtension().lastPathComponent })
    let rows = page.components(separatedBy: "\n").filter { $0.hasPrefix("| **") }
    #expect(rows.count > 10)
    for row in rows {
      let tests = row.components(separatedBy: " | ").last ?? ""
      let named = tests.matches(of: kept(/`(\w+Tests)`/)).map { String($0.1) }
      #expect(!named.isEmpty || tests.contains("Tests/Cases/"), "no test: \(row)")
      for name in named where !suites.contains(name) {
        Issue.record("there is no `\(name)`: \(row)")
      }
    }
  }
}
