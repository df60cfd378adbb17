package import QuoteLanguage
package import QuoteLint
package import QuoteSyntax

/// The front door: rules compiled, ready to price.
///
///     let pricer = try Pricer(rulesAt: "rules/umuve.yaml")
///     let evaluator = pricer.makeEvaluator()
///     let quotes = evaluator.price(bookings, rows: 0..<bookings.count)
///
/// A value that threads may share; each thread makes its own evaluator.
package struct Pricer: Sendable {
  package let model: PriceModel
  package var plan: PricePlan { prepared.plan }
  /// Look-ups and figures made ready once, for all evaluators.
  private var prepared: PreparedPlan
  /// What the compiler warns of; rules with errors make no pricer.
  package let warned: RulesWarnings
  package var warnings: [Diagnostic] { warned.all }

  /// What evaluators are made with; where the processor does not have it, nothing must be asked
  /// of them.
  package var machineCode = MachineCodeUse.best

  /// The version of the engine.
  package static let version = "0.1.0"

  package var schema: BookingSchema { model.schema }
  package var sources: Sources { model.sources }

  /// Reads, checks and lowers rules, with overlays (files, applied in order)
  /// and then settings (`PATH=VALUE`) laid over them; the other settings last, which
  /// messages call `--against-set`.
  ///
  /// A condition becomes the last output of its quotes, one without a name; see
  /// `ExplanationSearch`. Without `linting`, what is allowed and hardly meant is not looked
  /// for: nobody reads the warnings of such a pricer. Throws all that is wrong with the rules at
  /// once, or the trouble of a file that cannot be had.
  package init(
    rulesAt path: String, overlays: [String] = [], settings: [String] = [],
    otherSettings: [String] = [], loader: FileLoader = .disk(), recording: Bool = false,
    profiling: Bool = false, selecting condition: String? = nil, linting: Bool = true
  ) throws(RulesFailure) {
    let compiled = try CompiledRules(
      rulesAt: path, overlays: overlays, settings: settings, otherSettings: otherSettings,
      loader: loader, selecting: condition, linting: linting)
    self.init(
      lowering: compiled.model, warned: compiled.warned, recording: recording,
      profiling: profiling)
  }

  /// Makes a pricer from a model that was checked before. With `isOfTrial` it is for a few bookings
  /// only, for which machine code takes longer than they do without.
  package init(
    lowering model: PriceModel, warned: RulesWarnings = RulesWarnings(), recording: Bool = false,
    profiling: Bool = false, isOfTrial: Bool = false
  ) {
    self.model = model
    self.warned = warned
    prepared = PreparedPlan(
      PricePlan(lowering: model, recording: recording, profiling: profiling),
      isForLoops: !isOfTrial)
    if isOfTrial { machineCode = .none }
  }

  /// The same rules, with every value kept for whoever asks.
  package func recording() -> Pricer { Pricer(lowering: model, recording: true) }

  /// The same rules, of which only what these columns of a table show is computed, for bookings
  /// that a `ColumnFiller` reads.
  package func pricing(onlyInTable columns: QuoteColumns) -> Pricer {
    var pricer = self
    if let results = columns.results(in: .csv) { pricer.prepared = prepared.inTable(results) }
    return pricer
  }

  /// Takes back what `pricing(onlyInTable:)` gave, for the next table with the same columns. Nobody
  /// must use it any more: a process may fork while others do.
  package func keep(_ pricer: Pricer) {
    if pricer.prepared !== prepared { prepared.keep(inTable: pricer.prepared) }
  }

  /// The same rules, of which only what these columns show is computed.
  package func pricing(only columns: QuoteColumns, as format: OutputFormat) -> Pricer {
    var pricer = self
    if let results = columns.results(in: format) {
      pricer.prepared = PreparedPlan(prepared, results: results)
    }
    return pricer
  }

  /// The loops that blocks of bookings are priced by, as text; empty where there is no machine
  /// code of the kind.
  package func dumpLoops(_ use: MachineCodeUse) -> String {
    use.instructions.map { prepared.dumpLoops(by: $0) } ?? ""
  }

  /// Each thread needs its own.
  package func makeEvaluator() -> Evaluator { makeEvaluator(of: prepared) }

  /// One that computes nothing but some result columns, by position.
  package func makeEvaluator(ofResults results: Set<Int>) -> Evaluator {
    makeEvaluator(of: PreparedPlan(prepared, results: results))
  }

  private func makeEvaluator(of prepared: PreparedPlan) -> Evaluator {
    let evaluator = Evaluator(prepared: prepared)
    evaluator.loopInstructions = machineCode.instructions
    return evaluator
  }
}
