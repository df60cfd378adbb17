import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSamples
import QuoteSyntax

/// Seeded bookings for a rules file.
enum SampleCommand: Command {
  static let declaration = CommandDeclaration(
    "sample", "seeded bookings for a rules file",
    discussion: "Makes bookings from the declared inputs. Edge cases are favoured: ends of ranges, "
      + "bounds of brackets, words from the tables in unusual case, missing fields. If more than "
      + "one booking in ten would be declined or at fault, the surplus is replaced by others. The "
      + "same seed gives the same bookings in the same shape.",
    options: RulesOptions.all + [
      .value(
        "--rows", "-n", takes: "N", .whole(1...1_000_000_000),
        help: "how many bookings; 10 by default"),
      .value(
        "--seed", takes: "S", .whole(0...Int.max), help: "the seed of the sample; 1 by default"),
      .value(
        "--format", takes: "FORMAT", .words(InputFormat.allCases.map(\.rawValue)),
        help: "csv, json or jsonl; by default taken from the ending of the output, else csv"),
      .value(
        "--output", "-o", takes: "FILE", .target,
        help: "where the bookings go; standard output by default. The file appears whole or not "
          + "at all, and compressed if its name ends in .gz or .zst"),
      .value(
        "--shape", takes: "SHAPE", .words(SampleWriter.Shape.allCases.map(\.rawValue)),
        help: "how a CSV holds lists: rows (one row per element), compact (a cell in the form of "
          + "the list's `cell`) or json (JSON in a cell); by default compact if all lists have a "
          + "`cell`, else json"),
      .flag("--quotable", help: "only bookings that the rules have a price for"),
    ],
    examples: [
      ("quote sample --rules rules/umuve.yaml --rows 1000 --seed 7", "a thousand bookings as CSV")
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let rules = try RulesOptions.compile(arguments)
    do throws(Trouble) {
      var bookings = try BookingSample(
        of: rules.model, seed: UInt64(arguments.whole("--seed") ?? 1),
        format: arguments.format(InputFormat.self) ?? .csv,
        shape: arguments.choice("--shape", SampleWriter.Shape.self),
        isQuotable: arguments.has("--quotable"))
      let file = try AtomicFile(path: arguments.value("--output") ?? "-")
      let buffer = ByteBuffer()
      buffer.append(text: bookings.opening)
      var rest = arguments.whole("--rows") ?? 10
      while rest > 0 {
        let count = min(rest, BookingSample.blockSize)
        buffer.append(text: try bookings.next(count))
        rest -= count
        if buffer.count > 1 << 16 {
          try file.write(buffer)
          buffer.removeAll()
        }
      }
      buffer.append(text: bookings.closing)
      try file.write(buffer)
      try file.commit()
    } catch {
      throw .trouble(error)
    }
    return .fine
  }
}

/// Bookings are made in the formats in which they are read.
extension InputFormat: FormatOfFile {}
