package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// The formats quotes are written in.
package enum OutputFormat: String, Hashable, Sendable, FormatOfFile {
  /// A row a booking, every line summed to the booking.
  case csv
  /// One list of objects.
  case json
  /// An object a line.
  case jsonl
  /// A spreadsheet, which is made of the rows of CSV.
  case xlsx

  /// The ending of a path that promises something no format is; nil for all others.
  package static func unwritten(_ path: String) -> String? {
    let endings = [
      "xz", "bz2", "zip", "xlsm", "xls", "ods", "parquet", "pdf", "docx", "doc", "odt",
    ]
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    return endings.contains(ending) ? ending : nil
  }
}

/// Turns quotes into bytes of one format.
///
/// Each thread has its own, because it keeps scratch memory. A `QuoteSink` joins what several of
/// them wrote in the order of the bookings, and the result is the same as from one.
package protocol QuoteWriter: AnyObject {
  /// What stands before the first row: CSV's header, JSON's bracket.
  func appendPrologue(to buffer: ByteBuffer)
  /// Every row of the block, each with the separator of rows before it. `bookings` is the batch the
  /// block was priced from.
  func append(_ quotes: QuoteBatch, of bookings: BookingBatch, to buffer: ByteBuffer)
  func appendEpilogue(to buffer: ByteBuffer)
  /// How many bytes separate two rows. They begin each row; the sink takes them off the very first.
  var rowSeparatorLength: Int { get }
}

extension QuoteColumns {
  /// `isForSpreadsheets` makes cells of CSV harmless that a spreadsheet would take for formulas.
  package func writer(
    _ format: OutputFormat, isForSpreadsheets: Bool = false
  ) -> any QuoteWriter {
    switch format {
    case .csv where isForSpreadsheets: SpreadsheetWriter(CSVQuoteWriter(columns: self))
    case .csv, .xlsx: CSVQuoteWriter(columns: self)
    case .json: JSONQuoteWriter(columns: self)
    case .jsonl: JSONLinesQuoteWriter(columns: self)
    }
  }
}
