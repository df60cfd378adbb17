import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Parts of dates and moments.
  func run(
    _ function: DateFunction, _ a: Register, second: Register?, into target: Register,
    count: Int
  ) {
    unsafe registers.target(target, rows: count)
    unsafe DateKernels.run(
      function, registers.cells(a),
      second.map { unsafe UnsafePointer(registers.cells($0, as: Int64.self)) },
      zone: prepared.zone, into: registers.cells(target), count: count)
  }

  /// Points in areas, and distances between points.
  func run(_ operation: PlanOperation.Places, into target: Register, _ count: Int) {
    unsafe registers.target(target, rows: count)
    switch operation {
    case .inArea(let area, let points):
      unsafe PlaceKernels.contains(
        prepared.areas[area], registers.cells(points), into: registers.cells(target), count: count)
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
    }
  }
}
