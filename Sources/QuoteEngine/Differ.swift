/// Holds quotes against recorded replies: reads records, prices each by the
/// rules of its form, and hands on what differs, in the order of the input.
///
///     let differ = try Differ(rulesAt: "rules.yaml", map: map)
///     let summary = try differ.run(sources) { booking in … }
public final class Differ {
  /// What a run may choose.
  public struct Options: Sendable {
    public var overlays: [String] = []
    public var settings: [String] = []
    public var tolerance = Tolerance()
    /// For records that say no moment of quoting.
    public var asOf: Instant?
    public var format: InputFormat?
    /// How many of the worst bookings the summary keeps.
    public var kept = 10

    public init() {}
  }

  let map: ReferenceMap
  let options: Options
  private let forms: [FormPricer]
  private let reader = JSONRecordReader()
  private let ours = JSONRecordReader()
  private var notes: [Note] = []
  private var counts: [[String: Int64]]
  private var recordCount: Int64 = 0
  private var summary: DifferenceSummary

  /// What is known of a record before it is priced.
  private struct Note {
    var form = -1
    /// Row of the form's batch.
    var row = 0
    var outcome = ReferenceMap.Outcome.other
  }

  public var currency: String { forms[0].pricer.plan.quoteSchema.currency }

  /// Compiles the rules once a form.
  public init(
    rulesAt path: String, map: ReferenceMap, options: Options = Options(),
    loader: FileLoader = .disk()
  ) throws(RulesFailure) {
    self.map = map
    self.options = options
    var forms: [FormPricer] = []
    for form in map.forms {
      let overlays = form.overlays + options.overlays
      let pricer = try Pricer(
        rulesAt: path, overlays: overlays, settings: options.settings, loader: loader)
      forms.append(
        FormPricer(pricer, form: form, counts: map.counts, tolerance: options.tolerance))
    }
    self.forms = forms
    counts = Array(repeating: [:], count: map.counts.count)
    summary = DifferenceSummary(keeping: options.kept)
  }

  /// Compares all records. Throws where a file cannot be read; records that
  /// cannot be are not comparable.
  public func run(
    _ sources: [ByteSource],
    onDifference: (BookingDifference) throws(Trouble) -> Void = { _ throws(Trouble) in }
  ) throws(Trouble) -> DifferenceSummary {
    let chunks = try RecordChunks(
      schema: forms[0].pricer.schema, sources: sources, format: options.format)
    while try chunks.next() {
      notes.removeAll(keepingCapacity: true)
      for form in forms { form.begin() }
      for record in chunks.records { notes.append(take(record)) }
      for form in forms { form.price() }
      for (index, record) in chunks.records.enumerated() {
        recordCount += 1
        if let found = compare(record, notes[index]) { try onDifference(found) }
      }
    }
    return summary
  }

  // MARK: - Taking

  /// Finds a record's form and adds its booking to the form's batch.
  private func take(_ record: RecordChunks.Record) -> Note {
    var note = Note()
    guard record.isReadable, case .success(let root) = reader.read(record.text), root.isObject
    else { return note }
    let name = text(at: map.places.form, of: root)
    note.outcome = outcome(of: root)
    guard note.outcome != .other, let index = map.form(named: name) else { return note }
    let form = forms[index]
    note.form = index
    note.row = form.count
    let asOf = text(at: map.places.asOf, of: root).flatMap { Instant(iso: $0) } ?? options.asOf
    let counted = count(root, formName: name, isPriced: note.outcome == .priced)
    // Last: it reads the record again, and the nodes of this reading go.
    if let raw = text(at: map.places.bookingText, of: root) {
      form.add(json: raw, line: record.line)
    } else {
      form.add(record: record.text, at: map.places.booking, line: record.line)
    }
    form.fill(row: note.row, asOf: asOf, counts: counted)
    return note
  }

  /// How many earlier records each count finds; then counts this one.
  private func count(_ root: JSONNode, formName: String?, isPriced: Bool) -> [Int64] {
    map.counts.enumerated().map { index, count in
      guard let text = text(at: count.place, of: root) else { return 0 }
      let key = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
      let before = counts[index][key] ?? 0
      let isCounted = count.forms.isEmpty || formName.map { count.forms.contains($0) } ?? false
      if isPriced && isCounted { counts[index][key] = before + 1 }
      return before
    }
  }

  private func outcome(of root: JSONNode) -> ReferenceMap.Outcome {
    guard let status = text(at: map.places.status, of: root) else { return .priced }
    return map.statuses[status] ?? .other
  }

  private func node(at path: ReferenceMap.Path?, of root: JSONNode) -> JSONNode? {
    guard let path else { return nil }
    let steps = path.map { FieldPath.Step.member($0) }
    guard let found = BatchFiller.walk(root, steps[...]), !found.isNull else { return nil }
    return found
  }

  private func text(at path: ReferenceMap.Path?, of root: JSONNode) -> String? {
    guard let found = node(at: path, of: root), !found.isObject, !found.isArray else { return nil }
    return found.text.string
  }

  // MARK: - Comparing

  private func compare(_ record: RecordChunks.Record, _ note: Note) -> BookingDifference? {
    guard note.form >= 0, case .success(let root) = reader.read(record.text) else {
      summary.addNotComparable()
      return nil
    }
    let form = forms[note.form]
    let result = form.result(of: note.row)
    let comparer = form.comparer
    var found = BookingDifference(
      key: text(at: map.places.key, of: root) ?? "\(recordCount)", record: recordCount,
      line: record.line, form: form.form.name ?? "", ours: result.outcome,
      theirs: note.outcome == .fault ? .declined : note.outcome, ourReason: result.reason,
      theirReason: text(at: map.places.refusal, of: root) ?? "", fields: [], departing: "",
      ourTotal: "", theirTotal: "", amount: nil)
    if result.outcome == .priced && note.outcome == .priced {
      guard let reply = node(at: map.places.reply + form.form.reply, of: root),
        case .success(let quote) = ours.read(form.quote(of: note.row))
      else {
        summary.addNotComparable()
        return nil
      }
      comparer.compare(ours: quote, theirs: reply)
      if comparer.differences.isEmpty {
        summary.addSame(
          priced: true, fields: comparer.equalCount, tolerated: comparer.toleratedCount)
        return nil
      }
      describe(comparer, form, &found)
      summary.add(
        found, fields: comparer.equalCount + found.fields.count,
        tolerated: comparer.toleratedCount)
      return found
    }
    return compareRefusals(result.outcome, note.outcome, &found)
  }

  /// Where at most one side priced.
  private func compareRefusals(
    _ ours: ReferenceMap.Outcome, _ theirs: ReferenceMap.Outcome, _ found: inout BookingDifference
  ) -> BookingDifference? {
    let bothRefused = ours != .priced && theirs != .priced
    if bothRefused {
      found.theirs = theirs
      let isSaid = ours == .declined && theirs == .declined && !found.theirReason.isEmpty
      if !isSaid || found.ourReason == found.theirReason {
        summary.addSame(priced: false, fields: 0, tolerated: 0)
        return nil
      }
      found.fields = [
        FieldDifference(
          kind: .different, path: "refusal", name: "refusal", ours: Self.quoted(found.ourReason),
          theirs: Self.quoted(found.theirReason), amount: nil)
      ]
    } else {
      found.theirs = theirs
    }
    summary.add(found, fields: found.fields.count, tolerated: 0)
    return found
  }

  private static func quoted(_ text: String) -> String {
    let buffer = ByteBuffer()
    buffer.append(text: text, as: .json)
    return buffer.string
  }

  private func describe(
    _ comparer: ReplyComparer, _ form: FormPricer, _ found: inout BookingDifference
  ) {
    found.fields = comparer.differences
    found.departing = form.departing(among: found.fields)
    found.ourTotal = comparer.value(named: "total")?.text.string ?? ""
    found.theirTotal = found.ourTotal
    if let total = found.fields.first(where: { $0.name == "total" }) {
      found.ourTotal = total.ours
      found.theirTotal = total.theirs
      found.amount = total.amount
    }
  }
}
