import QuoteSyntax

extension FormulaFunction {
  /// Over the elements of a list, and the least and greatest of several.
  static let lists: [FormulaFunction] = [
    over("sum(x)", .sum), over("any(condition)", .any), over("all(condition)", .all),
    over("first(x)", .first, takesOrder: true), over("last(x)", .last, takesOrder: true),
    over("count(list)", .count), over("join(text, separator)", .join, 1...2),
    FormulaFunction("min(a, b)", 1...Int.max, overList: 1...1) { checker, call, _ in
      checker.extreme(call, least: true)
    },
    FormulaFunction("max(a, b)", 1...Int.max, overList: 1...1) { checker, call, _ in
      checker.extreme(call, least: false)
    },
    FormulaFunction("sum_before(x, by k)", 1...1, overList: 1...1, takesOrder: true) {
      checker, call, _ in checker.sumBefore(call)
    },
    FormulaFunction("previous(x, by k)", 1...1, overList: 1...1, takesOrder: true) {
      checker, call, _ in checker.neighbour(call, isAfter: false)
    },
    FormulaFunction("next(x, by k)", 1...1, overList: 1...1, takesOrder: true) {
      checker, call, _ in checker.neighbour(call, isAfter: true)
    },
    FormulaFunction("split(amount, by weight)", 1...1, overList: 1...1, takesOrder: true) {
      checker, call, function in checker.split(call, function)
    },
  ]

  private static func over(
    _ form: String, _ kind: PriceExpression.Aggregate, _ arguments: ClosedRange<Int> = 1...1,
    takesOrder: Bool = false
  ) -> FormulaFunction {
    FormulaFunction(form, arguments, overList: arguments, takesOrder: takesOrder) {
      checker, call, _ in
      checker.aggregate(call, kind)
    }
  }
}
