import QuoteSyntax

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
        .like(parts[0], NumberFunction.absolute.reach(of: [parts[0].range]))
      }),
    FormulaFunction(
      "mod(a, b)",
      FunctionShape(.number(.remainder), [.number, .number], areAlike: true) { parts, _ in
        remainder(parts[0], parts[1])
      }),
  ]

  /// A multiple of the step of both, and so, under `exact`, at least a step nearer to zero than
  /// the divisor.
  private static func remainder(_ a: PriceExpression, _ b: PriceExpression) -> FunctionResult {
    let operands = [a.range, b.range]
    let step = Ratio.commonQuantum(a.quantum, b.quantum)
    var result = FunctionResult.like(a, NumberFunction.remainder.reach(of: operands))
    result.range.upper = min(result.range.upper, max(b.range.upper - step, 0))
    result.range.lower = max(result.range.lower, min(b.range.lower + step, 0))
    result.quantum = step
    if case .quantity(let x) = a.type, case .quantity(let y) = b.type {
      result.type = .quantity(
        QuantityType(x.numerator, per: x.denominator, isWhole: x.isWhole && y.isWhole))
    }
    let mayFail = NumberFunction.remainder.mayFail(of: operands)
    result.isOptional = mayFail || a.isOptional || b.isOptional
    return result
  }

  /// Rounds in one way, or in that of the file. What takes a step rounds money to its minor unit
  /// where none is given.
  private static func rounding(
    _ form: String, _ arguments: ClosedRange<Int>, _ mode: RoundingMode?
  ) -> FormulaFunction {
    FormulaFunction(form, arguments) { checker, call, function in
      checker.checked(checker.rounding(call, function, mode))
    }
  }
}
