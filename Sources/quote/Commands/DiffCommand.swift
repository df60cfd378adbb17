import QuoteEngine

/// Quotes against what another program answered.
enum DiffCommand: Command {
  static let declaration = CommandDeclaration(
    "diff", "quotes against reference output, value by value",
    discussion: "Reads records that hold a request and its reply, prices each request and compares "
      + "every value of the reply. The map says where things sit in a record. Exit status 0: all "
      + "the same; 1: differences; 2: it could not be done.",
    options: RulesOptions.all + [
      .value(
        "--map", "-m", takes: "FILE", .path, required: true,
        help: "the reference map: where booking and reply sit in a record"),
      .value(
        "--format", takes: "FORMAT", .words(DifferenceFormat.allCases.map(\.rawValue)),
        help: "text, json, jsonl, csv, markdown or junit; text unless said"),
      .value(
        "--output", "-o", takes: "FILE", .path, help: "where the report goes; whole or not at all"),
      .value(
        "--tolerance", takes: "AMOUNT",
        help: "numbers so near are the same: 0.01, 0.5%, or both with a comma; none unless said"),
      .value(
        "--as-of", takes: "INSTANT",
        help: "the moment of quoting, for records that do not say: 2026-03-14T15:00:00Z"),
      .value(
        "--from", takes: "FORMAT", .words([InputFormat.json.rawValue, InputFormat.jsonl.rawValue]),
        help: "what the records are written as; told by ending or content otherwise"),
    ] + LiveOptions.all,
    operands: OperandDeclaration(
      "RECORDS", repeated: true,
      help: "files of records (JSON, JSON Lines; gzip and zstd too); - or none is standard input"),
    examples: [
      ("quote diff --rules rules.yaml --map map.yaml replies.jsonl",
        "what differs from the recorded replies"),
      ("quote diff -r rules.yaml -m map.yaml --tolerance 0.01 --format junit replies.jsonl",
        "for a build server, a cent forgiven"),
    ])

  static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let format = arguments.choice("--format", DifferenceFormat.self) ?? .text
    let map = try map(arguments)
    let asOf = try BookingOptions.readerOptions(arguments, console).asOf
    let live = try LiveOptions.run(arguments, console, map: map, asOf: asOf)
    let differ = try differ(
      arguments, map, format, asOf: asOf ?? live?.now(), isLive: live != nil)
    let report = DifferenceReport(format, currency: differ.currency)
    do throws(Trouble) {
      let file = try AtomicFile(path: arguments.value("--output") ?? "-")
      let buffer = ByteBuffer()
      report.appendPrologue(to: buffer)
      let sources = live.map { [$0.source] } ?? BookingOptions.sources(arguments)
      let summary = try differ.run(sources) { booking throws(Trouble) in
        guard format.isStreamed else { return }
        report.append(booking, to: buffer)
        if buffer.count > 1 << 16 { try file.write(buffer) }
      }
      report.append(summary, to: buffer)
      try file.write(buffer)
      try file.commit()
      try live?.finish()
      if let live, live.faultCount > 0 { return .trouble }
      return summary.different > 0 ? .findings : .fine
    } catch {
      throw .trouble(error)
    }
  }

  private static func differ(
    _ arguments: ParsedArguments, _ map: ReferenceMap, _ format: DifferenceFormat, asOf: Instant?,
    isLive: Bool
  ) throws(CommandFailure) -> Differ {
    var options = Differ.Options()
    options.overlays = arguments.values("--overlay")
    options.settings = arguments.values("--set")
    options.format = isLive ? .jsonl : arguments.choice("--from", InputFormat.self)
    options.asOf = asOf
    options.kept = format.kept
    if let text = arguments.value("--tolerance") {
      guard let tolerance = Tolerance(text) else {
        throw .usage(UsageError(
          "`--tolerance` is an amount such as `0.01`, a share such as `0.5%`, or both with a "
            + "comma, not `\(text)`", command: arguments.declaration.name))
      }
      options.tolerance = tolerance
    }
    let path = try RulesOptions.path(arguments)
    do throws(RulesFailure) {
      return try Differ(rulesAt: path, map: map, options: options)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func map(_ arguments: ParsedArguments) throws(CommandFailure) -> ReferenceMap {
    do throws(MapFailure) {
      return try ReferenceMap(readingFile: arguments.value("--map") ?? "")
    } catch {
      switch error {
      case .rejected(let rejected): throw .rejected(rejected)
      case .trouble(let trouble): throw .trouble(trouble)
      }
    }
  }
}
