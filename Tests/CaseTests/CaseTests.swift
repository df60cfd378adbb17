import Foundation
import TestKit
import Testing

/// A document and the folders of the repository it may read.
struct DocumentCase: Sendable, CustomTestStringConvertible {
  var url: URL
  var shared: [String]
  var testDescription: String { Repository.name(of: url) }

  /// The cases, each in a folder of its own.
  static let cases = Repository.files(under: "Tests/Cases", endings: ["md"])
    .map { DocumentCase(url: $0, shared: []) }

  /// Documents that show commands, as if run at the top of the repository.
  static let documents =
    (Repository.files(under: "docs", endings: ["md"])
    + Repository.files(under: "samples", endings: ["md"])
    + [Repository.root.appending(path: "README.md")])
    .map { DocumentCase(url: $0, shared: ["rules", "samples", "docs"]) }

  /// `QUOTE_CASES=settings,strangers` looks at pages only whose path has one of these in it.
  private var isWanted: Bool {
    guard let wanted = ProcessInfo.processInfo.environment["QUOTE_CASES"] else { return true }
    return wanted.split(separator: ",").contains { testDescription.contains($0) }
  }

  func check() throws {
    guard isWanted else { return }
    let document = LiterateDocument(try Repository.text(of: url))
    let backend = url.lastPathComponent == "live.md" ? try ParcelBackend() : nil
    let run = try LiterateRun(
      document, sharing: shared, environment: backend?.environment ?? [:])
    backend?.server.stop()
    guard !run.corrections.isEmpty else { return }
    if rewritesExpectations {
      try Data(document.replacing(run.corrections).utf8).write(to: url)
      return
    }
    for (index, actual) in run.corrections.sorted(by: { $0.key < $1.key }) {
      let part = document.parts[index]
      Issue.record(
        """
        \(testDescription), line \(part.lines.lowerBound + 1), says something else now; \
        UPDATE_CASES=1 writes it down:
        \(Self.difference(part.text, actual))
        """)
    }
  }

  /// The lines in which two texts differ, `-` before and `+` after.
  static func difference(_ expected: String, _ actual: String) -> String {
    let (old, new) = (expected.components(separatedBy: "\n"), actual.components(separatedBy: "\n"))
    return new.difference(from: old).map { change in
      switch change {
      case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
      case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
      }
    }.joined(separator: "\n")
  }
}

@Suite struct CaseTests {
  @Test(arguments: DocumentCase.cases) func holds(_ document: DocumentCase) throws {
    try document.check()
  }

  @Test(arguments: DocumentCase.documents) func showsWhatHappens(
    _ document: DocumentCase
  ) throws {
    try document.check()
  }
}

@Suite struct LiterateDocumentTests {
  @Test func filesCommandsAndProseAreToldApart() {
    let document = LiterateDocument(
      """
      # T
      ```yaml rules.yaml
      a
      ```
      ```sh
      make
      ```
      ````console
      $ echo 1 \\
      > 2
      1 2
      $ false
      [exit 1]
      ````
      """)
    #expect(document.parts.map(\.block) == [.file(name: "rules.yaml"), .prose, .console])
    let transcript = ConsoleTranscript(document.parts[2].text)
    #expect(
      transcript.entries == [
        .init(command: "echo 1 \\\n2", expected: "1 2\n"),
        .init(command: "false", expected: "[exit 1]\n"),
      ])
  }

  @Test func whatCommandsSayIsHeldAgainstTheText() throws {
    let text = "```a.txt\nx\n```\n```console\n$ cat a.txt; exit 3\ny\n```\n"
    let document = LiterateDocument(text)
    let run = try LiterateRun(document)
    #expect(run.corrections == [1: "$ cat a.txt; exit 3\nx\n[exit 3]\n"])
    #expect(
      document.replacing(run.corrections)
        == "```a.txt\nx\n```\n```console\n$ cat a.txt; exit 3\nx\n[exit 3]\n```\n")
    let right = LiterateDocument(document.replacing(run.corrections))
    #expect(try LiterateRun(right).corrections.isEmpty)
  }
}
