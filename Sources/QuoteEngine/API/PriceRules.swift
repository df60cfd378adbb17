import QuoteLanguage

/// Price rules, compiled: bookings go in and quotes come out, both as JSON Lines.
///
///     let rules = try PriceRules(at: "rules.yaml")
///     let reply = try rules.price(#"{"id": "B-1", "weight": 3}"#)
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

  private let pricer: Pricer

  /// Reads and compiles rules, with overlays (files, laid over them in order) and then settings
  /// (`PATH=VALUE`) laid over them.
  ///
  /// Throws all that is wrong with the rules at once, or the trouble of a file that cannot be
  /// read.
  public init(
    at path: String, overlays: [String] = [], settings: [String] = []
  ) throws(Failure) {
    do throws(RulesFailure) {
      pricer = try Pricer(rulesAt: path, overlays: overlays, settings: settings)
    } catch {
      throw Failure(error)
    }
  }

  /// Prices bookings, one JSON object a line, and gives a quote a line in the same order: its
  /// status, its lines, total and outputs, the reason of a decline, or the fault of a booking
  /// that cannot be priced. No booking is left out.
  ///
  /// - Parameter asOf: the moment of quoting, as RFC 3339 has it, for rules that ask for one.
  ///
  /// Throws where the moment is none, or the whole input cannot be read.
  public func price(_ bookings: String, asOf: String? = nil) throws(Failure) -> String {
    var options = ReaderOptions()
    options.format = .jsonl
    if let asOf {
      guard let moment = Instant(iso: asOf) else {
        throw .trouble("`\(asOf)` is no moment: write it like 2026-06-01T09:00:00Z")
      }
      options.asOf = moment
    }
    do throws(Trouble) {
      return try quotes(
        of: BookingReader(
          schema: pricer.schema,
          sources: [.memory(name: "bookings", bytes: Array(bookings.utf8))], options: options))
    } catch {
      throw .trouble(error.message)
    }
  }

  private func quotes(of reader: BookingReader) throws(Trouble) -> String {
    let evaluator = pricer.makeEvaluator()
    let writer = QuoteColumns(quotes: pricer.plan.quoteSchema, bookings: pricer.schema)
      .writer(.jsonl)
    let (parser, batch, rows) = (
      reader.makeParser(), BookingBatch(schema: pricer.schema), ByteBuffer()
    )
    writer.appendPrologue(to: rows)
    let start = rows.count
    while try parser.read(into: batch) {
      Evaluator.forEachBlock(of: 0..<batch.count) { block in
        writer.append(evaluator.price(batch, rows: block), of: batch, to: rows)
      }
    }
    let separator = rows.count > start ? writer.rowSeparatorLength : 0
    writer.appendEpilogue(to: rows)
    return String(rows.string.dropFirst(separator))
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
