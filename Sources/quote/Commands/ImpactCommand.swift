import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteLint
import QuoteReports
import QuoteSyntax

/// What a change of the rules does to prices, before it is made.
enum ImpactCommand: Command {
  static let declaration = CommandDeclaration(
    "impact", "what a change of the rules does to prices, and which edit does what",
    discussion: "Prices bookings by the rules before and after a change, and says what that does "
      + "to the sum of totals, how far totals move, who pays more or less, and which bookings are "
      + "declined or priced anew. The edits between the two sets of rules are found from what the "
      + "rules mean, and each is shown with its own money. A difference is not a failure here: "
      + "exit status 0 means that the bookings were priced, 1 that some are at fault or none has a "
      + "price.",
    options: RulesOptions.all + [
      .value(
        "--before", takes: "FILE", .path,
        help: "the rules before; by default these rules without overlays and settings"),
      .value(
        "--before-overlay", takes: "FILE", .path, repeated: true,
        help: "an overlay for the rules before"),
      .value(
        "--before-set", takes: "PATH=VALUE", repeated: true,
        help: "a change to the rules before"),
      .value(
        "--by", takes: "FORMULA", repeated: true,
        help: "group bookings by an input or a formula of the rules: zone, weight > 10 kg"),
      .value(
        "--split", takes: "WAY", .words(AttributionWay.allCases.map(\.rawValue)),
        help: "how edits share the money: alone (and what they make together), ordered (each on "
          + "top of those before it), shapley (the mean over all orders, for at most ten edits); "
          + "alone by default"),
      sideNames("before,after"),
      .value(
        "--format", takes: "FORMAT", .words(ImpactFormat.allCases.map(\.rawValue)),
        help: "text, json, markdown or html; by default taken from the ending of the output, "
          + "else text"),
      .value(
        "--output", "-o", takes: "FILE", .target, repeated: true,
        help: "where it goes; standard output by default; repeatable, each in the format of its "
          + "ending"),
      .value(
        "--threads", takes: "N", .whole(1...256),
        help: "how many threads; by default one per processor"),
    ] + BookingOptions.all,
    operands: BookingOptions.operands,
    examples: [
      (
        "quote impact --rules new.yaml --before old.yaml --by zone bookings.csv",
        "what the new rules do to each zone"
      ),
      (
        "quote impact -r rules.yaml --set rate=9% -o impact.html bookings.csv",
        "a page about another rate, to send to somebody"
      ),
    ])

  /// What the two sides are called in reports.
  static func sideNames(_ usual: String) -> OptionDeclaration {
    .value(
      "--names", takes: "NAMES",
      help: "what reports call the two sides, separated by a comma; \(usual) by default")
  }

  /// Nil if nobody says.
  static func names(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (String, String)? {
    guard let text = arguments.value("--names") else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw .usage(
        UsageError(
          "`--names` is two names with a comma between, such as `May,June`, not "
            + "`\(text.shown)`",
          command: arguments.declaration.name))
    }
    // What would steer a terminal is shown as what it is.
    return (parts[0].shown, parts[1].shown)
  }

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let (old, new) = try origins(arguments)
    let after = try RulesOptions.pricer(arguments)
    WarningNotice.tell(after.warned, console)
    let names = try Self.names(arguments) ?? ("before", "after")
    let reading = try BookingOptions.readerOptions(arguments, console)
    let way = arguments.choice("--split", AttributionWay.self) ?? .alone
    let (before, pair, groups) = try sides(arguments, old, new)
    guard before.model.currency == after.model.currency else {
      throw .usage(
        UsageError(
          "`impact` compares prices in one currency, and these are \(before.model.currency) before "
            + "and \(after.model.currency) after", command: arguments.declaration.name))
    }
    let attribution = Attribution(pair, way)
    do throws(Trouble) {
      let reader = try BookingReader(
        schema: after.schema, sources: BookingOptions.sources(arguments), options: reading)
      var targets: [(file: AtomicFile, format: ImpactFormat, screen: Screen)] = []
      for report in arguments.reports(usually: ImpactFormat.text) {
        let file = try AtomicFile(path: report.path)
        targets.append((file, report.format, console.screen(report.path, arguments)))
      }
      let run = ImpactRun(
        reader, progress: Progress(console: console, meter: reading.meter)
      ) {
        ImpactWorker(
          before: before, after: after, attribution, groups: groups, options: reading)
      }
      let threads = arguments.whole("--threads") ?? WorkerTeam.processorCount
      let (summary, remarks) = try run.run(threads: threads)
      let model = after.model
      var context = ImpactContext(
        before: told(old), after: told(new), title: model.title ?? model.name,
        currency: model.currency, minorDigits: after.plan.quoteSchema.minorDigits, names: names,
        groups: groups?.names ?? [], pageNames: (toldOnPages(old), toldOnPages(new)))
      context.bookings = BookingOptions.sources(arguments).map(\.name)
      let edits = EditMoney(attribution, summary, minorUnit: model.minorUnit)
      for (file, format, screen) in targets {
        let buffer = ByteBuffer()
        buffer.append(text: format.render(summary, edits, context, on: screen))
        try file.write(buffer)
        try file.commit()
      }
      for remark in remarks { console.complain("quote: \(remark.shown)\n") }
      let isPriced = !summary.revenueBefore.isZero || !summary.revenueAfter.isZero
        || summary.both.bookings > 0
      return summary.faultsBefore + summary.faultsAfter == 0 && isPriced ? .fine : .findings
    } catch {
      throw .trouble(error)
    }
  }

  /// The rules of both sides.
  private static func origins(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (before: RulesPair.Origin, after: RulesPair.Origin) {
    let path = try RulesOptions.path(arguments)
    let after = RulesPair.Origin(
      path: path, overlays: arguments.values("--overlay"), settings: arguments.values("--set"))
    let before = RulesPair.Origin(
      path: arguments.value("--before") ?? path, overlays: arguments.values("--before-overlay"),
      settings: arguments.values("--before-set"))
    guard arguments.value("--before") != nil || after.overlays != before.overlays
      || after.settings != before.settings
    else {
      throw .usage(
        UsageError(
          "`impact` needs what changes: other rules with `--before`, or `--set` or `--overlay`",
          command: arguments.declaration.name))
    }
    return (before, after)
  }

  private static func sides(
    _ arguments: ParsedArguments, _ old: RulesPair.Origin, _ new: RulesPair.Origin
  ) throws(CommandFailure) -> (Pricer, RulesPair, ImpactGroups?) {
    let machineCode = try RulesOptions.machineCode(arguments)
    do throws(RulesFailure) {
      var before = try Pricer(
        rulesAt: old.path, overlays: old.overlays, settings: old.settings,
        loader: arguments.loader)
      before.machineCode = machineCode
      let pair = try RulesPair(before: old, after: new, loader: arguments.loader)
      return (before, pair, try ImpactGroups(arguments.values("--by"), of: pair))
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func told(_ origin: RulesPair.Origin) -> String {
    ([origin.path] + origin.overlays + origin.settings).joined(separator: " + ")
  }

  /// The same without the folders of the machine.
  private static func toldOnPages(_ origin: RulesPair.Origin) -> String {
    let files = [origin.path] + origin.overlays
    return (files.map { Sources.pageName(of: $0) } + origin.settings).joined(separator: " + ")
  }
}
