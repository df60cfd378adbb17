import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSyntax

/// What commands about bookings tell on standard error of rules that have warnings: those that
/// an overlay or a setting gave rise to in full, for they are of this run, and that there are
/// others in one line.
///
/// Only what compiling finds: `check` also tries sampled bookings.
struct WarningNotice {
  private let console: Console
  /// What was said already, of rules that are compiled more than once.
  private var said: Set<String> = []
  private static let shownInFull = 3

  init(_ console: Console) { self.console = console }

  static func tell(_ warned: RulesWarnings, _ console: Console) {
    if warned.all.isEmpty { return }
    var notice = WarningNotice(console)
    notice.tell(warned)
  }

  mutating func tell(_ warned: RulesWarnings) {
    if console.isVerbose {
      let all = new(warned.all, warned.sources)
      let renderer = DiagnosticRenderer()
      console.complain(
        renderer.render(all, sources: warned.sources, style: console.errorStyle))
      return
    }
    let changes = new(warned.ofChanges, warned.sources)
    if !changes.isEmpty {
      console.complain(
        DiagnosticRenderer().render(
          Array(changes.prefix(Self.shownInFull)), sources: warned.sources,
          style: console.errorStyle))
    }
    let others =
      new(warned.ofRules, warned.sources).count + max(0, changes.count - Self.shownInFull)
    guard others > 0 else { return }
    let count = changes.isEmpty ? "\(others)" : "\(others) more"
    console.complain(
      "quote: \(warned.rules.shown) has \(count) \(others == 1 ? "warning" : "warnings"): "
        + "`\(Self.check(warned).shown)` shows \(others == 1 ? "it" : "them")\n")
  }

  private mutating func new(_ warnings: [Diagnostic], _ sources: Sources) -> [Diagnostic] {
    warnings.filter { warning in
      let place = sources.address(of: warning.primary.span)
      return said.insert("\(warning.id) \(place) \(warning.headline)").inserted
    }
  }

  /// The command that shows them all.
  private static func check(_ warned: RulesWarnings) -> String {
    let words =
      ["quote", "check", warned.rules] + warned.overlays.flatMap { ["--overlay", $0] }
      + warned.settings.flatMap { ["--set", $0] }
    return words.map(DifferenceWords.argument).joined(separator: " ")
  }
}
