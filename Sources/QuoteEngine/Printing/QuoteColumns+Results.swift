import QuoteLanguage

extension QuoteColumns {
  /// The result columns that a writer of a format reads for these columns, by
  /// position in the quote schema; nil: all.
  package func results(in format: OutputFormat) -> Set<Int>? {
    switch format {
    case .csv: break
    case .json, .jsonl: if !isSelection { return nil }
    }
    var results: Set<Int> = []
    for source in sources { results.formUnion(self.results(of: source)) }
    return results
  }

  private func results(of source: Source) -> [Int] {
    switch source {
    case .line(let line): [quotes.rowColumn(of: quotes.lines[line])]
    case .total: [quotes.total]
    case .output(let output): quotes.outputs[output].results
    case .reasons:
      quotes.lines.filter { !$0.reasons.isEmpty }
        .flatMap { $0.reasons + ($0.applies.map { [$0] } ?? []) }
    case .key, .record, .status, .faultField, .faultValue, .faultMessage, .carried: []
    }
  }
}

extension QuoteOutput {
  /// The columns of its value, or of its records' fields.
  var results: [Int] {
    switch body {
    case .value(let column): [column]
    case .records(_, let fields): fields.flatMap(\.results)
    }
  }
}
