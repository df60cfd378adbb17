package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Prices some rows of a batch as one block and counts what took part; for a
  /// plan made for profiling. What it gives is lent until the next call: only
  /// statuses, reasons and faults, for such a plan has no result columns.
  @discardableResult
  package func price(
    _ bookings: BookingBatch, rows: Range<Int>, counting counters: ProfileCounters
  ) -> QuoteBatch {
    let quotes = price(bookings, rows: rows)
    countStatuses(into: counters)
    fillMasks(of: counters)
    for tap in plan.profile?.taps ?? [] { count(tap, into: counters) }
    return quotes
  }

  private func countStatuses(into counters: ProfileCounters) {
    for row in 0..<quotes.count {
      let status = QuoteBatch.Status(rawValue: quotes.statuses[row]) ?? .fault
      counters.add(status)
      guard status == .declined else { continue }
      let first = plan.declines.firstIndex { decline in
        let cell = isConstant(decline.holds) ? 0 : row
        return unsafe registers.cells(decline.holds, as: UInt8.self)[cell] != 0
      }
      if let first { counters.add(decline: first) }
    }
  }

  // MARK: - Which cells may count

  /// Marks a cell 3 where its booking is quoted, 2 where it is declined.
  private func fillMasks(of counters: ProfileCounters) {
    let booking = counters.kept[.booking]
    booking.resize(to: quotes.count)
    for row in 0..<quotes.count {
      switch QuoteBatch.Status(rawValue: quotes.statuses[row]) {
      case .quoted: booking[row] = 3
      case .declined: booking[row] = 2
      case .fault, nil: booking[row] = 0
      }
    }
    for list in lists.indices.dropFirst() {
      let parent = counters.kept[plan.lists[list].parent ?? .booking]
      fill(counters.kept[list], from: parent, lists[list].keptParents, lists[list].keptCount)
      fill(counters.sent[list], from: parent, lists[list].sentParents, lists[list].sentCount)
    }
  }

  private func fill(
    _ mask: ColumnBuffer<UInt8>, from above: ColumnBuffer<UInt8>, _ parents: ColumnBuffer<Int32>,
    _ count: Int
  ) {
    mask.resize(to: count)
    unsafe TapKernels.gather(above.pointer, at: parents.pointer, into: mask.pointer, count: count)
  }

  private func mask(of grain: PlanGrain, _ counters: ProfileCounters) -> ColumnBuffer<UInt8> {
    switch grain {
    case .constant: counters.kept[.booking]
    case .list(let list): counters.kept[list]
    case .sent(let list): counters.sent[list]
    case .turn: preconditionFailure("what is counted of a turn is settled")
    }
  }

  // MARK: - Taps

  private func count(_ tap: PlanTap, into counters: ProfileCounters) {
    let count = count(tap.grain)
    let hits = counters.hits
    hits.resize(to: count)
    unsafe TapKernels.hits(
      used: tap.used.map { unsafe UnsafePointer(registers.cells($0, as: UInt8.self)) },
      early: tap.early.map { unsafe UnsafePointer(registers.cells($0, as: UInt8.self)) },
      mask: mask(of: tap.grain, counters).pointer, into: hits.pointer, count: count)
    switch tap.kind {
    case .times:
      counters.counts[tap.firstCount] += unsafe TapKernels.count(hits.pointer, count)
    case .amount(let amount):
      counters.counts[tap.firstCount] += unsafe TapKernels.count(hits.pointer, count)
      let (sum, some) = add(amount, hits, count)
      counters.counts[tap.firstCount + 1] += some
      counters.sums[tap.firstSum] += sum
    case .rows(let rows, _): addRows(rows, hits, count: count, tap: tap, counters: counters)
    case .rowAmounts(let rows, let width, let amount, let list):
      addAmounts(
        rows, width, amount: amount, list: list, hits: hits, count: count, tap: tap,
        counters: counters)
    }
  }

  /// The amounts of cells that count, added up, and how many are not zero.
  private func add(
    _ amount: Register, _ hits: ColumnBuffer<UInt8>, _ count: Int
  ) -> (sum: Int128, some: Int) {
    let marks = unsafe hits.pointer
    switch registers.storage(amount) {
    case .integer:
      return unsafe TapKernels.sum(registers.cells(amount, as: Int64.self), marks, count)
    case .wide:
      return unsafe TapKernels.sum(registers.cells(amount, as: Int128.self), marks, count)
    case .double:
      return unsafe TapKernels.sum(registers.cells(amount, as: Double.self), marks, count)
    case .flag, .choice, .text, .texts, .point, .rowSet:
      preconditionFailure("an amount is a number")
    }
  }

  private func addRows(
    _ rows: Register, _ hits: ColumnBuffer<UInt8>, count: Int, tap: PlanTap,
    counters: ProfileCounters
  ) {
    let step = isConstant(rows) ? 0 : 1
    let marks = unsafe UnsafePointer(hits.pointer)
    unsafe counters.counts.withUnsafeMutableBufferPointer { buffer in
      let counts = unsafe buffer.baseAddress! + tap.firstCount
      switch registers.storage(rows) {
      case .rowSet(let words):
        unsafe TapKernels.countRows(
          registers.cells(rows, as: UInt64.self), words: words, step, hits: marks, count: count,
          into: counts)
      case .choice, .integer, .wide, .double, .flag, .text, .texts, .point:
        unsafe TapKernels.countRows(
          registers.cells(rows, as: Int32.self), step, hits: marks, count: count, into: counts)
      }
    }
  }

  private func addAmounts(
    _ rows: Register, _ width: Int, amount: Register, list: ListID,
    hits: ColumnBuffer<UInt8>, count: Int, tap: PlanTap, counters: ProfileCounters
  ) {
    let above = counters.above
    climb(from: tap.grain, to: list, count, into: above)
    counters.stamps.resize(to: width)
    for row in 0..<width { counters.stamps[row] = -1 }
    let step = isConstant(rows) ? 0 : 1
    unsafe counters.sums.withUnsafeMutableBufferPointer { buffer in
      let part = unsafe TapKernels.Amounts(
        hits: UnsafePointer(hits.pointer), above: UnsafePointer(above.pointer),
        stamps: counters.stamps.pointer, sums: buffer.baseAddress! + tap.firstSum, count: count)
      let amounts = unsafe UnsafeRawPointer(registers.raw(amount))
      switch registers.storage(rows) {
      case .rowSet(let words):
        unsafe part.add(
          sets: registers.cells(rows, as: UInt64.self), words: words, step, amounts,
          registers.storage(amount))
      case .choice, .integer, .wide, .double, .flag, .text, .texts, .point:
        unsafe part.add(
          rows: registers.cells(rows, as: Int32.self), step, amounts, registers.storage(amount))
      }
    }
  }

  /// For each cell of a grain the cell of a coarser one that holds it: of elements, the group in
  /// which they are.
  private func climb(
    from grain: PlanGrain, to list: ListID, _ count: Int, into above: ColumnBuffer<Int32>
  ) {
    above.resize(to: count)
    for index in 0..<count {
      var (at, from) = (index, grain.list ?? .booking)
      while from != list, let next = plan.model.lists.step(from: from, to: list) {
        at = Int(steps(from: from, to: next)[at])
        from = next
      }
      above[index] = Int32(at)
    }
  }
}
