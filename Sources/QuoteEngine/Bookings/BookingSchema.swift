/// The shape of bookings that a set of rules reads: which fields, of which
/// types, held how, and where in a record they sit.
///
/// Made by the model, read by the readers. List 0 is the booking itself; every
/// other list hangs below an earlier one.
public struct BookingSchema: Sendable {
  public var lists: [ListSchema]
  /// Field of list 0 that names the booking, if the rules declare one.
  public var key: Int?
  public var arithmetic: Arithmetic
  /// What CSV files of bookings have beside rows of as many cells as columns.
  package var rows = RowNotation()

  public init(lists: [ListSchema], key: Int?, arithmetic: Arithmetic) {
    self.lists = lists
    self.key = key
    self.arithmetic = arithmetic
  }
}

/// What CSV files have beside a header and rows of as many cells.
package struct RowNotation: Sendable {
  /// The line, from 1, of the names of columns; nil for the first that is not blank.
  package var headerLine: Int?
  /// Words one of which begins a last row that is no booking.
  package var totals: [String] = []
  /// Whether cells that a row lacks at its end are empty.
  package var areShort = false

  package init() {}
}

public struct ListSchema: Sendable {
  /// Empty for the booking itself.
  public var name: String
  /// The list whose elements hold this one; nil for the booking.
  public var parent: Int?
  public var fields: [FieldSchema]
  /// Gathered in order. Empty for the booking, and for lists that the rules
  /// make themselves (`each: day in …`), which no reader fills.
  public var sources: [ListSourceSchema]
  /// More elements than this in one parent is a fault.
  public var bound: Int
  /// How a compact CSV cell spells elements, if the rules say.
  public var cell: CompactCell?
  /// What is not a list is no elements instead of a fault.
  public var otherIsMissing = false
  /// Made by the evaluator from a range, not read.
  public var isMade: Bool
  public var span: SourceSpan

  public init(
    name: String, parent: Int?, fields: [FieldSchema], sources: [ListSourceSchema], bound: Int,
    cell: CompactCell? = nil, isMade: Bool = false, span: SourceSpan
  ) {
    self.name = name
    self.parent = parent
    self.fields = fields
    self.sources = sources
    self.bound = bound
    self.cell = cell
    self.isMade = isMade
    self.span = span
  }
}

/// `kind:size*quantity;`: fields of an element parted by marks; all but the
/// first may be left out together with the mark before them.
public struct CompactCell: Hashable, Sendable {
  /// Index into the list's fields, and the mark that comes before (empty for the first).
  public struct Part: Hashable, Sendable {
    public var field: Int
    public var mark: String
    public init(field: Int, mark: String) {
      self.field = field
      self.mark = mark
    }
  }
  public var parts: [Part]
  /// Between elements; a separator that ends in a space accepts its absence.
  public var separator: String

  public init(parts: [Part], separator: String) {
    self.parts = parts
    self.separator = separator
  }
}

public enum ListSourceSchema: Sendable {
  case path(FieldPath)
  case itself
  /// An element the reader adds. The reader evaluates nothing: `condition` and
  /// formula values are fields of the enclosing list that it copies, made by
  /// the model as hidden fields or lowered into the plan (see `isKept`).
  case extra(ExtraElement)
}

/// One more element per parent. Its fields are constants, or are computed by
/// the plan: the reader always adds the element, marks it in the list's
/// `source` column, and the plan's `keep` drops it where its condition fails.
public struct ExtraElement: Sendable {
  /// Position among the list's sources, which the `source` column repeats.
  public var source: Int
  /// Field index → constant to store; fields not named here are not given, or
  /// computed by the plan.
  public var constants: [(field: Int, value: InputConstant)]

  public init(source: Int, constants: [(field: Int, value: InputConstant)]) {
    self.source = source
    self.constants = constants
  }
}

/// A value that stands in for one that a booking does not give.
public enum InputConstant: Hashable, Sendable {
  case integer(Int64)
  case double(Double)
  case flag(Bool)
  case choice(Int32)
  case text(String)
  case point(GeographicPoint)
}

/// How a column's cells are held.
public enum ColumnStorage: Hashable, Sendable {
  /// `Int64`: exact numbers as multiples of the field's quantum, counts, days
  /// since 1970, seconds since midnight, microseconds since 1970.
  case integer
  /// `Double`: numbers in the binary profiles.
  case double
  /// `UInt8`, 0 or 1.
  case flag
  /// `Int32`, the index of a `one of` value.
  case choice
  /// `TextSlice`.
  case text
  /// Two `Double`s, latitude and longitude, in degrees.
  case point
}

public struct FieldSchema: Sendable {
  /// A range in the field's unit, and which of its ends are not in it.
  public typealias WrittenRange = (interval: Interval, isOpen: (lower: Bool, upper: Bool))

  public var name: String
  public var type: InputType
  public var storage: ColumnStorage
  public var isOptional: Bool
  public var defaultValue: InputConstant?
  /// A required instant that a booking does not give takes the as-of.
  public var takesAsOf: Bool
  public var sources: [FieldSource]
  /// The values of a `one of`, in order; empty otherwise.
  public var choices: [String]
  /// In the field's unit; values outside are faults. Where cells have a step, the first and
  /// the last that they can hold, both taken in.
  public var range: Interval
  /// Of doubles: whether an end is left out.
  public var rangeIsOpen: (lower: Bool, upper: Bool)
  /// As the rules have it, for messages.
  public var writtenRange: WrittenRange
  /// One cell's step, in the field's unit (`0.1` mi, `0.01` USD): the integer
  /// held is the value divided by it. Finer input is a fault. Zero in the
  /// binary profiles.
  public var step: Ratio
  /// Whether the rules say the step. Of doubles only such a step is one.
  public var isStepped = false
  /// How a bare number reads; nil for plain numbers.
  public var unit: MeasureUnit?
  public var conversions: Set<InputConversion>
  /// Of an instant: how texts without an offset read, which are faults without it.
  public var zone: TimeZoneRules?
  public var span: SourceSpan
  /// How its texts are written; nil where they are plain.
  package var notation: FieldNotation?
  /// Of a text, those that rules look for: readers may tell their codes.
  var vocabulary: Vocabulary?

  public init(
    name: String, type: InputType, storage: ColumnStorage, isOptional: Bool,
    defaultValue: InputConstant?, takesAsOf: Bool, sources: [FieldSource], choices: [String],
    range: Interval, rangeIsOpen: (lower: Bool, upper: Bool), step: Ratio, unit: MeasureUnit?,
    conversions: Set<InputConversion>, span: SourceSpan
  ) {
    self.name = name
    self.type = type
    self.storage = storage
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.takesAsOf = takesAsOf
    self.sources = sources
    self.choices = choices
    self.range = range
    self.rangeIsOpen = rangeIsOpen
    writtenRange = (range, rangeIsOpen)
    self.step = step
    self.unit = unit
    self.conversions = conversions
    self.span = span
  }

  /// Whether a map may fill it with how many earlier records there were.
  var mayCount: Bool { type == .count || type == .number }

  /// Whether a value in the field's unit is in its range.
  func holds(_ value: Ratio) -> Bool {
    range.contains(value) && !(rangeIsOpen.lower && value == range.lower)
      && !(rangeIsOpen.upper && value == range.upper)
  }
}
