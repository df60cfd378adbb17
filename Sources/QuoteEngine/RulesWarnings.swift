/// What the compiler warns of, and what it compiled.
public struct RulesWarnings: Sendable {
  /// The rules file and the overlays, as they were named.
  public var rules = ""
  public var overlays: [String] = []
  public var settings: [String] = []
  public var all: [Diagnostic] = []
  public var sources = Sources()
  /// Those that the rules have by themselves, with nothing laid over them; nil where that is
  /// not known.
  var alone: Set<String>?

  /// Those that something laid over the rules gave rise to.
  public var ofChanges: [Diagnostic] { all.filter(isOfChanges) }

  /// The others. What an overlay replaced may be all that used a name: then it is no mistake
  /// of the rules that nothing does.
  public var ofRules: [Diagnostic] {
    all.filter { warning in
      !isOfChanges(warning) && (overlays.isEmpty || warning.id != "unused-name")
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
