import QuoteLanguage
package import QuoteSyntax

/// What the compiler warns of, and what it compiled.
package struct RulesWarnings: Sendable {
  /// The rules file as it was named; empty where a model was made without one.
  package var rules = ""
  /// The overlays as they were named, in the order in which they were applied.
  package var overlays: [String] = []
  /// What was set, `path=value`: by `--set` first, then by `--against-set`.
  package var settings: [String] = []
  /// All warnings in the order of files and places.
  package var all: [Diagnostic] = []
  /// The files to which the places of the warnings belong.
  package var sources = Sources()
  /// Those that the rules have by themselves, with nothing laid over them; nil if that is
  /// not known.
  var alone: Set<String>?

  /// Holds what it is given, and looks for no warnings itself; without arguments there are none.
  package init(
    rules: String = "", overlays: [String] = [], settings: [String] = [], all: [Diagnostic] = [],
    sources: Sources = Sources(), alone: Set<String>? = nil
  ) {
    self.rules = rules
    self.overlays = overlays
    self.settings = settings
    self.all = all
    self.sources = sources
    self.alone = alone
  }

  /// Those that something laid over the rules gave rise to.
  package var ofChanges: [Diagnostic] { all.filter(isOfChanges) }

  /// The others. What an overlay replaced may be all that used a name: then it is no mistake
  /// of the rules that nothing does.
  package var ofRules: [Diagnostic] {
    all.filter { warning in
      !isOfChanges(warning) && (overlays.isEmpty || warning.id != "unused-name")
    }
  }

  /// All but the names of the rules that only what was laid over them leaves unused: they cannot
  /// be taken out where they are used without it.
  package var withoutOrphans: [Diagnostic] {
    guard let alone else { return all }
    return all.filter { warning in
      warning.id != "unused-name" || sources.isLaidOver(warning.primary.span)
        || alone.contains(key(of: warning))
    }
  }

  private func isOfChanges(_ warning: Diagnostic) -> Bool {
    if ([warning.primary] + warning.labels).contains(where: { sources.isLaidOver($0.span) }) {
      return true
    }
    guard let alone, warning.id != "unused-name" else { return false }
    return !alone.contains(key(of: warning))
  }

  /// Those of rules with nothing laid over them, by what they say and where.
  var keys: Set<String> { Set(all.map(key)) }

  private func key(of warning: Diagnostic) -> String {
    "\(warning.id) \(sources.address(of: warning.primary.span)) \(warning.headline)"
  }
}
