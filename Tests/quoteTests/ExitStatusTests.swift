import Foundation
import TestKit
import Testing

/// The table of `docs/command.md`: one meaning of each exit status, in every command.
@Suite struct ExitStatusTests {
  private static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: count [1..9]
    let:
      rate: $2
    quote:
      - { line: parcel, amount: rate * weight }

    """

  private static let files = [
    "rules.yaml": rules,
    "broken.yaml": rules.replacing("rate * weight", with: "fare * weight"),
    "names-missing.yaml": rules.replacing("rate: $2", with: "rate: { unique: none.csv }"),
    "names-outside.yaml": rules.replacing("rate: $2", with: "rate: { unique: /etc/passwd }"),
    "good.csv": "id,weight\na,1\nb,2\n",
    "fault.csv": "id,weight\na,1\nb,77\n",
    "theirs.csv": "id,status,parcel,total\na,quoted,2.00,2.00\nb,quoted,4.00,4.00\n",
    "map.yaml": """
      schema: quote-overlay/1
      inputs:
        rate: count [1..10]
      overlay:
        rate: rate * $1

      """,
    "record.json": "{\"rate\": 3}",
    "bad-record.json": "{\"rate\": 99}",
    "empty.csv": "id,weight\n",
    "unread.yaml": rules.replacing("rate: $2", with: "rate: $2\n  spare: $3"),
  ]

  /// Every command that takes rules, with bookings where it takes any.
  private static let commands: [(name: String, line: String)] = [
    ("price", "price --rules RULES BOOKINGS"),
    ("explain", "explain --rules RULES --first 9 BOOKINGS"),
    ("profile", "profile --rules RULES BOOKINGS"),
    ("diff", "diff --rules RULES --reference theirs.csv BOOKINGS"),
    ("impact", "impact --rules RULES --before-set 'rate=$1' BOOKINGS"),
    ("verify", "verify --rules RULES receipt.json"),
    ("bench", "bench --rules RULES --repeat 1 BOOKINGS"),
    ("check", "check RULES"),
    ("dump", "dump --rules RULES --stage model"),
    ("sample", "sample --rules RULES"),
  ]

  /// Runs each command, and says which did not end as the table has it.
  private static func expect(
    _ status: Int32, _ situation: String, rules: String = "rules.yaml",
    bookings: String = "good.csv", more: String = "", of names: [String]? = nil
  ) throws {
    try Shell.inTemporaryFolder { shell in
      for (name, text) in files {
        try Data(text.utf8).write(to: shell.folder.appending(path: name))
      }
      _ = try shell.run(
        "quote explain --rules rules.yaml --first 9 --format json good.csv > receipt.json")
      for (name, line) in commands where names?.contains(name) ?? true {
        let command = line.replacing("RULES", with: rules).replacing("BOOKINGS", with: bookings)
        let outcome = try shell.run("quote \(command) \(more)")
        #expect(outcome.status == status, "\(situation): \(command) \(more)\n\(outcome.output)")
      }
    }
  }

  private static let filtering = ["price", "explain"]
  private static let reading = ["price", "explain", "profile", "impact", "diff", "bench"]

  @Test func allIsFine() throws {
    try Self.expect(0, "fine")
  }

  @Test func mistakesOfTheRulesAreFindings() throws {
    try Self.expect(1, "broken rules", rules: "broken.yaml")
    try Self.expect(1, "a setting of nothing", more: "--set fare=9%")
    try Self.expect(1, "a setting that makes no sense", more: "--set 'rate=('")
    try Self.expect(1, "an overlay that is none", more: "--overlay broken.yaml")
    try Self.expect(1, "a condition of nothing", more: "--where 'fare > 1'", of: Self.filtering)
  }

  @Test func bookingsAtFaultAreFindings() throws {
    try Self.expect(1, "faults", bookings: "fault.csv", of: Self.reading)
  }

  @Test func differencesAreFindings() throws {
    try Self.expect(1, "another price", more: "--set 'rate=$3'", of: ["diff", "verify"])
    try Self.expect(1, "no booking", more: "--id zzz", of: ["explain"])
    try Self.expect(1, "no bookings", bookings: "empty.csv", of: ["explain", "diff", "impact"])
    try Self.expect(0, "no bookings", bookings: "empty.csv", of: ["price", "profile", "bench"])
  }

  @Test func warningsAreFindingsWhereThatIsAskedFor() throws {
    try Self.expect(0, "a warning", rules: "unread.yaml")
    let more = "--fail-on warnings"
    try Self.expect(1, "a warning", rules: "unread.yaml", more: more, of: ["check"])
    try Self.expect(0, "no warning", more: more, of: ["check"])
  }

  @Test func whatCannotBeDoneIsTrouble() throws {
    try Self.expect(2, "no rules", rules: "missing.yaml")
    try Self.expect(2, "rules that name no file", rules: "names-missing.yaml")
    try Self.expect(2, "rules that name a file elsewhere", rules: "names-outside.yaml")
    try Self.expect(2, "no bookings", bookings: "missing.csv", of: Self.reading)
    try Self.expect(2, "an unknown option", more: "--fare")
    try Self.expect(2, "a folder that is none", more: "--root missing")
    try Self.expect(2, "a full disk", more: "> /dev/full")
  }

  /// Mistakes of the other side's rules, of maps and ledgers are those of any rules.
  @Test func mistakesOfOtherFilesAreFindings() throws {
    try Shell.inTemporaryFolder { shell in
      for (name, text) in Self.files {
        try Data(text.utf8).write(to: shell.folder.appending(path: name))
      }
      let diff = "quote diff --rules rules.yaml"
      for (line, status) in [
        ("\(diff) --against broken.yaml good.csv", Int32(1)),
        ("\(diff) --against-set fare=1 good.csv", 1),
        ("\(diff) --against-set 'rate=$2' good.csv", 0),
        ("\(diff) --map broken.yaml good.csv", 1),
        ("\(diff) --against-set 'rate=$2' --accepted broken.yaml good.csv", 1),
        ("quote explain --rules rules.yaml --map broken.yaml good.csv", 1),
        ("quote overlay --rules rules.yaml --map map.yaml record.json", 0),
        ("quote overlay --rules rules.yaml --map map.yaml bad-record.json", 1),
        ("quote overlay --rules rules.yaml --map map.yaml missing.json", 2),
        ("quote overlay --rules rules.yaml --map broken.yaml record.json", 1),
        ("quote overlay --rules broken.yaml --map map.yaml record.json", 1),
        ("quote overlay --rules rules.yaml --map missing.yaml record.json", 2),
        ("\(diff) --map missing.yaml good.csv", 2),
        ("\(diff) --against missing.yaml good.csv", 2),
        ("quote init -o first.yaml good.csv", 0), ("quote init -o first.yaml good.csv", 2),
        ("quote init -o other.yaml empty.csv", 2), ("quote init -o other.yaml missing.csv", 2),
        ("quote man", 0), ("quote man > /dev/full", 2), ("quote completions bash", 0),
        ("quote", 2), ("quote prise", 2), ("quote --version", 0), ("quote help free-key", 0),
        ("quote help no-such-page", 2), ("quote completions csh", 2),
      ] {
        let outcome = try shell.run(line)
        #expect(outcome.status == status, "\(line)\n\(outcome.output)")
      }
    }
  }
}
