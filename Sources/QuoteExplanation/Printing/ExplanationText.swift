import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLayout
package import QuoteSyntax

/// An explanation as aligned text: the waterfall with its amounts and what is
/// carried below each step, the derivations under it, places at the right.
package struct ExplanationText: Sendable {
  package var sources: Sources
  /// ANSI colours.
  package var isColored: Bool
  /// The width of the terminal, in cells; what is longer is folded. Nil for files and pipes.
  package var width: Int?

  package init(sources: Sources, isColored: Bool = false, width: Int? = nil) {
    self.sources = sources
    self.isColored = isColored
    self.width = width
  }

  /// One quote, ending in a newline.
  package func render(_ explanation: Explanation) -> String {
    let rows = TextRows(explanation, sources: sources)
    var text = heading(explanation)
    text += listed(
      TextRows(conditions: explanation.reasonDerivation, sources: sources).all, padded: false)
    if !rows.all.isEmpty { text += "\n" + laid(out: rows.all) }
    if explanation.status == .quoted {
      text += outputs(explanation)
    }
    text += read(explanation)
    text += notApplied(explanation) + ChangesText.text(explanation.changes)
    return text
  }

  private func heading(_ explanation: Explanation) -> String {
    let place =
      "record \(explanation.recordNumber)"
      + (explanation.line > 0 ? ", line \(explanation.line)" : "")
    switch explanation.status {
    case .quoted:
      return bold("\(explanation.key.shown)  \(explanation.total.text)") + dim("  \(place)")
        + "\n"
    case .declined:
      let rule =
        explanation.reasonSpan.file >= 0 ? "  " + sources.address(of: explanation.reasonSpan) : ""
      return bold("\(explanation.key)  declined: \(explanation.reason)".shown)
        + dim("  \(place)\(rule)") + "\n"
    case .fault:
      let value = explanation.fault?.value ?? ""
      return bold("\(explanation.key)  fault: \(explanation.reason)".shown)
        + (value.isEmpty ? "" : "  `\(value.shown)`") + dim("  \(place)") + "\n"
    }
  }

  private func laid(out rows: [TextRow]) -> String {
    let rows = rows.map(\.shown)
    let amount = max(6, rows.map { $0.amount.displayWidth }.max() ?? 0)
    let running = max(8, rows.map { $0.running.displayWidth }.max() ?? 0)
    let left = min(
      room(beside: rows, and: amount + running + 4) ?? 88,
      rows.map { $0.left.displayWidth }.max() ?? 0)
    var text =
      pad("", left) + "  " + dim(padLeft("amount", amount) + "  " + padLeft("subtotal", running))
      + "\n"
    for row in rows {
      let isBare = row.amount.isEmpty && row.running.isEmpty
      let own = isBare ? left + amount + running + 4 : left
      let parts = folded(row.left, own)
      var line =
        isBare
        ? pad(parts[0], own)
        : pad(parts[0], left) + "  " + padLeft(row.amount, amount) + "  "
          + padLeft(row.running, running)
      if row.isStrong { line = bold(line) }
      if !row.place.isEmpty { line += dim("  " + row.place) }
      text += line.withoutTrailingSpaces + "\n"
      for part in parts.dropFirst() { text += (row.isStrong ? bold(part) : part) + "\n" }
    }
    return text
  }

  /// What stood in the file for inputs that are read in a declared way.
  private func read(_ explanation: Explanation) -> String {
    let inputs = explanation.readInputs
    guard !inputs.isEmpty else { return "" }
    let width = inputs.map { $0.path.shown.displayWidth }.max() ?? 0
    return "\n" + bold("read") + "\n"
      + inputs.prefix(Self.mostRead).map { "  \(pad($0.path.shown, width))  \($0.shown.shown)\n" }
        .joined()
      + (inputs.count > Self.mostRead
        ? "  and \(inputs.count - Self.mostRead) more: `--format json` has them all\n" : "")
  }

  private static let mostRead = 40

  private func outputs(_ explanation: Explanation) -> String {
    guard !explanation.outputs.isEmpty else { return "" }
    return "\n" + bold("outputs") + "\n"
      + listed(TextRows(outputs: explanation.outputs, sources: sources).all, padded: true)
  }

  /// Rows without amounts, their places below each other or right behind them.
  private func listed(_ rows: [TextRow], padded: Bool) -> String {
    let rows = rows.map(\.shown)
    let most = room(beside: rows, and: 0)
    let longest = rows.filter { !$0.place.isEmpty }.map { $0.left.displayWidth }.max() ?? 0
    let column = padded ? min(most ?? 88, longest) : 0
    return rows.map { row in
      let parts = folded(row.left, most ?? 0)
      let first =
        row.place.isEmpty ? parts[0] : pad(parts[0], column) + dim("  " + row.place)
      return ([padded ? first.withoutTrailingSpaces : first] + parts.dropFirst()).map { $0 + "\n" }
        .joined()
    }.joined()
  }

  private func notApplied(_ explanation: Explanation) -> String {
    guard !explanation.notApplied.isEmpty else { return "" }
    let entries = explanation.notAppliedInBrief
    func longest(_ text: (NotApplied) -> String) -> Int {
      entries.map { text($0).shown.displayWidth }.max() ?? 0
    }
    let (what, why) = (longest(\.what), longest(\.why))
    let heading = "\n" + bold("did not apply") + "\n"
    if let width, what + why + longest({ sources.address(of: $0.span) }) + 6 > width {
      return heading
        + entries.flatMap { entry in
          folded("  " + entry.what.shown, width)
            + folded("      \(entry.why.shown)  \(sources.address(of: entry.span))", width)
        }.map { $0 + "\n" }.joined()
    }
    return heading
      + entries.map {
        "  " + pad($0.what.shown, min(64, what)) + "  " + pad($0.why.shown, min(64, why))
          + dim("  " + sources.address(of: $0.span)) + "\n"
      }.joined()
  }

  /// What is left of the terminal beside the places of rows and so many cells more.
  private func room(beside rows: [TextRow], and others: Int) -> Int? {
    let place = rows.map { $0.place.displayWidth }.max() ?? 0
    return width.map { max(24, $0 - others - (place > 0 ? place + 2 : 0)) }
  }

  private func folded(_ text: String, _ room: Int) -> [String] {
    width == nil ? [text] : text.folded(to: room)
  }

  private func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  private func dim(_ text: String) -> String { isColored ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.displayWidth))
  }

  private func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.displayWidth)) + text
  }
}

/// One line of the text.
struct TextRow {
  var left: String
  var amount = ""
  var running = ""
  var place = ""
  var isStrong = false

  var shown: TextRow {
    var row = self
    row.left = left.shown
    row.amount = amount.shown
    return row
  }
}

/// The waterfall as lines, derivations indented below their steps.
struct TextRows {
  private(set) var all: [TextRow] = []
  let sources: Sources

  init(_ explanation: Explanation, sources: Sources) {
    self.sources = sources
    for step in explanation.steps where step.applies { add(step) }
    if explanation.status == .quoted {
      all.append(TextRow(left: "total", running: explanation.total.text, isStrong: true))
    }
  }

  /// Conditions that held, and the values that made them hold.
  init(conditions derivations: [Derivation], sources: Sources) {
    self.sources = sources
    for condition in derivations {
      let at = condition.note.isEmpty ? "" : "  (\(condition.note))"
      all.append(TextRow(left: "  when \(condition.text)\(at)"))
      add(condition.parts, "    ")
    }
  }

  /// Names and values in columns, and below them what made them.
  init(outputs: [ExplainedOutput], sources: Sources) {
    self.sources = sources
    let width = outputs.map { $0.name.displayWidth }.max() ?? 0
    for output in outputs {
      let gap = String(repeating: " ", count: width - output.name.displayWidth + 2)
      let place = output.derivation.isEmpty ? "" : sources.address(of: output.span)
      all.append(
        TextRow(left: "  \(output.name)\(gap)\(output.value ?? "not given")", place: place))
      add(output.derivation, "    ")
    }
  }

  private mutating func add(_ step: ExplainedStep) {
    let indent = String(repeating: "  ", count: step.depth)
    let title = step.label.map { "\(step.name): \($0)" } ?? step.name
    all.append(
      TextRow(
        left: indent + title,
        amount: amount(step.amount, of: step),
        running: step.running?.text ?? "", place: sources.address(of: step.span),
        isStrong: step.kind == .subtotal))
    add(step.whole, indent + "    ")
    for reason in step.reasons { all.append(TextRow(left: indent + "    because: \(reason)")) }
    for instance in step.instances where instance.applies {
      all.append(
        TextRow(
          left: indent + "  " + instance.title, amount: amount(instance.amount, of: step),
          running: step.running.flatMap { _ in instance.running?.text } ?? ""))
      add(instance.whole, indent + "    ")
      for reason in instance.reasons {
        all.append(TextRow(left: indent + "    because: \(reason)"))
      }
    }
  }

  /// Empty where a subtotal only names what is carried.
  private func amount(_ amount: ExplainedAmount, of step: ExplainedStep) -> String {
    step.kind == .subtotal && amount.isZero ? "" : amount.text
  }

  private mutating func add(_ derivations: [Derivation], _ indent: String) {
    for derivation in derivations {
      // A formula that is one figure or one name says nothing that its part does not.
      if derivation.kind == .formula, derivation.parts.count == 1,
        derivation.parts[0].text == derivation.text
      {
        add(derivation.parts, indent)
        continue
      }
      let isCondition = derivation.kind == .condition
      var left = indent + (isCondition ? "when " : "") + derivation.text
      if derivation.text != derivation.value, !isCondition {
        left += " = \(derivation.value ?? "not given")"
      }
      if !derivation.note.isEmpty { left += "  (\(derivation.note))" }
      all.append(TextRow(left: left, place: place(of: derivation)))
      add(derivation.parts, indent + "  ")
    }
  }
}

extension TextRows {
  /// Names, rows and brackets stand somewhere else than their line.
  private func place(of derivation: Derivation) -> String {
    switch derivation.kind {
    case .row, .named, .bracket, .condition: sources.address(of: derivation.span)
    case .formula, .element, .input, .rounding, .carried: ""
    }
  }
}
