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
    var wanted: Set<Register> = []
    for value in readResults { wanted.formUnion(value.registers) }
    for decline in declines {
      wanted.formUnion([decline.holds, decline.reason] + (decline.reasonGiven.map { [$0] } ?? []))
    }
    faults.forEach { wanted.insert($0.holds) }
    profile?.taps.forEach { wanted.formUnion($0.registers) }
    func kept(of instructions: [PlanInstruction]) -> [Int] {
      let backwards = instructions.indices.reversed().filter { index in
        let instruction = instructions[index]
        let isRead =
          wanted.contains(instruction.target)
          || (instruction.given.map { wanted.contains($0) } ?? false)
        guard isRead || instruction.operation.effect == .shapesLists else { return false }
        wanted.formUnion(instruction.operation.sources)
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
