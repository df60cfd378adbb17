import Foundation
import TestKit
import Testing

/// What is said on standard error is the same for any number of threads, and said once.
@Suite struct NoteTests {
  private static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: count [1..9], default 1
      note: optional text
      day: optional date
    let:
      rate: $2
    quote:
      - { line: parcel, amount: rate * weight }

    """

  /// Enough for many chunks: members that nobody reads, values written in another way, faults of
  /// several kinds, and records that are none.
  private static let records = (0..<12_000).map { row in
    switch row % 8 {
    case 0: #"{"id":"\#(row)","wieght":3,"note":"n"}"#
    case 1: #"{"id":"\#(row)","weight":3,"notes":"n"}"#
    case 2: #"{"id":"\#(row)","weight":3,"day":"14/03/2026"}"#
    case 3: #"{"id":"\#(row)","weight":77}"#
    case 4: #"{"id":"\#(row)""#
    default: #"{"id":"\#(row)","weight":\#(1 + row % 9)}"#
    }
  }

  @Test(arguments: [
    "price -o out.csv", "profile -o out.txt",
    "diff --against-set 'rate=$3' -o out.txt", "impact --before-set 'rate=$3' -o out.txt",
    "explain --id 5 -o out.txt",
  ])
  func areSaidOnceAndAlike(command: String) throws {
    try Shell.inTemporaryFolder { shell in
      try Data(Self.rules.utf8).write(to: shell.folder.appending(path: "rules.yaml"))
      let text = Self.records.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: shell.folder.appending(path: "bookings.jsonl"))
      var said: Set<String> = []
      // What several threads say may depend on their luck, so they run twice.
      let many = ["--threads 1", "--threads 2", "--threads 8", "--threads 8"]
      for threads in command.hasPrefix("explain") ? ["", ""] : many {
        let outcome = try shell.run(
          "quote \(command) \(threads) --rules rules.yaml bookings.jsonl")
        #expect(outcome.status < 2, "\(outcome)")
        // Notes of a comparison are in its report.
        let report = try shell.run("cat out.txt 2> no.txt")
        said.insert(outcome.output + report.output)
        let notes = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("  ") }
        #expect(Set(notes).count == notes.count, "said twice: \(outcome.output)")
      }
      #expect(said.count == 1, "\(said.map { $0.prefix(2000) })")
      #expect(said.first?.contains("`wieght`") == true, "\(said)")
    }
  }

  /// What can be read of a file that is cut is written, whoever of the threads comes to its end.
  @Test func whatIsWrittenOfACutFileIsAlike() throws {
    try Shell.inTemporaryFolder { shell in
      try Data(Self.rules.utf8).write(to: shell.folder.appending(path: "rules.yaml"))
      let text = Self.records.map { $0 + "\n" }.joined()
      try Data(text.utf8).write(to: shell.folder.appending(path: "bookings.jsonl"))
      _ = try shell.run("gzip -1 -c bookings.jsonl | head -c 30000 > cut.jsonl.gz")
      var written: Set<String> = []
      for threads in [1, 2, 7, 7, 7] {
        let outcome = try shell.run(
          "quote price -q --threads \(threads) --rules rules.yaml cut.jsonl.gz > out.csv")
        #expect(outcome.status == 2, "\(outcome)")
        written.insert(try shell.run("wc -l out.csv; cksum out.csv").output)
      }
      #expect(written.count == 1, "\(written)")
      #expect(written.first?.hasPrefix("0 ") == false, "\(written)")
    }
  }
}
