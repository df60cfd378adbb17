import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What the threads of one comparison share to learn how the other side rounds.
///
/// Chunks look for it in their order: what came of those before tells which ways are worth
/// trying. A chunk that has nothing to look for, and one that comes when enough was learned,
/// does not wait.
package final class RoundingTurns: @unchecked Sendable {
  /// The evidence of each form.
  package let evidence: [RoundingEvidence]
  private let turns = Turns()

  package init(forms: Int) { evidence = (0..<forms).map { _ in RoundingEvidence() } }

  /// Waits for all chunks before this one.
  package func wait(for ordinal: Int) { _ = turns.wait(for: ordinal) }

  /// A chunk is through, whatever became of it; may be said again.
  package func end(_ ordinal: Int) { turns.end(ordinal) }
}
