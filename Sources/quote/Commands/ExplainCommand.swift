import QuoteBookings
import QuoteEngine
import QuoteExplanation
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// One quote, line by line: rule, values, reasons, and why the others did not apply.
enum ExplainCommand: Command {
  static let declaration = CommandDeclaration(
    "explain", "one quote, line by line: rule, values, reasons",
    discussion: "Shows the waterfall of a quote and, under each line, the values that made it, the "
      + "place in the rules that put it there and what was rounded away; with --why-not, also why "
      + "every other line, row and bracket did not apply. Bookings are chosen by --id or by a "
      + "condition, and --first limits how many; without any of these the first booking is "
      + "explained. A condition is a formula of the rules language over inputs, names, lines, "
      + "outputs and the total; a booking at fault satisfies none. Warnings of the rules are only "
      + "counted, and quote check shows them.",
    options: RulesOptions.all + BookingOptions.all + [
      .value(
        "--map", "-m", takes: "FILE", .path,
        help: "a reference map: the bookings are read from records as it says, each with its form "
          + "and its moment, and --id is the map's key"),
      .value("--id", takes: "KEY", repeated: true, help: "the booking with this key; repeatable"),
      .value(
        "--where", takes: "FORMULA",
        help: "bookings for which this holds, at most a hundred without --first: "
          + "'total > $500 and size = \"large\"'"),
      .value(
        "--first", takes: "N", .whole(1...1_000_000), help: "the first N bookings of these"),
      .value(
        "--for", takes: "WHOM", .words(ExplanationAudience.allCases.map(\.rawValue)),
        help: "staff (the default), or customer: labels instead of names, amounts that add up, and "
          + "no rules, inputs, formulas or outputs without a label"),
      .value(
        "--format", takes: "FORMAT", .words(ExplanationFormat.allCases.map(\.rawValue)),
        help: "text, json, markdown or html; by default taken from the ending of the output, "
          + "else text"),
      .value(
        "--output", "-o", takes: "FILE", .target,
        help: "where it goes; standard output by default"),
      .value(
        "--depth", takes: "N", .whole(0...20),
        help: "how many named formulas deep, 3 by default; 4 or more also opens list elements"),
      .value(
        "--listing", takes: "WHAT", .words(RulesListing.Extent.allCases.map(\.rawValue)),
        help: "how much of the rules an HTML page has: rules (the rules and overlays, and from "
          + "their other files the lines that took part), all (every file whole) or none; rules by "
          + "default"),
      .flag("--why-not", help: "also show why everything else did not apply"),
      .flag(
        "--changes", help: "also show what one more, one day later or another choice would cost"),
    ],
    operands: BookingOptions.operands,
    examples: [
      (
        "quote explain --rules rules/umuve.yaml --id U-1002 samples/umuve/bookings.csv",
        "where every cent of that quote comes from"
      ),
      (
        "quote explain -r rules.yaml --map map.yaml --id T-12 replies.jsonl",
        "a booking that `quote diff` with this map names"
      ),
      (
        "quote explain -r rules.yaml --for customer --id U-1002 -o quote.html bookings.csv",
        "a page to send to the customer"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    try checkAudience(arguments)
    if arguments.has("--map") { return try explainRecords(arguments, console) }
    let pricer = try RulesOptions.pricer(arguments, recording: true)
    let condition = try arguments.value("--where").map { text throws(CommandFailure) in
      try RulesOptions.pricer(arguments, selecting: text)
    }
    WarningNotice.tell((condition ?? pricer).warned, console)
    let reading = try BookingOptions.readerOptions(arguments, console)
    do throws(Trouble) {
      let reader = try BookingReader(
        schema: pricer.schema.withTexts, sources: BookingOptions.sources(arguments),
        options: reading)
      let search = ExplanationSearch(
        keys: arguments.values("--id"), condition: condition, first: arguments.whole("--first"))
      let run = ExplainRun(pricer, reader: reader, search: search, options: options(arguments))
      let found = try run.run()
      for remark in reader.remarks { console.complain("quote: \(remark.shown)\n") }
      return try show(
        found, pricer: pricer, receipt: pricer.receipt(asOf: reading.asOf), arguments, console)
    } catch {
      throw .trouble(error)
    }
  }

  private static func isForCustomers(_ arguments: ParsedArguments) -> Bool {
    arguments.choice("--for", ExplanationAudience.self) == .customer
  }

  /// Refuses what would show customers the rules.
  private static func checkAudience(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard isForCustomers(arguments) else { return }
    for option in ["--why-not", "--changes", "--depth", "--listing"] where arguments.has(option) {
      throw DiffOptions.wrong(
        "`\(option)` shows what the rules say, and customers are shown none of that", arguments)
    }
    guard let format = arguments.format(ExplanationFormat.self), customerFormat(format) == nil
    else { return }
    throw DiffOptions.wrong(
      "customers are shown text, markdown or html, not \(format.rawValue): "
        + "`quote price` has all of a quote for programs", arguments)
  }

  private static func customerFormat(_ format: ExplanationFormat) -> CustomerFormat? {
    switch format {
    case .text: .text
    case .markdown: .markdown
    case .html: .html
    case .json: nil
    }
  }

  private static func options(_ arguments: ParsedArguments) -> ExplanationOptions {
    var options = ExplanationOptions()
    options.depth = arguments.whole("--depth") ?? ExplanationOptions.usualDepth
    options.saysWhyNot = arguments.has("--why-not")
    options.saysChanges = arguments.has("--changes")
    return options
  }

  /// Bookings of records that a map describes.
  private static func explainRecords(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    for other in ["--where", "--booking-at", "--gather"] where arguments.has(other) {
      throw DiffOptions.wrong("`\(other)` and `--map` exclude each other", arguments)
    }
    let map = try DiffOptions.map(arguments, .records)
    let asOf = try BookingOptions.readerOptions(arguments, console).asOf
    let rules = try RulesOptions.path(arguments)
    let explainer: RecordExplainer
    do throws(RulesFailure) {
      explainer = try RecordExplainer(
        rulesAt: rules, map: map,
        overlays: arguments.values("--overlay"), settings: arguments.values("--set"), asOf: asOf,
        loader: arguments.loader)
    } catch {
      throw CommandFailure(error)
    }
    var notice = WarningNotice(console)
    for warned in explainer.warned { notice.tell(warned) }
    do throws(Trouble) {
      let found = try explainer.explain(
        BookingOptions.sources(arguments), format: arguments.choice("--from", InputFormat.self),
        keys: arguments.values("--id"), first: arguments.whole("--first"),
        options: options(arguments))
      for key in found.ofOtherForms {
        console.complain(
          "quote: the booking `\(key.shown)` is of another form of the map: explain it by itself\n")
      }
      guard let pricer = found.pricer else {
        complain(of: found.result, isLimited: true, console)
        return .findings
      }
      let status = try show(
        found.result, pricer: pricer, receipt: pricer.receipt(asOf: asOf), arguments, console)
      return found.ofOtherForms.isEmpty ? status : .findings
    } catch {
      throw .trouble(error)
    }
  }

  private static func show(
    _ found: ExplanationSearch.Result, pricer: Pricer, receipt: Receipt,
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Trouble) -> ExitStatus {
    complain(of: found, isLimited: arguments.has("--first"), console)
    let text = rendered(found, pricer: pricer, receipt: receipt, arguments, console)
    if let path = arguments.value("--output") {
      try AtomicFile.write(text, to: path)
    } else {
      try console.say(text)
    }
    let isWhole = found.missing.isEmpty && found.refused.isEmpty && !found.explanations.isEmpty
    let hasFaults = found.explanations.contains { $0.status == .fault }
    return isWhole && !hasFaults ? .fine : .findings
  }

  private static func rendered(
    _ found: ExplanationSearch.Result, pricer: Pricer, receipt: Receipt,
    _ arguments: ParsedArguments, _ console: Console
  ) -> String {
    let format = arguments.format(ExplanationFormat.self) ?? .text
    if isForCustomers(arguments), let format = customerFormat(format) {
      let digits = pricer.plan.quoteSchema.minorDigits
      let quotes = found.explanations.map { CustomerQuote($0, minorDigits: digits) }
      tell(unlabelled: quotes, console)
      return format.render(quotes, title: pricer.model.title)
    }
    return format.render(
      found.explanations, title: pricer.model.title ?? pricer.model.name, receipt: receipt,
      sources: pricer.sources, listing: arguments.choice("--listing", RulesListing.Extent.self),
      isColored: arguments.value("--output") == nil && console.isColored(arguments),
      width: arguments.value("--output") == nil ? console.outputWidth : nil)
  }

  /// Says, on standard error, which lines customers see only as a sum.
  private static func tell(unlabelled quotes: [CustomerQuote], _ console: Console) {
    var names: [String] = []
    for name in quotes.flatMap(\.unlabelled) where !names.contains(name) { names.append(name) }
    guard !names.isEmpty else { return }
    let lines = names.map { "`\($0.shown)`" }.joined(separator: ", ")
    let what = names.count == 1 ? "line \(lines) has" : "lines \(lines) have"
    console.complain("quote: \(what) no label, so customers see the money only in a sum\n")
  }

  /// What to write where a text seems to be several keys.
  private static func several(_ key: String) -> String? {
    let keys = key.split(separator: ",").map { String($0).trimmedOfSpaces }
    guard keys.count > 1, keys.allSatisfy({ $0.wholeMatch(of: kept(/[\w.:-]+/)) != nil }) else {
      return nil
    }
    let options = keys.map { "--id \($0)" }.joined(separator: " ")
    return "if these are several keys, each has an option of its own: `\(options)`"
  }

  private static func complain(
    of found: ExplanationSearch.Result, isLimited: Bool, _ console: Console
  ) {
    for key in found.missing {
      let help = Suggestion.help(for: key, among: found.near[key] ?? []).first ?? several(key)
      console.complain(
        "quote: no booking has the key `\(key.shown)`" + (help.map { "; \($0.shown)" } ?? "")
          + "\n")
    }
    for key in found.refused {
      console.complain("quote: the booking `\(key.shown)` does not satisfy the condition\n")
    }
    if found.explanations.isEmpty, found.missing.isEmpty, found.refused.isEmpty {
      console.complain("quote: there is no such booking\n")
    }
    if found.isCut, !isLimited {
      console.complain(
        "quote: only the first \(found.explanations.count) are explained; for more, use `--first`\n"
      )
    }
  }
}
