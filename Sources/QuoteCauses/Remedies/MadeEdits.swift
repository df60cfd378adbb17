import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits of lines that are the same whenever they are looked for: each sort is made once.
final class MadeEdits {
  private var known: [String: [RulesEdit]] = [:]

  /// Those of a sort for some lines.
  func of(
    _ names: [String], sort: String, _ make: ([String]) -> [RulesEdit]
  ) -> [RulesEdit] {
    let key = ([sort] + names).joined(separator: " ")
    if let found = known[key] { return found }
    let made = make(names)
    known[key] = made
    return made
  }
}
