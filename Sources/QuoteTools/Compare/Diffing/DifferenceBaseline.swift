import QuoteEngine
import QuoteLanguage

/// Differences that an earlier comparison found and wrote as JSON Lines: they
/// are known, as long as they are the very same.
final class DifferenceBaseline: Sendable {
  private let known: Set<Fingerprint>

  /// Reads a report in JSON Lines. Throws where it cannot be read.
  init(_ source: ByteSource) throws(Trouble) {
    let nothing = BookingSchema(
      lists: [
        ListSchema(name: "", parent: nil, fields: [], sources: [], bound: 0, span: .nowhere)
      ], key: nil, arithmetic: .exact)
    let chunks = RecordChunks(
      try RecordFeed(schema: nothing, sources: [source], format: .jsonl))
    let reader = JSONRecordReader()
    var known: Set<Fingerprint> = []
    while try chunks.next() {
      for record in chunks.records {
        guard record.isReadable, case .success(let root) = reader.read(record.text) else {
          throw .notABaseline(source.name, line: record.line)
        }
        // Nothing was compared of that booking: no difference of it is known.
        if root.text(at: ["fault"]) != nil { continue }
        guard let key = root.text(at: ["key"]), let fields = root.node(at: ["fields"])
        else { throw .notABaseline(source.name, line: record.line) }
        let rest = ["form", "our_status", "their_status"].map { root.text(at: [$0]) ?? "" }
        var parts = JoinKey()
        for part in [key] + rest { parts.add(Array(part.utf8)) }
        var values: [[String]] = []
        fields.eachElement { _, field in
          values.append(
            [field.node(at: ["path"])?.text.string ?? ""]
              + ["ours", "theirs"].map { field.node(at: [$0])?.json ?? "" })
        }
        Self.add(values, to: &parts)
        known.insert(parts.fingerprint)
      }
    }
    self.known = known
  }

  func knows(_ booking: BookingDifference) -> Bool {
    var parts = JoinKey()
    for part in [booking.key, booking.form, booking.ours.rawValue, booking.theirs.rawValue] {
      parts.add(Array(part.utf8))
    }
    Self.add(booking.fields.map { [$0.path, $0.ours, $0.theirs] }, to: &parts)
    return known.contains(parts.fingerprint)
  }

  /// Adds values by their paths, because a reply's members stand in no order.
  private static func add(_ values: [[String]], to parts: inout JoinKey) {
    for value in values.sorted(by: { $0[0] < $1[0] }) {
      for part in value { parts.add(Array(part.utf8)) }
    }
  }
}

extension Trouble {
  static func notABaseline(_ name: String, line: Int64) -> Trouble {
    Trouble(
      "not-a-baseline",
      "`\(name)` is not a report written by `--format jsonl`: line \(line) is not a difference")
  }
}
