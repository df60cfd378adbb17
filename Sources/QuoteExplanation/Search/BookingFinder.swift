package import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Finds the bookings of a batch that may be explained. One a thread: it owns
/// an evaluator for the condition.
package final class BookingFinder {
  /// What a batch has, by row.
  package struct Found: Sendable {
    var rows: [Int] = []
    /// Rows with a wanted key that do not satisfy the condition.
    var refused: [Int] = []
    /// A row's key is near a wanted one.
    var near: [(row: Int, key: Int)] = []
  }

  private let keys: [[UInt8]]
  private let selector: Evaluator?
  private let column: ResultColumn?
  private let limit: Int
  private let text = ByteBuffer()

  package init(_ search: ExplanationSearch) {
    keys = search.keys.map { Array($0.utf8) }
    limit = search.limit
    let evaluator = search.condition?.makeEvaluator()
    selector = evaluator
    if let evaluator,
      case .value(let index)? = evaluator.plan.quoteSchema.outputs.last?.body
    {
      column = evaluator.quotes.columns[index]
    } else {
      column = nil
    }
  }

  package func search(_ batch: BookingBatch) -> Found {
    if !keys.isEmpty { return byKey(batch) }
    guard selector != nil else {
      return Found(rows: Array(0..<min(batch.count, limit)))
    }
    return Found(rows: satisfying(batch, 0..<batch.count))
  }

  /// The rows for which the condition holds, and those that cannot be read or priced.
  package func rowsHoldingOrAtFault(_ batch: BookingBatch) -> [Int] {
    satisfying(batch, 0..<batch.count, orAtFault: true)
  }

  // MARK: - The condition

  /// Priced block by block; a booking that cannot be read or priced satisfies nothing, unless it is
  /// asked for.
  private func satisfying(
    _ batch: BookingBatch, _ rows: Range<Int>, orAtFault: Bool = false
  ) -> [Int] {
    guard let selector, let column else { return Array(rows) }
    var found: [Int] = []
    selector.forEachBlock(of: rows) { block in
      let quotes = selector.price(batch, rows: block)
      for row in 0..<quotes.count {
        let isAtFault = quotes.statuses[row] == QuoteBatch.Status.fault.rawValue
        let holds = !isAtFault && column.flags[row] != 0 && column.isGiven(row)
        if holds || isAtFault && orAtFault { found.append(block.lowerBound + row) }
      }
    }
    return found
  }

  // MARK: - Keys

  private func byKey(_ batch: BookingBatch) -> Found {
    var found = Found()
    let texts = batch.schema.key.flatMap { field -> ColumnBuffer<TextSlice>? in
      let column = batch.lists[.booking].columns[field]
      return column.storage == .text ? column.texts : nil
    }
    for row in 0..<batch.count {
      if let texts, batch.unreadKeys[row] == nil {
        guard row < texts.count else { continue }
        take(row, texts[row], batch: batch, found: &found)
      } else {
        text.removeAll()
        text.append(text: batch.key(row))
        take(row, text.slice(0, text.count), batch: batch, found: &found)
      }
    }
    return found
  }

  private func take(_ row: Int, _ key: TextSlice, batch: BookingBatch, found: inout Found) {
    for index in keys.indices {
      switch Self.nearness(key, keys[index]) {
      case .same:
        if satisfying(batch, row..<row + 1).isEmpty {
          found.refused.append(row)
        } else {
          found.rows.append(row)
        }
      case .near: found.near.append((row, index))
      case .far: break
      }
    }
  }

  private enum Nearness { case same, near, far }

  /// Near: one letter too many, too few or another, two neighbours swapped, or
  /// upper for lower case.
  private static func nearness(_ key: TextSlice, _ wanted: [UInt8]) -> Nearness {
    let (count, other) = (key.count, wanted.count)
    guard abs(count - other) <= 1 else { return .far }
    var start = 0
    var isExact = true
    while start < count, start < other, folded(key[start]) == folded(wanted[start]) {
      isExact = isExact && key[start] == wanted[start]
      start += 1
    }
    if start == count, start == other { return isExact ? .same : .near }
    var end = 0
    while end < count - start, end < other - start,
      folded(key[count - 1 - end]) == folded(wanted[other - 1 - end])
    {
      end += 1
    }
    let rest = max(count, other) - start - end
    if rest <= 1 { return .near }
    return rest == 2 && count == other && key[start] == wanted[start + 1]
      && key[start + 1] == wanted[start] ? .near : .far
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
