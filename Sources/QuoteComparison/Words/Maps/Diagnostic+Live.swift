import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What can be wrong with a map's `live` section.
extension Diagnostic {
  static func livePlace(_ name: String, usual: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "live-place", "the map does not say where in a record the `\(name)` is",
      at: Label(span, "replies are kept as records"),
      help: ["write `\(name): \(usual)` under `record`"])
  }

  static func livePlacesOverlap(
    _ one: String, _ other: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "live-places-overlap", "`\(other)` and `\(one)` have overlapping places in a record",
      at: Label(span, "one is inside the other"),
      help: ["write `booking: request`, `status: status`, `reply: response` under `record`"])
  }

  /// `usual`: what to write, in backticks; nil if `reply` and `refusal` have no place for it.
  static func liveBody(_ why: String, usual: String?, at span: SourceSpan) -> Diagnostic {
    let write = usual.map { "`body: \($0.dropFirst().dropLast())`" }
    return Diagnostic(
      "live-body", "the map does not say where in a record all of an answer is",
      at: Label(span, why),
      help: [
        write.map { "write \($0) under `record`, if all of an answer is there" }
          ?? "write them below one name: `reply: response.quote`, `refusal: response.error`"
      ])
  }

  static func liveForm(
    _ name: String, among known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: known)
    return Diagnostic(
      "live-form", "`\(name)` is not one of the map's `forms`",
      at: Label(span, "a name of `forms` is needed"),
      help: near.map { ["did you mean `\($0)`?"] } ?? [])
  }

  static func livePathForm(_ path: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "live-path-form", "`\(path.value)` is not the path of a request",
      at: Label(path.span, "cannot be put after an address"),
      help: [
        "a path begins with `/` and has no spaces: write /api/quotes, or ${form} where forms are "
          + "paths"
      ])
  }

  static func liveHeader(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "live-header", "`\(name.value)` is not a header that a map may set",
      at: Label(name.span, "made of letters, digits and `-`, and not about the connection"))
  }

  static func getWithBody(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "get-with-body", "a `GET` is given a body", at: Label(span, "would not be sent"),
      help: ["write `method: POST`, or put what is sent into the path: /quotes/${booking.id}"])
  }

  static func holeOpen(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "hole-open", "`${` is never closed", at: Label(span, "opened here"),
      help: ["write ${API_TOKEN}"])
  }

  static func holeName(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "hole-name", "`\(name)` is not something that a request can be filled with",
      at: Label(span, "named here"),
      help: [
        "write ${key}, ${form}, ${as_of}, ${booking}, ${booking.a.b}, or in capitals a variable "
          + "of the environment: ${API_TOKEN}"
      ])
  }
}
