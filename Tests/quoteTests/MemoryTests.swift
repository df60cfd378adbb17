import Foundation
import TestKit
import Testing

/// Memory stays flat, whatever the length of the input and however much of it differs.
@Suite(.serialized) struct MemoryTests {
  private static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: count [0..900]
    let:
      rate: 8%
    quote:
      - { line: parcel, amount: $2 * weight }
      - { line: fee, amount: round(rate * subtotal) }

    """

  /// Runs a command and says the most memory that it had, in KiB.
  private static let measure = """
    import os, subprocess, sys
    done = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(os.wait4(done.pid, 0)[2].ru_maxrss)

    """

  @Test(arguments: [
    ("price --unique-keys --memory 1", 20_000), ("price --format jsonl", 20_000),
    ("profile", 20_000), ("diff --against-set rate=9%", 2_000),
    ("diff --format jsonl --reference other.csv", 2_000),
  ])
  func staysFlat(command: String, count: Int) throws {
    try Shell.inTemporaryFolder { shell in
      func save(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: shell.folder.appending(path: name))
      }
      try save("rules.yaml", Self.rules)
      try save("measure.py", Self.measure)
      var peaks: [Int] = []
      for count in [count, 8 * count] {
        let rows = (0..<count).map { "key-\($0),\($0 % 900)\n" }.joined()
        try save("bookings.csv", "id,weight\n" + rows)
        try save("other.csv", "id,total\n" + (0..<count).map { "key-\($0),1\n" }.joined())
        let outcome = try shell.run(
          "python3 measure.py quote \(command) --threads 2 "
            + "--rules rules.yaml bookings.csv")
        let peak = Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines))
        peaks.append(try #require(peak, "\(outcome)"))
      }
      // Eight times as many; what threads happen to hold at once varies.
      #expect(peaks[1] < peaks[0] * 3 / 2 + 16_000, "\(command): \(peaks) KiB")
    }
  }
}
