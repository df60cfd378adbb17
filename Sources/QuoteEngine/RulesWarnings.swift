/// What the compiler warns of, and what it compiled.
public struct RulesWarnings: Sendable {
  /// The rules file and the overlays, as they were named.
  public var rules = ""
  public var overlays: [String] = []
  public var settings: [String] = []
  public var all: [Diagnostic] = []
  public var sources = Sources()

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
    ([warning.primary] + warning.labels).contains { sources.isLaidOver($0.span) }
  }
}
