import QuoteEngine
import QuoteLanguage

/// What the threads of one comparison share to learn how the other side rounds.
///
/// Chunks look for it in their order: what came of those before tells which ways are worth
/// trying. A chunk that has nothing to look for, and one that comes when enough was learned,
/// does not wait.
final class RoundingTurns: @unchecked Sendable {
  /// The evidence of each form.
  let evidence: [RoundingEvidence]
  private let monitor = Monitor()
  /// The first chunk that is not through.
  private var next = 0
  private var through: Set<Int> = []

  init(forms: Int) { evidence = (0..<forms).map { _ in RoundingEvidence() } }

  /// Waits for all chunks before this one. They are in the hands of threads that wait for
  /// earlier ones only.
  func wait(for ordinal: Int) {
    monitor.lock()
    while next < ordinal { monitor.wait() }
    monitor.unlock()
  }

  /// A chunk is through, whatever became of it; may be said again.
  func end(_ ordinal: Int) {
    monitor.lock()
    if ordinal >= next { through.insert(ordinal) }
    while through.remove(next) != nil { next += 1 }
    monitor.wakeAll()
  }
}
