import QuoteEngine
import QuoteLanguage

/// Bounds that are days or times of the day.
extension RemedyBounds {
  /// A day or a time in the text of some rules.
  private struct Mark {
    var lower: Int
    var upper: Int
    /// Days since 1970, or seconds since midnight.
    var value: Ratio
    var isTime: Bool
  }

  /// Edits that move a day or a time that a value is held against, and the same one of other rows.
  func moments(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [RulesEdit] {
    places.flatMap { place -> [RulesEdit] in
      guard let found = measurement(of: place, measured) else { return [] }
      return marks(place.span).flatMap { mark -> [RulesEdit] in
        Self.ends(mark.value, found).compactMap { low, high in
          let text = Self.written(low, high, isTime: mark.isTime)
          let was = pricer.sources.text(
            at: SourceSpan(
              file: place.span.file, lower: Int32(mark.lower), upper: Int32(mark.upper)))
          guard text != was else { return nil }
          let changes = spans(of: place).flatMap { span in
            marks(span).filter { $0.value == mark.value && $0.isTime == mark.isTime }.map {
              RulesEdit.Change(file: span.file, lower: $0.lower, upper: $0.upper, text: text)
            }
          }
          return RulesEdit(changes: changes, what: "\(was) becomes \(text)", span: place.span)
        }
      }
    }
  }

  /// What is measured there, of a moment: the key of a column, what a formula compares.
  private func measurement(
    of place: RemedyPlaces.Place, _ measured: [SourceSpan: Measured]
  ) -> Measured? {
    switch place.kind {
    case .key(let index, _, let column):
      let table = pricer.model.tables[index]
      guard table.keys.indices.contains(column) else { return nil }
      return measured[table.keys[column].value.span]
    case .formula:
      return measured.first { span, _ in
        span.file == place.span.file && place.span.lower <= span.lower
          && span.upper <= place.span.upper
      }?.value
    case .cell: return nil
    }
  }

  private func spans(of place: RemedyPlaces.Place) -> [SourceSpan] {
    guard case .key(let index, _, let column) = place.kind else { return [place.span] }
    return pricer.model.tables[index].rows.compactMap { row in
      row.keySpans.indices.contains(column) ? row.keySpans[column] : nil
    }
  }

  private func marks(_ span: SourceSpan) -> [Mark] {
    let text = pricer.sources.text(at: span)
    func mark(_ range: Range<String.Index>, _ value: Int, isTime: Bool) -> Mark {
      let start = Int(span.lower) + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
      return Mark(lower: start, upper: start + length, value: Ratio(Int128(value)), isTime: isTime)
    }
    let times = text.matches(of: /[0-2][0-9]:[0-5][0-9]/).compactMap { found -> Mark? in
      let parts = found.output.split(separator: ":").compactMap { Int($0) }
      return mark(found.range, parts[0] * 3600 + parts[1] * 60, isTime: true)
    }
    let days = text.matches(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/).compactMap { found -> Mark? in
      CalendarDate(iso: String(found.output)).map {
        mark(found.range, Int($0.daysSince1970), isTime: false)
      }
    }
    return times + days
  }

  /// The roundest of what lies between: a whole hour, the first of a month, else the upper end.
  private static func written(_ low: Ratio, _ high: Ratio, isTime: Bool) -> String {
    let (first, last) = (Int(low.floor ?? 0), Int(high.floor ?? 0))
    guard isTime else {
      let days = (max(first + 1, last - 60)...max(first + 1, last)).map {
        CalendarDate(daysSince1970: Int32(clamping: $0)).description
      }
      return days.last { $0.hasSuffix("-01") } ?? days.last ?? ""
    }
    let step = [3600, 1800, 900, 60].first { last / $0 * $0 > first } ?? 60
    let minutes = last / step * step / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60 % 24)):\(two(minutes % 60))"
  }
}
