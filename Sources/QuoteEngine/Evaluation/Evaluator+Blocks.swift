import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// So many made elements of one list a block has at most, as far as the rules tell.
  private static let mostMadeOfBlock = 8_000_000
  /// Fewer bookings at a time are not worth what an instruction takes to begin.
  private static let leastRows = 8

  /// Bookings at a time: fewer than a block may have where each may ask for many elements.
  package var rowsAtOnce: Int {
    let most = min(mostOfBooking, mostMade)
    return min(Self.blockSize, max(Self.leastRows, Self.mostMadeOfBlock / max(1, most)))
  }

  /// Some rows of a batch, block by block in their order.
  package func forEachBlock<Failure: Error>(
    of rows: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var lower = rows.lowerBound
    while lower < rows.upperBound {
      let upper = min(lower + rowsAtOnce, rows.upperBound)
      try body(lower..<upper)
      lower = upper
    }
  }
}

extension PriceModel {
  /// How many elements of a made list a booking may have, which its ranges and bounds leave open;
  /// a list that bookings give counts as one element.
  var mostMade: Int {
    var most = lists.mapped { _ in 1 }
    // Lists stand after those that they are inside of.
    for index in makingOrder {
      let above = most[lists[index].parent ?? .booking]
      guard let made = lists[index].made else { continue }
      let bound = schema.lists[index].bound
      let between = (made.upper.range.upper - made.lower.range.lower).floor ?? Int128(bound)
      let own = Int(min(Int128(bound), max(0, between) + 1))
      most[index] = min(ModelList.mostMade, above * own)
    }
    return most.elements.max() ?? 1
  }
}
