import QuoteLanguage
import QuoteSyntax

extension QuoteColumns {
  /// The result columns that a writer of a format reads for these columns, by
  /// position in the quote schema; nil: all.
  package func results(in format: OutputFormat) -> Set<Int>? {
    switch format {
    case .csv, .xlsx: break
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

extension QuoteColumns {
  /// What the cells of a column are, for formats that tell figures from texts.
  package enum Kind: Hashable, Sendable {
    case text, number, money, date, time
  }

  /// What each column's cells are, in the order of the columns.
  package var kinds: [Kind] {
    sources.map { source in
      switch source {
      case .key:
        bookings.key.map { Self.kind(of: bookings.lists[.booking].fields[$0].type) } ?? .number
      case .record: .number
      case .line, .total: .money
      case .output(let output):
        if case .value(let column) = quotes.outputs[output].body {
          Self.kind(of: quotes.columns[column].type)
        } else {
          .text
        }
      case .status, .reasons, .faultField, .faultValue, .faultMessage, .carried: .text
      }
    }
  }

  private static func kind(of type: InputType) -> Kind {
    switch type {
    case .count, .number, .duration, .distance, .weight, .declared: .number
    case .money: .money
    case .date: .date
    case .time: .time
    case .text, .flag, .instant, .point, .oneOf: .text
    }
  }

  private static func kind(of type: ValueType) -> Kind {
    switch type {
    case .quantity(let quantity): quantity == .money ? .money : .number
    case .date: .date
    case .time: .time
    case .flag, .text, .choice, .instant, .weekday, .point, .texts, .invalid: .text
    }
  }
}
