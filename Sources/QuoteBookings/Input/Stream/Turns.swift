import QuoteLanguage
import QuoteSyntax

/// Lets threads that finish chunks in any order take turns in the order of the chunks.
///
/// A chunk that waits is in the hands of a running thread that never waits for a later one, so
/// the wait ends.
package final class Turns: @unchecked Sendable {
  private let monitor = Monitor()
  /// The first chunk that is not through.
  private var next = 0
  /// Later ones that are.
  private var through: Set<Int> = []
  private var isStopped = false

  package init() {}

  /// Waits until all chunks before this one are through; false where the turns were stopped.
  package func wait(for ordinal: Int) -> Bool {
    monitor.lock()
    while next < ordinal && !isStopped { monitor.wait() }
    let mayGo = !isStopped
    monitor.unlock()
    return mayGo
  }

  /// A chunk is through, whatever became of it; may be said again.
  package func end(_ ordinal: Int) {
    monitor.lock()
    if ordinal >= next { through.insert(ordinal) }
    while through.remove(next) != nil { next += 1 }
    monitor.wakeAll()
  }

  /// No more turns: the chunk that others wait for will not come.
  package func stop() {
    monitor.lock()
    isStopped = true
    monitor.wakeAll()
  }

  /// Waits for this chunk's turn, does what must be in order, and passes the turn on. What is
  /// thrown ends all turns. False where they were stopped before.
  package func take<Failure: Error>(
    _ ordinal: Int, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard wait(for: ordinal) else { return false }
    do throws(Failure) {
      try body()
    } catch {
      stop()
      throw error
    }
    end(ordinal)
    return true
  }
}
