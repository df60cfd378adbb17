import QuoteLanguage
import QuoteSyntax

/// Why a cell, a row or a record cannot be read. The raw value is the stable
/// reason that faults carry.
package enum CellFault: String, Error, CaseIterable, BitwiseCopyable {
  case missing = "missing"
  case null = "empty-value"
  case noAsOf = "no-as-of"
  case notANumber = "not-a-number"
  case comma = "number-with-comma"
  case space = "space-in-number"
  case otherCurrency = "other-currency"
  case ambiguous = "ambiguous-notation"
  case outOfRange = "out-of-range"
  case tooFine = "too-fine"
  case unreadableDate = "unreadable-date"
  case unreadableTime = "unreadable-time"
  case unreadableInstant = "unreadable-instant"
  case instantWithoutOffset = "instant-without-offset"
  case unknownChoice = "unknown-choice"
  case notAFlag = "not-a-flag"
  case notAPoint = "not-a-point"
  case halfAPoint = "half-a-point"
  case wrongType = "wrong-type"
  case invalidText = "invalid-utf8"
  case nul = "nul-byte"
  case sheetError = "error-in-cell"
  case unsavedFormula = "formula-without-value"
  case fieldCount = "wrong-field-count"
  case openQuote = "quote-not-closed"
  case strayQuote = "text-around-quote"
  case missingKey = "missing-key"
  case repeatedKey = "repeated-key"
  case disagrees = "fields-disagree"
  case tooManyElements = "too-many-elements"
  case unreadableCell = "unreadable-list-cell"
  case notAList = "not-a-list"
  case mixedList = "mixed-list"
  case plainElement = "plain-element"
  case unreadableJSON = "unreadable-json"
  case tooDeep = "nested-too-deep"
  case badNumberToken = "unreadable-json-number"
  case duplicateMember = "duplicate-member"
  case tooLong = "record-too-long"
  case notAnObject = "not-an-object"
  case noBooking = "no-booking-at-path"
}

extension CellFault {
  /// Whether the text may be one in another notation than the rules say.
  var isOfNotation: Bool {
    switch self {
    case .notANumber, .comma, .space, .tooFine, .unreadableDate, .unreadableTime,
      .unreadableInstant, .instantWithoutOffset, .unknownChoice, .notAFlag, .wrongType:
      true
    case .missing, .null, .noAsOf, .otherCurrency, .ambiguous, .outOfRange, .notAPoint,
      .halfAPoint, .invalidText, .nul, .sheetError, .unsavedFormula, .fieldCount, .openQuote,
      .strayQuote, .missingKey,
      .repeatedKey, .disagrees, .tooManyElements, .unreadableCell, .notAList, .mixedList,
      .plainElement, .unreadableJSON, .tooDeep, .badNumberToken, .duplicateMember, .tooLong,
      .notAnObject, .noBooking:
      false
    }
  }
}
