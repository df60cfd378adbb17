import Foundation
import TestKit
import Testing

/// What grows with the rules or the input grows no faster than they do.
@Suite(.serialized) struct GrowthTests {
  /// Processor seconds of a command, by `times`.
  private static func seconds(_ command: String, _ shell: Shell) throws -> Double {
    let outcome = try shell.run(
      "TIMEFORMAT='%U'; { time \(command) > /dev/null 2>&1; } 2> time.txt; cat time.txt")
    return Double(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity
  }

  private static func rules(_ inputs: String, _ quote: String, lets: String = "") -> String {
    "schema: quote/1\nname: r\ncurrency: USD\ninputs:\n  id: text, key\n\(inputs)"
      + (lets.isEmpty ? "" : "let:\n\(lets)") + "quote:\n\(quote)"
  }

  private static func each(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined()
  }

  /// The command, and files with so many of something in them.
  static let kinds: [(name: String, command: String, file: @Sendable (Int) -> String)] = [
    ("inputs", "quote check FILE", { count in
      rules(
        each(count) { "  a\($0): count [0..9]\n" },
        each(count) { "  - { line: l\($0), amount: $1 * a\($0) }\n" })
    }),
    ("words of a choice", "quote check FILE", { count in
      rules(
        "  c: one of " + (0..<count * 4).map { "word\($0)" }.joined(separator: " | ") + "\n",
        "  - { line: l, amount: price }\n",
        lets: "  price:\n    unique: |\n      | c || price |\n"
          + each(count * 4) { "      | word\($0) || $\($0) |\n" })
    }),
    ("mistyped names", "quote check FILE", { count in
      rules(
        each(count) { "  amount_of_\($0): count [0..9]\n" },
        each(count) { "  - { line: l\($0), amount: $1 * amont_of_\($0) }\n" })
    }),
    ("carried columns", "quote price --rules plain.yaml --carry --from csv FILE", { count in
      "id,a" + each(count * 8) { ",x\($0)" } + "\n1,2" + each(count * 8) { _ in ",y" } + "\n"
    }),
  ]

  @Test(arguments: kinds.indices) func growsInStep(kind: Int) throws {
    let (name, command, file) = Self.kinds[kind]
    try Shell.inTemporaryFolder { shell in
      let plain = Self.rules("  a: count [0..9]\n", "  - { line: l, amount: $1 * a }\n")
      try Data(plain.utf8).write(to: shell.folder.appending(path: "plain.yaml"))
      var seconds: [Double] = []
      for count in [300, 1200] {
        let path = "file-\(count)"
        try Data(file(count).utf8).write(to: shell.folder.appending(path: path))
        seconds.append(try Self.seconds(command.replacing("FILE", with: path), shell))
      }
      // Four times as many, and room for the noise of a busy machine; a square would be sixteen.
      #expect(seconds[1] < 9 * seconds[0] + 0.2, "\(name): \(seconds)")
    }
  }
}
