import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What the threads of one run do in the order of its chunks, until one of them ends the run.
final class RunTurns: @unchecked Sendable {
  private let turns = Turns()
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var isOver = false
  private var found: Trouble?

  /// What went wrong first.
  var trouble: Trouble? { monitor.alone { found } }

  /// Waits until it is this chunk's turn, does what must be in order, and passes the turn on.
  /// False if the body ended the run, or something did before.
  func take(_ ordinal: Int, _ body: () throws(Trouble) -> Bool) -> Bool {
    var goesOn = false
    let hasTurn = turns.take(ordinal) {
      monitor.alone {
        guard !isOver else { return }
        do throws(Trouble) {
          goesOn = try body()
          if !goesOn { end(with: nil) }
        } catch {
          end(with: error)
        }
      }
    }
    return hasTurn && goesOn
  }

  /// Out of turn, but one thread at a time.
  func alone(_ body: () -> Void) { monitor.alone(body) }

  /// Something went wrong with a chunk, out of turn: those before it have their turn first, so that
  /// what is written does not depend on threads; then every waiting thread goes home.
  func fail(_ trouble: Trouble, at ordinal: Int) {
    _ = turns.wait(for: ordinal)
    fail(trouble)
  }

  /// Something went wrong out of turn: every waiting thread goes home.
  func fail(_ trouble: Trouble) { monitor.alone { end(with: trouble) } }

  private func end(with trouble: Trouble?) {
    if !isOver { found = trouble }
    isOver = true
    turns.stop()
  }
}
