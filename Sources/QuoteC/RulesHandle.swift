import CQuote
import QuoteArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSamples
import QuoteSyntax

/// Compiled rules as a program in another language holds them, with what they were made of: that
/// is compiled again where an explanation or a comparison asks for it.
final class RulesHandle: Sendable {
  let path: String
  let overlays: [String]
  let settings: [String]
  let loader: FileLoader
  let asOf: Instant?
  let pricer: Pricer
  private let desks: PricingDesks

  init(
    path: String, overlays: [String], settings: [String], loader: FileLoader, asOf: Instant?
  ) throws(RulesFailure) {
    self.path = path
    self.overlays = overlays
    self.settings = settings
    self.loader = loader
    self.asOf = asOf
    pricer = try Pricer(
      rulesAt: path, overlays: overlays, settings: settings, loader: loader, linting: false)
    // Made now and not when it is asked for first: whoever forks meanwhile meets no lock.
    let evaluator = pricer.makeEvaluator()
    evaluator.prepareLoops()
    desks = PricingDesks(pricer)
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
  func price(lines: [UInt8]) throws(Trouble) -> ByteBuffer {
    try desks.quoteLines(of: lines, asOf: asOf)
  }

  /// What may be a slip in them, in sentences.
  func remarks(lines: [UInt8]) throws(Trouble) -> [String] {
    let reader = try reader(lines: lines, for: pricer.schema)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    while try parser.read(into: batch) {}
    return reader.remarks
  }

  func reader(lines: [UInt8], for schema: BookingSchema) throws(Trouble) -> BookingReader {
    var options = ReaderOptions()
    options.format = .jsonl
    options.asOf = asOf
    return try BookingReader(
      schema: schema, sources: [.memory(name: "bookings", bytes: lines)], options: options)
  }
}
