import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// An output of one quote as a value, for code that reads only a few. Many values are read from
/// their columns instead.
package indirect enum QuoteValue: Hashable, Sendable {
  case notGiven
  /// In the unit in which it is shown; dates in days, times in seconds and moments in
  /// microseconds from 1970, weekdays from 1.
  case exact(Ratio)
  case double(Double)
  case flag(Bool)
  /// A text, or the word of a choice.
  case text(String)
  case texts([String])
  case point(GeographicPoint)
  /// A value for each element and each of its fields.
  case records([[QuoteValue]])
}

extension QuoteBatch {
  /// What an output of a booking is.
  package func value(of output: QuoteOutput, at row: Int) -> QuoteValue {
    value(of: output, at: row, of: .booking)
  }

  /// `row` counts elements of the list.
  private func value(of output: QuoteOutput, at row: Int, of list: ListID) -> QuoteValue {
    switch output.body {
    case .value(let column): columns[column].value(at: row)
    case .records(let inner, let fields):
      .records(
        elements(of: inner, below: row, of: list).map { element in
          fields.map { value(of: $0, at: element, of: inner) }
        })
    }
  }

  /// The elements of a list below one element of a list around it.
  private func elements(of list: ListID, below row: Int, of outer: ListID) -> Range<Int> {
    var path: [ListID] = []
    var at = list
    while at != outer, let parent = schema.listParents[at] {
      path.append(at)
      at = parent
    }
    return path.reversed().reduce(row..<row + 1) { range, list in
      Int(offsets[list][range.lowerBound])..<Int(offsets[list][range.upperBound])
    }
  }
}

extension ResultColumn {
  func value(at row: Int) -> QuoteValue {
    guard isGiven(row) else { return .notGiven }
    switch schema.storage {
    case .integer: return .exact(Ratio(integers[row]) * schema.scale)
    case .wide: return .exact(Ratio(wides[row], 1) * schema.scale)
    case .double: return doubles[row].isFinite ? .double(doubles[row]) : .notGiven
    case .flag: return .flag(flags[row] != 0)
    case .choice: return .text(schema.choices[Int(choices[row])])
    case .text: return .text(texts[row].string)
    case .texts:
      let range = Int(listOffsets[row])..<Int(listOffsets[row + 1])
      return .texts(range.map { listTexts[$0].string })
    case .point:
      return .point(GeographicPoint(latitude: points[2 * row], longitude: points[2 * row + 1]))
    }
  }
}
