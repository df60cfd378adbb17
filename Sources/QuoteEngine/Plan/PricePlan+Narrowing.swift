import QuoteLanguage
import QuoteSyntax

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
    return dropUnused()
  }

  func isWanted(_ result: Int) -> Bool { wantedResults?.contains(result) ?? true }

  /// The results that somebody reads.
  var readResults: [PlanValue] {
    results.indices.filter(isWanted).map { results[$0] }
  }

  /// The registers that are read when all instructions are run.
  var readAfterwards: [Register] {
    readResults.flatMap(\.registers)
      + declines.flatMap { [$0.holds, $0.reason] + ($0.reasonGiven.map { [$0] } ?? []) }
      + faults.map(\.holds) + (profile?.taps.flatMap(\.registers) ?? [])
  }

  /// Leaves out instructions whose results nothing reads.
  mutating func dropUnused() -> Kept {
    var isWanted = [Bool](repeating: false, count: registers.count)
    func want(_ registers: [Register]) {
      for register in registers { isWanted[Int(register.index)] = true }
    }
    want(readAfterwards)
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
