import Foundation
import QuoteSyntax
import TestKit
import Testing

@testable import quote

/// Documents keep up with the code.
@Suite struct DocumentTests {
  static let documents =
    Repository.files(under: "docs", endings: ["md"])
    + Repository.files(under: "samples", endings: ["md"])
    + Repository.files(under: "rules", endings: ["md"])
    + Repository.files(under: "Tests/Cases", endings: ["md"])
    + [Repository.root.appending(path: "README.md")]

  /// Where relative links of a document lead to nothing.
  static func deadLinks(in text: String, at url: URL) -> [String] {
    var prose: [String] = []
    var isCode = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isCode.toggle() } else if !isCode { prose.append(line) }
    }
    return prose.joined(separator: "\n")
      .matches(of: kept(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/)).map { String($0.1) }
      .filter { link in
        guard !link.contains("://"), !link.hasPrefix("mailto:") else { return false }
        let target = url.deletingLastPathComponent().appending(path: link)
        return !FileManager.default.fileExists(atPath: target.standardizedFileURL.path)
      }
  }

  @Test func everyLinkLeadsSomewhere() throws {
    for url in Self.documents {
      for link in Self.deadLinks(in: try Repository.text(of: url), at: url) {
        Issue.record("\(Repository.name(of: url)) links to \(link), which is not there")
      }
    }
  }

  @Test func aDeadLinkIsFound() {
    let url = Repository.root.appending(path: "README.md")
    #expect(
      Self.deadLinks(in: "[a](nowhere.md) [b](README.md#x) [c](https://x.y)", at: url)
        == ["nowhere.md"])
  }

  /// Holds a file against what a program makes of it, or writes it anew.
  static func expectFresh(_ path: String, _ text: String) throws {
    let url = Repository.root.appending(path: path)
    let there = (try? Repository.text(of: url)) ?? ""
    guard there != text else { return }
    if rewritesExpectations {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    } else {
      Issue.record("\(path) is out of date; UPDATE_CASES=1 swift test writes it")
    }
  }

  /// The recipes of a page that its index, which is above the first of them, does not link to.
  static func recipesNotInIndex(of page: String) -> [String] {
    let parts = page.components(separatedBy: "\n### ")
    return parts.dropFirst().map { String($0.prefix { $0 != "\n" }) }
      .filter { !parts[0].contains("](#\(HelpGuide.anchor(of: $0)))") }
  }

  @Test func theIndexOfRecipesNamesEachOfThem() throws {
    let page = try Repository.text(of: Repository.root.appending(path: "docs/recipes.md"))
    #expect(Self.recipesNotInIndex(of: page) == [])
  }

  @Test func aRecipeThatIsNotInTheIndexIsFound() {
    #expect(
      Self.recipesNotInIndex(of: "- [a](#to-99)\n\n## A\n\n### To .99\n\n### To one, or two\n")
        == ["To one, or two"])
  }

  /// People look for what they need by words that a recipe need not have.
  @Test(arguments: [
    "pro rata", "prorated", "refund", "credit note", "per seller", "free shipping", "daily cap",
    "tiered", "overage", "exchange rate", "wildcard", "start with", "volume discount", "and above",
    "kWh", "peak", "increment",
  ])
  func aNeedIsFoundInRecipesByItsWord(word: String) throws {
    let page = try Repository.text(of: Repository.root.appending(path: "docs/recipes.md"))
    #expect(page.range(of: word, options: .caseInsensitive) != nil)
    let found = HelpSearch(word).rows.compactMap { HelpGuide.section(named: $0.0) }
    #expect(!found.isEmpty)
  }

  @Test func theReferenceOfTheCommandIsFresh() throws {
    try Self.expectFresh("docs/command.md", CommandReference.markdown(Commands.declarations))
  }

  @Test func theReadmeHasTwoSetUpCommandsAndTheyExist() throws {
    let document = LiterateDocument(
      try Repository.text(of: Repository.root.appending(path: "README.md")))
    let commands = try document.parts
      .filter {
        try Regex("^`{3,}sh$").wholeMatch(in: document.lines[$0.lines.lowerBound - 1]) != nil
      }
      .flatMap { $0.text.split(separator: "\n") }
      .map { String($0.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    #expect(
      commands == [
        "git clone ADDRESS-OF-THIS-REPOSITORY quote && cd quote", ".ci/start", "swift test",
      ])
    for script in [".ci/start", ".ci/run", ".ci/install", ".ci/spell"] {
      let path = Repository.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script) cannot be run")
    }
  }
}
