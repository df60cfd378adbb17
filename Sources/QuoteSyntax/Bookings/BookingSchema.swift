import Synchronization

/// The shape of bookings that a set of rules reads: which fields, of which
/// types, held how, and where in a record they sit.
///
/// Made by the model, read by the readers. List 0 is the booking itself; every
/// other list hangs below an earlier one.
package struct BookingSchema: Sendable {
  package var lists: ByList<ListSchema>
  /// Field of list 0 that names the booking, if the rules declare one.
  package var key: Int?
  package var arithmetic: Arithmetic
  /// What the rules' currency is called beside a number: its code and its sign.
  package var currencyMarks: [String] = []
  /// How CSV files of bookings depart from a header and rows with a cell for each column.
  package var rows = RowNotation()

  package init(lists: ByList<ListSchema>, key: Int?, arithmetic: Arithmetic) {
    self.lists = lists
    self.key = key
    self.arithmetic = arithmetic
  }
}

/// How a CSV file departs from a header and rows with a cell for each column.
package struct RowNotation: Sendable {
  /// The line, from 1, of the names of columns; nil for the first that is not blank.
  package var headerLine: Int?
  /// Words with which a last row may begin that is not a booking, such as a row of totals.
  package var totals: [String] = []
  /// Whether a row may end early; the cells that it lacks are then empty.
  package var mayEndEarly = false

  package init() {}
}

/// The number of a list of a booking.
@usableFromInline package typealias ListID = ID<ListSchema>
package typealias ByList<Element> = ArrayByID<ListSchema, Element>

extension ID where Kind == ListSchema {
  /// The booking itself.
  @inlinable package static var booking: ListID { ListID(0) }
}

@usableFromInline package struct ListSchema: Sendable {
  /// Empty for the booking itself.
  package var name: String
  /// The list whose elements hold this one; nil for the booking.
  package var parent: ListID?
  package var fields: [FieldSchema]
  /// Gathered in order. Empty for the booking, and for lists that the rules
  /// make themselves (`each: day in …`), which no reader fills.
  package var sources: [ListSourceSchema]
  /// More elements than this in one parent is a fault.
  package var bound: Int
  /// How a compact CSV cell spells elements, if the rules say.
  package var cell: CompactCell?
  /// A value that is not a list counts as an empty list instead of a fault.
  package var otherIsMissing = false
  /// Made by the evaluator from a range, not read.
  package var isMade: Bool
  package var span: SourceSpan

  package init(
    name: String, parent: ListID?, fields: [FieldSchema], sources: [ListSourceSchema], bound: Int,
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
package struct CompactCell: Hashable, Sendable {
  /// Index into the list's fields, and the mark that comes before (empty for the first).
  package struct Part: Hashable, Sendable {
    package var field: Int
    package var mark: String
    package init(field: Int, mark: String) {
      self.field = field
      self.mark = mark
    }
  }
  package var parts: [Part]
  /// Between elements; a separator that ends in a space accepts its absence.
  package var separator: String

  package init(parts: [Part], separator: String) {
    self.parts = parts
    self.separator = separator
  }
}

package enum ListSourceSchema: Sendable {
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
package struct ExtraElement: Sendable {
  /// Field index → constant to store; fields not named here are not given, or
  /// computed by the plan.
  package var constants: [(field: Int, value: InputConstant)]

  package init(constants: [(field: Int, value: InputConstant)]) {
    self.constants = constants
  }
}

/// A value that stands in for one that a booking does not give.
package enum InputConstant: Hashable, Sendable {
  case integer(Int64)
  case double(Double)
  case flag(Bool)
  case choice(Int32)
  case text(String)
  case point(GeographicPoint)
}

/// How a column's cells are held.
package enum ColumnStorage: Hashable, Sendable {
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

/// The texts for which a table has rows.
package struct KeyWords: Sendable {
  package var table: String
  package var words: [String]
  /// For each print that a word has, true: texts with another print are none of the words.
  private let prints: [Bool]
  private let made = Made()

  /// With more words, texts are not held against each of them.
  private static let most = 1024

  /// Made when a text first finds no row, which in most runs none does.
  private final class Made: Sendable {
    let near = Mutex<NearKey?>(nil)
  }

  /// What is near to a text; nil where there are too many words.
  package var near: NearKey? {
    guard words.count <= Self.most else { return nil }
    return made.near.withLock { near in
      let found = near ?? NearKey(words)
      near = found
      return found
    }
  }

  package init(table: String, words: [String]) {
    (self.table, self.words) = (table, words)
    var size = 64
    while size < words.count * 16 { size *= 2 }
    var prints = [Bool](repeating: false, count: size)
    for word in words {
      let bytes = Array(word.utf8)
      func eight(_ from: Int) -> UInt64 {
        (from..<min(from + 8, bytes.count)).reduce(0) {
          $0 | UInt64(bytes[$1]) << UInt64(8 * ($1 - from))
        }
      }
      let (low, high) = (eight(0), bytes.count > 8 ? eight(8) : 0)
      prints[Self.print(low, high, bytes.count) & (size - 1)] = true
    }
    self.prints = prints
  }

  private static func print(_ low: UInt64, _ high: UInt64, _ count: Int) -> Int {
    let mixed = (low ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15 ^ high &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed >> 32)
  }

  /// Whether a text of so many bytes, of which these are the first sixteen, may be one of the
  /// words: told without looking it up, and false only where that is sure.
  package func mayHave(_ low: UInt64, _ high: UInt64, _ count: Int) -> Bool {
    prints[Self.print(low, high, count) & (prints.count - 1)]
  }
}

package struct FieldSchema: Sendable {
  /// A range in the field's unit, and which of its ends are not in it.
  package typealias WrittenRange = (interval: Interval, isOpen: (lower: Bool, upper: Bool))

  package var name: String
  package var type: InputType
  package var storage: ColumnStorage
  package var isOptional: Bool
  package var defaultValue: InputConstant?
  /// A required instant that a booking does not give takes the as-of.
  package var takesAsOf: Bool
  package var sources: [FieldSource]
  /// The values of a `one of`, in order; empty otherwise.
  package var choices: [String]
  /// In the field's unit; values outside are faults. Where cells have a step, the first and
  /// the last that they can hold, both taken in.
  package var range: Interval
  /// Whether an end is left out, which only doubles need to know.
  package var rangeIsOpen: (lower: Bool, upper: Bool)
  /// As the rules have it, for messages.
  package var writtenRange: WrittenRange
  /// One cell's step, in the field's unit (`0.1` mi, `0.01` USD): the integer
  /// held is the value divided by it. Finer input is a fault. Zero in the
  /// binary profiles.
  package var step: Ratio
  /// Whether the rules say the step. A double has a step only where this holds.
  package var isStepped = false
  /// How a bare number reads; nil for plain numbers.
  package var unit: MeasureUnit?
  package var conversions: Set<InputConversion>
  /// How texts of an instant without an offset read; they are faults where this is missing.
  package var zone: TimeZoneRules?
  package var span: SourceSpan
  /// How its texts are written; nil where they are plain.
  package var notation: FieldNotation?
  /// The field whose original text this one holds, for explanations; nil for fields that the rules
  /// declare.
  package var holdsTextOf: Int?
  /// The texts that rules look for in a text: readers may tell their codes.
  package var vocabulary: Vocabulary?
  /// The table that has rows for some of its texts and none for any other.
  package var keyWords: KeyWords?
  /// The texts that rules hold against it, as keys or in comparisons.
  package var comparedWords: Set<String> = []
  /// The texts, in small letters, that rules hold against it in one form of letters, as in
  /// `lower(trim(name))`.
  package var foldedWords: Set<String> = []
  /// The ends of ranges that rules have for it, where it is a text and they are numbers.
  package var rangeEnds: RangeEnds?
  /// The ranges that a table has for its texts.
  package var rangedTexts: RangedTexts?
  /// The bounds of the areas that rules look for it in, where it is a point.
  package var areas: [AreaBounds] = []
  /// Whether a formula asks for it.
  package var isAsked = false
  /// Whether a formula asks if it is given, or says what counts where it is not.
  package var asksIfGiven = false
  /// Whether its texts or choices are compared in Unicode's form C.
  package var composes = false

  package init(
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
  package var mayCount: Bool { type == .count || type == .number }

  /// What one of the integers held is worth, in the base unit, in which formulas compute.
  package var quantum: Ratio { step * (unit?.size ?? 1) }

  /// Whether a value in the field's unit is in its range.
  package func holds(_ value: Ratio) -> Bool {
    range.contains(value) && !(rangeIsOpen.lower && value == range.lower)
      && !(rangeIsOpen.upper && value == range.upper)
  }
}
