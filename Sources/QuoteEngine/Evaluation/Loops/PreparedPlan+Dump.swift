import QuoteLanguage
import QuoteSyntax

extension PreparedPlan {
  /// The instructions in the order in which a block of bookings runs them, and what the loops
  /// among them do. What `quote dump --stage loops` prints: the same on every machine, for the
  /// code is made and not run.
  func dumpLoops(by kind: LoopInstructions) -> String {
    let loops = loopPrograms().map { range, program in
      let listing = LoopListing()
      _ = kind.code(of: program, noting: listing)
      return (range: range, program: program, listing: listing)
    }
    let taken = loops.filter { !$0.listing.isTooLarge }
    var text = "loops \(plan.model.name)  \(kind), \(kind.rowsAtATime) rows at a time: "
    text += "\(taken.count) loop\(taken.count == 1 ? "" : "s") of "
    text += "\(taken.reduce(0) { $0 + $1.range.count }) of \(instructions.count) instructions\n"
    var next = 0
    for (index, loop) in loops.enumerated() {
      text += oneByOne(next..<loop.range.lowerBound)
      text += "loop \(index + 1)  \(plan.written(instructions[loop.range.lowerBound].grain)), "
      text += size(of: loop.program, loop.listing)
      text += parts(of: loop.program, loop.range, loop.listing)
      next = loop.range.upperBound
    }
    return text + oneByOne(next..<instructions.count)
  }

  private func oneByOne(_ range: Range<Int>) -> String {
    range.isEmpty ? "" : "one by one\n" + range.map { "  \(head($0))\n" }.joined()
  }

  /// `r2  find table 0, [r1]  rules.yaml:18:13`
  private func head(_ index: Int) -> String {
    let instruction = plan.instructions[index]
    let value = PlanValue(instruction.target, given: instruction.given)
    let head = "\(PlanOperation.written(value))  \(instruction.operation.written)"
    guard plan.model.sources[instruction.span.file] != nil else { return head }
    return head + "  \(plan.model.sources.address(of: instruction.span))"
  }

  private func size(of program: LoopProgram, _ listing: LoopListing) -> String {
    var text = "\(program.steps.count) steps, \(listing.codeBytes) bytes of code, "
    text += "\(listing.stackBytes) of stack, \(8 * program.pool.words.count) of constants"
    return text + (listing.isTooLarge ? ": too large, run one by one\n" : "\n")
  }

  /// Each instruction, and below it its steps: the value that a step makes, its lanes, the
  /// registers that hold it, what is done.
  private func parts(
    of program: LoopProgram, _ range: Range<Int>, _ listing: LoopListing
  ) -> String {
    let rows = zip(program.steps, listing.registers).map { assignment, registers in
      [
        assignment.result.map { program.written($0) } ?? "",
        assignment.result.map { "\(program.lanes[$0.index])" } ?? "",
        registers.joined(separator: " "),
        program.written(assignment.step, result: assignment.result),
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let starts = program.parts.map(\.firstStep) + [program.steps.count]
    return zip(range, program.parts.indices).map { index, part in
      var text = "  \(head(index))"
      if case .value(let value)? = program.parts[part].result {
        text += "  is \(program.written(value))"
      }
      text += "\n"
      for row in rows[starts[part]..<starts[part + 1]] {
        let cells = zip(row, widths).map { $0.padded(to: $1) } + [row[3]]
        text += "    " + cells.joined(separator: "  ") + "\n"
      }
      return text
    }.joined()
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
