import QuoteLanguage
import QuoteSyntax

extension PreparedPlan {
  /// Fewer instructions are not worth a loop of their own.
  private static let leastInstructions = 3

  /// A loop for each run of instructions of one grain that loops take.
  func compiledLoops(by kind: LoopInstructions) -> [CompiledLoop] {
    loopPrograms().compactMap { range, program in
      CompiledLoop(program, for: range, grain: instructions[range.lowerBound].grain, by: kind)
    }
  }

  /// What those loops do, with the instructions that each stands for, in their order.
  func loopPrograms() -> [(range: Range<Int>, program: LoopProgram)] {
    guard let context = loopContext else { return [] }
    var reads = [Int](repeating: 0, count: plan.registers.count)
    for register in plan.readAfterwards { reads[Int(register.index)] += 1 }
    count(instructions.indices, 1, &reads)
    return runs().map { range in
      // What is left are reads by those outside, who need it stored.
      count(range, -1, &reads)
      defer { count(range, 1, &reads) }
      var builder = LoopBuilder(context)
      return (range, builder.build(instructions[range]) { reads[Int($0.index)] > 0 })
    }
  }

  /// Counts what instructions read, by register.
  private func count(_ range: Range<Int>, _ step: Int, _ reads: inout [Int]) {
    for instruction in instructions[range] {
      instruction.operation.forEachSource { reads[Int($0.index)] += step }
    }
  }

  /// Sets of rows are not held, so what makes one is in the loop of all that read it, or in none.
  private func runs() -> [Range<Int>] {
    var takes = loopTakes
    while true {
      let runs = runs(takes)
      var isSettled = true
      for index in instructions.indices where takes[index] {
        guard case .tables(.match) = instructions[index].operation else { continue }
        let target = instructions[index].target
        let readers = instructions.indices.filter {
          instructions[$0].operation.sources.contains(target)
        }
        let run = runs.first { $0.contains(index) }
        if let run, readers.allSatisfy(run.contains) { continue }
        isSettled = false
        for taken in [index] + readers { takes[taken] = false }
      }
      if isSettled { return runs }
    }
  }

  private func runs(_ takes: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    while start < instructions.count {
      var end = start
      while end < instructions.count, takes[end],
        instructions[end].grain == instructions[start].grain
      { end += 1 }
      if end - start >= Self.leastInstructions { runs.append(start..<end) }
      start = max(end, start + 1)
    }
    return runs
  }
}
