package import QuoteSyntax

/// A table of the rules, and what there is for each of them.
package typealias TableID = ID<ModelTable>
package typealias ByTable<Element> = ArrayByID<ModelTable, Element>

/// A table, its cells read by the types of their columns.
package struct ModelTable: Sendable {
  package var name: String
  package var hit: HitPolicy
  /// Where that is written.
  package var hitSpan = SourceSpan.nowhere
  /// The header formulas; a lookup by name uses these, `table(x, y)` others of
  /// the same types.
  package var keys: [TableKey]
  package var columns: [TableColumn]
  package var rows: [ModelTableRow]
  /// Where two rows can hold, where none does, which never count.
  package var findings = TableFindings()
  /// What a `graduated` table says of measures below zero. A mirrored one is looked up by the
  /// measure without its sign, and the price has it.
  package var belowZero: BelowZero?
  /// Whether more may cost less at the bounds of its rows: that is said, and so no slip.
  package var mayFall = false
  /// How cells read whose file writes them in another way, by where they stand: `135.75` of
  /// `135,75`. They are kept for tables that people read, not for lists of many thousand rows.
  package var plainTexts: [SourceSpan: String] = [:]
  /// How many rows here are one row of what is written: two, where brackets have two prices.
  package var rowsForOne = 1
  package var span: SourceSpan

  package init(
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

package struct TableColumn: Sendable {
  package var name: String
  package var type: ValueType
  package var units: UnitPair
  /// Finest grain any cell of the column needs beyond that of the keys.
  package var grain: Grain
  package var isOptional: Bool
  package var range: Interval
  package var quantum: Ratio

  package init(
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

package struct ModelTableRow: Sendable {
  /// One a key column.
  package var keys: [KeySet]
  package var keySpans: [SourceSpan]
  /// One a value column; nil is `-`. Most are constants; templates and `=`
  /// formulas are not.
  package var values: [PriceExpression?]
  package var span: SourceSpan

  package init(keys: [KeySet], keySpans: [SourceSpan], values: [PriceExpression?], span: SourceSpan)
  {
    self.keys = keys
    self.keySpans = keySpans
    self.values = values
    self.span = span
  }
}

/// The keys for which a cell holds.
package struct KeySet: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
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

  package var body: Body
  /// `-` and `none` match a key that is not given; nothing else does.
  package var matchesNotGiven: Bool

  package init(_ body: Body, matchesNotGiven: Bool) {
    self.body = body
    self.matchesNotGiven = matchesNotGiven
  }
}

package struct KeyRange: Hashable, Sendable {
  package var interval: Interval
  package var lowerIsIncluded: Bool
  package var upperIsIncluded: Bool

  package init(_ interval: Interval, lowerIsIncluded: Bool = true, upperIsIncluded: Bool = true) {
    self.interval = interval
    self.lowerIsIncluded = lowerIsIncluded
    self.upperIsIncluded = upperIsIncluded
  }

  /// Whether nothing from zero up is in it.
  var isBelowZero: Bool {
    interval.upper < 0 || interval.upper.isZero && !upperIsIncluded
  }
}

package struct TextRange: Hashable, Sendable {
  package var lower: String?
  package var lowerIsIncluded: Bool
  package var upper: String?
  package var upperIsIncluded: Bool

  package init(lower: String?, lowerIsIncluded: Bool, upper: String?, upperIsIncluded: Bool) {
    self.lower = lower
    self.lowerIsIncluded = lowerIsIncluded
    self.upper = upper
    self.upperIsIncluded = upperIsIncluded
  }

  /// One text and no other.
  init(just text: String) {
    self.init(lower: text, lowerIsIncluded: true, upper: text, upperIsIncluded: true)
  }
}
