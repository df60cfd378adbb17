import QuoteSyntax

extension FormulaFunction {
  /// Points and how far they are apart.
  static let places: [FormulaFunction] = [
    FormulaFunction("point(25.77, -80.19)", 2...2) { $0.point($1, $2) },
    FormulaFunction("geodesic(a, b)", 2...3) { checker, call, _ in
      checker.distance(call, .geodesic)
    },
    FormulaFunction("haversine(a, b)", 2...3) { checker, call, _ in
      checker.distance(call, .haversine)
    },
  ]
}
