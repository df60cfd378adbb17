import Foundation
import TestKit
import Testing

/// Annotations of a GitHub workflow, as its runner reads them.
@Suite struct AnnotationTests {
  /// A command of a workflow, taken apart as the runner does.
  struct Annotation {
    var kind: String
    var properties: [String: String]
    var message: String

    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).firstRange(of: "::") else {
        return nil
      }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
      kind = String(head.prefix { $0 != " " })
      properties = [:]
      for part in head.dropFirst(kind.count + 1).split(separator: ",") {
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { return nil }
        properties[String(sides[0])] = Self.plain(String(sides[1]))
      }
      message = Self.plain(String(line[end.upperBound...]))
    }

    static func plain(_ text: String) -> String {
      text.replacing("%3A", with: ":").replacing("%2C", with: ",").replacing("%0D", with: "\r")
        .replacing("%0A", with: "\n").replacing("%25", with: "%")
    }
  }

  static func annotations(_ text: String) throws -> [Annotation] {
    try text.split(separator: "\n").map { try #require(Annotation($0), "\($0)") }
  }

  @Test func theyLandOnTheLinesOfTheRules() throws {
    let found = try Self.annotations(try ReportWorld.report("github"))
    let lines = ReportWorld.rules.components(separatedBy: "\n")
    func line(_ text: String) -> String {
      "\((lines.firstIndex { $0.contains(text) } ?? -1) + 1)"
    }
    let places = found.map { [$0.kind, $0.properties["file"] ?? "", $0.properties["line"] ?? ""] }
    #expect(places.prefix(3).map(\.[0]) == ["error", "error", "error"])
    #expect(
      Array(places.dropFirst(3)) == [
        ["error", "rules.yaml", line("line: work")], ["error", "rules.yaml", line("line: work")],
        ["error", "rules.yaml", line("line: fee")], ["notice", "", ""],
      ])
    #expect(found[4].properties["title"] == "their work is not a number: 1 booking")
    #expect(found[5].message.contains("</script><b>%0A::error,"))
    #expect(found[5].properties["title"] == "differs at fee: 1 booking, -0.01 USD")
  }

  @Test func noMoreThanGitHubShows() throws {
    let lines = (1...14).map { "  - line: step_\($0)\n    amount: $1 * pieces" }
    let rules = ReportWorld.rules.components(separatedBy: "quote:")[0] + "quote:\n"
      + lines.joined(separator: "\n")
    let records = (1...14).map { step in
      ReportWorld.record("b\(step)", 1, work: "1", fee: "1", total: "14")
        .replacing("\"work\"", with: "\"step_\(step)\"").replacing(":1,\"fee\":1", with: ":2")
    }
    try ReportWorld.inFolder(records) { shell in
      try Data(rules.utf8).write(to: shell.folder.appending(path: "rules.yaml"))
      let outcome = try shell.run(
        "quote diff -r rules.yaml -m map.yaml --format github records.jsonl")
      let found = try Self.annotations(outcome.output)
      #expect(found.count { $0.kind == "error" } == 10)
      #expect(found.last?.message.contains("4 more kinds of differences") == true)
    }
  }
}
