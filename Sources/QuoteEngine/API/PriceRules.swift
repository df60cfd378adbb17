import QuoteBookings
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Price rules, compiled: bookings go in and quotes come out.
///
///     let rules = try PriceRules(at: "rules.yaml")
///     let quote = try rules.price(["id": "B-1", "weight": 3])
///
/// This is what programs outside of the package use. A value that threads may share.
public struct PriceRules: Sendable {
  /// Why there are no rules, or no quotes.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// All that is wrong with the rules, as `quote check` prints it: each complaint with its
    /// place, the text underlined, and what would be right.
    case rejected(String)
    /// A file that is not there, an input that is no JSON Lines: one sentence.
    case trouble(String)

    public var description: String {
      switch self {
      case .rejected(let text), .trouble(let text): text
      }
    }
  }

  private let desks: Desks
  private var pricer: Pricer { desks.pricer }

  /// Reads and compiles rules, with overlays (files, laid over them in order) and then settings
  /// (`PATH=VALUE`) laid over them.
  ///
  /// Throws all that is wrong with the rules at once, or the trouble of a file that cannot be
  /// read.
  public init(
    at path: String, overlays: [String] = [], settings: [String] = []
  ) throws(Failure) {
    try self.init(path, overlays: overlays, settings: settings, loader: .disk())
  }

  /// Compiles rules that are not in a file, for example from a database. Files that they name are
  /// taken from `files`, by their names; nothing is read from disk.
  ///
  ///     try PriceRules(text: rules, files: ["zones.csv": zones])
  public init(
    text: String, files: [String: String] = [:], settings: [String] = []
  ) throws(Failure) {
    let name = "rules.yaml"
    let files = files.merging([name: text]) { _, rules in rules }
    try self.init(name, overlays: [], settings: settings, loader: .memory(files))
  }

  private init(
    _ path: String, overlays: [String], settings: [String], loader: FileLoader
  ) throws(Failure) {
    do throws(RulesFailure) {
      desks = Desks(
        try Pricer(rulesAt: path, overlays: overlays, settings: settings, loader: loader))
    } catch {
      throw Failure(error)
    }
  }

  /// The currency of all money in quotes, as ISO 4217 names it.
  public var currency: String { pricer.plan.quoteSchema.currency }

  /// The warnings of the compiler, as `quote check` prints them; empty if there are none.
  public var warnings: String {
    DiagnosticRenderer().render(pricer.warnings, sources: pricer.sources, style: .plain)
  }

  // MARK: One booking and some

  /// Prices one booking. A booking that cannot be priced also has a quote, which says why.
  ///
  ///     try rules.price(["id": "B-1", "weight": 3]).total  // 6.00
  ///
  /// - Parameter asOf: the moment of quoting, as RFC 3339 has it, for rules that ask for one.
  ///
  /// Throws where the moment is none.
  public func price(_ booking: Booking, asOf: String? = nil) throws(Failure) -> Quote {
    try price([booking], asOf: asOf)[0]
  }

  /// Prices bookings and gives a quote for each, in their order.
  public func price(_ bookings: [Booking], asOf: String? = nil) throws(Failure) -> [Quote] {
    let text = ByteBuffer()
    for booking in bookings {
      booking.append(to: text)
      text.append("\n")
    }
    return try quotes(of: unsafe Array(text.bytes), in: .jsonl, asOf: asOf)
  }

  /// Prices bookings in JSON: an object, several, or a list of them. The objects are encoded by the
  /// caller; `QuoteFoundation` takes values that are `Encodable`.
  public func price(json: String, asOf: String? = nil) throws(Failure) -> [Quote] {
    try quotes(of: Array(json.utf8), in: .json, asOf: asOf)
  }

  private func quotes(
    of bytes: [UInt8], in format: InputFormat, asOf: String?
  ) throws(Failure) -> [Quote] {
    try atDesk(asOf) { desk, moment throws(Trouble) in
      var quotes: [Quote] = []
      try desk.pricing.price(bytes, in: format, asOf: moment) {
        quotes += desk.reader.quotes($0, of: $1)
      }
      return quotes
    }
  }

  // MARK: Many

  /// Prices bookings, one JSON object a line, and gives a quote a line in the same order: its
  /// status, its lines, total and outputs, the reason of a decline, or the fault of a booking
  /// that cannot be priced. No booking is left out.
  ///
  /// - Parameter asOf: the moment of quoting, as RFC 3339 has it, for rules that ask for one.
  ///
  /// Throws where the moment is none, or the whole input cannot be read.
  public func price(_ bookings: String, asOf: String? = nil) throws(Failure) -> String {
    try atDesk(asOf) { desk, moment throws(Trouble) in
      try desk.pricing.quoteLines(of: Array(bookings.utf8), asOf: moment).string
    }
  }

  private func atDesk<Result>(
    _ asOf: String?, _ body: (Desk, Instant?) throws(Trouble) -> Result
  ) throws(Failure) -> Result {
    var moment: Instant?
    if let asOf {
      moment = Instant(iso: asOf)
      guard moment != nil else {
        throw .trouble("`\(asOf)` is not a moment: write it like 2026-06-01T09:00:00Z")
      }
    }
    let desk = desks.take()
    defer { desks.put(desk) }
    do throws(Trouble) {
      return try body(desk, moment)
    } catch {
      throw .trouble(error.message)
    }
  }
}

/// What pricing needs, kept from call to call: each call has one to itself, and the last is kept.
private final class Desks: Sendable {
  let pricer: Pricer
  private let idle = Idle<Desk>()

  init(_ pricer: Pricer) { self.pricer = pricer }

  func take() -> Desk { idle.take() ?? Desk(pricer) }

  func put(_ desk: Desk) { idle.put(desk) }
}

private final class Desk {
  let pricing: PricingDesk
  let reader: QuoteReader

  init(_ pricer: Pricer) {
    pricing = PricingDesk(pricer)
    reader = QuoteReader(pricer)
  }
}

extension PriceRules.Failure {
  init(_ failure: RulesFailure) {
    switch failure {
    case .trouble(let trouble): self = .trouble(trouble.message)
    case .rejected(let rejected):
      self = .rejected(
        DiagnosticRenderer().render(
          rejected.diagnostics, sources: rejected.sources, style: .plain))
    }
  }
}
