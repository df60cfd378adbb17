import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Lists that the rules make.
extension Evaluator {
  /// Makes elements from whole numbers between two bounds; the flag says where there were more
  /// than the bounds of the list allow, of one parent or of all in a booking. None are made there.
  func make(
    _ list: ListID, _ lower: (PlanValue, Bool), upper: (PlanValue, Bool), atMost: Int,
    into target: Register
  ) {
    let parent = plan.lists[list].parent ?? .booking
    let parents = lists[parent].keptCount
    unsafe registers.target(target, rows: parents)
    let tooMany = unsafe registers.cells(target, as: UInt8.self)
    var ranges: [Range<Int64>] = []
    ranges.reserveCapacity(parents)
    for i in 0..<parents {
      let range = elements(from: lower, to: upper, i).flatMap { $0.count > atMost ? nil : $0 }
      unsafe tooMany[i] = range == nil ? 1 : 0
      ranges.append(range ?? 0..<0)
    }
    let home = bookings(of: parent)
    var made = [Int](repeating: 0, count: rows.count)
    for i in 0..<parents { made[home.map { Int($0[i]) } ?? i] += ranges[i].count }
    let state = lists[list]
    state.sentOffsets.resize(to: parents + 1)
    state.sentOffsets[0] = 0
    state.gathered.removeAll()
    var values: [Int64] = []
    for i in 0..<parents {
      if made[home.map { Int($0[i]) } ?? i] > mostMade {
        unsafe tooMany[i] = 1
      } else {
        values += ranges[i]
      }
      state.sentOffsets[i + 1] = Int32(values.count)
    }
    lists[list].sentRows = nil
    lists[list].firstSent = 0
    lists[list].sentCount = values.count
    index(state.sentOffsets, parents, into: state.sentParents)
    keepAll(list)
    madeElements(list, values)
  }

  /// The whole numbers between the bounds of a parent's elements, none where a bound is not given;
  /// nil if they are too many for any list.
  private func elements(
    from lower: (PlanValue, Bool), to upper: (PlanValue, Bool), _ row: Int
  ) -> Range<Int64>? {
    guard let low = whole(lower.0, row), let high = whole(upper.0, row) else { return 0..<0 }
    let first = lower.1 ? low : low &+ 1
    let end = upper.1 ? high &+ 1 : high
    guard first < end else { return 0..<0 }
    let (count, isMany) = end.subtractingReportingOverflow(first)
    guard !isMany, count <= mostMade, let from = Int64(exactly: first),
      let to = Int64(exactly: end)
    else { return nil }
    return from..<to
  }

  /// The row in this block of the booking that each kept element is in; nil of bookings.
  private func bookings(of list: ListID) -> [Int32]? {
    guard list != .booking else { return nil }
    var found = (0..<lists[list].keptCount).map { Int32($0) }
    var above = list
    while above != .booking, let next = plan.model.lists.step(from: above, to: .booking) {
      let further = steps(from: above, to: next)
      for i in found.indices { found[i] = further[Int(found[i])] }
      above = next
    }
    return found
  }

  private func whole(_ value: PlanValue, _ row: Int) -> Int128? {
    if let given = value.given,
      unsafe registers.cells(given, as: UInt8.self)[isConstant(given) ? 0 : row] == 0
    {
      return nil
    }
    let index = isConstant(value.cells) ? 0 : row
    if registers.storage(value.cells) == .wide {
      // Kept clear of the ends, so that a bound left out can be stepped over.
      let bound = unsafe registers.cells(value.cells, as: Int128.self)[index]
      return max(-1 << 126, min(bound, 1 << 126))
    }
    return Int128(unsafe registers.cells(value.cells, as: Int64.self)[index])
  }

  /// Stores the elements' values where `element` registers of the list are.
  private func madeElements(_ list: ListID, _ values: [Int64]) {
    for instruction in plan.instructions {
      guard case .values(.element(list)) = instruction.operation else { continue }
      unsafe registers.target(instruction.target, rows: values.count)
      if registers.storage(instruction.target) == .wide {
        let cells = unsafe registers.cells(instruction.target, as: Int128.self)
        for (i, value) in values.enumerated() { unsafe cells[i] = Int128(value) }
        continue
      }
      let cells = unsafe registers.cells(instruction.target, as: Int64.self)
      for (i, value) in values.enumerated() { unsafe cells[i] = value }
    }
  }
}
