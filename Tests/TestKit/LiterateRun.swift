import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// A literate document executed: what every part should have said.
package struct LiterateRun {
  /// By position of the part: the text that would be right, where it is another.
  package private(set) var corrections: [Int: String] = [:]
  /// How many commands and diagnostics were looked at.
  package private(set) var checkCount = 0

  /// Runs a document in a folder of its own. Folders of the repository in
  /// `shared` can be read there under their names.
  package init(
    _ document: LiterateDocument, sharing shared: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    self = try Shell.inTemporaryFolder { shell in
      var run = LiterateRun()
      run.environment = environment
      run.shared = shared
      for name in shared where document.names(name) {
        try FileManager.default.copyItem(
          at: Repository.root.appending(path: name), to: shell.folder.appending(path: name))
      }
      for (index, part) in document.parts.enumerated() {
        try run.execute(part, at: index, shell)
      }
      return run
    }
  }

  /// What commands find beside the shell's own.
  private var environment: [String: String] = [:]

  /// Folders that are the repository's own: a document must not write there.
  private var shared: [String] = []

  struct WritesIntoRepository: Error { var name: String }

  private init() {}

  private mutating func execute(
    _ part: LiterateDocument.Part, at index: Int, _ shell: Shell
  ) throws {
    switch part.block {
    case .prose: break
    case .file(let name):
      if let folder = name.split(separator: "/").first, shared.contains(String(folder)) {
        throw WritesIntoRepository(name: name)
      }
      let url = shell.folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(part.text.utf8).write(to: url)
    case .console:
      let transcript = ConsoleTranscript(part.text)
      var actual = transcript.head
      for entry in transcript.entries {
        checkCount += 1
        actual += ConsoleTranscript.text(of: entry.command)
        actual += ConsoleTranscript.text(of: try shell.run(entry.command, environment: environment))
        // A blank line between commands is for the eye.
        if entry.expected.hasSuffix("\n\n") || entry.expected == "\n", !actual.hasSuffix("\n\n") {
          actual += "\n"
        }
      }
      if actual != part.text { corrections[index] = actual }
    case .diagnostics:
      checkCount += 1
      let actual = try Self.diagnostics(ofRulesIn: shell.folder)
      if actual != part.text { corrections[index] = actual }
    }
  }

  /// Everything said about `rules.yaml`, warnings too.
  static func diagnostics(ofRulesIn folder: URL) throws -> String {
    let loader = FileLoader.disk(relativeTo: folder.path)
    do throws(RulesFailure) {
      let rules = try CompiledRules(rulesAt: "rules.yaml", loader: loader)
      return DiagnosticRenderer().render(
        rules.warnings, sources: rules.model.sources, style: .plain)
    } catch {
      switch error {
      case .rejected(let rejected):
        return DiagnosticRenderer().render(
          rejected.diagnostics, sources: rejected.sources, style: .plain)
      case .trouble(let trouble): return "\(trouble.message)\n"
      }
    }
  }
}

extension LiterateDocument {
  /// Whether something that is run or written here is in a folder, or says its name. Most pages
  /// need none of the folders, and copying them takes longer than all else.
  fileprivate func names(_ folder: String) -> Bool {
    parts.contains { part in
      if case .prose = part.block { return false }
      return ["\(folder)/", " \(folder) ", " \(folder)\n"].contains { part.text.contains($0) }
    }
  }
}

/// Whether expectations are to be rewritten instead of held against.
package var rewritesExpectations: Bool {
  ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1"
}
