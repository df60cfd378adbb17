import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteTools

/// The workflow of `docs/ci.md`: its commands are run as a runner would.
@Suite struct WorkflowTests {
  struct Step {
    var name: String
    var isAlways: Bool
    var commands: String
    var environment: [String: String]
  }

  static func document() throws -> LiterateDocument {
    LiterateDocument(
      try Repository.text(of: Repository.root.appending(path: "docs/ci.md")))
  }

  /// The steps of the first job, those that only use an action left out.
  static func steps(_ workflow: String) throws -> [Step] {
    var log = DiagnosticLog()
    let root = YAMLReader.read(Array(workflow.utf8), file: 0, log: &log)
    let jobs = try #require(root?["jobs"]?.entries)
    let list = try #require(jobs.first?.value["steps"])
    guard case .sequence(let steps, _) = list.content else { return [] }
    return steps.compactMap { step in
      guard let commands = step["run"]?.text else { return nil }
      let variables = (step["env"]?.entries ?? []).map { ($0.key.value, $0.value.text ?? "") }
      return Step(
        name: step["name"]?.text ?? "", isAlways: step["if"]?.text == "always()",
        commands: commands, environment: Dictionary(uniqueKeysWithValues: variables))
    }
  }

  @Test func itsCommandsDoWhatItSays() throws {
    let document = try Self.document()
    try Shell.inTemporaryFolder { shell in
      for part in document.parts {
        guard case .file(let name) = part.block else { continue }
        let url = shell.folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(part.text.utf8).write(to: url)
      }
      try Data("#!/bin/sh\necho \"$@\" > asked; cat report.markdown > said\n".utf8)
        .write(to: shell.folder.appending(path: "gh"))
      _ = try shell.run("chmod +x gh")
      let workflow = try Repository.text(
        of: shell.folder.appending(path: ".github/workflows/quotes.yml"))
      var statuses: [String: Int32] = [:]
      for step in try Self.steps(workflow) where step.name != "Build" {
        #expect(!step.commands.contains("${{"))
        var environment = step.environment.mapValues { _ in "7" }
        environment["GITHUB_STEP_SUMMARY"] = shell.folder.appending(path: "summary").path
        environment["GITHUB_PATH"] = shell.folder.appending(path: "path").path
        environment["PATH"] = "\(shell.folder.path):\(Shell.products.path):/usr/bin:/bin"
        // The shell is started as runners do it.
        let outcome = try shell.run("set -eo pipefail\n" + step.commands, environment: environment)
        statuses[step.name] = outcome.status
        #expect(outcome.status == 0 || step.name == "Compare", "\(step.name): \(outcome)")
      }
      #expect(statuses == ["Path": 0, "Check": 0, "Compare": 1, "Reports": 0, "Comment": 0])
      let asked = try Repository.text(of: shell.folder.appending(path: "asked"))
      #expect(asked.hasPrefix("pr comment 7 --edit-last"))
      let said = try Repository.text(of: shell.folder.appending(path: "said"))
      #expect(said.hasPrefix("### Quotes: 3 different") && said.utf8.count < 65_536)
      #expect(try Repository.text(of: shell.folder.appending(path: "summary")) == said)
      for format in ["html", "sarif", "junit"] {
        let report = shell.folder.appending(path: "report.\(format)")
        #expect(FileManager.default.fileExists(atPath: report.path))
      }
    }
  }

  /// The build is that of `.ci/start`, which every fresh machine runs.
  @Test func itsBuildIsTheProjects() throws {
    let part = try #require(
      try Self.document().parts.first { $0.block == .file(name: ".github/workflows/quotes.yml") })
    let build = try #require(try Self.steps(part.text).first { $0.name == "Build" })
    let start = try Repository.text(of: Repository.root.appending(path: ".ci/start"))
    for line in build.commands.split(separator: "\n").prefix(2) {
      #expect(start.contains(line), "\(line)")
    }
  }
}

extension YAMLNode {
  fileprivate subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key.value == key }?.value
  }

  fileprivate var text: String? { scalar.map { String(decoding: $0.text, as: UTF8.self) } }
}
