import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// The conditions of a ledger, compiled with the rules of one form.
struct AcceptedRules: Sendable {
  /// An input that a comparison fills.
  struct Input: Sendable {
    enum Value: Sendable {
      /// What the other side has under a name of ours.
      case theirs(String)
      case named(AcceptedName)
    }

    var field: Int
    var value: Value
    /// What one of the column's whole numbers is worth.
    var step: Ratio
  }

  let pricer: Pricer
  /// Numbers of the entries that these rules have all names of, and the result
  /// column of each.
  let entries: [Int]
  let columns: [Int]
  /// What each of them says.
  let contents: [AcceptedLedger.Entry]
  /// Values of theirs that the condition of each bounds.
  let bounded: [Set<String>]
  /// Whether each entry asks nothing of a booking or of our quote, so that it can cover what only
  /// the other side has.
  let areOfOutcomes: [Bool]
  let inputs: [Input]
  /// What each of them wants of texts, and which are looked at for a booking.
  let texts: [AcceptedTexts]
  let index: AcceptedIndex

  /// What names the bookings of which entries were drafted.
  var prints: Set<UInt64> {
    contents.reduce(into: []) { $0.formUnion($1.seen.names) }
  }

  /// Names of values whose replies conditions want to see.
  var replies: [String] {
    inputs.compactMap { input in
      if case .theirs(let name) = input.value { name } else { nil }
    }
  }

  /// Compiles the entries that can be; what is wrong with the others is in
  /// `complaints`, by their numbers.
  init(
    _ ledger: AcceptedLedger, with compiled: CompiledRules, sources: Sources,
    complaints: inout [Int: [Diagnostic]]
  ) {
    var entries: [Int] = []
    for (number, entry) in ledger.entries.enumerated() {
      var log = DiagnosticLog()
      _ = Self.model([(number, entry)], compiled: compiled, sources: sources, log: &log)
      if log.hasErrors { complaints[number] = log.sorted } else { entries.append(number) }
    }
    var log = DiagnosticLog()
    let all = entries.map { ($0, ledger.entries[$0]) }
    guard let (model, conditions) = Self.model(
      all, compiled: compiled, sources: sources, log: &log) else {
      preconditionFailure("entries that compile one by one compile together")
    }
    self.entries = entries
    contents = entries.map { ledger.entries[$0] }
    let own = AcceptedConditions.ownNames(of: compiled.tree, compiled.model)
    bounded = contents.map { ConditionBounds(of: $0.when, own: own).names }
    texts = contents.map { AcceptedTexts(of: $0.when, own: own) }
    pricer = Pricer(lowering: model)
    columns = pricer.plan.quoteSchema.outputs.map { output in
      guard case .value(let column) = output.body else { return 0 }
      return column
    }
    let fields = model.schema.lists[.booking].fields
    let inputs = fields.indices.compactMap { index -> Input? in
      let name = fields[index].name
      if let theirs = conditions.theirs.first(where: { $0.input == name }) {
        return Input(field: index, value: .theirs(theirs.name), step: fields[index].step)
      }
      return conditions.named.first { $0.rawValue == name }.map {
        Input(field: index, value: .named($0), step: fields[index].step)
      }
    }
    self.inputs = inputs
    let filled = Set(inputs.map(\.field))
    index = AcceptedIndex(
      texts, model.outputs.map { AcceptedCells(of: $0, but: filled, in: model) })
    areOfOutcomes = model.outputs.map { output in
      guard case .value(let condition) = output.body else { return false }
      return !condition.asksOfBookings(but: filled, in: model)
    }
  }

  private static func model(
    _ entries: [(Int, AcceptedLedger.Entry)], compiled: CompiledRules, sources: Sources,
    log: inout DiagnosticLog
  ) -> (PriceModel, AcceptedConditions)? {
    var conditions = AcceptedConditions(compiled.tree, model: compiled.model)
    for (number, entry) in entries { conditions.add(entry, number: number, log: &log) }
    guard !log.hasErrors,
      let model = PriceModel(checking: conditions.tree, sources: sources, log: &log)
    else { return nil }
    for (output, entry) in zip(model.outputs, entries) {
      guard case .value(let value) = output.body, value.type == .flag, value.grain == .booking
      else {
        log.report(.acceptedCondition(at: entry.1.span))
        return nil
      }
    }
    return (model, conditions)
  }

  /// A JSON string's content; any other value as it is written.
  static func text(ofJSON json: String) -> String {
    guard json.hasPrefix("\"") else { return json }
    let buffer = ByteBuffer()
    buffer.append(text: json)
    for _ in 0..<InputChunk.padding { buffer.append(0x20) }
    let reader = JSONRecordReader()
    guard case .success(let node) = reader.read(buffer.slice(0, json.utf8.count)) else {
      return json
    }
    return node.text.string
  }
}

extension PriceExpression {
  /// Whether it reads a booking's fields, other than these, or a price. Names are made of names
  /// many times over: each part is looked at once.
  fileprivate func asksOfBookings(but filled: Set<Int>, in model: PriceModel) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    func asks(_ value: PriceExpression) -> Bool {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return false }
      guard case .reference(let reference) = value.operation else {
        return value.parts.contains(where: asks)
      }
      switch reference {
      case .field(let list, let field): return list != .booking || !filled.contains(field)
      case .letValue(let index): return asks(model.lets[index].value)
      case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .element, .lineReasons:
        return true
      }
    }
    return asks(self)
  }
}
