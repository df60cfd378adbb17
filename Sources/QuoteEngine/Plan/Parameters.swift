package import QuoteLanguage
package import QuoteSyntax

/// The figures of a plan, apart from its instructions: constants, table cells.
///
/// Every slot has a path (`let.rate`, `let.price[2].price`), so that a
/// figure can be changed without lowering again, as long as it is a whole
/// multiple of the slot's quantum and inside the range for which the widths
/// were chosen; otherwise the rules are lowered anew.
package struct Parameters: Sendable {
  /// One value.
  package enum Figure: Hashable, Sendable {
    /// Whole multiples of the slot's quantum, dates, times, flags, choices, weekdays.
    case integer(Int128)
    case double(Double)
    case text(String)
    case point(GeographicPoint)
    case notGiven

    /// Texts are compared byte for byte: two forms of one letter are two texts.
    func isSame(as other: Figure) -> Bool {
      guard case .text(let text) = self, case .text(let theirs) = other else {
        return self == other
      }
      return text.utf8.elementsEqual(theirs.utf8)
    }
  }

  package struct Slot: Sendable {
    /// Empty for a literal inside a formula that no name leads to.
    package var path: String
    package var figure: Figure
    package var storage: PlanStorage
    package var quantum: Ratio
    package var span: SourceSpan
  }

  /// A value column of a table: a cell a row, in the table's order.
  package struct Column: Sendable {
    package var table: TableID
    package var column: Int
    package var cells: [Figure]
    package var storage: PlanStorage
    package var quantum: Ratio
    package var spans: [SourceSpan]
  }

  package var slots: [Slot] = []
  package var columns: [Column] = []

  package init() {}
}
