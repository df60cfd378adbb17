import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// Rules in which words were swapped, repeated or left out are compiled, or
/// refused with complaints that can be shown; what still compiles prices.
/// `QUOTE_MUTATIONS` asks for more of them.
@Suite struct RulesMutationTests {
  static let count =
    ProcessInfo.processInfo.environment["QUOTE_MUTATIONS"].flatMap { Int($0) } ?? 160

  /// Words, numbers, marks and line ends, which together are the text.
  static func tokens(_ text: String) -> [String] {
    text.matches(of: /[A-Za-z_0-9.]+|[ ]+|\n[ ]*|\|\||[<>!]=|\.\.|[^A-Za-z_0-9. \n]/).map {
      String($0.output)
    }
  }

  static func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
    var tokens = tokens(text)
    let words = tokens.indices.filter { !tokens[$0].hasPrefix(" ") && !tokens[$0].hasPrefix("\n") }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let at = words.randomElement(using: &random)!
      let other = words.randomElement(using: &random)!
      switch Int.random(in: 0..<4, using: &random) {
      case 0: tokens.swapAt(at, other)
      case 1: tokens[at] = tokens[other]
      case 2: tokens[at] = ""
      default: tokens[at] += " " + tokens[other]
      }
    }
    return tokens.joined()
  }

  static let sources =
    Repository.files(under: "rules/features", endings: ["yaml"])
    + ["umuve", "repairs", "autodetail", "tiers", "parcel", "taxi", "electricity"].map {
      Repository.root.appending(path: "rules/\($0).yaml")
    }

  private static func loader(_ text: String, _ disk: FileLoader) -> FileLoader {
    let bytes = Array(text.utf8)
    return FileLoader { name throws(Trouble) in
      if name == "rules.yaml" { return bytes }
      return try disk.read(name)
    }
  }

  @Test(arguments: 0..<8)
  func isCompiledOrRefused(lane: Int) throws {
    var random = SeededGenerator(seed: UInt64(lane) &* 977 &+ 5)
    let disk = FileLoader.disk(relativeTo: Repository.root.appending(path: "rules").path)
    for turn in 0..<Self.count / 8 {
      let whole =
        Bool.random(using: &random)
        ? RandomRules(seed: UInt64.random(in: 1...5000, using: &random)).text
        : try Repository.text(of: Self.sources.randomElement(using: &random)!)
      let text = Self.mutated(whole, &random)
      let loader = Self.loader(text, disk)
      guard let pricer = Self.pricer(loader) else { continue }
      _ = CheckReport(of: pricer.model, warnings: pricer.warnings).description
      let found = try Agreement(pricer: pricer, seed: UInt64(turn), bookings: 3).differences()
      #expect(found.isEmpty, "lane \(lane), turn \(turn): \(found.first ?? "")\n\(text)")
    }
  }

  /// Nil where the rules are refused, with something to show for it.
  private static func pricer(_ loader: FileLoader) -> Pricer? {
    do throws(RulesFailure) {
      return try Pricer(rulesAt: "rules.yaml", loader: loader)
    } catch {
      if case .rejected(let rejected) = error {
        let said = DiagnosticRenderer().render(
          rejected.diagnostics, sources: rejected.sources, style: .plain)
        #expect(said.contains("error["))
      }
      return nil
    }
  }

  @Test func tokensAreTheText() {
    let text = RandomRules(seed: 3).text
    #expect(Self.tokens(text).joined() == text)
  }
}
