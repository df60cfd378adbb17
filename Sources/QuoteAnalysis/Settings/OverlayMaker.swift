package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteLint
package import QuoteSyntax

/// Makes overlays of rules out of records of configuration, as a map says.
///
///     let maker = try OverlayMaker(rulesAt: "rules.yaml", map: "database.map.yaml")
///     let overlay = try maker.overlay(of: bytes, named: "settings.json")
package struct OverlayMaker: Sendable {
  private let map: OverlayMap
  private let rules: RuleTree
  private let pricer: Pricer
  private let path: String
  private let options: (overlays: [String], settings: [String], loader: FileLoader)

  /// Reads rules and map, and holds one against the other.
  package init(
    rulesAt path: String, overlays: [String] = [], settings: [String] = [], map name: String,
    loader: FileLoader = .disk()
  ) throws(RulesFailure) {
    let loader = loader.rooted(besideRules: path)
    let compiled = try CompiledRules(
      rulesAt: path, overlays: overlays, settings: settings, loader: loader)
    rules = compiled.tree
    var sources = compiled.model.sources
    var log = DiagnosticLog()
    do throws(Trouble) {
      map = try OverlayMap(
        readingFile: name, for: rules, from: loader, sources: &sources, log: &log)
    } catch {
      throw .trouble(error)
    }
    map.check(against: rules, log: &log)
    guard !log.hasErrors, let model = PriceModel(checking: map.rules, sources: sources, log: &log),
      !log.hasErrors
    else { throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources)) }
    pricer = Pricer(lowering: model)
    self.path = path
    options = (overlays, settings, loader)
  }

  /// The overlay that a record comes to, tried on the rules.
  ///
  /// Throws where the record does not say what the map reads, where the map
  /// declines it, and where the rules refuse what it says. `remark` is told what is odd.
  package func overlay(
    of record: [UInt8], named name: String, remark: (String) -> Void = { _ in }
  ) throws(RulesFailure) -> String {
    let batch: BookingBatch
    do throws(Trouble) { batch = try read(record, name) } catch { throw .trouble(error) }
    try refuseMisplaced(record, name, remark)
    let evaluator = pricer.makeEvaluator()
    // The quotes' texts live in the evaluator.
    defer { withExtendedLifetime(evaluator) {} }
    let quotes = evaluator.price(batch, rows: 0..<1)
    try refuse(quotes, of: batch, record, name)
    let text = try write(quotes)
    try tryOut(text, made: name, of: record, remark)
    return text
  }

  /// Settings that are all somewhere else than where the map reads would be passed over.
  private func refuseMisplaced(
    _ record: [UInt8], _ name: String, _ remark: (String) -> Void
  ) throws(RulesFailure) {
    var sources = pricer.sources
    let file = sources.add(SourceFile(name: name, text: record))
    switch RecordPlaces(record, file: file, inputs: map.tree.inputs).reading {
    case .some: return
    case .nothing: remark("`\(name)` has nothing that the map reads")
    case .elsewhere(let found, let wanted, let span):
      throw .rejected(
        RulesRejected(
          diagnostics: [.configurationElsewhere(found, wanted: wanted, at: span)],
          sources: sources))
    }
  }

  /// The overlay of a record that stands in a file, or comes by standard input.
  package func overlay(
    of source: ByteSource, remark: (String) -> Void = { _ in }
  ) throws(RulesFailure) -> String {
    let record: [UInt8]
    do throws(Trouble) {
      record = try ByteStream.everything(of: source)
    } catch {
      throw .trouble(error)
    }
    return try overlay(of: record, named: source.name, remark: remark)
  }

  /// The record as the one booking of a batch.
  private func read(_ record: [UInt8], _ name: String) throws(Trouble) -> BookingBatch {
    var reading = ReaderOptions()
    reading.format = .json
    reading.lastDuplicateWins = true
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: name, bytes: record)], options: reading)
    let batch = BookingBatch(schema: pricer.schema)
    guard try reader.makeParser().read(into: batch), batch.count == 1 else {
      throw Trouble("not-one-record", "`\(name)` is not one JSON record")
    }
    return batch
  }

  private func refuse(
    _ quotes: QuoteBatch, of batch: BookingBatch, _ record: [UInt8], _ name: String
  ) throws(RulesFailure) {
    guard quotes.statuses[0] != QuoteBatch.Status.quoted.rawValue else { return }
    var sources = pricer.sources
    let file = sources.add(SourceFile(name: name, text: record))
    let places = RecordPlaces(record, file: file, inputs: map.tree.inputs)
    let diagnostic: Diagnostic
    if let fault = quotes.faults[0] ?? batch.faults[0] {
      let (value, declaration) = places.place(of: fault.field)
      diagnostic = .configurationFault(
        fault.message, field: fault.field, at: value, map: declaration)
    } else {
      diagnostic = .configurationRefused(quotes.declineReason(of: 0).string, at: places.start)
    }
    throw .rejected(RulesRejected(diagnostics: [diagnostic], sources: sources))
  }

  private func write(_ quotes: QuoteBatch) throws(RulesFailure) -> String {
    let values = quotes.schema.outputs.map { quotes.value(of: $0, at: 0) }
    var writer = OverlayWriter(map, outputs: pricer.model.outputs, rules: rules)
    let text = writer.overlay(of: values)
    guard !writer.log.hasErrors else {
      throw .rejected(
        RulesRejected(diagnostics: writer.log.sorted, sources: pricer.sources))
    }
    return text
  }

  /// Compiles the rules with the overlay on top, for what only they can refuse.
  private func tryOut(
    _ overlay: String, made record: String, of bytes: [UInt8], _ remark: (String) -> Void
  ) throws(RulesFailure) {
    let name = "overlay of \(record)"
    let compiled: CompiledRules
    do throws(RulesFailure) {
      compiled = try CompiledRules(
        rulesAt: path, overlays: options.overlays + [name], settings: options.settings,
        loader: options.loader.adding(overlay, as: name))
    } catch {
      throw emptied(by: error, bytes, record) ?? error
    }
    for warning in compiled.warned.ofChanges.prefix(Self.mostRemarks) {
      let place = compiled.model.sources.address(of: warning.primary.span)
      let help = warning.id == "mixed-percent" ? "; a map divides percent, `… / 100`" : ""
      remark("\(place): \(warning.headline) [\(warning.id)]\(help)")
    }
  }

  private static let mostRemarks = 3

  /// What is said where the rules refuse a table without rows, for the record lacks the list that
  /// the map makes them of; nil if that is not why.
  private func emptied(
    by failure: RulesFailure, _ bytes: [UInt8], _ record: String
  ) -> RulesFailure? {
    guard case .rejected(let rejected) = failure,
      let column = rejected.diagnostics.first(where: { $0.id == "untyped-column" })
    else { return nil }
    for entry in map.entries {
      guard case .rows(let rows) = entry.content,
        column.primary.text.contains("`\(entry.name.value)`")
      else { continue }
      var sources = pricer.sources
      let file = sources.add(SourceFile(name: record, text: bytes))
      let places = RecordPlaces(bytes, file: file, inputs: map.tree.inputs)
      let list = rows.list.value
      let diagnostic = Diagnostic.configurationFault(
        "`\(list)`, of which the rows of `\(entry.name.value)` are made, is missing or empty",
        field: list, at: places.start, map: places.place(of: list).declaration)
      return .rejected(RulesRejected(diagnostics: [diagnostic], sources: sources))
    }
    return nil
  }
}
