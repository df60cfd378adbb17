import QuoteEngine

/// Seeded bookings for a rules file.
enum SampleCommand: Command {
  static let declaration = CommandDeclaration(
    "sample", "seeded bookings for a rules file",
    discussion: "Bookings are made from the declared inputs. Edges are favoured: ends of ranges, "
      + "bounds of brackets, words the tables know in odd case, fields left out. The same seed "
      + "gives the same bookings.",
    options: RulesOptions.all + [
      .value(
        "--rows", "-n", takes: "N", .whole(1...1_000_000_000),
        help: "how many bookings; 10 unless said"),
      .value("--seed", takes: "S", .whole(0...Int.max), help: "1 unless said"),
      .value(
        "--format", takes: "FORMAT", .words(InputFormat.allCases.map(\.rawValue)),
        help: "csv, json or jsonl; csv unless said"),
      .value(
        "--shape", takes: "SHAPE", .words(SampleWriter.Shape.allCases.map(\.rawValue)),
        help: "how a CSV says lists: rows (a row an element), compact (a cell as the list's cell "
          + "says) or json (in a cell); compact if all lists have one, else json"),
    ],
    examples: [
      ("quote sample --rules rules/umuve.yaml --rows 1000 --seed 7", "a thousand bookings as CSV")
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let rules = try RulesOptions.compile(arguments)
    var sampler = BookingSampler(
      model: rules.model, seed: UInt64(arguments.whole("--seed") ?? 1))
    do throws(Trouble) {
      let writer = try SampleWriter(
        schema: rules.model.schema,
        format: arguments.choice("--format", InputFormat.self) ?? .csv,
        shape: arguments.choice("--shape", SampleWriter.Shape.self))
      var text = writer.opening
      for row in 0..<(arguments.whole("--rows") ?? 10) {
        text += writer.text(of: sampler.next(), isFirst: row == 0)
        if text.utf8.count > 1 << 16 {
          try console.say(text)
          text = ""
        }
      }
      try console.say(text + writer.closing)
    } catch {
      throw .trouble(error)
    }
    return .fine
  }
}
