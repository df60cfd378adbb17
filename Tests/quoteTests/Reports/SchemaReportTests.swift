import Foundation
import TestKit
import Testing

/// JUnit and SARIF are as their published schemas have them.
@Suite struct SchemaReportTests {
  static let many = (1...1500).map {
    ReportWorld.record("b\($0)", 2, work: "20", fee: "1.6", total: "\($0 + 100)")
  }

  /// Some of them, and more of them than are kept, cannot be read.
  static let broken = ReportWorld.records + ["{\"id\":", "<&>\u{1}"]
  static let manyBroken = ReportWorld.records + (1...1500).map { "{\"id\":\($0)" }

  static func log(_ records: [String]) throws -> SchemaValue {
    try SchemaValue(json: Data(try ReportWorld.report("sarif", records).utf8))
  }

  static let sarif = ReportWorld.schema("sarif-schema-2.1.0.json")
  static let junit = ReportWorld.schema("JUnit.xsd")
  static let hasXMLLint = FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint")

  @Test(.enabled(if: sarif != nil, "the schema of SARIF is not beside the checkout"))
  func sarifIsValid() throws {
    let validator = try SchemaValidator(Data(contentsOf: try #require(Self.sarif)))
    #expect(try validator.complaint(about: try Self.log(ReportWorld.records)) == "")
    for records in [Self.many, Self.broken, Self.manyBroken] {
      #expect(try validator.complaint(about: try Self.log(records)) == "")
    }
    for (from, to) in [("\"level\":\"error\"", "\"level\":\"bad\""), ("startLine", "StartLine")] {
      let broken = try ReportWorld.report("sarif").replacing(from, with: to)
      let log = try SchemaValue(json: Data(broken.utf8))
      #expect(try validator.complaint(about: log) != "")
    }
  }

  /// What `quote check` has to say is as the schema has it too.
  @Test(.enabled(if: sarif != nil, "the schema of SARIF is not beside the checkout"))
  func sarifOfACheckIsValid() throws {
    let validator = try SchemaValidator(Data(contentsOf: try #require(Self.sarif)))
    try Shell.inTemporaryFolder { shell in
      let rules = ReportWorld.rules.replacing("$10 * pieces", with: "$10 * peices")
      try Data(rules.utf8).write(to: shell.folder.appending(path: "rules.yaml"))
      let said = try shell.run("quote check --format sarif rules.yaml")
      #expect(said.status == 1)
      let log = try SchemaValue(json: Data(said.output.utf8))
      #expect(try validator.complaint(about: log) == "")
    }
  }

  @Test(
    .enabled(if: junit != nil, "the schema of JUnit is not beside the checkout"),
    .enabled(if: hasXMLLint, "there is no xmllint"))
  func junitIsValid() throws {
    let schema = try #require(Self.junit).path
    for records in [ReportWorld.records, Self.many, Self.broken, Self.manyBroken] {
      let report = try ReportWorld.report("junit", records)
      try Shell.inTemporaryFolder { shell in
        func lint(_ text: String) throws -> Shell.Outcome {
          try Data(text.utf8).write(to: shell.folder.appending(path: "report.xml"))
          return try shell.run("xmllint --noout --schema \(schema) report.xml")
        }
        let outcome = try lint(report)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try lint(report.replacing(" time=\"0\"", with: "")).status != 0)
      }
    }
  }
}
