import QuoteLanguage
package import QuoteSyntax

extension Recording {
  /// Which decline holds for the booking, by its position; nil for others.
  package var heldDecline: Int? {
    plan.declines.firstIndex { decline in
      cell(decline.holds, index(of: decline.holds, at: booking)).isTrue
    }
  }

  /// Where that decline stands; nowhere for others.
  package var declineSpan: SourceSpan { heldDecline.map { plan.declines[$0].span } ?? .nowhere }
}
