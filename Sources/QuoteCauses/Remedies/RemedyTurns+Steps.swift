import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Steps of roundings that are others: to five kilograms and not to half of one.
extension RemedyTurns {
  private static let sizes: [Ratio] = [
    10, 2, 5, Ratio(1, 10), Ratio(1, 2), Ratio(1, 5), Ratio(1, 20), 20,
  ]

  /// A rounding to another step than the one that is written; money without a step is tried with
  /// the other roundings.
  static func steps(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    guard place.kind == .formula else { return [] }
    let text = place.text(in: sources)
    let ranges = text.matches(of: kept(/\bround(?:_up|_down)?\(/)).compactMap {
      found -> Range<Int>? in
      let start = text.utf8.distance(from: text.startIndex, to: found.range.upperBound)
      return step(in: Array(text.utf8), from: start)
    }
    guard !ranges.isEmpty else { return [] }
    return RemedyFigure.all(in: place, sources).filter { figure in
      ranges.contains { $0.contains(figure.lower - Int(place.span.lower)) }
    }.flatMap { figure in
      sizes.map { figure.value * $0 }.filter { !$0.isZero && $0.decimalDigits != nil }.map {
        figure.edit(RemedySearch.written($0, digits: 0), in: sources)
      }
    }
  }

  /// The second argument of a call, of which the first one begins there.
  private static func step(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var (depth, comma) = (1, Int?.none)
    for at in bytes.indices.dropFirst(start) {
      if "([{".utf8.contains(bytes[at]) { depth += 1 }
      if ")]}".utf8.contains(bytes[at]) { depth -= 1 }
      let isEnd = depth == 0 || depth == 1 && bytes[at] == UInt8(ascii: ",")
      guard isEnd else { continue }
      if let comma { return comma..<at }
      if depth == 0 { return nil }
      comma = at + 1
    }
    return nil
  }
}
