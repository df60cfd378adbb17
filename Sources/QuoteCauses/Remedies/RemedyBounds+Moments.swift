import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bounds that are days or times of the day.
extension RemedyBounds {
  /// A day or a time in the text of some rules.
  private struct Mark {
    enum Kind {
      case day, time
      /// `"12-20"`, of whatever year.
      case dayOfYear
    }

    var lower: Int
    var upper: Int
    /// Days since 1970, seconds since midnight, or 31 for each month and the day.
    var value: Ratio
    var kind: Kind
  }

  /// Edits that move a day or a time that a value is held against, and the same one of other rows.
  func moments(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [Move] {
    places.flatMap { place -> [Move] in
      let found = measurements(of: place, measured)
      guard !found.isEmpty else { return [] }
      let cell = place.text(in: pricer.sources)
      let start = Int(place.span.lower)
      return marks(place).flatMap { mark -> [Move] in
        let inCell = mark.lower - start..<mark.upper - start
        let was = String(decoding: Array(cell.utf8)[inCell], as: UTF8.self)
        let end = place.kind.isKey ? RangeEnd(in: cell, around: inCell) : nil
        var texts: [(text: String, contrary: Int)] = []
        for end in found.flatMap({ Self.ends(mark.value, $0) }) {
          for text in Self.likely(mark, end.low, end.high) + Self.wholeHour(mark, end.low, end.high)
            + Self.written(end.low, end.high, mark.kind)
          where text != was && !texts.contains(where: { $0.text == text }) {
            texts.append((text, end.contrary))
          }
        }
        return texts.flatMap { text, contrary -> [Move] in
          if let end {
            let moved = end.before(inCell.lowerBound) + text + end.after(inCell.upperBound)
            return settings(place, end.text, moved).map { setting in
              (
                RulesEdit(
                  settings: [setting], what: "\(was) becomes \(text)", span: place.span), contrary
              )
            }
          }
          guard place.plain == nil else { return [] }
          let changes = keys(beside: place).flatMap { beside in
            marks(beside).filter { $0.value == mark.value && $0.kind == mark.kind }.map {
              RulesEdit.Change(file: place.span.file, lower: $0.lower, upper: $0.upper, text: text)
            }
          }
          let edit = RulesEdit(
            changes: changes, what: "\(was) becomes \(text)", span: place.span)
          return [(edit, contrary)]
        }
      }
    }
  }

  /// What is measured there, of a moment: the key of a column, what a formula compares.
  private func measurements(
    of place: RemedyPlaces.Place, _ measured: [SourceSpan: Measured]
  ) -> [Measured] {
    switch place.kind {
    case .key(let index, _, let column):
      let table = pricer.model.tables[index]
      guard table.keys.indices.contains(column) else { return [] }
      return measured[table.keys[column].value.span].map { [$0] } ?? []
    case .formula:
      return measured.filter { span, _ in
        span.file == place.span.file && place.span.lower <= span.lower
          && span.upper <= place.span.upper
      }.sorted { $0.key.lower < $1.key.lower }.map(\.value)
    case .cell: return []
    }
  }

  /// All keys of the column of a key; else the place alone.
  private func keys(beside place: RemedyPlaces.Place) -> [RemedyPlaces.Place] {
    guard case .key(let index, _, let column) = place.kind else { return [place] }
    return pricer.model.tables[index].rows.compactMap { row in
      guard row.keySpans.indices.contains(column) else { return nil }
      return RemedyPlaces.Place(kind: place.kind, path: "", span: row.keySpans[column])
    }
  }

  private func marks(_ place: RemedyPlaces.Place) -> [Mark] {
    let span = place.span
    let text = place.text(in: pricer.sources)
    func mark(_ range: Range<String.Index>, _ value: Int, _ kind: Mark.Kind) -> Mark {
      let start = Int(span.lower) + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
      return Mark(lower: start, upper: start + length, value: Ratio(Int128(value)), kind: kind)
    }
    let times = text.matches(of: kept(/[0-2][0-9]:[0-5][0-9]/)).compactMap { found -> Mark? in
      let parts = found.output.split(separator: ":").compactMap { Int($0) }
      return mark(found.range, parts[0] * 3600 + parts[1] * 60, .time)
    }
    let days = text.matches(of: kept(/[0-9]{4}-[0-9]{2}-[0-9]{2}/)).compactMap { found -> Mark? in
      CalendarDate(iso: String(found.output)).map {
        mark(found.range, Int($0.daysSince1970), .day)
      }
    }
    // Keys of tables are texts without quotation marks as well.
    let written = place.kind.isKey
      ? kept(/(?:^|[^0-9-])([0-9]{2}-[0-9]{2})(?![0-9-])/) : kept(/"([0-9]{2}-[0-9]{2})"/)
    let ofYear = text.matches(of: written).compactMap { found -> Mark? in
      Self.dayOfYear(String(found.output.1)).map {
        mark(found.output.1.startIndex..<found.output.1.endIndex, $0, .dayOfYear)
      }
    }
    return times + days + ofYear
  }

  /// `12-20`, as a number that grows with the day; nil of other texts.
  static func dayOfYear(_ text: String) -> Int? {
    let parts = text.split(separator: "-")
    guard text.utf8.count == 5, parts.count == 2, let month = Int(parts[0]),
      let day = Int(parts[1]), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return (month - 1) * 31 + day - 1
  }

  private static func whole(_ number: Ratio) -> Int {
    Int(Int32(clamping: number.floor ?? 0))
  }

  /// A day of the year between two others: the first of a month, the last of one, else the day
  /// beside ours, for the bookings do not tell those between apart.
  private static func likely(_ mark: Mark, _ low: Ratio, _ high: Ratio) -> [String] {
    let (first, last) = (whole(low), whole(high))
    guard mark.kind == .dayOfYear, first < last, first >= 0, last < 372
    else { return [] }
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let days = (first + 1...last).filter { $0 % 31 < lengths[$0 / 31] }
    let isLater = !(low < mark.value)
    let near = isLater ? days.first : days.last
    let month = isLater ? days.first { $0 % 31 == 0 } : days.last { $0 % 31 == 0 }
    let ends = days.filter { $0 % 31 == lengths[$0 / 31] - 1 }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let end = isLater ? ends.first : ends.last
    return [month, end, near].compactMap(\.self).map {
      "\(two($0 / 31 + 1))-\(two($0 % 31 + 1))"
    }
  }

  /// The whole hour next to the bookings that differ, though others that agree lie before it: they
  /// may be such that ask for another row.
  private static func wholeHour(_ mark: Mark, _ low: Ratio, _ high: Ratio) -> [String] {
    guard mark.kind == .time else { return [] }
    let hour = low < mark.value ? whole(high) / 3600 : whole(low) / 3600 + 1
    return (0..<24).contains(hour) ? [hour < 10 ? "0\(hour):00" : "\(hour):00"] : []
  }

  /// The roundest of what lies between: a whole hour, the first of a month, else the upper end;
  /// of days the lower one as well, which may be in.
  private static func written(_ low: Ratio, _ high: Ratio, _ kind: Mark.Kind) -> [String] {
    // What is measured need not be a day or a time, and goes as far as numbers go.
    let (first, last) = (Self.whole(low), Self.whole(high))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    switch kind {
    case .day:
      let days = (max(first + 1, last - 60)...max(first + 1, last)).map {
        CalendarDate(daysSince1970: Int32(clamping: $0)).description
      }
      let own = CalendarDate(daysSince1970: Int32(clamping: first)).description
      return [days.last { $0.hasSuffix("-01") } ?? days.last ?? own, own]
    case .time:
      let step = [3600, 1800, 900, 60].first { last / $0 * $0 > first } ?? 60
      let minutes = last / step * step / 60
      return ["\(two(minutes / 60 % 24)):\(two(minutes % 60))"]
    case .dayOfYear:
      return [last, first].filter { (0..<372).contains($0) }.map {
        "\(two($0 / 31 + 1))-\(two($0 % 31 + 1))"
      }
    }
  }
}
