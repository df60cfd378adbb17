import QuoteLanguage
import QuoteSyntax

/// The words that a field may have, as they are told where it has another one.
///
/// What is wrong is wrong in many bookings: of each value it is found out once.
final class ChoiceWords {
  private let listed: String
  /// Whether all of them are told.
  private let areFew: Bool
  private let near: NearWords
  private var told: [String: String] = [:]

  init(_ choices: [String]) {
    listed = Self.listed(choices)
    areFew = choices.count <= Self.few
    near = NearWords(choices)
  }

  /// All of them where they are few, and the one that a value is near to.
  func told(of value: String) -> String {
    if let known = told[value] { return known }
    let question = near.nearest(to: value).map { "did you mean `\($0)`?" }
    let words =
      switch question {
      case nil: listed
      case let question?: areFew ? "\(listed); \(question)" : question
      }
    if told.count == Self.most { told.removeAll() }
    told[value] = words
    return words
  }

  /// `a`, `b` or `c`; the first ones of many.
  static func listed(_ words: [String]) -> String {
    let shown = words.prefix(few).map { "`\($0)`" }
    if words.count > few {
      return "one of \(shown.joined(separator: ", ")) and \(words.count - few) more"
    }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "no word" }
    return "\(shown.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// More words than these are not all told.
  private static let few = 6
  /// Mistakes that are kept: a value that is wrong in every booking may be another in each.
  private static let most = 1024
}
