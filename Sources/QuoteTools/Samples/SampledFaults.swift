import QuoteEngine
package import QuoteLanguage

/// Bookings made from the declared inputs that rules leave without a price, where neither a
/// `default` nor a decline says what is meant: a warning for each formula that was not given,
/// and one for each suspicion that a quoted booking bears out.
///
/// What may be not given is known for every formula, but not whether it ever is where it is
/// needed: a condition above or a decline below may see to that. Bookings tell.
package struct SampledFaults {
  package private(set) var warnings: [Diagnostic] = []

  /// How many bookings are tried.
  static let bookingCount = 500

  /// What was said of one formula, and how often.
  private struct Found {
    var fault: RowFault
    var count = 0
  }

  /// Rules whose bookings cannot be made or read have no warnings.
  package init(of rules: CompiledRules) {
    let model = rules.model
    guard let reader = try? Self.bookings(of: model) else { return }
    let suspicions = SuspicionWalk(model).found
    var probes = SuspicionProbes(suspicions, in: model)
    guard let found = try? Self.faults(probes.pricer, reader, &probes) else { return }
    let told = Set(rules.warnings.filter { $0.id == "gap-in-table" }.map(\.headline))
    warnings = found.compactMap { found in
      let isTold = model.tables.contains { table in
        found.fault.message.contains("no row of `\(table.name)`")
          && told.contains(Diagnostic.gapInTable(table, missing: table.findings).headline)
      }
      if isTold { return nil }
      return .notAlwaysGiven(
        found.fault, line: model.line(addingOrBecoming: found.fault.rule), found.count,
        of: Self.bookingCount, in: model)
    }
    warnings = (warnings + probes.warnings).sorted {
      ($0.primary.span.file, $0.primary.span.lower) < ($1.primary.span.file, $1.primary.span.lower)
    }
  }

  private static func bookings(of model: PriceModel) throws(Trouble) -> BookingReader {
    // That a table of words does not know all there are is what it is for.
    var sampler = BookingSampler(model: model, seed: 1)
    sampler.variesWords = false
    let writer = try SampleWriter(schema: model.schema, format: .jsonl)
    var text = ""
    for row in 0..<bookingCount { text += writer.text(of: sampler.next(), isFirst: row == 0) }
    var options = ReaderOptions()
    options.format = .jsonl
    return try BookingReader(
      schema: model.schema, sources: [.memory(name: "sample", bytes: Array(text.utf8))],
      options: options)
  }

  /// In the order of the rules.
  private static func faults(
    _ pricer: Pricer, _ reader: BookingReader, _ probes: inout SuspicionProbes
  ) throws(Trouble) -> [Found] {
    var found: [SourceSpan: Found] = [:]
    let (evaluator, parser) = (pricer.makeEvaluator(), reader.makeParser())
    let batch = BookingBatch(schema: reader.schema)
    while try parser.read(into: batch) {
      Evaluator.forEachBlock(of: 0..<batch.count) { rows in
        let quotes = evaluator.price(batch, rows: rows)
        for fault in quotes.faults.all where fault.reason == "not-given" {
          found[fault.rule, default: Found(fault: fault)].count += 1
        }
        probes.note(quotes, of: batch)
      }
    }
    return found.values.sorted {
      ($0.fault.rule.file, $0.fault.rule.lower) < ($1.fault.rule.file, $1.fault.rule.lower)
    }
  }
}

extension PriceModel {
  /// The line whose amount or new subtotal is the formula at a place.
  fileprivate func line(addingOrBecoming place: SourceSpan) -> ModelLine? {
    allLines.first { line in
      switch line.effect {
      case .amount(let formula), .becomes(let formula): formula.span == place
      case .members, .nothing: false
      }
    }
  }
}
