import QuoteLanguage
package import QuoteSyntax

/// How the cells of one field are read: its type, bounds and conversions,
/// compiled once and used by every thread.
package final class FieldDecoder: @unchecked Sendable {
  enum Kind {
    /// Multiples of a step: counts, exact numbers, money, measures.
    case decimal(DecimalScale)
    /// Binary64 between two bounds.
    case binary(least: Double, most: Double, isOpen: (lower: Bool, upper: Bool))
    case date
    case time
    case instant
    case choice(WordFinder)
    case flag
    case text
    case point
  }

  package let schema: FieldSchema
  /// Holds no reference, so that reading a cell needs no reference counting.
  let kind: Kind
  /// The words of a choice, those over 16 bytes included.
  let words: WordTable?
  /// The texts whose codes are told.
  let vocabulary: VocabularyWords?
  /// What stands in for a missing value.
  let substitute: CellValue?
  /// Why the moment of quoting does not, where it should.
  private let asOfFault: CellFault
  /// Bounds of dates, times and instants, in what the column holds.
  let least: Int64
  let most: Int64
  let readsAsInteger: Bool
  let readsAsNumber: Bool
  let falsyIsMissing: Bool
  let otherIsMissing: Bool
  let anyAsText: Bool
  /// Whether latitude 0 and longitude 0 are no point.
  let zeroIsMissing: Bool
  /// A text that has to be there, and by default is the empty one.
  let takesEmptyText: Bool
  /// An instant without an offset is one of the field's zone.
  let readsLocal: Bool
  /// How its texts are declared to be written.
  let notation: FieldNotation?
  /// Whether a word for nothing would otherwise be a value.
  @safe @exclusivity(unchecked) private(set) var hidesValues = false
  /// Whether a cell that a kernel can read may mean something else: digits alone mean what they
  /// say, however loosely numbers are read.
  @safe @exclusivity(unchecked) private(set) var isLoose = false
  /// Whether a text that is not empty is a value of its type as it stands, or at fault.
  let isPlain: Bool
  /// What may be told of values that cannot be read.
  let telling: NotationGuess.Telling
  /// What stands behind its numbers.
  let unitName: String?
  /// The multiples of a step that the rules say, for doubles.
  let grid: DecimalScale?
  /// Held for the default, if it is a text.
  private let defaultBytes: ColumnBuffer<UInt8>?

  /// Stands for a moment of quoting that somebody puts in when the cells are read; no date
  /// is this early.
  package static let asOfLater = Instant(microsecondsSince1970: .min + 1)

  package init(_ schema: FieldSchema, asOf: Instant?, tellsCodes: Bool = true) {
    self.schema = schema
    let words = WordTable(
      schema.choices.enumerated().flatMap { code, word in
        (schema.composes ? [word, word.composed] : [word]).map { ($0, Int32(code)) }
      })
    self.words = words
    vocabulary = tellsCodes ? schema.vocabulary.flatMap(VocabularyWords.init) : nil
    kind = Self.kind(of: schema, words)
    least = schema.range.lower.ceiling.map { Int64(clamping: $0) } ?? .min
    most = schema.range.upper.floor.map { Int64(clamping: $0) } ?? .max
    readsAsInteger = schema.conversions.contains(.readAsInteger)
    readsAsNumber = schema.conversions.contains(.readAsNumber)
    falsyIsMissing = schema.conversions.contains(.falsyIsMissing)
    otherIsMissing = schema.conversions.contains(.otherIsMissing)
    anyAsText = schema.conversions.contains(.anyAsText)
    zeroIsMissing = schema.conversions.contains(.zeroIsMissing)
    takesEmptyText = !schema.isOptional && schema.defaultValue == .text("")
    readsLocal = schema.zone != nil
    notation = schema.notation
    isPlain = schema.conversions.isEmpty && schema.notation == nil
    telling = NotationGuess.Telling(of: schema)
    unitName = schema.unit?.name
    grid =
      schema.storage == .double && schema.isStepped
      ? DecimalScale(step: schema.step, range: schema.range) : nil
    var bytes: ColumnBuffer<UInt8>?
    var value = schema.defaultValue.map { Self.cell($0, &bytes) }
    var asOfFault = CellFault.noAsOf
    if value == nil, schema.takesAsOf, let asOf {
      if asOf == Self.asOfLater || schema.holds(Ratio(asOf.microsecondsSince1970)) {
        value = CellValue(integer: asOf.microsecondsSince1970)
      } else {
        asOfFault = .outOfRange
      }
    }
    self.asOfFault = asOfFault
    substitute = value
    defaultBytes = bytes
    hidesValues = hasValueForNothing
    isLoose =
      hidesValues || notation?.written.isEmpty == false || (readsAsInteger && !readsDigits)
  }

  private static func kind(of schema: FieldSchema, _ words: WordTable) -> Kind {
    switch schema.type {
    case .text: return .text
    case .flag: return .flag
    case .date: return .date
    case .time: return .time
    case .instant: return .instant
    case .point: return .point
    case .oneOf: return .choice(words.finder)
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      if schema.storage == .double {
        return .binary(
          least: schema.range.lower.nearestDouble, most: schema.range.upper.nearestDouble,
          isOpen: schema.rangeIsOpen)
      }
      return .decimal(DecimalScale(step: schema.step, range: schema.range))
    }
  }

  /// A constant as a cell; a text's bytes go into `bytes`.
  package static func cell(
    _ constant: InputConstant, _ bytes: inout ColumnBuffer<UInt8>?
  ) -> CellValue {
    switch constant {
    case .integer(let value): return CellValue(integer: value)
    case .double(let value): return CellValue(double: value)
    case .flag(let value): return CellValue(integer: value ? 1 : 0)
    case .choice(let value): return CellValue(integer: Int64(value))
    case .point(let point): return CellValue(double: point.latitude, second: point.longitude)
    case .text(let text):
      let utf8 = Array(text.utf8)
      let held = ColumnBuffer<UInt8>(capacity: utf8.count)
      for byte in utf8 { held.append(byte) }
      bytes = held
      return unsafe CellValue(
        text: TextSlice(base: UnsafePointer(held.pointer), count: utf8.count))
    }
  }

  /// Applies what the field says of values that are not there. Given back is
  /// whether the cell is given; a cell that is not holds zero.
  func settle(_ outcome: CellOutcome, _ value: inout CellValue) -> Result<Bool, CellFault> {
    switch outcome {
    case .given: return .success(true)
    case .missing:
      if let substitute {
        value = substitute
        return .success(true)
      }
      value = CellValue()
      if schema.isOptional { return .success(false) }
      return .failure(schema.takesAsOf ? asOfFault : .missing)
    case .null:
      value = CellValue()
      return schema.isOptional ? .success(false) : .failure(.null)
    case .fault(let fault):
      value = CellValue()
      return .failure(fault)
    }
  }

  /// Whether the text of a value of JSON says by itself what is at fault, in whichever way it is
  /// found: it is at one place, and no value means another than itself.
  var isToldByCell: Bool {
    guard isPlain, schema.sources.count == 1,
      case .path? = schema.sources.first
    else { return false }
    if case .point = kind { return false }
    return true
  }
}
