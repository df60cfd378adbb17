import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How much an explanation is to say.
package struct ExplanationOptions: Sendable {
  /// How many named formulas deep derivations go.
  package var depth = Self.usualDepth
  /// Whether to say why the rest did not apply.
  package var saysWhyNot = false
  /// Whether to say what other values of the inputs would make of the price.
  package var saysChanges = false

  /// Deeper than this, elements are taken apart too.
  package static let usualDepth = 3

  package init() {}
}

extension Explanation {
  /// Reads one booking's explanation off the recording of its block.
  init(reading recording: Recording, of bookings: BookingBatch, options: ExplanationOptions) {
    // All amounts of a quote are known.
    let recording =
      recording.quotes.statuses[recording.row] == QuoteBatch.Status.quoted.rawValue
      ? recording : recording.withoutUnknownPrices
    let reader = ExplanationReader(
      recording: recording, bookings: bookings,
      derivations: DerivationReader(recording: recording, depthLimit: options.depth),
      cells: ResultReader(recording.quotes),
      outputDerivations: OutputDerivationReader(recording, options))
    self = reader.explanation()
    // The cells of a booking that could not be read say nothing.
    if options.saysWhyNot, record != nil {
      notApplied = NotAppliedReader(recording: recording).all()
    }
  }
}

struct ExplanationReader {
  let recording: Recording
  let bookings: BookingBatch
  let derivations: DerivationReader
  let cells: ResultReader
  let outputDerivations: OutputDerivationReader

  var model: PriceModel { recording.model }
  var batchRow: Int { recording.quotes.firstRow + recording.row }

  func explanation() -> Explanation {
    let status = QuoteBatch.Status(rawValue: recording.quotes.statuses[recording.row]) ?? .fault
    let fault = recording.quotes.faults[batchRow] ?? bookings.faults[batchRow]
    var explanation = Explanation(
      key: bookings.key(batchRow), recordNumber: bookings.firstRecord + Int64(batchRow),
      line: batchRow < bookings.lines.count ? bookings.lines[batchRow] : 0, status: .quoted,
      reason: "", reasonSpan: .nowhere, reasonDerivation: [], fault: nil, total: .none,
      currency: model.currency, record: nil, inputs: [], steps: [], outputs: [], notApplied: [])
    switch status {
    case .fault:
      explanation.status = .fault
      explanation.reason = fault?.message ?? ""
      explanation.fault = fault
      if bookings.faults.has(batchRow) { return explanation }
    case .declined:
      explanation.status = .declined
      explanation.reason = recording.quotes.declineReason(of: recording.row).string
      if let (rule, derivation) = decline() {
        explanation.reasonSpan = rule.span
        explanation.isReasonPublic = rule.isPublic
        explanation.reasonDerivation = [derivation]
      }
    case .quoted: break
    }
    explanation.record = BookingRecordWriter(bookings).record(batchRow)
    explanation.inputs = inputs(at: recording.booking)
    let texts = ReadTexts(recording, bookings)
    explanation.steps = steps(model.waterfall, depth: 0).map { step in
      var step = step
      step.condition = step.condition.map(texts.noted)
      step.derivation = texts.noted(step.derivation)
      step.instances = step.instances.map { instance in
        var instance = instance
        instance.condition = instance.condition.map(texts.noted)
        instance.derivation = texts.noted(instance.derivation)
        return instance
      }
      return step
    }
    explanation.reasonDerivation = texts.noted(explanation.reasonDerivation)
    if status == .quoted {
      explanation.total = cells.amount(recording.quotes.schema.total, at: recording.row)
      explanation.outputs = zip(model.outputs, recording.quotes.schema.outputs).flatMap {
        outputs($0, $1, at: recording.booking, prefix: "")
      }
    }
    return explanation
  }

  /// The first decline that holds, and what made its condition.
  private func decline() -> (ModelDecline, Derivation)? {
    guard let rule = recording.heldDecline.map({ model.declines[$0] }) else { return nil }
    let place = recording.elements(of: rule.grain.list, below: recording.booking).first {
      recording.value(of: rule.when, at: $0).isTrue
    }
    let parts = place.map { derivations.parts(of: rule.when, at: $0) } ?? []
    let path = place.map { recording.path(of: $0) } ?? ""
    var told: Set<Derivation.Told> = []
    return (
      rule,
      Derivation(
        kind: .formula, text: model.sources.text(at: rule.when.span).trimmedOfSpaces,
        value: "yes", note: path, span: rule.when.span,
        origin: place.map { .init(expression: rule.when, place: $0) },
        parts: Derivation.once(parts, told: &told))
    )
  }

  // MARK: - Inputs and outputs

  private func inputs(at place: Recording.Place) -> [ExplainedInput] {
    let prefix = recording.path(of: place)
    var inputs = model.schema.lists[place.list].fields.enumerated().map { index, field in
      let reference = PriceExpression.Reference.field(list: place.list, field: index)
      let value = recording.plan.trace.references[reference].flatMap {
        recording.shown($0, at: place)
      }
      let shown = value ?? stored(field, list: place.list, index, place)
      return ExplainedInput(
        path: (prefix.isEmpty ? "" : prefix + ".") + field.name, value: shown,
        written: ReadTexts(recording, bookings).text(ofField: index, at: place, value: shown))
    }
    for (index, list) in model.lists.withIDs
    where list.parent == place.list && !list.isMade {
      for element in recording.elements(of: index, below: place) {
        inputs += self.inputs(at: element)
      }
    }
    return inputs
  }

  /// A field of the booking that no formula reads, straight from its column.
  private func stored(
    _ field: FieldSchema, list: ListID, _ index: Int, _ place: Recording.Place
  ) -> String? {
    guard list == .booking else { return nil }
    let column = bookings.lists[.booking].columns[index]
    if column.isOptional, column.validity[batchRow / 64] >> UInt64(batchRow % 64) & 1 == 0 {
      return nil
    }
    switch column.storage {
    case .text: return column.texts[batchRow].string
    case .flag: return column.flags[batchRow] != 0 ? "yes" : "no"
    case .choice: return field.choices[Int(column.choices[batchRow])]
    case .double: return "\(column.doubles[batchRow])"
    case .point: return "\(column.points[2 * batchRow]), \(column.points[2 * batchRow + 1])"
    case .integer: return whole(column.integers[batchRow], field)
    }
  }

  private func whole(_ held: Int64, _ field: FieldSchema) -> String {
    switch field.type {
    case .date: CalendarDate(daysSince1970: Int32(clamping: held)).description
    case .time: TimeOfDay(secondsSinceMidnight: Int32(clamping: held)).description
    case .instant:
      model.zone(of: field).map { Instant(microsecondsSince1970: held).description(in: $0) }
        ?? Instant(microsecondsSince1970: held).description
    case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
      .declared:
      (Ratio(held) * (field.step.isZero ? 1 : field.step)).description
        + (field.unit.map { " \($0.name)" } ?? "")
    }
  }

  private func outputs(
    _ output: ModelOutput, _ schema: QuoteOutput, at place: Recording.Place, prefix: String
  ) -> [ExplainedOutput] {
    switch (output.body, schema.body) {
    case (.value(let expression), .value(let column)):
      return [
        ExplainedOutput(
          name: prefix + output.name,
          value: recording.shown(expression, at: place),
          json: cells.json(column, at: place.index), publicLabel: output.publicLabel,
          span: output.span,
          derivation: outputDerivations.formula(expression, at: place))
      ]
    case (.records(let list, let fields), .records(_, let columns)):
      return recording.elements(of: list, below: place).enumerated().flatMap { index, element in
        zip(fields, columns).flatMap {
          outputs($0, $1, at: element, prefix: "\(prefix)\(output.name)[\(index)].")
        }
      }
    case (.value, .records), (.records, .value): return []
    }
  }

  // MARK: - The waterfall

  private func steps(_ lines: [ModelLine], depth: Int) -> [ExplainedStep] {
    lines.flatMap { line -> [ExplainedStep] in
      guard case .members(let members, _) = line.effect else { return [step(line, depth)] }
      return [step(line, depth)] + steps(members, depth: depth + 1)
    }
  }

  private func step(_ line: ModelLine, _ depth: Int) -> ExplainedStep {
    let places = recording.elements(of: line.grain.list, below: recording.booking)
    let schema = recording.quotes.schema.lines[line.id]
    var told: Set<Derivation.Told> = []
    // What stands above is read first: it is not told again below.
    let ofAll =
      line.when?.grain == .booking ? condition(line, recording.booking, told: &told) : nil
    let instances =
      line.grain == .booking ? [] : places.map { instance(line, $0, told: &told) }
    let running = line.place == .booking ? schema.running : schema.named
    let unread = recording.whyUnknown(list: line.grain.list)
    let applies =
      line.grain == .booking
      ? recording.applies(line.id, at: recording.booking)
      : instances.contains(where: \.applies) || unread != nil
    return ExplainedStep(
      id: line.id, name: line.name, kind: line.kind, depth: depth, applies: applies,
      label: line.grain == .booking ? label(line, recording.booking) : nil,
      isPublic: line.isPublic,
      amount: amount(line, schema.sum, at: recording.booking),
      running: running.map { self.running(line, $0, at: recording.booking) },
      reasons: line.grain == .booking && applies
        ? reasons(line, recording.booking) : [unread].compactMap { $0 },
      span: changedSpan(of: line) ?? line.span,
      condition: applies ? ofAll : nil,
      derivation: line.grain == .booking && applies
        ? derivation(line, recording.booking, told: &told) : [],
      instances: instances)
  }

  /// Where an overlay or a setting changed what the line adds or when it applies.
  private func changedSpan(of line: ModelLine) -> SourceSpan? {
    let spans = [line.formula, line.when].compactMap { $0?.span }
    return spans.first { $0.file >= 0 && $0.file != line.span.file }
  }

  private func instance(
    _ line: ModelLine, _ place: Recording.Place, told: inout Set<Derivation.Told>
  ) -> ExplainedInstance {
    let schema = recording.quotes.schema.lines[line.id]
    let running = line.place == line.grain ? schema.running : schema.runningOfEach
    let applies = recording.applies(line.id, at: place)
    let own =
      applies && line.when?.grain != .booking ? condition(line, place, told: &told) : nil
    return ExplainedInstance(
      element: recording.path(of: place), applies: applies, label: label(line, place),
      amount: amount(line, schema.amount, at: place),
      running: running.map { self.running(line, $0, at: place) },
      reasons: applies ? reasons(line, place) : [],
      condition: own, derivation: applies ? derivation(line, place, told: &told) : [])
  }

  /// What a line adds at a place; for a line for each element the sum, at the booking.
  private func amount(_ line: ModelLine, _ column: Int, at place: Recording.Place)
    -> ExplainedAmount
  {
    let isUnknown =
      recording.whyUnknown(list: line.grain.list) != nil
      || recording.elements(of: line.grain.list, below: place).contains {
        recording.isAmountUnknown(of: line.id, at: $0)
      }
    return isUnknown ? .notGiven : cells.amount(column, at: place.index)
  }

  private func running(_ line: ModelLine, _ column: Int, at place: Recording.Place)
    -> ExplainedAmount
  {
    let places = recording.elements(of: line.place.list, below: place)
    return places.contains { recording.isUnknown(below: line.id, at: $0) }
      ? .notGiven : cells.amount(column, at: place.index)
  }

  private func label(_ line: ModelLine, _ place: Recording.Place) -> String? {
    line.label.flatMap { recording.shown($0, at: place) }
  }

  private func reasons(_ line: ModelLine, _ place: Recording.Place) -> [String] {
    line.reasons.flatMap { expression -> [String] in
      switch recording.value(of: expression, at: place) {
      case .text(let text): [text]
      case .texts(let texts): texts
      case .notGiven, .flag, .choice, .exact, .double, .integer, .point: []
      }
    }
  }

  /// What holds for a line; nil where it asks for nothing, or does not hold: where a list is not
  /// known, a line of its elements stands all the same.
  private func condition(
    _ line: ModelLine, _ place: Recording.Place, told: inout Set<Derivation.Told>
  ) -> Derivation? {
    guard let condition = line.when, recording.value(of: condition, at: place).isTrue else {
      return nil
    }
    let text = written(condition)
    var followed: Set<LetID> = []
    let parts = held(
      condition, at: place, by: derivations.seen(from: line), followed: &followed)
    // A name that holds says no more than that it does.
    let isName = parts.count == 1 && parts[0].text == text
    return Derivation(
      kind: .condition, text: text, value: recording.shown(condition, at: place), note: "",
      span: condition.span, origin: .init(expression: condition, place: place),
      parts: Derivation.once(isName ? parts[0].parts : parts, told: &told))
  }

  /// A formula as it is written, on one line.
  private func written(_ formula: PriceExpression) -> String {
    model.sources.text(at: formula.span).inOneLine
  }

  /// What a condition that holds looks at: of alternatives those that hold, also behind names, and
  /// what is computed for a comparison with its value. A name is followed once.
  private func held(
    _ condition: PriceExpression, at place: Recording.Place, by reader: DerivationReader,
    followed: inout Set<LetID>
  ) -> [Derivation] {
    switch condition.operation {
    case .and(let a, let b):
      return Derivation.eachOnce(
        held(a, at: place, by: reader, followed: &followed)
          + held(b, at: place, by: reader, followed: &followed))
    case .or(let a, let b):
      var parts: [Derivation] = []
      for one in [a, b] where recording.value(of: one, at: place).isTrue {
        parts += held(one, at: place, by: reader, followed: &followed)
      }
      return Derivation.eachOnce(parts)
    case .reference(.letValue(let index)):
      return reader.parts(of: condition, at: place).map { name in
        guard !name.parts.isEmpty, followed.insert(index).inserted else { return name }
        let value = model.lets[index].value
        var name = name
        name.parts = held(
          value, at: recording.enclosing(value.grain.list, of: place), by: reader,
          followed: &followed)
        return name
      }
    case .apply(.compare, let sides):
      return Derivation.eachOnce(sides.flatMap { compared($0, place, reader) })
    case .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return reader.parts(of: condition, at: place)
    }
  }

  private func compared(
    _ side: PriceExpression, _ place: Recording.Place, _ reader: DerivationReader
  ) -> [Derivation] {
    let parts = reader.parts(of: side, at: place)
    switch side.withoutConversion.operation {
    case .apply, .extreme, .conditional:
      return [
        Derivation(
          kind: .formula, text: written(side), value: recording.shown(side, at: place), note: "",
          span: side.span, origin: .init(expression: side, place: place), parts: parts)
      ]
    case .constant, .reference, .and, .or, .isGiven, .defaulting, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return parts
    }
  }

  private func derivation(
    _ line: ModelLine, _ place: Recording.Place, told: inout Set<Derivation.Told>
  ) -> [Derivation] {
    let formula: PriceExpression
    var note = ""
    switch line.effect {
    case .amount(let expression): formula = expression
    case .becomes(let expression):
      formula = expression
      note = "becomes the subtotal"
    case .members, .nothing: return derivations.membership(of: place)
    }
    let parts = derivations.seen(from: line).parts(of: formula, at: place)
    return derivations.membership(of: place) + [
      Derivation(
        kind: .formula, text: written(formula), value: recording.shown(formula, at: place),
        note: note,
        span: formula.span, origin: .init(expression: formula, place: place),
        parts: Derivation.once(parts, told: &told))
    ]
  }
}
