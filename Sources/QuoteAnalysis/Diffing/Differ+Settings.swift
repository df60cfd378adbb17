import QuoteComparison
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Settings of rules that a map has several forms of.
extension Differ {
  /// By form, the settings that are made in its rules. What a form's overlay has taken out cannot
  /// be set there: of several forms one that has it is enough, for the setting that a comparison
  /// tells is that of one of them.
  static func settings(
    of map: ReferenceMap, _ options: Options, rulesAt path: String, _ loader: FileLoader
  ) throws(RulesFailure) -> [[String]] {
    let all = options.settings
    guard map.forms.count > 1, !all.isEmpty else { return map.forms.map { _ in all } }
    var fitting: [[Bool]] = []
    for form in map.forms {
      fitting.append(
        try Self.fitting(
          all, rulesAt: path, overlays: form.overlays + options.overlays,
          loader.distrusting(form.overlays)))
    }
    return fitting.map { own in
      all.indices.filter { setting in
        own[setting] || !fitting.contains { $0[setting] }
      }.map { all[$0] }
    }
  }

  /// Which settings the rules with these overlays have a part for.
  private static func fitting(
    _ settings: [String], rulesAt path: String, overlays: [String], _ loader: FileLoader
  ) throws(RulesFailure) -> [Bool] {
    let loader = loader.rooted(besideRules: path)
    var sources = Sources()
    var log = DiagnosticLog()
    var tree: RuleTree
    do throws(Trouble) {
      tree = try RuleTree(readingFile: path, from: loader, sources: &sources, log: &log)
      for overlay in overlays {
        try tree.apply(overlayFile: overlay, from: loader, sources: &sources, log: &log)
      }
    } catch {
      throw .trouble(error)
    }
    let (whole, known) = (tree, sources)
    return settings.map { setting in
      var (tree, sources, log) = (whole, known, DiagnosticLog())
      tree.apply(setting: setting, sources: &sources, log: &log)
      return !log.hasErrors
    }
  }
}
