import CQuote
import QuoteArrow
import QuoteEngine
import QuoteLanguage
import QuoteTools

/// Compiled rules as a program in another language holds them, with what they were made of: that
/// is compiled again where an explanation or a comparison asks for it.
final class RulesHandle: Sendable {
  let path: String
  let overlays: [String]
  let settings: [String]
  let loader: FileLoader
  let asOf: Instant?
  let pricer: Pricer
  private let quotes: JSONPricing

  init(
    path: String, overlays: [String], settings: [String], loader: FileLoader, asOf: Instant?
  ) throws(RulesFailure) {
    self.path = path
    self.overlays = overlays
    self.settings = settings
    self.loader = loader
    self.asOf = asOf
    pricer = try Pricer(
      rulesAt: path, overlays: overlays, settings: settings, loader: loader)
    // Made now and not when it is asked for first: whoever forks meanwhile meets no lock.
    let evaluator = pricer.makeEvaluator()
    evaluator.prepareLoops()
    quotes = JSONPricing(pricer, asOf: asOf)
  }

  // MARK: Texts

  /// What `quote check` says.
  func check(as format: String) throws(RulesFailure) -> String {
    let rules = try CompiledRules(
      rulesAt: path, overlays: overlays, settings: settings, loader: loader)
    let warnings = rules.warnings + SampledFaults(of: rules).warnings
    let isJSON = format == "json"
    let said = DiagnosticRenderer().render(
      warnings, sources: rules.model.sources, style: isJSON ? .json : .plain)
    return isJSON ? said : said + CheckReport(of: rules.model, warnings: warnings).description
  }

  func sample(_ count: Int, seed: UInt64) throws(Trouble) -> String {
    var bookings = try BookingSample(
      of: pricer.model, seed: seed, format: .jsonl, shape: nil, isQuotable: false)
    var text = ""
    var rest = count
    while rest > 0 {
      let some = min(rest, BookingSample.blockSize)
      text += try bookings.next(some)
      rest -= some
    }
    return text
  }

  /// Quotes of JSON Lines, as JSON Lines.
  func price(lines: [UInt8]) throws(Trouble) -> ByteBuffer { try quotes.price(lines) }
}

/// Bookings that are JSON Lines, with what pricing them needs kept from call to call.
final class JSONPricing: Sendable {
  private let pricer: Pricer
  private let asOf: Instant?
  private let idle = Idle<Desk>()

  init(_ pricer: Pricer, asOf: Instant?) {
    self.pricer = pricer
    self.asOf = asOf
  }

  func price(_ lines: [UInt8]) throws(Trouble) -> ByteBuffer {
    let desk = idle.take() ?? Desk(pricer)
    defer { idle.put(desk) }
    return try desk.price(lines, asOf: asOf)
  }
}

/// Where one thread prices.
private final class Desk: @unchecked Sendable {
  private let pricer: Pricer
  private let evaluator: Evaluator
  private let writer: any QuoteWriter
  private let batch: BookingBatch

  init(_ pricer: Pricer) {
    self.pricer = pricer
    evaluator = pricer.makeEvaluator()
    writer = QuoteColumns(quotes: pricer.plan.quoteSchema, bookings: pricer.schema).writer(.jsonl)
    batch = BookingBatch(schema: pricer.schema)
  }

  func price(_ lines: [UInt8], asOf: Instant?) throws(Trouble) -> ByteBuffer {
    var options = ReaderOptions()
    options.format = .jsonl
    options.asOf = asOf
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "bookings", bytes: lines)], options: options)
    let (parser, rows) = (reader.makeParser(), ByteBuffer())
    while try parser.read(into: batch) {
      for lower in stride(from: 0, to: batch.count, by: Evaluator.blockSize) {
        let quotes = evaluator.price(
          batch, rows: lower..<min(lower + Evaluator.blockSize, batch.count))
        writer.append(quotes, of: batch, to: rows)
      }
    }
    return rows
  }
}
