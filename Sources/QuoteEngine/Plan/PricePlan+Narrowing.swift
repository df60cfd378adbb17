extension PricePlan {
  /// Positions of the instructions that stay when others are left out.
  struct Kept {
    var prologue: [Int]
    var instructions: [Int]
  }

  /// Computes only these result columns, by position, and what declines and
  /// faults need; the other columns stay empty.
  mutating func narrow(to results: Set<Int>) -> Kept {
    precondition(!isRecording, "a recording plan keeps everything")
    wantedResults = results
    let kept = dropUnused()
    assignSlots()
    return kept
  }

  func isWanted(_ result: Int) -> Bool { wantedResults?.contains(result) ?? true }

  /// The results that somebody reads.
  var readResults: [PlanValue] {
    results.indices.filter(isWanted).map { results[$0] }
  }

  /// Leaves out instructions whose results nothing reads.
  mutating func dropUnused() -> Kept {
    var isWanted = [Bool](repeating: false, count: registers.count)
    func want(_ registers: [Register]) {
      for register in registers { isWanted[Int(register.index)] = true }
    }
    for value in readResults { want(value.registers) }
    for decline in declines {
      want([decline.holds, decline.reason] + (decline.reasonGiven.map { [$0] } ?? []))
    }
    faults.forEach { want([$0.holds]) }
    profile?.taps.forEach { want($0.registers) }
    func kept(of instructions: [PlanInstruction]) -> [Int] {
      let backwards = instructions.indices.reversed().filter { index in
        let instruction = instructions[index]
        let isRead =
          isWanted[Int(instruction.target.index)]
          || (instruction.given.map { isWanted[Int($0.index)] } ?? false)
        guard isRead || instruction.operation.effect == .shapesLists else { return false }
        want(instruction.operation.sources)
        return true
      }
      return backwards.reversed()
    }
    let body = kept(of: instructions)
    let kept = Kept(prologue: kept(of: prologue), instructions: body)
    instructions = kept.instructions.map { instructions[$0] }
    prologue = kept.prologue.map { prologue[$0] }
    return kept
  }
}
