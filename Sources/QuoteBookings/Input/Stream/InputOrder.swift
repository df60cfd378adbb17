import QuoteLanguage
package import QuoteSyntax

/// What parsers must tell each other in the order of chunks: how many records
/// and lines came before, the last key, and which keys there were.
///
/// A parser that has parsed its chunk waits here for those before it.
package final class InputOrder: @unchecked Sendable {
  private let turns = Turns()
  /// Held while input is read: nobody's turn waits for that.
  private let reading = Monitor()

  package init() {}

  // Guarded by the turn: only the chunk whose turn it is touches these.
  package var records: Int64 = 0
  package var lines: Int64 = 0
  var lastKey: [UInt8] = []
  var keys: BookingKeys?
  private(set) var remarks: [String] = []
  /// Keys that come again further down, among the first bookings.
  private var again = KeysAgain()
  /// By source: rows that have nothing in their cells, and the line of the first.
  private var emptyRows: [(source: String, count: Int, line: Int64)] = []
  /// Values that few mean.
  var oddValues = OddValues()
  /// How values that could not be read are written.
  var notations = NotationTally()
  /// Members that were told of: their names, by kind of object.
  private var told: [Int: Set<String>] = [:]

  /// Runs the body when every chunk before this one had its turn; false where a
  /// chunk before failed.
  package func inTurn(_ ordinal: Int, _ body: () throws(Trouble) -> Void) throws(Trouble) -> Bool {
    try turns.take(ordinal, body)
  }

  /// Tells of a member that nobody reads, the first of all of that name.
  func tell(_ remark: UnreadMembers.Remark, _ place: String) {
    guard told[remark.node, default: []].insert(remark.name).inserted else { return }
    let isSame = remark.near == remark.input
    let reader = isSame ? "" : ", read as `\(remark.input)`"
    remarks.append(
      "the member `\(remark.place)`, first in \(place), is not read: did you mean "
        + "`\(remark.near)`\(reader), which is not given there?")
  }

  func tell(_ more: [String]) { remarks += more }

  /// Looks whether a key that differs from the one just before it was there already.
  func noteKey(_ key: [UInt8], record: Int64, ofRows isOfRows: Bool) {
    again.note(key, record: record, ofRows: isOfRows)
  }

  var wantsKeys: Bool { again.wantsMore }

  var remarksOnKeys: [String] { again.remarks }

  func noteEmptyRows(_ count: Int, line: Int64, in source: String) {
    if count == 0 { return }
    if let last = emptyRows.indices.last, emptyRows[last].source == source {
      emptyRows[last].count += count
    } else {
      emptyRows.append((source, count, line))
    }
  }

  /// A sentence for each source that has rows without anything in them.
  var remarksOnEmptyRows: [String] {
    emptyRows.map { Self.remarkOnEmptyRows($0.count, line: $0.line, in: $0.source) }
  }

  static func remarkOnEmptyRows(_ count: Int, line: Int64, in source: String) -> String {
    count == 1
      ? "line \(line) of `\(source)` has nothing in its cells and was left out"
      : "\(count) rows of `\(source)` have nothing in their cells and were left out, "
        + "the first in line \(line)"
  }

  /// Lets everybody who waits go: the chunk before them will not come.
  package func giveUp() { turns.stop() }

  /// Runs the body alone.
  package func alone<Result>(_ body: () throws(Trouble) -> Result) throws(Trouble) -> Result {
    try reading.alone(body)
  }
}
