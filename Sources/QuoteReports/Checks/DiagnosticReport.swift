import QuoteLanguage
import QuoteLayout
package import QuoteSyntax

/// Diagnostics for a build server: the same that a terminal shows, at their lines.
package struct DiagnosticReport: Sendable {
  private let diagnostics: [Diagnostic]
  private let sources: Sources
  /// The file that was checked, as the command line names it.
  private let file: String

  package init(_ diagnostics: [Diagnostic], sources: Sources, file: String) {
    self.diagnostics = diagnostics
    self.sources = sources
    self.file = file
  }

  /// Commands of GitHub Actions, a line each; beyond what GitHub shows, one that says how many
  /// more there are.
  package var gitHubCommands: String {
    let most = GitHubCommand.mostShown
    let shown = diagnostics.prefix(diagnostics.count > most ? most - 1 : most)
    var commands = shown.map { diagnostic in
      GitHubCommand(
        kind: diagnostic.severity.rawValue, title: diagnostic.headline.shown,
        lines: lines(diagnostic), place: RulePlace(diagnostic.primary.span, in: sources))
    }
    if shown.count < diagnostics.count {
      commands.append(
        GitHubCommand(
          kind: diagnostics.contains { $0.severity == .error } ? "error" : "warning",
          title: "quote check", lines: ["\(diagnostics.count - shown.count) more are not shown"]))
    }
    return commands.map(\.text).joined()
  }

  /// A log of SARIF; its rules are the ids of the diagnostics.
  package func sarif(version: String) -> String {
    let ids = Dictionary(grouping: diagnostics, by: \.id).keys.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let rules = ids.map { id in
      JSONParts.object([
        "id": JSONParts.text(id),
        "help": SARIFLog.message("`quote help \(id)` explains it."),
      ])
    }
    let results = diagnostics.map { result($0, numbers[$0.id]) }
    return SARIFLog(
      version: version, rules: rules, results: results,
      invocation: JSONParts.object(["executionSuccessful": "true"])
    ).text + "\n"
  }

  private func result(_ diagnostic: Diagnostic, _ number: Int?) -> String {
    let text = [diagnostic.headline.shown] + lines(diagnostic)
    return JSONParts.object([
      "ruleId": JSONParts.text(diagnostic.id), "ruleIndex": number.map { "\($0)" },
      "level": JSONParts.text(diagnostic.severity.rawValue),
      "message": SARIFLog.message(text.joined(separator: "\n")),
      "locations": JSONParts.array([
        SARIFLog.location(RulePlace(diagnostic.primary.span, in: sources), other: file)
      ]),
    ])
  }

  /// What stands below the headline: what the labels say, with their places, and the help.
  private func lines(_ diagnostic: Diagnostic) -> [String] {
    var lines = diagnostic.primary.text.isEmpty ? [] : [diagnostic.primary.text.shown]
    for label in diagnostic.labels {
      let place = RulePlace(label.span, in: sources).map { "\($0.file):\($0.line): " } ?? ""
      lines.append(place + label.text.shown)
    }
    lines += diagnostic.help.map { "help: \($0.shown)" }
    return lines.isEmpty ? ["`quote help \(diagnostic.id)` explains it"] : lines
  }
}
