package import QuoteBookings
package import QuoteCauses
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteLint
package import QuoteSyntax

/// Holds quotes against what another side made of the same bookings, and hands
/// on what differs, in the order of the input.
///
///     let differ = try Differ(rulesAt: "rules.yaml", map: map)
///     let summary = try differ.run(sources) { booking in … }
///
/// Threads share it: each takes a worker of its own, and what workers find is
/// delivered in order.
package final class Differ: @unchecked Sendable {
  /// What a run may choose.
  package struct Options: Sendable {
    package var overlays: [String] = []
    /// What prices are computed with.
    package var machineCode = MachineCodeUse.best
    package var settings: [String] = []
    package var tolerances = Tolerances()
    /// The moment of quoting for records that say none.
    package var asOf: Instant?
    package var format: InputFormat?
    /// How many of the worst bookings the summary keeps, and of those of which nothing could
    /// be compared.
    package var kept = 10
    package var keptFaults = 10
    package var failureRules = FailureRule.usual
    /// Whether bookings are joined with rows whose keys are theirs but for white space around,
    /// case and zeros in front.
    package var looseKeys = false
    /// A ledger of accepted differences.
    package var accepted: String?
    /// The day on which entries of the ledger hold or have expired.
    package var today: CalendarDate?
    /// A report in JSON Lines: what is in it is known.
    package var baseline: ByteSource?
    /// Amounts of the rules that the other side does not have, on purpose.
    package var uncompared: Set<String> = []
    /// Whether edits of the rules are tried that make what differs the same.
    package var seeksRemedies = true
    /// Whether somebody is given each booking that differs, and not the summary alone.
    package var givesEach = true
    /// Whether each reply is held against its quote value by value, without the quick way: tests
    /// hold the one against the other.
    var comparesOneByOne = false

    package init() {}
  }

  let map: ReferenceMap
  let options: Options
  private let rulesPath: String
  /// One a form of the map.
  let pricers: [Pricer]
  let profiles: [RoundingProfiles]
  /// One a form, to put the other side's values in.
  private(set) var peeled: [PeeledRulesOnDemand] = []
  /// One a form, to compile with edits.
  private(set) var edited: [EditedRules] = []
  /// By form: bookings to find remedies with.
  private(set) var cases: [Int: [RemedyCase]] = [:]
  /// Bookings whose totals differ, of the first chunks.
  private(set) var meetings: [MeetingCases] = []
  private static let mostCases = 1_200
  private static let mostKept = 4_096
  /// The ledger, and its conditions compiled with each form's rules.
  private var ledger = AcceptedLedger()
  private(set) var accepted: [AcceptedRules] = []
  private let baseline: DifferenceBaseline?
  let settled = SettledCauses()
  var summary: DifferenceSummary
  /// False where other rules are the other side.
  private(set) var areRepliesCompared = true
  /// Whether all rows of the other side have a status, its column being there.
  var isStatusColumn = false
  /// Whether the other side is a table.
  var hasColumns = false
  /// Whether each booking has what it is joined with a second file by.
  var wantsKeys = false

  /// Compiles the rules once a form.
  package init(
    rulesAt path: String, map: ReferenceMap, options: Options = Options(),
    loader: FileLoader = .disk()
  ) throws(RulesFailure) {
    self.map = map
    self.options = options
    rulesPath = path
    let forms = try FormRules.all(of: map, options, rulesAt: path, loader)
    pricers = forms.map(\.pricer)
    profiles = forms.map(\.profiles)
    edited = forms.map(\.edited)
    try map.check(with: pricers)
    peeled = forms.map { PeeledRulesOnDemand($0.compiled) }
    summary = DifferenceSummary(keeping: options.kept, faults: options.keptFaults)
    do throws(Trouble) {
      baseline = try options.baseline.map { (source) throws(Trouble) in
        try DifferenceBaseline(source)
      }
    } catch {
      throw .trouble(error)
    }
    if let name = options.accepted { try readLedger(name, forms.map(\.compiled), loader) }
  }

  /// An entry must be in the names of some form's rules at least.
  private func readLedger(
    _ name: String, _ forms: [CompiledRules], _ loader: FileLoader
  ) throws(RulesFailure) {
    let bytes: [UInt8]
    do throws(Trouble) { bytes = try loader.read(name) } catch { throw .trouble(error) }
    var wrong: [Int: [Diagnostic]] = [:]
    var sources = Sources()
    for (index, compiled) in forms.enumerated() {
      var log = DiagnosticLog()
      sources = compiled.model.sources
      ledger = AcceptedLedger(reading: bytes, name: name, sources: &sources, log: &log)
      guard !log.hasErrors else {
        throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources))
      }
      if let rules = ledger.rules, rules.value != compiled.model.name {
        let wrong = Diagnostic.acceptedRules(rules, of: compiled.model.name)
        throw .rejected(RulesRejected(diagnostics: [wrong], sources: sources))
      }
      var complaints: [Int: [Diagnostic]] = [:]
      accepted.append(
        AcceptedRules(ledger, with: compiled, sources: sources, complaints: &complaints))
      wrong = index == 0 ? complaints : wrong.filter { complaints[$0.key] != nil }
    }
    if let first = wrong.keys.min() {
      // Spans are of the first form's sources, to which the ledger was added last.
      var log = DiagnosticLog()
      sources = forms[0].model.sources
      _ = AcceptedLedger(reading: bytes, name: name, sources: &sources, log: &log)
      throw .rejected(RulesRejected(diagnostics: wrong[first] ?? [], sources: sources))
    }
    let own = forms.map { AcceptedConditions.ownNames(of: $0.tree, $0.model) }
    summary.ledger = ledger.entries.map {
      AcceptedTally(
        $0, in: sources, own: Set(own.joined()), minorUnit: pricers[0].model.minorUnit)
    }
  }

  /// ISO 4217.
  package var currency: String { pricers[0].model.currency }

  /// What the rules are called.
  package var rulesName: String { pricers[0].model.name }

  /// How many records or bookings were compared so far.
  package var recordCount: Int { summary.records }

  /// The warnings of the rules, form by form.
  package var warned: [RulesWarnings] { pricers.map(\.warned) }

  /// The ledger's conditions with the rules of a form, if there is a ledger.
  func acceptedRules(of form: Int) -> AcceptedRules? {
    accepted.indices.contains(form) ? accepted[form] : nil
  }

  /// What reports say of the whole.
  package func context(of run: DifferenceRun, others: [String]) -> DifferenceContext {
    let model = pricers[0].model
    var context = DifferenceContext(
      rules: rulesPath, title: model.title ?? model.name, currency: model.currency, others: others)
    context.minorDigits = pricers[0].plan.quoteSchema.minorDigits
    context.othersAreTexts = run.othersAreTexts
    context.mayGatherRows = run.othersAreTexts && map.rows == nil && !options.looseKeys
    return context
  }

  /// A comparison of records that hold request and reply, for several threads.
  /// Throws where the first file cannot be opened.
  package func records(
    _ sources: [ByteSource], meter: InputMeter? = nil
  ) throws(Trouble) -> DifferenceRun {
    let feed = try RecordFeed(
      schema: pricers[0].schema, sources: sources, format: options.format, meter: meter)
    let shared = RecordRun(feed, counts: map.counts.count)
    let turns = RoundingTurns(forms: pricers.count)
    let (forms, tolerances) = (map.forms, options.tolerances)
    return DifferenceRun(
      comparer: { $1.comparer(form: forms[$0], tolerances: tolerances) }
    ) { RecordWorker(self, shared, turns) }
  }

  /// A comparison of what these rules and others make of the bookings in records, which the
  /// map finds there; `others` are the other rules, form by form.
  package func rules(
    _ others: [Pricer], records sources: [ByteSource], meter: InputMeter? = nil
  ) throws(Trouble) -> DifferenceRun {
    let feed = try RecordFeed(
      schema: pricers[0].schema, sources: sources, format: options.format, meter: meter)
    let shared = RecordRun(feed, counts: map.counts.count)
    let turns = RoundingTurns(forms: pricers.count)
    areRepliesCompared = false
    for (own, other) in zip(pricers, others) { try own.checkCurrency(of: other) }
    let tolerances = options.tolerances
    let forms = map.forms.indices.map { form($0, against: others[$0]) }
    return DifferenceRun(
      comparer: {
        $1.comparer(form: forms[$0], tolerances: tolerances, comparesLines: true)
      }
    ) { RecordWorker(self, shared, turns, others: others) }
  }

  /// How a form is compared with other rules: by every value of theirs, whatever its reply has,
  /// but for those that the outputs of one side hide and the other side does not have.
  func form(_ index: Int, against others: Pricer) -> ReferenceMap.Form {
    let hidden = others.plan.hiddenNames
    var form = ReferenceMap.Form()
    form.name = map.forms[index].name
    form.ignored = map.forms[index].ignored.union(
      hidden.symmetricDifference(pricers[index].plan.hiddenNames))
    return form
  }

  /// A comparison of what these rules and others make of the same bookings, for
  /// several threads. Throws where the first file cannot be opened.
  package func rules(
    _ others: Pricer, bookings sources: [ByteSource], reading: ReaderOptions
  ) throws(Trouble) -> DifferenceRun {
    let reader = try BookingReader(
      schema: pricers[0].schema, sources: sources, options: reading)
    let turns = RoundingTurns(forms: 1)
    areRepliesCompared = false
    try pricers[0].checkCurrency(of: others)
    let (form, tolerances) = (form(0, against: others), options.tolerances)
    return DifferenceRun(
      comparer: { $1.comparer(form: form, tolerances: tolerances, comparesLines: true) },
      notes: { reader.remarks }
    ) { RulesWorker(self, theirs: others, reader: reader, turns: turns) }
  }

  /// Compares all records on this thread. Throws where a file cannot be read;
  /// records that cannot be are not comparable.
  package func run(
    _ sources: [ByteSource],
    onDifference: (BookingDifference) throws(Trouble) -> Void = { _ throws(Trouble) in }
  ) throws(Trouble) -> DifferenceSummary {
    try run(records(sources), onDifference: onDifference)
  }

  /// Goes through a comparison on this thread.
  package func run(
    _ run: DifferenceRun,
    onDifference: (BookingDifference) throws(Trouble) -> Void = { _ throws(Trouble) in }
  ) throws(Trouble) -> DifferenceSummary {
    let worker = run.makeWorker()
    while let block = try worker.next() { try deliver(block, onDifference) }
    return finish(run)
  }

  /// Adds a block to the summary and hands on what differs, and what could not be compared. Blocks
  /// come in their order, one thread at a time.
  package func deliver(
    _ block: DifferenceBlock,
    onFault: (ComparisonFault) throws(Trouble) -> Void = { _ throws(Trouble) in },
    _ onDifference: (BookingDifference) throws(Trouble) -> Void
  ) throws(Trouble) {
    var block = block
    if let baseline {
      for index in block.differences.indices where block.differences[index].standing == .new {
        guard try baseline.knows(block.differences[index]) else { continue }
        block.differences[index].standing = .known
      }
    }
    for case let one as KeptCases in block.kept { keep(one) }
    for case let one as MeetingCases in block.kept { meetings.append(one) }
    summary.add(block)
    if countsAlike { settled.insert(summary.settledCauses) }
    var faults = block.faults[...]
    for booking in block.differences {
      while let fault = faults.first, fault.record < booking.record {
        try onFault(fault)
        faults.removeFirst()
      }
      try onDifference(booking)
    }
    for fault in faults { try onFault(fault) }
  }

  private func keep(_ kept: KeptCases) {
    let known = cases[kept.form] ?? []
    let few = known.count(where: \.isTried) < Self.mostCases
    var room = Self.mostKept - known.count(where: \.isDiffering)
    cases[kept.form] = known + kept.cases.filter { one in
      let isKept = one.isTried ? few : one.isDiffering && room > 0
      if isKept && one.isDiffering { room -= 1 }
      return isKept
    }
  }

  /// What it all came to; why it ended before the input did, if so, and what else there is to
  /// say, or fails it. `onTry` is told how many edits of the rules have been tried.
  package func finish(
    _ run: DifferenceRun, endedEarly why: String? = nil, notes more: [String] = [],
    failures: [String] = [], team: ThreadTeam = .none,
    onTry: @escaping (Int) -> Void = { _ in }
  ) -> DifferenceSummary {
    if let why {
      summary.endedEarly = true
      summary.otherFailures.append("the run ended early: \(why)")
    }
    if !areRepliesCompared { summary.ignoreReasons() }
    summary.hiddenMoney = hiddenMoney
    judgeRules()
    // A file may have columns of the bookings beside those of the quotes.
    let mayCarry = run.othersAreTexts
    summary.notes = run.notes + more + summary.notesOfNotComparable
    summary.notes += notes(on: summary) + notesOfTwins(summary, mayCarry: mayCarry)
    summary.judgeLedger(today: options.today)
    // No edit of the rules makes cents of a whole column of euros.
    let isInOtherTerms = summary.tallies.contains { $0.name == "total" && $0.isInOtherTerms }
    if summary.new > 0, options.seeksRemedies, !isInOtherTerms {
      findRemedies(run, team: team, onTry: onTry)
    }
    summary.otherFailures += failures + run.failures
    summary.otherFailures += nothingFails(summary)
    summary.otherFailures += uncomparedFails(summary, mayCarry: mayCarry)
    return summary
  }

  /// Fails by the rules for failing; bookings that were asked in vain fail by no rule.
  private func judgeRules() {
    let unanswered = summary.faults.count(of: .unanswered)
    if unanswered > 0 {
      summary.failuresOfFaults[.unanswered] = ComparisonFault.Kind.unanswered.counted(unanswered)
    }
    for rule in options.failureRules {
      guard let failure = rule.failure(of: summary, currency: currency) else { continue }
      switch rule.measure {
      case .differences, .share, .money, .change, .median, .p95, .reasons, .refusals:
        summary.failuresOfBookings.append(failure)
      case .skipped, .notComparable, .duplicates: summary.otherFailures.append(failure)
      case .unreadable: summary.failuresOfFaults[.unreadable] = failure
      }
    }
  }
}

/// One comparison under way; workers of it share its input.
package struct DifferenceRun: Sendable {
  /// Whether all values of the other side are texts.
  let othersAreTexts: Bool
  /// What holds quotes of a form against the other side's again.
  let comparer: (@Sendable (Int, QuoteTexts) -> ReplyComparer)?
  private let makeNotes: @Sendable () -> [String]
  private let makeFailures: @Sendable () -> [String]
  private let make: @Sendable () -> any DifferenceWorker

  init(
    othersAreTexts: Bool = false,
    comparer: (@Sendable (Int, QuoteTexts) -> ReplyComparer)? = nil,
    notes: @escaping @Sendable () -> [String] = { [] },
    failures: @escaping @Sendable () -> [String] = { [] },
    _ make: @escaping @Sendable () -> any DifferenceWorker
  ) {
    self.othersAreTexts = othersAreTexts
    self.comparer = comparer
    makeNotes = notes
    makeFailures = failures
    self.make = make
  }

  /// What is to be known of how it went, when it is done.
  var notes: [String] { makeNotes() }

  /// Why it fails, whatever was compared.
  var failures: [String] { makeFailures() }

  /// Makes a worker, which serves one thread.
  package func makeWorker() -> any DifferenceWorker { make() }
}

/// One thread's share of a comparison.
package protocol DifferenceWorker: AnyObject {
  /// What the next chunk of the input came to; nil at its end. Throws where the
  /// input cannot be read.
  func next() throws(Trouble) -> DifferenceBlock?
}

extension Pricer {
  /// Throws where the amounts of other rules are in another currency, so that none can be held
  /// against ours.
  fileprivate func checkCurrency(of other: Pricer) throws(Trouble) {
    guard model.currency != other.model.currency else { return }
    throw Trouble(
      "currencies-apart",
      "these rules are in \(model.currency) and the others in \(other.model.currency): amounts of "
        + "two currencies cannot be compared")
  }
}
