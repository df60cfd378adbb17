import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The options with which bookings are asked of a running backend.
enum LiveOptions {
  static let all: [OptionDeclaration] = [
    .value(
      "--live", takes: "URL",
      help: "send the bookings to this backend, as the map's `live` says: https://host/base"),
    .value(
      "--record", takes: "FILE", .path,
      help: "with --live: keep requests and replies as records, to compare again later"),
    .flag(
      "--resume",
      help: "with --record: continue the file; bookings that have a reply in it are not sent "
        + "again"),
    .value(
      "--rate", takes: "NUMBER",
      help: "with --live: at most this many requests per second; no limit by default"),
    .value(
      "--concurrency", takes: "NUMBER", .whole(1...64),
      help: "with --live: how many requests at a time; 4 by default"),
    .value(
      "--timeout", takes: "SECONDS", .whole(1...600),
      help: "with --live: how long a reply may take; 30 by default"),
    .value(
      "--ca-file", takes: "FILE", .path,
      help: "with --live: certificates (PEM) to trust instead of the system's"),
  ]

  /// What asks the backend; nil without `--live`.
  static func run(
    _ arguments: ParsedArguments, _ console: Console, map: ReferenceMap, asOf: Instant?
  ) throws(CommandFailure) -> LiveRun? {
    guard let address = arguments.value("--live") else {
      for option in all.dropFirst() where arguments.has(option.name) {
        throw wrong("`\(option.name)` goes with `--live`", arguments)
      }
      return nil
    }
    guard let records = LiveRecords(map) else {
      throw wrong("the map has no `live` section, which says how to send a booking", arguments)
    }
    if arguments.has("--resume"), !arguments.has("--record") {
      throw wrong("`--resume` goes with `--record`", arguments)
    }
    var options = LiveRun.Options()
    options.address = try checked(address, arguments)
    options.asOf = asOf
    options.rate = try rate(arguments)
    options.concurrency = arguments.whole("--concurrency") ?? (records.isOrdered ? 1 : 4)
    if records.isOrdered, options.concurrency > 1 {
      throw wrong("`--concurrency` is 1 with a map that has `counts`", arguments)
    }
    var settings = HTTPClient.Options()
    settings.concurrency = options.concurrency
    settings.timeoutMilliseconds = (arguments.whole("--timeout") ?? 30) * 1000
    settings.authorities = arguments.value("--ca-file")
    do throws(Trouble) {
      let secrets = try Secrets(records.variables, environment: console.environment)
      let file: RecordFile? =
        if let path = arguments.value("--record") {
          try RecordFile(path: path, resumes: arguments.has("--resume"), records: records)
        } else {
          nil
        }
      let bookings = try LiveBookings(
        records, sources: BookingOptions.sources(arguments),
        format: arguments.choice("--from", InputFormat.self))
      let sender = try HTTPClient(settings)
      return try LiveRun(
        records, bookings: bookings, secrets: secrets, sender: sender, file: file,
        console: console, options: options)
    } catch {
      throw .trouble(error)
    }
  }

  /// An address without a slash at its end. What it says about names and
  /// passwords is not repeated in messages.
  private static func checked(
    _ address: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> String {
    var address = address
    while address.hasSuffix("/") { address.removeLast() }
    guard
      let match = address.wholeMatch(of: kept(#/(?i:https?)://([^/?#\s]+)([^?#\s]*)/#))
    else {
      throw wrong("`--live` is an address such as `https://host/base`", arguments)
    }
    if match.1.contains("@") {
      throw wrong(
        "`--live` takes no name or password, which others on this machine could read: put it in a "
          + "header of the map's `live`, from the environment", arguments)
    }
    return address
  }

  private static func rate(_ arguments: ParsedArguments) throws(CommandFailure) -> Double? {
    guard let text = arguments.value("--rate") else { return nil }
    guard let rate = Double(text), rate >= 0.001, rate <= 1_000_000 else {
      throw wrong("`--rate` is a number of requests per second, not `\(text)`", arguments)
    }
    return rate
  }

  private static func wrong(_ message: String, _ arguments: ParsedArguments) -> CommandFailure {
    .usage(UsageError(message, command: arguments.declaration.name))
  }
}
