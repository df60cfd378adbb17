import QuoteLanguage
package import QuoteSyntax

/// Why one booking cannot be read or priced.
package struct RowFault: Hashable, Sendable {
  /// The file it came from, as it was named.
  package var source = ""
  /// Row of the batch, from 0.
  package var row: Int
  /// Number of the record in the input, from 1.
  package var record: Int64
  /// The line of the input that is at fault, from 1; 0 if the input has no lines.
  package var line: Int64
  /// The last line of what could not be read; `line` nearly always.
  package var lastLine: Int64
  /// The offending text as it came in, shortened to 80 bytes.
  package var value: String
  package let told: FaultText
  /// What the booking is called, where somebody asked for it.
  package var key = ""
  /// The cell of a spreadsheet, `Sheet1!C7`; empty elsewhere.
  package var cell = ""
  /// The column of that cell, from 0; -1 where it is not known.
  var column = -1

  package var field: String { told.field }
  package var reason: String { told.reason }
  package var message: String { told.message }
  package var rule: SourceSpan { told.rule }

  package init(row: Int, record: Int64, line: Int64, value: String, told: FaultText) {
    self.row = row
    self.record = record
    self.line = line
    lastLine = line
    self.value = value
    self.told = told
  }

  package init(
    row: Int, record: Int64, line: Int64, field: String, value: String, reason: String,
    message: String
  ) {
    self.init(
      row: row, record: record, line: line, value: value,
      told: FaultText(field: field, reason: reason, message: message))
  }
}
