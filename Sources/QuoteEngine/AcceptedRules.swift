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
  let inputs: [Input]

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
      _ = Self.model([(number, entry)], compiled, sources, &log)
      if log.hasErrors { complaints[number] = log.sorted } else { entries.append(number) }
    }
    var log = DiagnosticLog()
    let all = entries.map { ($0, ledger.entries[$0]) }
    guard let (model, conditions) = Self.model(all, compiled, sources, &log) else {
      preconditionFailure("entries that compile one by one compile together")
    }
    self.entries = entries
    pricer = Pricer(lowering: model)
    columns = pricer.plan.quoteSchema.outputs.map { output in
      guard case .value(let column) = output.body else { return 0 }
      return column
    }
    let fields = model.schema.lists[0].fields
    inputs = fields.indices.compactMap { index in
      let name = fields[index].name
      if let theirs = conditions.theirs.first(where: { $0.input == name }) {
        return Input(field: index, value: .theirs(theirs.name), step: fields[index].step)
      }
      return conditions.named.first { $0.rawValue == name }.map {
        Input(field: index, value: .named($0), step: fields[index].step)
      }
    }
  }

  private static func model(
    _ entries: [(Int, AcceptedLedger.Entry)], _ compiled: CompiledRules, _ sources: Sources,
    _ log: inout DiagnosticLog
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
