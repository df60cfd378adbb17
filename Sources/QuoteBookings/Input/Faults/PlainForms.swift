import QuoteLanguage
import QuoteSyntax

/// Forms of values that more is told of than that they cannot be read: there may be another such
/// value in every booking.
enum PlainForms {
  static let number = KeptPattern(/-?\d+(?:\.\d+)?/)
  /// A number with decimals, and these.
  static let decimals = KeptPattern(/-?\d+\.(\d{1,9})/)
  static let date = KeptPattern(/\d{4}-\d\d-\d\d/)
  static let time = KeptPattern(/\d\d:\d\d(?::\d\d)?/)
  /// A date and a time behind it, and the date.
  static let dateWithTime = KeptPattern(/(\d{4}-\d\d-\d\d)[ T]\d{1,2}:\d\d.*/)
  /// `2 m`.
  static let figureWithUnit = KeptPattern(/\s*-?\d+(?:\.\d+)?\s*[A-Za-z]{1,8}\s*/)
  /// A formula of a spreadsheet.
  static let formula = KeptPattern(/=.*[\d)]/)
  /// `~5`, `ca. 5`, `5*`, and the figure.
  static let markedFigure = KeptPattern(
    /(?:[~≈]|ca\.?|approx\.?)?\s*(\d+(?:\.\d+)?)\s*[*†‡]*/)
  /// `5-10`.
  static let twoFigures = KeptPattern(/\d+(?:\.\d+)?\s*[-–]\s*\d+(?:\.\d+)?/)
  /// `<5`.
  static let bound = KeptPattern(/[<>≤≥]=?\s*\d+(?:\.\d+)?/)
}
