import QuoteEngine

/// One quote, line by line: rule, values, reasons, and why the others did not apply.
enum ExplainCommand: Command {
  static let declaration = CommandDeclaration(
    "explain", "one quote, line by line: rule, values, reasons",
    discussion: "Shows the waterfall of a quote, under each line the values that made it and the "
      + "place in the rules that put it there; what was rounded away; with --why-not why every "
      + "other line, row and bracket did not apply. Without --id or --first the first booking is "
      + "explained.",
    options: RulesOptions.all + BookingOptions.all + [
      .value("--id", takes: "KEY", repeated: true, help: "the booking with this key; repeatable"),
      .value("--first", takes: "N", .whole(1...1_000_000), help: "the first N bookings"),
      .value(
        "--format", takes: "FORMAT", .words(ExplanationFormat.allCases.map(\.rawValue)),
        help: "text, markdown or html; text unless said"),
      .value(
        "--output", "-o", takes: "FILE", .path, help: "where it goes; standard output unless said"),
      .value(
        "--depth", takes: "N", .whole(0...20), help: "how many named formulas deep; 3 unless said"),
      .flag("--why-not", help: "also say why what is not there did not apply"),
    ],
    operands: BookingOptions.operands,
    examples: [
      (
        "quote explain --rules rules/umuve.yaml --id U-1002 samples/umuve/bookings.csv",
        "where every cent of that quote comes from"
      )
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let pricer = try RulesOptions.pricer(arguments, recording: true)
    let reading = try BookingOptions.readerOptions(arguments, console)
    do throws(Trouble) {
      let reader = try BookingReader(
        schema: pricer.schema, sources: BookingOptions.sources(arguments), options: reading)
      var options = ExplanationOptions()
      options.depth = arguments.whole("--depth") ?? 3
      options.saysWhyNot = arguments.has("--why-not")
      let search = ExplanationSearch(
        keys: arguments.values("--id"), first: arguments.whole("--first"))
      let found = try pricer.explanations(of: reader, search, options: options)
      return try show(found, pricer, arguments, console)
    } catch {
      throw .trouble(error)
    }
  }

  private static func show(
    _ found: ExplanationSearch.Result, _ pricer: Pricer, _ arguments: ParsedArguments,
    _ console: Console
  ) throws(Trouble) -> ExitStatus {
    for key in found.missing {
      let help = Suggestion.help(for: key, among: found.near[key] ?? []).first
      console.complain(
        "quote: no booking has the key `\(key)`" + (help.map { "; \($0)" } ?? "") + "\n")
    }
    let format = arguments.choice("--format", ExplanationFormat.self) ?? .text
    let text = format.render(
      found.explanations, title: pricer.model.title ?? pricer.model.name, sources: pricer.sources,
      isColored: arguments.value("--output") == nil && console.isColored(arguments))
    if let path = arguments.value("--output") {
      let file = try AtomicFile(path: path)
      let buffer = ByteBuffer()
      for byte in text.utf8 { buffer.append(byte) }
      try file.write(buffer)
      try file.commit()
    } else {
      try console.say(text)
    }
    return found.missing.isEmpty ? .fine : .findings
  }
}
