/// A table, its cells read by the types of their columns.
public struct ModelTable: Sendable {
  public var name: String
  public var hit: HitPolicy
  /// The header formulas; a lookup by name uses these, `table(x, y)` others of
  /// the same types.
  public var keys: [TableKey]
  public var columns: [TableColumn]
  public var rows: [ModelTableRow]
  /// Where two rows can hold, where none does, which never count.
  public var findings = TableFindings()
  /// Of a `graduated` table: what it says of measures below zero. A mirrored one is looked up
  /// by the measure without its sign, and the price has it.
  public var belowZero: BelowZero?
  /// Of how many rows of this one row of what is written: two, where brackets have two prices.
  public var rowsForOne = 1
  public var span: SourceSpan

  public init(
    name: String, hit: HitPolicy, keys: [TableKey], columns: [TableColumn], rows: [ModelTableRow],
    span: SourceSpan
  ) {
    self.name = name
    self.hit = hit
    self.keys = keys
    self.columns = columns
    self.rows = rows
    self.span = span
  }
}

public struct TableColumn: Sendable {
  public var name: String
  public var type: ValueType
  public var units: UnitPair
  /// Finest grain any cell of the column needs beyond that of the keys.
  public var grain: Grain
  public var isOptional: Bool
  public var range: Interval
  public var quantum: Ratio

  public init(
    name: String, type: ValueType, units: UnitPair, grain: Grain, isOptional: Bool,
    range: Interval, quantum: Ratio
  ) {
    self.name = name
    self.type = type
    self.units = units
    self.grain = grain
    self.isOptional = isOptional
    self.range = range
    self.quantum = quantum
  }
}

public struct ModelTableRow: Sendable {
  /// One a key column.
  public var keys: [KeySet]
  public var keySpans: [SourceSpan]
  /// One a value column; nil is `-`. Most are constants; templates and `=`
  /// formulas are not.
  public var values: [PriceExpression?]
  public var span: SourceSpan

  public init(keys: [KeySet], keySpans: [SourceSpan], values: [PriceExpression?], span: SourceSpan)
  {
    self.keys = keys
    self.keySpans = keySpans
    self.values = values
    self.span = span
  }
}

/// The keys for which a cell holds.
public struct KeySet: Hashable, Sendable {
  public enum Body: Hashable, Sendable {
    case everything
    /// Disjoint, ascending; quantities in base units, dates in days, times in
    /// seconds, instants in microseconds since 1970. Wrapping ranges have been
    /// split in two.
    case ranges([KeyRange])
    /// Exactly these texts, or (negated) all but these.
    case words(Set<String>, negated: Bool)
    /// Text ranges by code point, possibly with single words among them.
    case textRanges([TextRange])
    /// Indices of a choice's values, of a flag (0, 1), or of weekdays (1…7).
    case indices(Set<Int>)
    /// Inside any of these areas, or (negated) outside all.
    case areas(Set<Int>, negated: Bool)
  }

  public var body: Body
  /// `-` and `none` match a key that is not given; nothing else does.
  public var matchesNotGiven: Bool

  public init(_ body: Body, matchesNotGiven: Bool) {
    self.body = body
    self.matchesNotGiven = matchesNotGiven
  }
}

public struct KeyRange: Hashable, Sendable {
  public var interval: Interval
  public var lowerIsIncluded: Bool
  public var upperIsIncluded: Bool

  public init(_ interval: Interval, lowerIsIncluded: Bool = true, upperIsIncluded: Bool = true) {
    self.interval = interval
    self.lowerIsIncluded = lowerIsIncluded
    self.upperIsIncluded = upperIsIncluded
  }
}

public struct TextRange: Hashable, Sendable {
  public var lower: String?
  public var lowerIsIncluded: Bool
  public var upper: String?
  public var upperIsIncluded: Bool

  public init(lower: String?, lowerIsIncluded: Bool, upper: String?, upperIsIncluded: Bool) {
    self.lower = lower
    self.lowerIsIncluded = lowerIsIncluded
    self.upper = upper
    self.upperIsIncluded = upperIsIncluded
  }
}
