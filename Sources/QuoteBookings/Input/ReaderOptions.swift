package import QuoteSyntax

/// What bookings are written as.
package enum InputFormat: String, Hashable, Sendable, CaseIterable {
  /// RFC 4180 with a header, and what spreadsheets write.
  case csv
  /// Values one after the other: a single object, several, or arrays of them.
  case json
  /// One object a line.
  case jsonl
}

/// How bookings are to be read.
package struct ReaderOptions: Sendable {
  /// Where this is nil, the file's ending decides, else its first bytes.
  package var format: InputFormat?
  /// The mark between CSV cells: `,`, `;` or a tab. Nil: whichever the header has most of.
  package var delimiter: UInt8?
  /// The sheet of a spreadsheet that is read. Nil: the one that the file's name ends with,
  /// `week.xlsx#March`, else the first that people see.
  package var sheet: String?
  /// Members that lead from a JSON record to the booking in it, in Unicode's form C; empty where
  /// the record is the booking.
  package var bookingPath: [String] = [] {
    didSet { bookingPath = bookingPath.map(\.composed) }
  }
  /// Stands in for a required instant that a booking does not give.
  package var asOf: Instant?
  /// CSV columns to carry through as texts, by name; see `carriesAll`.
  var carriedColumns: [String] = []
  /// Carries every CSV column that no input names.
  package var carriesAll = false
  /// Rows of one booking may stand anywhere in the CSV: they are brought
  /// together first, through sorted runs on disk.
  package var gathersRows = false
  /// A booking key that any earlier booking had is a fault; without it only
  /// neighbours are compared.
  package var requiresUniqueKeys = false
  /// Where a member is given twice, the last one counts (as in Python), instead of a fault.
  package var lastDuplicateWins = false
  /// One record may not be longer than this.
  package var recordBoundBytes = 16 << 20
  /// About how much of the input is parsed at a time: little enough that what two threads
  /// make of it stays in a second-level cache of 2 MB that they share.
  package var chunkBytes = 192 << 10
  /// Where sorted runs and spilled keys go.
  package var temporaryDirectory = "/tmp"
  /// How much memory gathering and remembering keys may take before they spill.
  package var memoryBytes = 48 << 20
  /// Told of what is read.
  package var meter: InputMeter?

  /// Looks at every record, list and row of a reference by itself: for tests that hold both
  /// ways equal.
  package var readsOneByOne = false

  package init() {}
}
