/// The figures of a plan, apart from its instructions: constants, table cells.
///
/// Every slot has a path (`let.rate`, `let.price[2].price`), so that a
/// figure can be changed without lowering again, as long as it is a whole
/// multiple of the slot's quantum and inside the range for which the widths
/// were chosen; otherwise the rules are lowered anew.
public struct Parameters: Sendable {
  /// One value.
  public enum Figure: Hashable, Sendable {
    /// Whole multiples of the slot's quantum, dates, times, flags, choices, weekdays.
    case integer(Int128)
    case double(Double)
    case text(String)
    case point(GeographicPoint)
    case notGiven
  }

  public struct Slot: Sendable {
    /// Empty for a literal inside a formula that no name leads to.
    public var path: String
    public var figure: Figure
    public var storage: PlanStorage
    public var quantum: Ratio
    public var span: SourceSpan
  }

  /// A value column of a table: a cell a row, in the table's order.
  public struct Column: Sendable {
    public var table: Int
    public var column: Int
    public var cells: [Figure]
    public var storage: PlanStorage
    public var quantum: Ratio
    public var spans: [SourceSpan]
  }

  public var slots: [Slot] = []
  public var columns: [Column] = []

  public init() {}
}
