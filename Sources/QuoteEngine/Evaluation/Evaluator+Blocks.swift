import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Some rows of a batch, block by block in their order.
  package static func forEachBlock<Failure: Error>(
    of rows: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var lower = rows.lowerBound
    while lower < rows.upperBound {
      let upper = min(lower + blockSize, rows.upperBound)
      try body(lower..<upper)
      lower = upper
    }
  }
}
