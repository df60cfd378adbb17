import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Pages of a reference, made by several threads ahead of when they are needed,
/// taken in their order.
package final class ReferencePages: @unchecked Sendable {
  /// This many pages are ready before they are needed, or being made.
  private static let ahead = 4

  package let rows: ReferenceRows
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var ready: [Int: ReferencePage] = [:]
  private var making = 0
  private var nextNumber = 0
  private var isAtEnd = false
  private var trouble: Trouble?

  package init(_ rows: ReferenceRows) { self.rows = rows }

  /// Makes pages as long as few are ready: out of turn.
  package func help(_ reader: ReferencePageReader) {
    while claim() { make(reader) }
  }

  private func claim() -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    let isWanted = !isAtEnd && trouble == nil && ready.count + making < Self.ahead
    if isWanted { making += 1 }
    return isWanted
  }

  private func make(_ reader: ReferencePageReader) {
    var made: ReferencePage?
    var failed: Trouble?
    do throws(Trouble) { made = try reader.next() } catch { failed = error }
    monitor.lock()
    making -= 1
    if let made { ready[made.number] = made } else { isAtEnd = true }
    if let failed { trouble = trouble ?? failed }
    monitor.wakeAll()
  }

  /// The next page; nil at the end. In turn; throws where the file cannot be
  /// read.
  func next(_ reader: ReferencePageReader) throws(Trouble) -> ReferencePage? {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let page = ready.removeValue(forKey: nextNumber) {
        nextNumber += 1
        return page
      }
      if let trouble { throw trouble }
      if making > 0 {
        monitor.wait()
      } else if isAtEnd {
        return nil
      } else {
        making += 1
        monitor.unlock()
        make(reader)
        monitor.lock()
      }
    }
  }
}
