import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// The options with which every command that needs rules takes them.
enum RulesOptions {
  static let all: [OptionDeclaration] =
    [.value("--rules", "-r", takes: "FILE", .path, required: true, help: "the rules file")]
    + changes

  /// What changes the rules before they are compiled.
  static let changes: [OptionDeclaration] = [
    .value(
      "--overlay", takes: "FILE", .path, repeated: true,
      help: "an overlay to lay over the rules; repeatable, applied in the order given"),
    .value(
      "--set", takes: "PATH=VALUE", repeated: true,
      help: "change one figure, cell or step: rate=9%, let.price[small].price=$50; repeatable"),
    .value(
      "--root", takes: "FOLDER", .directory,
      help: "the folder that must contain every file that rules, overlays and maps name, links "
        + "followed; by default that of the rules file"),
  ]

  /// An option of commands that write CSV.
  static let spreadsheet = OptionDeclaration.flag(
    "--spreadsheet",
    help: "CSV for a spreadsheet: an apostrophe before texts that begin with =, +, -, @, also in "
      + "full width, a tab or a return, which it would take for formulas")

  /// The rules file: the value of `--rules`, or for commands about rules alone
  /// the operand.
  static func path(_ arguments: ParsedArguments) throws(CommandFailure) -> String {
    if let path = arguments.value("--rules") { return path }
    guard let path = arguments.operands.first else {
      throw .usage(
        UsageError(
          "`\(arguments.declaration.name)` needs a rules file", command: arguments.declaration.name)
      )
    }
    return path
  }

  static func compile(_ arguments: ParsedArguments) throws(CommandFailure) -> CompiledRules {
    let path = try path(arguments)
    do throws(RulesFailure) {
      return try CompiledRules(
        rulesAt: path, overlays: arguments.values("--overlay"),
        settings: arguments.values("--set"), loader: arguments.loader)
    } catch {
      throw CommandFailure(error)
    }
  }

  static func pricer(
    _ arguments: ParsedArguments, recording: Bool = false, profiling: Bool = false,
    selecting condition: String? = nil, linting: Bool? = nil
  ) throws(CommandFailure) -> Pricer {
    let path = try path(arguments)
    let machineCode = try machineCode(arguments)
    do throws(RulesFailure) {
      var pricer = try Pricer(
        rulesAt: path, overlays: arguments.values("--overlay"),
        settings: arguments.values("--set"), loader: arguments.loader, recording: recording,
        profiling: profiling, selecting: condition,
        linting: linting ?? !arguments.has("--quiet"))
      pricer.machineCode = machineCode
      return pricer
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension RulesOptions {
  /// Throws for what this processor cannot run.
  static func machineCode(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> MachineCodeUse {
    let use = arguments.choice("--machine-code", MachineCodeUse.self) ?? .best
    if use.isHere { return use }
    throw .trouble(
      Trouble(
        "no-such-code", "this processor cannot run machine code of the kind `\(use.rawValue)`"))
  }
}

extension CommandFailure {
  init(_ failure: RulesFailure) {
    switch failure {
    case .rejected(let rejected): self = .rejected(rejected)
    case .trouble(let trouble): self = .trouble(trouble)
    }
  }
}

/// The options with which every command that reads bookings takes them.
enum BookingOptions {
  static let all: [OptionDeclaration] = [
    .value(
      "--as-of", takes: "INSTANT",
      help:
        "the moment of quoting, for bookings that do not give one: 2026-03-14T15:00:00Z, or now"),
    format, sheet,
    .value(
      "--booking-at", takes: "PATH",
      help: "where in a JSON record the booking is: request, body.booking"),
    .value(
      "--delimiter", takes: "MARK", .words([",", ";", "tab"]),
      help: "what separates CSV cells: `,`, `;` or `tab`; by default the one that is most frequent "
        + "in the header"),
    .value(
      "--machine-code", takes: "KIND", .words(MachineCodeUse.allCases.map(\.rawValue)),
      help: "best, none, avx2 or avx512: all give the same prices, and a difference between them "
        + "is a bug to report; best by default"),
    .flag("--gather", help: "rows of one booking may be anywhere in the CSV, not only together"),
    .flag(
      "--unique-keys",
      help: "a key that any earlier booking had is a fault, not only the key of the booking just "
        + "before"),
    .value(
      "--memory", takes: "MIB", .whole(1...1_048_576),
      help:
        "how much --gather and --unique-keys may keep in memory, 48 by default; more goes to "
        + "files in TMPDIR, else /tmp"),
  ]

  static let format = OptionDeclaration.value(
    "--from", takes: "FORMAT", .words(InputFormat.allCases.map(\.rawValue)),
    help: "format of the bookings: csv, json or jsonl; by default taken from the file's ending "
      + "or content")

  static let sheet = OptionDeclaration.value(
    "--sheet", takes: "NAME",
    help: "which sheet of a spreadsheet; by default the first that is not hidden. It may also be "
      + "named with the file: week.xlsx#March")

  static let operands = OperandDeclaration(
    "BOOKINGS", repeated: true,
    help:
      "files of bookings (CSV, JSON, JSON Lines, spreadsheets; also gzip or zstd); - or none: "
      + "standard input")

  static func readerOptions(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ReaderOptions {
    var options = ReaderOptions()
    options.format = arguments.choice("--from", InputFormat.self)
    options.bookingPath = (arguments.value("--booking-at") ?? "").split(separator: ".").map(
      String.init)
    options.delimiter = arguments.value("--delimiter").map { $0 == "tab" ? 9 : $0.utf8.first! }
    options.sheet = arguments.value("--sheet")
    options.gathersRows = arguments.has("--gather")
    options.requiresUniqueKeys = arguments.has("--unique-keys")
    options.temporaryDirectory = temporaryDirectory(console)
    if console.errorsAreTerminal { options.meter = InputMeter(sources(arguments)) }
    if let mebibytes = arguments.whole("--memory") { options.memoryBytes = mebibytes << 20 }
    if let text = arguments.value("--as-of") {
      guard let asOf = text == "now" ? console.now() : Instant(iso: text) else {
        throw .usage(
          UsageError(
            CalendarDate(iso: text) == nil
              ? "`--as-of` is a moment such as `2026-03-14T15:00:00Z`, or `now`, not `\(text)`"
              : "`--as-of` is a moment, not a day: write `--as-of \(text)T00:00:00Z`, or the hour "
                + "that is meant",
            command: arguments.declaration.name))
      }
      options.asOf = asOf
    }
    return options
  }

  /// Where files without a name go.
  static func temporaryDirectory(_ console: Console) -> String {
    let named = console.environment("TMPDIR") ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  static func sources(_ arguments: ParsedArguments) -> [ByteSource] {
    let operands = arguments.operands.isEmpty ? ["-"] : arguments.operands
    return operands.map { $0 == "-" ? .standardInput : .file(path: $0) }
  }
}
