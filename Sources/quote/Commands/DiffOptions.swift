import QuoteAnalysis
import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSyntax

/// The options of a comparison: who is the other side, and what is told.
enum DiffOptions {
  /// Where the other side's quotes come from.
  enum Side {
    case records
    case live
    /// A second file.
    case reference(String)
    /// Other rules, as reports call them.
    case rules(String)
  }

  static let sides: [OptionDeclaration] = [
    .value(
      "--map", "-m", takes: "FILE", .path,
      help: "the reference map: where booking, reply and key are; needed for records"),
    .flag(
      "--suggest-map",
      help: "draft a map from the records, or from --reference; nothing is compared"),
    .value(
      "--reference", takes: "FILE", .path,
      help: "a second file with one row per booking (CSV, JSON, JSON Lines), joined by key"),
    .flag(
      "--loose-keys",
      help: "join rows of --reference whose keys differ only by case, white space around them or "
        + "leading zeros: 007 and 7"),
    .value(
      "--against", takes: "RULES", .path, help: "other rules to price the same bookings with"),
    .value(
      "--against-overlay", takes: "FILE", .path, repeated: true,
      help: "an overlay for the other rules, or for these rules if no others are given"),
    .value(
      "--against-set", takes: "PATH=VALUE", repeated: true,
      help: "a change to the other rules, or to these rules if no others are given"),
  ]

  static let report: [OptionDeclaration] = [
    .value(
      "--format", takes: "FORMAT", .words(DifferenceFormat.allCases.map(\.rawValue)),
      help: DifferenceFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + "; by default taken from the ending of the output (.html, .md, .xml for junit), "
        + "else text"),
    ImpactCommand.sideNames("ours,theirs"),
    RulesOptions.spreadsheet,
    .value(
      "--output", "-o", takes: "FILE", .target, repeated: true,
      help: "where the report goes; the file appears whole or not at all; repeatable, each in the "
        + "format of its ending"),
    .value(
      "--tolerance", takes: "AMOUNT", repeated: true,
      help: "numbers this close count as the same: 0.01, 0.5%, 1c (cents), 4ulp; for one value "
        + "only: total=1c; separate several with commas; none by default"),
    .value(
      "--accepted", takes: "FILE", .path,
      help: "the ledger of accepted differences; unused, expired and overflowing entries fail"),
    .value(
      "--accept", takes: "FILE", .target,
      help: "draft ledger entries for new differences; somebody must read and sign them"),
    .value(
      "--uncompared", takes: "NAME", repeated: true,
      help: "an amount of the rules that the other side lacks on purpose: without this option, a "
        + "total or another amount that is not compared makes the command fail"),
    .value(
      "--baseline", takes: "FILE", .report,
      help: "an earlier report in jsonl; differences it contains do not fail"),
    .value(
      "--fail-on", takes: "RULE", repeated: true,
      help: "what makes it fail: differences>10, share>0.1%, money>$5 or money>1%, change>5% (of "
        + "one booking), median>1%, p95>2%, reasons>0, refusals>0, skipped>0, not-comparable>5%, "
        + "duplicates>0, unreadable>0; by default any difference, repeated key or unreadable "
        + "record, or more than nine in ten bookings skipped"),
    .flag(
      "--no-why",
      help: "do not try which edits of the rules would explain the differences, which takes some "
        + "seconds"),
    .value(
      "--threads", takes: "N", .whole(1...256),
      help: "how many threads; by default one per processor"),
  ]

  static func side(_ arguments: ParsedArguments) throws(CommandFailure) -> Side {
    var sides: [(name: String, side: Side)] = []
    if arguments.has("--live") { sides.append(("--live", .live)) }
    if let file = arguments.value("--reference") {
      sides.append(("--reference", .reference(file)))
    }
    let overlays = arguments.values("--against-overlay")
    let settings = arguments.values("--against-set")
    if let rules = arguments.value("--against") {
      sides.append(("--against", .rules(([rules] + overlays + settings).joined(separator: " + "))))
    } else if !overlays.isEmpty || !settings.isEmpty {
      let rules = try RulesOptions.path(arguments)
      let name = overlays.isEmpty ? "--against-set" : "--against-overlay"
      sides.append((name, .rules(([rules] + overlays + settings).joined(separator: " + "))))
    }
    guard sides.count <= 1 else {
      throw wrong(
        "`\(sides[0].name)` and `\(sides[1].name)` cannot go together: there is one other side",
        arguments)
    }
    return sides.first?.side ?? .records
  }

  /// The map; for other rules and for files that `quote price` wrote none is needed.
  static func map(
    _ arguments: ParsedArguments, _ side: Side
  ) throws(CommandFailure) -> ReferenceMap {
    guard let path = arguments.value("--map") else {
      switch side {
      case .reference: return .ownQuotes
      case .rules: return .plain
      case .records, .live:
        throw wrong(
          "`diff` needs `--map` to read records; a second file is compared with "
            + "`--reference FILE`, other rules with `--against RULES`", arguments)
      }
    }
    do throws(MapFailure) {
      return try ReferenceMap(readingFile: path, from: arguments.loader)
    } catch {
      switch error {
      case .rejected(let rejected): throw .rejected(rejected)
      case .trouble(let trouble): throw .trouble(trouble)
      }
    }
  }

  static func differ(
    _ arguments: ParsedArguments, _ map: ReferenceMap, _ formats: [DifferenceFormat],
    asOf: Instant?, now: Instant, isLive: Bool
  ) throws(CommandFailure) -> Differ {
    var options = Differ.Options()
    options.overlays = arguments.values("--overlay")
    options.machineCode = try RulesOptions.machineCode(arguments)
    options.settings = arguments.values("--set")
    options.format = isLive ? .jsonl : arguments.choice("--from", InputFormat.self)
    options.asOf = asOf
    options.kept = formats.map(\.kept).max() ?? 0
    options.keptFaults = formats.map(\.keptFaults).max() ?? 0
    for text in arguments.values("--tolerance") where !options.tolerances.add(text) {
      let isOfShell = ["bash", "sh", "zsh", "-bash"].contains { text.hasPrefix($0 + ".") }
      let meant = LimitSlip.tolerance(meantBy: text).map { "write `--tolerance \($0)`; " }
        ?? (isOfShell ? "the shell replaced `$0`; " : "")
      throw wrong(
        "`\(text)` is not a tolerance: \(meant)it is an amount such as `0.01`, `0.5%`, `1c` or "
          + "`4ulp`, or `total=1c` for one value", arguments)
    }
    var rules: [FailureRule] = []
    for text in arguments.values("--fail-on") {
      guard let rule = FailureRule(text) else {
        throw wrong(
          "`\(text)` is not a limit of `--fail-on`: "
            + (LimitSlip.help(with: text).map { "\($0); " } ?? "")
            + "limits are \(FailureRule.examples), each an option of its own",
          arguments)
      }
      rules.append(rule)
    }
    options.failureRules = FailureRule.completed(rules)
    options.seeksRemedies = formats.contains(where: \.tellsWhy) && !arguments.has("--no-why")
    options.givesEach = formats.contains(where: \.isStreamed) || arguments.has("--accept")
    options.looseKeys = arguments.has("--loose-keys")
    options.uncompared = Set(arguments.values("--uncompared"))
    options.accepted = arguments.value("--accepted")
    options.today = CalendarDate(utc: asOf ?? now)
    options.baseline = arguments.value("--baseline").map { .file(path: $0) }
    let path = try RulesOptions.path(arguments)
    let differ: Differ
    do throws(RulesFailure) {
      differ = try Differ(rulesAt: path, map: map, options: options, loader: arguments.loader)
    } catch {
      throw CommandFailure(error)
    }
    if let (name, near) = differ.unknownUncompared {
      let parts = name.split(separator: ",").map { "`--uncompared \($0)`" }
      throw wrong(
        "`--uncompared \(name)` names no line or output of the rules"
          + (parts.count > 1 ? "; each has its own option: \(parts.joined(separator: " "))" : "")
          + (near.map { "; did you mean `\($0)`?" } ?? ""), arguments)
    }
    for (text, rule) in zip(arguments.values("--fail-on"), rules)
    where !rule.counts(in: differ.currency) {
      throw wrong("`\(text)` is not in the currency of the rules, \(differ.currency)", arguments)
    }
    return differ
  }

  /// Throws where the file of drafts is there already and somebody has worked on it: `--accept`
  /// for `--accepted` is soon typed.
  static func checkDraft(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let path = arguments.value("--accept"), AtomicFile.isRegular(path) else { return }
    let text: [UInt8]
    do throws(Trouble) {
      text = try FileLoader.disk().read(path)
    } catch {
      throw .trouble(error)
    }
    guard !text.isEmpty, !AcceptedDraft.isUnsigned(String(decoding: text, as: UTF8.self)) else {
      return
    }
    throw wrong(
      "`\(path)` is there already, and is not a draft that `--accept` wrote and nobody has signed: "
        + "`--accepted \(path)` reads a ledger, and `--accept` takes another name",
      arguments)
  }

  /// The other rules, if they are the other side: one a form of the map.
  static func others(
    _ arguments: ParsedArguments, _ side: Side, _ map: ReferenceMap
  ) throws(CommandFailure) -> [Pricer] {
    guard case .rules = side else { return [] }
    let own = arguments.value("--against") == nil
    let path = own ? try RulesOptions.path(arguments) : arguments.value("--against") ?? ""
    var others: [Pricer] = []
    for form in map.forms {
      do throws(RulesFailure) {
        others.append(
          try Pricer(
            rulesAt: path,
            overlays: form.overlays + (own ? arguments.values("--overlay") : [])
              + arguments.values("--against-overlay"),
            settings: own ? arguments.values("--set") : [],
            otherSettings: arguments.values("--against-set"),
            loader: arguments.loader))
      } catch {
        throw CommandFailure(error)
      }
    }
    return others
  }

  /// Throws where a tolerance is for a value that neither side has.
  static func checkTolerances(
    of differ: Differ, beside others: [Pricer], _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard let (name, near) = differ.unknownTolerated(beside: others) else { return }
    throw wrong(
      "`--tolerance \(name)=…`: no line or output of the rules is called so, and the map reads "
        + "no such place" + (near.map { "; did you mean `\($0)`?" } ?? ""), arguments)
  }

  /// Whether bookings are in records, which the map reads; a CSV has no records.
  static func areRecords(_ arguments: ParsedArguments) -> Bool {
    guard arguments.has("--map") else { return false }
    if let format = arguments.choice("--from", InputFormat.self) { return format != .csv }
    return !arguments.operands.contains { name in
      [".csv", ".csv.gz", ".csv.zst"].contains { name.lowercased().hasSuffix($0) }
    }
  }

  static func wrong(_ message: String, _ arguments: ParsedArguments) -> CommandFailure {
    .usage(UsageError(message, command: arguments.declaration.name))
  }
}
