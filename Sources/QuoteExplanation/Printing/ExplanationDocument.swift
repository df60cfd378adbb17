import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Explanations as one JSON document, with the receipt by which they can be
/// priced again. Its members are described by `docs/explanation.schema.json`.
package struct ExplanationDocument: Sendable {
  /// What the document calls its form.
  package static let format = "quote-explanation/1"

  package var receipt: Receipt
  package var sources: Sources

  package init(receipt: Receipt, sources: Sources) {
    self.receipt = receipt
    self.sources = sources
  }

  /// The document, ending in a newline.
  package func render(_ explanations: [Explanation]) -> String {
    JSONText.object([
      ("format", .text(Self.format)), ("receipt", json(receipt)),
      ("quotes", .list(explanations.map(quote))),
    ]).rendered() + "\n"
  }

  private func json(_ receipt: Receipt) -> JSONText {
    .object([
      ("engine", .text(receipt.engine)), ("rules", .text(receipt.rules)),
      ("schema", .text(receipt.schema)), ("arithmetic", .text(receipt.arithmetic)),
      ("currency", .text(receipt.currency)), ("timezone", .optional(receipt.timezone)),
      ("timezoneDatabase", .optional(receipt.timezoneDatabase)),
      ("asOf", .optional(receipt.asOf)), ("sha256", .text(receipt.digest)),
      (
        "files",
        .list(
          receipt.files.map {
            .object([
              ("role", .text($0.role.rawValue)), ("name", .text($0.name)),
              ("sha256", .text($0.digest)),
            ])
          })
      ),
    ])
  }

  // MARK: - Quotes

  private func quote(_ explanation: Explanation) -> JSONText {
    var members: [(String, JSONText)] = [
      ("key", .text(explanation.key)), ("record", .whole(explanation.recordNumber)),
      ("line", .whole(explanation.line)), ("status", .text(explanation.status.rawValue)),
      ("total", .raw(explanation.total.json)),
    ]
    switch explanation.status {
    case .quoted: break
    case .declined:
      members.append(
        (
          "declined",
          .object([
            ("reason", .text(explanation.reason)), at(explanation.reasonSpan),
            ("from", .list(explanation.reasonDerivation.map(part))),
          ])
        ))
    case .fault: members.append(("fault", fault(explanation.fault)))
    }
    members += [
      ("inputs", explanation.record.map { .raw($0) } ?? .null),
      ("lines", .list(explanation.steps.map(line))),
      ("outputs", .list(explanation.outputs.map(output))),
      ("notApplied", .list(explanation.notApplied.map(notApplied))),
    ]
    if !explanation.readInputs.isEmpty {
      members.append(
        (
          "read",
          .list(
            explanation.readInputs.map {
              .object([
                ("input", .text($0.path)), ("written", .text($0.written ?? "")),
                ("value", .optional($0.value)),
              ])
            })
        ))
    }
    if let changes = explanation.changes { members += ChangesText.members(changes) }
    return .object(members)
  }

  private func at(_ span: SourceSpan) -> (String, JSONText) {
    ("at", .optional(sources[span.file].map { _ in sources.address(of: span, forPrograms: true) }))
  }

  private func fault(_ fault: RowFault?) -> JSONText {
    guard let fault else { return .null }
    return .object([
      ("reason", .text(fault.reason)), ("field", .text(fault.field)), ("value", .text(fault.value)),
      ("message", .text(fault.message)),
    ])
  }

  private func output(_ output: ExplainedOutput) -> JSONText {
    var members = [
      ("name", JSONText.text(output.name)), ("value", .raw(output.json)), at(output.span),
    ]
    if !output.derivation.isEmpty { members.append(("from", .list(output.derivation.map(part)))) }
    return .object(members)
  }

  private func notApplied(_ entry: NotApplied) -> JSONText {
    .object([
      ("kind", .text(entry.kind.rawValue)), ("what", .text(entry.what)), ("why", .text(entry.why)),
      at(entry.span),
    ])
  }

  // MARK: - Lines

  private func line(_ step: ExplainedStep) -> JSONText {
    .object([
      ("id", .text(step.name)), ("kind", .text(step.kind == .subtotal ? "subtotal" : "line")),
      ("depth", .whole(step.depth)), ("applies", .flag(step.applies)),
      ("label", .optional(step.label)), ("amount", .raw(step.amount.json)),
      ("subtotal", .raw(step.running?.json ?? "null")),
      ("reasons", .list(step.reasons.map { .text($0) })), at(step.span),
    ] + when(step.condition) + [
      ("from", .list(step.derivation.map(part))), ("elements", .list(step.instances.map(element))),
    ])
  }

  private func element(_ instance: ExplainedInstance) -> JSONText {
    .object([
      ("element", .text(instance.element)), ("applies", .flag(instance.applies)),
      ("label", .optional(instance.label)), ("amount", .raw(instance.amount.json)),
      ("subtotal", .raw(instance.running?.json ?? "null")),
      ("reasons", .list(instance.reasons.map { .text($0) })),
    ] + when(instance.condition) + [("from", .list(instance.derivation.map(part)))])
  }

  /// The condition that held, where there is one.
  private func when(_ condition: Derivation?) -> [(String, JSONText)] {
    condition.map { [("when", part($0))] } ?? []
  }

  private func part(_ derivation: Derivation) -> JSONText {
    var members: [(String, JSONText)] = [
      ("kind", .text(derivation.kind.rawValue)), ("text", .text(derivation.text)),
      ("value", .optional(derivation.value)),
    ]
    if !derivation.note.isEmpty { members.append(("note", .text(derivation.note))) }
    members.append(at(derivation.span))
    if !derivation.parts.isEmpty { members.append(("from", .list(derivation.parts.map(part)))) }
    return .object(members)
  }
}
