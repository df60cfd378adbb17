extension FormulaFunction {
  /// Numbers of any kind, and rounding.
  static let numbers: [FormulaFunction] = [
    rounding("round(x, step)", 1...3, nil),
    rounding("round_up(x, step)", 1...2, .up), rounding("round_down(x, step)", 1...2, .down),
    rounding("floor(x)", 1...1, .down), rounding("ceil(x)", 1...1, .up),
    rounding("trunc(x)", 1...1, .towardsZero),
    FormulaFunction(
      "abs(x)",
      FunctionShape(.number(.absolute), [.number]) { parts, _ in
        let range = parts[0].range
        return .like(parts[0], Interval(0, max(range.lower.magnitude, range.upper.magnitude)))
      }),
  ]

  /// In one way, or in that of the file. What takes a step rounds money to its minor unit where
  /// none is given.
  private static func rounding(
    _ form: String, _ arguments: ClosedRange<Int>, _ mode: RoundingMode?
  ) -> FormulaFunction {
    FormulaFunction(form, arguments) { checker, call, function in
      checker.checked(checker.rounding(call, function, mode))
    }
  }
}
