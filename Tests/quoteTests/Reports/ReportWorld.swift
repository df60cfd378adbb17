import Foundation
import TestKit
import Testing

@testable import quote

/// Records that differ in every way there is, with keys and texts that mean
/// something to every format that reports are written in.
enum ReportWorld {
  static let rules = """
    schema: quote/1
    name: reports
    currency: USD
    inputs:
      id: text, key
      pieces: count [1..100]
    quote:
      - line: work
        amount: $10 * pieces
      - line: fee
        amount: round(8% * subtotal)
    decline:
      - when: pieces > 90
        reason: too many
    outputs:
      work:
      total:
    """

  static let map = """
    schema: quote-map/1
    record: { key: id, booking: request, status: status, reply: response, refusal: response.error }
    statuses: { priced: [200], declined: [400] }
    """

  /// `</script>`, `::`, `%`, a line end, `]]>`, quotes, a control mark.
  static let nastyKey = #"</script><b>%0A::error,]]>\"'&|`\n\u0001é\u2028x"#

  static func record(
    _ key: String, _ pieces: Int, work: String, fee: String, total: String
  ) -> String {
    #"{"id":"\#(key)","request":{"id":"\#(key)","pieces":\#(pieces)},"status":200,"#
      + #""response":{"work":\#(work),"fee":\#(fee),"total":\#(total)}}"#
  }

  static let records = [
    record("same", 1, work: "10", fee: "0.8", total: "10.8"),
    record(nastyKey, 2, work: "20", fee: "1.61", total: "21.61"),
    record("dear", 3, work: "25", fee: "2", total: "27"),
    record("cheap", 4, work: "41", fee: "3.28", total: "44.28"),
    record("refused", 95, work: "950", fee: "76", total: "1026"),
    #"{"id":"theirs","request":{"id":"theirs","pieces":5},"status":400,"#
      + #""response":{"error":"<i>no</i>"}}"#,
    #"{"id":"said","request":{"id":"said","pieces":95},"status":400,"#
      + #""response":{"error":"<i>no</i>"}}"#,
    record("words", 6, work: #""<img src=x onerror=alert(1)>""#, fee: "[]", total: "64.8"),
  ]

  /// A folder with `rules.yaml`, `map.yaml` and `records.jsonl`.
  static func inFolder<Result>(
    _ records: [String] = records, _ body: (Shell) throws -> Result
  ) throws -> Result {
    try Shell.inTemporaryFolder { shell in
      let lines = records.joined(separator: "\n")
      let files = ["rules.yaml": rules, "map.yaml": map, "records.jsonl": lines]
      for (name, text) in files {
        try Data(text.utf8).write(to: shell.folder.appending(path: name))
      }
      return try body(shell)
    }
  }

  /// What `quote diff` prints about the records.
  static func report(_ format: String, _ records: [String] = records) throws -> String {
    try inFolder(records) { shell in
      let outcome = try shell.run(
        "quote diff -r rules.yaml -m map.yaml --format \(format) records.jsonl")
      #expect(outcome.status == 1, "\(outcome)")
      return outcome.output
    }
  }

  /// A published schema, where it lies beside the checkout.
  static func schema(_ name: String) -> URL? {
    let url = Repository.root.appending(path: "../shared/schemas/\(name)").standardizedFileURL
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }
}
