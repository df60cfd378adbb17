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
        guard record.isReadable, case .success(let root) = reader.read(record.text),
          let key = root.text(at: ["key"]), let fields = root.node(at: ["fields"])
        else { throw .notABaseline(source.name, line: record.line) }
        let rest = ["form", "our_status", "their_status"].map { root.text(at: [$0]) ?? "" }
        var parts = JoinKey()
        for part in [key] + rest { parts.add(Array(part.utf8)) }
        fields.eachElement { _, field in
          for name in ["path", "ours", "theirs"] {
            let value = field.node(at: [name])
            let text = name == "path" ? value?.text.string : value?.json
            parts.add(Array((text ?? "").utf8))
          }
        }
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
    for field in booking.fields {
      for part in [field.path, field.ours, field.theirs] { parts.add(Array(part.utf8)) }
    }
    return known.contains(parts.fingerprint)
  }
}

extension Trouble {
  static func notABaseline(_ name: String, line: Int64) -> Trouble {
    Trouble(
      "not-a-baseline",
      "`\(name)` is no report that `--format jsonl` wrote: line \(line) is not a difference")
  }
}
