import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Paths of a map that no reply has: a name that is mistyped, or an entry chosen in the way of
/// another language.
extension Differ {
  func notesOfUnmet(_ summary: DifferenceSummary) -> [String] {
    let places = map.forms.flatMap(\.fields).flatMap(\.places)
    let paths = Set(places.compactMap { $0.levels.last?.path })
    let reply = map.places.reply
    let start = reply.isEmpty ? nil : reply.joined(separator: ".") + "."
    return summary.tallies.compactMap { tally in
      guard paths.contains(tally.field), tally.onlyOurs > 0,
        tally.equal + tally.different + tally.onlyTheirs + tally.notComparable == 0,
        // What begins outside of the reply is told of as that.
        !(start.map(tally.field.hasPrefix) ?? false)
      else { return nil }
      let hint = Self.hint(on: tally.field)
        ?? Self.nearNames(to: tally.field, among: summary.unmatched).map { "did you mean `\($0)`?" }
      return "`\(tally.field)`, which the map reads, has no value in any reply"
        + (hint.map { ": \($0)" } ?? ": compare its spelling with that of a reply")
    }
  }

  /// What is written otherwise where an entry is chosen: `[code=A]`.
  private static func hint(on path: String) -> String? {
    if path.hasPrefix("$") || path.contains("[?") || path.contains("@.") {
      return "an entry is chosen by `list[code=A].price`, without `$`, `?` and `@`"
    }
    if path.contains("==") { return "an entry is chosen with a single `=`: `[code=A]`" }
    if path.contains("'") || path.contains("\"") {
      return "an entry is chosen without quotation marks: `[code=A]`"
    }
    return nil
  }
}
