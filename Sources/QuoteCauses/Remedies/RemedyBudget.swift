import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How often a search compiles rules: where no edit explains anything, trying ends.
///
/// It is counted and not timed, for the same input is to give the same answer on every machine.
/// Longer rules take longer to compile, so they are compiled less often. A search that finds
/// something may go on for longer: there may be more to find.
struct RemedyBudget {
  /// How often in all, and for one question.
  let tries: Int
  let triesOfQuestion: Int
  /// Edits that are right for a part of the bookings are tried last, and have some tries of their
  /// own.
  private let triesOfParts: Int

  /// So many bytes of rules are compiled in about a second.
  private static let bytes = 1_900_000
  private static let least = 340
  private static let most = 1_300

  /// `searches` is how many share it.
  init(_ sources: Sources, searches: Int) {
    let size = max(1, sources.files.reduce(0) { $0 + $1.text.count })
    tries = min(Self.most, max(Self.least, Self.bytes / size / max(1, searches)))
    triesOfQuestion = tries * 2 / 5
    triesOfParts = tries * 2
  }

  func tries(isPart: Bool) -> Int { isPart ? triesOfParts : tries }

  /// What is right for a part of the bookings is the best of many that are.
  func triesOfQuestion(isPart: Bool) -> Int { isPart ? tries * 3 / 4 : triesOfQuestion }
}
