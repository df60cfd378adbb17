import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The outcome of pricing quotes again as one JSON document. Its members are
/// described by `docs/verification.schema.json`.
package struct VerificationDocument: Sendable {
  /// What the document calls its form.
  package static let format = "quote-verification/1"

  package init() {}

  /// The document, ending in a newline.
  package func render(_ verification: Verification) -> String {
    func count(_ word: String) -> JSONText {
      .whole(verification.quotes.count { $0.outcome.word == word })
    }
    return JSONText.object([
      ("format", .text(Self.format)), ("equal", count("equal")), ("differs", count("differs")),
      ("unread", count("unread")), ("made", .list(verification.made.map(made))),
      ("quotes", .list(verification.quotes.map(quote))),
    ]).rendered() + "\n"
  }

  private func made(_ difference: QuoteFacts.Difference) -> JSONText {
    .object([
      ("name", .text(difference.name)), ("was", .optional(difference.was)),
      ("is", .optional(difference.now)),
    ])
  }

  private func quote(_ quote: Verification.Quote) -> JSONText {
    func fact(_ name: String) -> JSONText {
      quote.now.facts.last { $0.name == name }.map { .raw($0.value) } ?? .null
    }
    var differences: [QuoteFacts.Difference] = []
    if case .differs(let found) = quote.outcome { differences = found }
    return .object([
      ("key", .text(quote.key)), ("record", .whole(quote.now.record)),
      ("outcome", .text(quote.outcome.word)), ("status", fact("status")),
      ("reason", fact("reason")), ("total", fact("total")),
      ("differences", .list(differences.map { self.difference($0) })),
    ])
  }

  /// A fact that is not there on one side has no value there.
  private func difference(_ difference: QuoteFacts.Difference) -> JSONText {
    var members: [(String, JSONText)] = [("name", .text(difference.name))]
    if let was = difference.was { members.append(("was", .raw(was))) }
    if let now = difference.now { members.append(("is", .raw(now))) }
    return .object(members)
  }
}

/// The forms in which a verification is shown.
package enum VerificationFormat: String, Hashable, Sendable, CaseIterable {
  case text, json

  package func render(_ verification: Verification) -> String {
    switch self {
    case .text: VerificationText().render(verification)
    case .json: VerificationDocument().render(verification)
    }
  }
}

extension Verification.Outcome {
  /// `equal`, `differs`, `unread`.
  fileprivate var word: String {
    switch self {
    case .equal: "equal"
    case .differs: "differs"
    case .unread: "unread"
    }
  }
}
