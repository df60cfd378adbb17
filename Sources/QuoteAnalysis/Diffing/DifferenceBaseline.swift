import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Differences that an earlier comparison found and wrote as JSON Lines: they
/// are known, as long as they are the very same.
///
/// A fingerprint of each is kept, on disk where there are very many: a report may be as long as
/// the input.
final class DifferenceBaseline {
  private let known: BookingKeys

  /// What is told of a booking as a whole, beside its key.
  private static let told = [
    "form", "our_status", "their_status", "stake", "our_reason", "their_reason",
  ]

  /// Reads a report in JSON Lines. Throws where it cannot be read, and no later than at the
  /// first line that is none of a report.
  init(_ source: ByteSource) throws(Trouble) {
    let options = ReaderOptions()
    known = BookingKeys(memoryBytes: options.memoryBytes, directory: options.temporaryDirectory)
    let source = ByteSource.made(name: source.name, by: try LineBound(source))
    let chunks = RecordChunks(
      try RecordFeed(schema: .unknown, sources: [source], format: .jsonl))
    let reader = JSONRecordReader()
    while try chunks.next() {
      for record in chunks.records {
        guard record.isReadable, case .success(let root) = reader.read(record.text) else {
          throw .notABaseline(source.name, line: record.line)
        }
        // Nothing was compared of that booking: no difference of it is known.
        if root.text(at: ["fault"]) != nil { continue }
        guard let key = root.text(at: ["key"]), let fields = root.node(at: ["fields"])
        else { throw .notABaseline(source.name, line: record.line) }
        var parts = JoinKey()
        parts.add(Array(key.utf8))
        for name in Self.told { parts.add(Array((root.text(at: [name]) ?? "").utf8)) }
        var values: [[String]] = []
        fields.eachElement { _, field in
          values.append(
            [field.node(at: ["path"])?.text.string ?? ""]
              + ["ours", "theirs"].map { field.node(at: [$0])?.json ?? "" })
        }
        Self.add(values, to: &parts)
        _ = try known.insert(parts.fingerprint)
      }
    }
  }

  func knows(_ booking: BookingDifference) throws(Trouble) -> Bool {
    var parts = JoinKey()
    let sides = [booking.ours.rawValue, booking.theirs.rawValue, booking.stake?.description ?? ""]
    let reasons = [booking.ourReason, booking.theirReason]
    for part in [booking.key, booking.form] + sides + reasons {
      parts.add(Array(part.utf8))
    }
    Self.add(booking.fields.map { [$0.path, $0.ours, $0.theirs] }, to: &parts)
    return try known.contains(parts.fingerprint)
  }

  /// Adds values by their paths, because a reply's members stand in no order.
  private static func add(_ values: [[String]], to parts: inout JoinKey) {
    for value in values.sorted(by: { $0[0] < $1[0] }) {
      for part in value { parts.add(Array(part.utf8)) }
    }
  }
}

/// The bytes of a report as they come, up to a line that is longer than any of a report: what
/// is no report may never end.
private final class LineBound: ByteMaker, @unchecked Sendable {
  // Read by one thread.
  private let stream: ByteStream
  private var line: Int64 = 1
  private var length = 0
  private static let longest = ReaderOptions().recordBoundBytes
  private static let step = 1 << 16

  init(_ source: ByteSource) throws(Trouble) { stream = try ByteStream(source) }

  func more() throws(Trouble) -> [UInt8] {
    let bytes = try stream.next(atMost: Self.step)
    for byte in bytes {
      length += 1
      if byte == UInt8(ascii: "\n") { (line, length) = (line + 1, 0) }
    }
    if length > Self.longest { throw .notABaseline(stream.name, line: line) }
    return bytes
  }
}

extension Trouble {
  static func notABaseline(_ name: String, line: Int64) -> Trouble {
    Trouble(
      "not-a-baseline",
      "`\(name)` is not a report written by `--format jsonl`: line \(line) is not a difference")
  }
}
