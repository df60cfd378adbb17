import Foundation
import TestKit
import Testing

/// The figures of the house that `docs/contributing.md` names are those that `.ci/house` counts.
@Suite struct HouseFigureTests {
  private static func house(_ arguments: String = "") throws -> String {
    let told = try Shell(in: Repository.root).run(".ci/house \(arguments)")
    #expect(told.status == 0, "\(told.output)")
    return told.output
  }

  /// Calls name what they pass: there are as many functions with four or more parameters without a
  /// label as the page gives its reasons for.
  @Test func unlabelledParametersAreThoseOfThePage() throws {
    let told = try Self.house().components(separatedBy: "unlabelled parameters:\n")
    let places = try #require(told.dropFirst().first).split(separator: "\n")
    #expect(places.count == 4, "\(places.joined(separator: "\n"))")
    let page = try Repository.text(of: Repository.root.appending(path: "docs/contributing.md"))
    #expect(page.contains(" Four are left. "))
  }

  /// What a module offers is asked for by another one.
  @Test func nothingIsOfferedInVain() throws {
    #expect(try Self.house("--unneeded") == "")
  }

  /// No file imports a module of ours of which it names nothing.
  @Test func importsAreNeeded() throws {
    #expect(try Self.house("--imports") == "")
  }
}
