import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The reference half of the page on the language tells of every word that the
/// parser and the checker know, and of no function that they do not.
@Suite struct LanguageReferenceTests {
  static func reference() throws -> String {
    let page = try Repository.text(of: Repository.root.appending(path: "docs/rules-language.md"))
    let half = try #require(page.firstRange(of: "\n# Reference\n"))
    return String(page[half.upperBound...])
  }

  /// The text between a heading and the next of its level.
  static func section(_ title: String) throws -> String {
    let reference = try reference()
    let start = try #require(reference.firstRange(of: "\n## \(title)\n"), "no section \(title)")
    let rest = reference[start.upperBound...]
    return String(rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)])
  }

  /// What stands in code quotes, words of several kinds parted.
  static func quoted(_ text: String) -> Set<String> {
    var words: Set<String> = []
    for match in text.matches(of: /`([^`\n]+)`/) {
      for word in match.1.split(whereSeparator: { " ,[](){}|".contains($0) }) {
        words.insert(String(word))
      }
    }
    return words
  }

  static let sections: [(title: String, words: [String])] = [
    ("The file", RuleReader.headerKeys + RuleReader.sectionKeys),
    ("Tables", HitPolicy.allCases.map(\.rawValue)),
    ("Functions", RoundingMode.allCases.map(\.rawValue)),
    ("The waterfall", RuleReader.lineKeys.filter { $0 != "line" && $0 != "subtotal" }),
    ("Inputs", RuleReader.typeWords.map(\.word) + ["optional", "step", "default", "from", "key"]),
    ("Let", RuleReader.areaKeys.map { $0 + ":" }),
    ("Numbers and arithmetic", Arithmetic.allCases.map(\.rawValue)),
    ("Formulas", BinaryOperator.allCases.map(\.rawValue) + MeasureUnit.builtIn.map(\.name)),
  ]

  @Test(arguments: sections.indices)
  func everyWordIsTold(index: Int) throws {
    let (title, words) = Self.sections[index]
    let told = Self.quoted(try Self.section(title))
    for word in words where !told.contains(word) {
      Issue.record("\(title) does not tell of `\(word)`")
    }
  }

  @Test func everyConversionIsTold() throws {
    let inputs = try Self.section("Inputs")
    for conversion in InputConversion.allCases {
      #expect(inputs.contains("`\(conversion.rawValue)`"))
    }
    for key in RuleReader.listKeys { #expect(inputs.contains("\(key):"), "`\(key)`") }
  }

  /// Both ways: `name(` stands in the tables for all functions and no others.
  @Test func everyFunctionIsToldAndNoOther() throws {
    let text = try Self.section("Functions")
    let told = Set(
      text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
        row.matches(of: /`([a-z_]+)\(/).map { String($0.1) }
      })
    #expect(told == Set(FormulaFunction.all.map(\.name)))
  }
}
