import QuoteLanguage

extension [ModelOutput] {
  /// What they say, those of records as well, each with its path.
  func formulas(below path: String) -> [(path: String, value: PriceExpression)] {
    flatMap { output -> [(path: String, value: PriceExpression)] in
      let own = "\(path).\(output.name)"
      return switch output.body {
      case .value(let value): [(own, value)]
      case .records(_, let fields): fields.formulas(below: own)
      }
    }
  }
}
