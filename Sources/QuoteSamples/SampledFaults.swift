import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteLint
package import QuoteSyntax

/// Bookings made from the declared inputs that rules leave without a price, where neither a
/// `default` nor a decline says what is meant: a warning for each formula that was not given,
/// and one for each suspicion that a quoted booking bears out.
///
/// What may be not given is known for every formula, but not whether it ever is where it is
/// needed: a condition above or a decline below may see to that. Bookings tell.
package struct SampledFaults {
  package private(set) var warnings: [Diagnostic] = []

  /// How many bookings are tried: fewer of those that take long to make and to read.
  private static func bookingCount(of model: PriceModel) -> Int {
    // A list has some elements.
    let values = model.schema.lists.enumerated().reduce(0) { sum, list in
      sum + list.element.fields.count * (list.offset == 0 ? 1 : 4)
    }
    return max(50, min(500, 100_000 / max(1, values)))
  }

  /// What was said of one formula, and how often.
  private struct Found {
    var fault: RowFault
    var count = 0
  }

  /// One formula may lack a key, and lack a row for another.
  private struct Hole: Hashable {
    var rule: SourceSpan
    var isOfMissingKey: Bool
  }

  /// Rules whose bookings cannot be made or read have no warnings.
  package init(of rules: CompiledRules) {
    let model = rules.model
    let bookingCount = Self.bookingCount(of: model)
    guard let reader = try? Self.bookings(of: model, variesWords: false) else { return }
    let suspicions = SuspicionWalk(model).found
    var probes = SuspicionProbes(suspicions.filter { $0.tableOfWords == nil }, in: model)
    guard let found = try? Self.faults(probes.pricer, reader, &probes) else { return }
    let told = Set(rules.warnings.filter { $0.id == "gap-in-table" }.map(\.headline))
    warnings = found.compactMap { found in
      // What a key that is not given does not find is no part of what rows leave out.
      let isTold = !found.fault.isOfMissingKey && model.tables.contains { table in
        found.fault.isMiss(of: table)
          && told.contains(Diagnostic.gapInTable(table, missing: table.findings).headline)
      }
      // A word that no row has finds none in any booking.
      let isMistyped = found.count == bookingCount && rules.warnings.contains {
        ["never-this-word", "unknown-key-word"].contains($0.id)
          && found.fault.rule.encloses($0.primary.span)
      }
      if isTold || isMistyped { return nil }
      return .notAlwaysGiven(
        found.fault, line: model.line(addingOrBecoming: found.fault.rule), found.count,
        of: bookingCount, in: model)
    }
    let known = Set(found.map(\.fault.rule))
    // A condition of which it was said that nothing is given there is told of once.
    let undecided = probes.warnings.filter { $0.id == "undecided-condition" }.map(\.primary.span)
    warnings += Self.openKeys(
      of: model, suspicions.filter { $0.tableOfWords != nil }, but: known, told
    ).filter { warning in
      !warning.labels.contains { label in
        undecided.contains { $0.encloses(label.span) || label.span.encloses($0) }
      }
    }
    warnings = (warnings + probes.warnings).sorted {
      ($0.primary.span.file, $0.primary.span.lower) < ($1.primary.span.file, $1.primary.span.lower)
    }
  }

  /// Formulas that lack a row only for words of which no table knows: a new kind of thing gets no
  /// price, or is what no condition is about, which may well be meant and is asked once a table.
  private static func openKeys(
    of model: PriceModel, _ suspicions: [Suspicion], but known: Set<SourceSpan>,
    _ told: Set<String>
  ) -> [Diagnostic] {
    let hasOpenKey = model.tables.contains { table in
      table.keys.contains { $0.domain.type == .text }
    }
    guard hasOpenKey, let reader = try? bookings(of: model, variesWords: true) else { return [] }
    var probes = SuspicionProbes(suspicions, in: model)
    guard let found = try? faults(probes.pricer, reader, &probes) else { return [] }
    var asked: Set<SourceSpan> = []
    let tables = model.tables.filter { table in
      !told.contains(Diagnostic.gapInTable(table, missing: table.findings).headline)
    }
    let missed = found.compactMap { found -> Diagnostic? in
      guard !found.fault.isOfMissingKey, !known.contains(found.fault.rule),
        let table = tables.first(where: { found.fault.isMiss(of: $0) }),
        table.keys.contains(where: { $0.domain.type == .text }), asked.insert(table.span).inserted
      else { return nil }
      let why = found.fault.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
      return .openKey(
        table,
        "\(why); this happens in \(found.count) of \(bookingCount(of: model)) sampled bookings")
    }
    let spans = Set(tables.map(\.span))
    return missed + probes.warnings.filter {
      spans.contains($0.primary.span) && asked.insert($0.primary.span).inserted
    }
  }

  private static func bookings(
    of model: PriceModel, variesWords: Bool
  ) throws(Trouble) -> BookingReader {
    // Most tables of words do not know all there are: other mistakes are looked for without.
    var sampler = BookingSampler(model: model, seed: 1)
    sampler.variesWords = variesWords
    let writer = try SampleWriter(schema: model.schema, format: .jsonl)
    var bytes: [UInt8] = []
    for row in 0..<bookingCount(of: model) {
      bytes += writer.text(of: sampler.next(), isFirst: row == 0).utf8
    }
    var options = ReaderOptions()
    options.format = .jsonl
    return try BookingReader(
      schema: model.schema, sources: [.memory(name: "sample", bytes: bytes)],
      options: options)
  }

  /// The faults in the order of the rules.
  private static func faults(
    _ pricer: Pricer, _ reader: BookingReader, _ probes: inout SuspicionProbes
  ) throws(Trouble) -> [Found] {
    var found: [Hole: Found] = [:]
    let (evaluator, parser) = (pricer.makeEvaluator(), reader.makeParser())
    evaluator.mostMade = BookingSample.mostMade
    let batch = BookingBatch(schema: reader.schema)
    while try parser.read(into: batch) {
      evaluator.forEachBlock(of: 0..<batch.count) { rows in
        let quotes = evaluator.price(batch, rows: rows)
        for fault in quotes.faults.all where fault.reason == "not-given" {
          let hole = Hole(rule: fault.rule, isOfMissingKey: fault.isOfMissingKey)
          found[hole, default: Found(fault: fault)].count += 1
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
    allLines.first { $0.formula?.span == place }
  }
}

extension RowFault {
  fileprivate func isMiss(of table: ModelTable) -> Bool {
    message.contains("no row of `\(table.name)`")
  }

  /// Whether a table has no row because one of its keys is not given.
  fileprivate var isOfMissingKey: Bool {
    guard let miss = message.firstRange(of: "no row of `") else { return false }
    return message[miss.upperBound...].contains(" is not given")
  }
}
