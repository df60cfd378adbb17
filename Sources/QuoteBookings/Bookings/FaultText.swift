import QuoteLanguage
package import QuoteSyntax

/// What is told of a fault, beyond which booking has it and what stood there: one object for
/// all bookings of which the same is told.
@usableFromInline package final class FaultText: Hashable, Sendable {
  /// The field's path as the rules name it (`items[2].quantity`), or empty.
  package let field: String
  /// Stable, kebab-case, counted at the end of a run: `out-of-range`,
  /// `unreadable-date`, `unknown-choice`, `no-row`, …
  package let reason: String
  /// One sentence for the reader, lower case, no full stop.
  package let message: String
  /// What in the rules needed a value that is not given; nowhere for faults of reading.
  package let rule: SourceSpan

  package init(
    field: String, reason: String, message: String, rule: SourceSpan = .nowhere
  ) {
    self.field = field
    self.reason = reason
    self.message = message
    self.rule = rule
  }

  @usableFromInline package static func == (a: FaultText, b: FaultText) -> Bool {
    a === b
      || a.field == b.field && a.reason == b.reason && a.message == b.message && a.rule == b.rule
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(field)
    hasher.combine(reason)
    hasher.combine(message)
  }
}
