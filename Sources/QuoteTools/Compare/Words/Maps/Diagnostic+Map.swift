import QuoteEngine
import QuoteLanguage

/// What can be wrong with a reference map.
extension Diagnostic {
  static func scaleForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "scale-form", "a scale divides decimals without a remainder, or is one over a whole number",
      at: Label(text.span, "does not"),
      help: [
        "write scale: 100 where theirs are cents, or scale: 1/60 where ours are minutes and "
          + "theirs hours"
      ])
  }

  static func mapName(
    _ name: Spanned<String>, of form: String?, among known: [String]
  ) -> Diagnostic {
    let rules = form.map { "the rules of the form `\($0)`" } ?? "the rules"
    return Diagnostic(
      "map-name", "`fields` name outputs and lines of the rules",
      at: Label(name.span, "`\(name.value)` is none of \(rules)"),
      help: Suggestion.help(for: name.value, among: known))
  }

  static func placeForm(_ text: Spanned<String>) -> Diagnostic {
    let plain = text.value.replacing(/\[([0-9]+)\]/) { ".\($0.output.1)" }
    let isPlain = plain != text.value && !plain.contains { "[]\"".contains($0) }
    let (value, bare) = (text.value, text.value.filter { $0 != "\"" })
    let hasEdge = value.hasPrefix(".") || value.hasSuffix(".") || value.contains("..")
    return Diagnostic(
      "path-form", "`\(text.value)` is not a place in a record",
      at: Label(text.span, "cannot be followed"),
      help: [
        isPlain
          ? "positions in lists are numbers between points, from 0: `\(plain)`"
          : hasEdge && !bare.isEmpty && ReferenceMap.steps(of: value) == nil
            ? "a name with points in it is quoted, in quotes for YAML too: `'\"\(bare)\"'`"
            : "places are names with points between them, and positions in lists from 0: "
              + "response.error, response.errors.0.detail; brackets are for `fields`"
      ])
  }

  static func pathNeedsQuotes(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "path-form", "a path with brackets needs quotation marks between braces",
      at: Label(text.span, "YAML ends the text at the bracket"),
      help: ["write \"\(text.value)\""])
  }

  static func fieldForm(_ text: Spanned<String>) -> Diagnostic {
    let isList = text.value.hasSuffix("[]")
    return Diagnostic(
      "path-form", "`\(text.value)` is not a path in a reply",
      at: Label(text.span, isList ? "says no member" : "cannot be followed"),
      help: [
        isList
          ? "write `\(text.value.dropLast(2))` for the list as a whole"
          : "paths are a.b, lines[name=a].amount, lines.0.amount, and lines[].amount for a "
            + "member of every element; quote names with points in them: \"a.b\".c"
      ])
  }

  static func mapInput(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    Diagnostic(
      "map-input", "`counts` names inputs of the rules that are counts or numbers",
      at: Label(name.span, "`\(name.value)` is none of them"),
      help: Suggestion.help(for: name.value, among: known))
  }
}
