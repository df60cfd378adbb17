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
      if registers.storage(target) == .double {
        unsafe PlaceKernels.doubles(
          kind, registers.cells(a), registers.cells(b), step: step, unit: plan[target].quantum,
          into: registers.cells(target), count: count)
      } else {
        unsafe PlaceKernels.steps(
          kind, registers.cells(a), registers.cells(b), step: step, into: registers.cells(target),
          count: count)
      }
    case .parameter, .field, .fieldGiven, .cameFrom, .element, .open, .keep, .make, .kept,
      .repeated, .spread, .renamed, .arithmetic, .divide, .negate, .absolute, .scale, .widen,
      .narrow, .toDouble, .scaleDouble, .round, .roundQuotient, .roundPlaces, .wholeOf, .square,
      .squareRoot, .extreme, .compare, .and, .or, .not, .select, .zeroUnless, .within, .inArea,
      .sum, .count, .accumulate, .running, .leastOf, .greatestOf, .firstOf, .lastOf, .anyOf,
      .allOf, .sumBefore, .split, .find, .match, .cell, .cellGiven, .combine, .rowIs, .rowAmong,
      .textsOfRows, .textFunction, .textOf, .choiceText, .concatenate, .textLength, .joined,
      .gatherTexts, .textsUp, .parseDate, .parseInteger, .parseNumber:
      preconditionFailure("not a date's or a place's operation")
    }
  }
}
