import CArrow
import CQuote
import QuoteAnalysis
import QuoteArrow
import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteExplanation
import QuoteLanguage
import QuoteLint
import QuoteReports
import QuoteSyntax

/// Gives the next bookings; false at the end.
typealias NextBookings = (BookingBatch) throws(Trouble) -> Bool

/// Which bookings are to be explained, and how.
struct AskedExplanation {
  var keys: [String]
  var format: ExplanationFormat
  /// What customers are shown; nil for staff.
  var customerFormat: CustomerFormat?
  var options = ExplanationOptions()

  @unsafe init(_ asked: quote_explain_options) throws(RulesFailure) {
    let word = unsafe asked.format.map { unsafe String(cString: $0) } ?? "text"
    format = try ExplanationFormat(asked: word, for: "explanations")
    keys = unsafe texts(asked.keys, asked.key_count)
    if unsafe asked.depth > 0 { options.depth = unsafe Int(asked.depth) }
    options.saysWhyNot = unsafe asked.why_not != 0
    options.saysChanges = unsafe asked.changes != 0
    guard unsafe asked.for_customers != 0 else { return }
    guard !options.saysWhyNot, !options.saysChanges, let format = CustomerFormat(rawValue: word)
    else {
      throw .trouble(
        Trouble(
          "not-for-customers",
          "customers are shown text, markdown or html, and nothing of what the rules say"))
    }
    customerFormat = format
  }
}

/// What quotes are held against.
enum OtherSide {
  /// A CSV file in memory, and the text of the map that reads it.
  case answers([UInt8], map: String?)
  case rules(Pricer)

  var name: String {
    switch self {
    case .answers: "their quotes"
    case .rules(let pricer): pricer.model.name
    }
  }
}

extension RulesHandle {
  /// Explains bookings of a table, which is used up, as far as it has to be read for that.
  @unsafe func explain(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>, _ asked: AskedExplanation
  ) throws(RulesFailure) -> String {
    try explain(asked) { schema throws(Trouble) in
      let table = try unsafe TableBookings(stream, for: schema, asOf: self.asOf)
      return { batch throws(Trouble) in try table.read(into: batch) }
    }
  }

  /// Explains bookings that are JSON, one object a line.
  func explain(lines: [UInt8], _ asked: AskedExplanation) throws(RulesFailure) -> String {
    try explain(asked) { schema throws(Trouble) in
      let parser = try self.reader(lines: lines, for: schema).makeParser()
      return { batch throws(Trouble) in try parser.read(into: batch) }
    }
  }

  private func explain(
    _ asked: AskedExplanation, _ bookings: (BookingSchema) throws(Trouble) -> NextBookings
  ) throws(RulesFailure) -> String {
    let recording = try Pricer(
      rulesAt: path, overlays: overlays, settings: settings, loader: loader, recording: true,
      linting: false)
    do throws(Trouble) {
      let found = try recording.explanations(
        ExplanationSearch(keys: asked.keys), options: asked.options,
        next: try bookings(recording.schema))
      if let missing = found.missing.first {
        let near = Suggestion.help(for: missing, among: found.near[missing] ?? []).first
        throw Trouble(
          "no-such-booking",
          "no booking has the key `\(missing)`" + (near.map { "; \($0)" } ?? ""))
      }
      guard !found.explanations.isEmpty else {
        throw Trouble("no-such-booking", "there is no booking")
      }
      if let format = asked.customerFormat {
        let digits = recording.plan.quoteSchema.minorDigits
        return format.render(
          found.explanations.map { CustomerQuote($0, minorDigits: digits) },
          title: recording.model.title)
      }
      return asked.format.render(
        found.explanations, title: recording.model.title ?? recording.model.name,
        receipt: recording.receipt(asOf: asOf), sources: recording.sources, isColored: false)
    } catch {
      throw .trouble(error)
    }
  }

  private var reading: ReaderOptions {
    var options = ReaderOptions()
    options.format = .csv
    options.delimiter = UInt8(ascii: ",")
    options.asOf = asOf
    return options
  }

  /// Compares the quotes of bookings, a CSV file in memory, with what others answered, or with what
  /// other rules make of them. The comparison is made once and told in each format.
  func compare(
    _ bookings: [UInt8], with other: OtherSide, formats: [DifferenceFormat]
  ) throws(RulesFailure) -> (reports: [[UInt8]], holds: Bool) {
    var map = ReferenceMap.ownQuotes
    if case .answers(_, let text?) = other { map = try Self.map(text) }
    var options = Differ.Options()
    options.overlays = overlays
    options.settings = settings
    options.asOf = asOf
    options.kept = formats.map(\.kept).max() ?? 0
    options.keptFaults = formats.map(\.keptFaults).max() ?? 0
    options.today = asOf.map { CalendarDate(utc: $0) }
    options.failureRules = FailureRule.completed([])
    let differ = try Differ(rulesAt: path, map: map, options: options, loader: loader)
    do throws(Trouble) {
      let ours = [ByteSource.memory(name: "the bookings", bytes: bookings)]
      let run =
        switch other {
        case .answers(let theirs, _):
          try differ.reference(
            .memory(name: "their quotes", bytes: theirs), format: .csv, bookings: ours,
            reading: reading)
        case .rules(let theirs): try differ.rules(theirs, bookings: ours, reading: reading)
        }
      var context = differ.context(of: run, others: [other.name])
      context.version = Pricer.version
      let reports = formats.map { (DifferenceReport($0, context: context), $0, ByteBuffer()) }
      for (report, _, buffer) in reports { report.appendPrologue(to: buffer) }
      let worker = run.makeWorker()
      while let block = try worker.next() {
        try differ.deliver(
          block,
          onFault: { fault throws(Trouble) in
            for (report, _, buffer) in reports { report.append(fault, to: buffer) }
          }
        ) { booking throws(Trouble) in
          for (report, format, buffer) in reports where format.isStreamed {
            report.append(booking, to: buffer)
          }
        }
      }
      let summary = differ.finish(run, endedEarly: nil, notes: [])
      for (report, _, buffer) in reports { report.append(summary, to: buffer) }
      return (reports.map { unsafe Array($0.2.bytes) }, summary.failures.isEmpty)
    } catch {
      throw .trouble(error)
    }
  }

  private static func map(_ text: String) throws(RulesFailure) -> ReferenceMap {
    do throws(MapFailure) {
      return try ReferenceMap(readingFile: "map.yaml", from: .memory(["map.yaml": text]))
    } catch {
      switch error {
      case .rejected(let rejected): throw .rejected(rejected)
      case .trouble(let trouble): throw .trouble(trouble)
      }
    }
  }
}
