extension Evaluator {
  /// Parts of dates and moments, and distances between points.
  func runPlacesAndDates(_ instruction: PreparedInstruction, _ count: Int) {
    let target = instruction.target
    unsafe registers.target(target, rows: count)
    switch instruction.operation {
    case .dateFunction(let function, let a, let second):
      unsafe DateKernels.run(
        function, registers.cells(a),
        second.map { unsafe UnsafePointer(registers.cells($0, as: Int64.self)) },
        zone: prepared.zone, into: registers.cells(target), count: count)
    case .distance(let kind, let a, let b, let step):
      if plan[target].storage == .double {
        unsafe PlaceKernels.doubles(
          kind, registers.cells(a), registers.cells(b), step: step, unit: plan[target].quantum,
          into: registers.cells(target), count: count)
      } else {
        unsafe PlaceKernels.steps(
          kind, registers.cells(a), registers.cells(b), step: step, into: registers.cells(target),
          count: count)
      }
    default: preconditionFailure("not a date's or a place's operation")
    }
  }
}
