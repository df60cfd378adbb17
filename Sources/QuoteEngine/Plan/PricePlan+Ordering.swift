import QuoteLanguage
import QuoteSyntax

extension PricePlan {
  /// An order in which instructions that a loop may take stand next to each other, as far as
  /// what they need allows it; by position.
  ///
  /// The others come first, as soon as they can; of those for loops only those that one of the
  /// others waits for, and the rest at the end. An instruction that shapes lists stays where it is.
  func orderForLoops(_ isLoose: [Bool]) -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(instructions.count)
    var maker = [Int](repeating: -1, count: registers.count)
    var start = 0
    for end in 0...instructions.count {
      guard end == instructions.count || instructions[end].operation.effect == .shapesLists else {
        continue
      }
      order += ordered(start..<end, isLoose, &maker)
      if end < instructions.count { order.append(end) }
      start = end + 1
    }
    return order
  }

  /// The instructions of a stretch, in the new order.
  private func ordered(_ range: Range<Int>, _ isLoose: [Bool], _ maker: inout [Int]) -> [Int] {
    for index in range {
      maker[Int(instructions[index].target.index)] = index
      if let given = instructions[index].given { maker[Int(given.index)] = index }
    }
    let needs = range.map { index -> [Int] in
      var needs: [Int] = []
      instructions[index].operation.forEachSource { source in
        let need = maker[Int(source.index)]
        if range.contains(need) && need != index { needs.append(need) }
      }
      return needs
    }
    let isAwaited = awaited(range, needs, isLoose)
    var isDone = [Bool](repeating: false, count: range.count)
    var order: [Int] = []
    /// In their order, so that what one makes the next may take; for loops, of one grain.
    func take(_ wanted: (Int) -> Bool) -> Bool {
      let before = order.count
      var grain: PlanGrain?
      for index in range where !isDone[index - range.lowerBound] && wanted(index) {
        let isReady = needs[index - range.lowerBound].allSatisfy { isDone[$0 - range.lowerBound] }
        guard isReady else { continue }
        if isLoose[index] {
          grain = grain ?? instructions[index].grain
          guard instructions[index].grain == grain else { continue }
        }
        isDone[index - range.lowerBound] = true
        order.append(index)
      }
      return order.count > before
    }
    while order.count < range.count {
      if take({ !isLoose[$0] }) { continue }
      if take({ isLoose[$0] && isAwaited[$0 - range.lowerBound] }) { continue }
      _ = take { _ in true }
    }
    return order
  }

  /// Which instructions one that is not loose needs, by itself or through others.
  private func awaited(_ range: Range<Int>, _ needs: [[Int]], _ isLoose: [Bool]) -> [Bool] {
    var isAwaited = [Bool](repeating: false, count: range.count)
    for position in needs.indices.reversed()
    where !isLoose[position + range.lowerBound] || isAwaited[position] {
      for need in needs[position] { isAwaited[need - range.lowerBound] = true }
    }
    return isAwaited
  }
}
