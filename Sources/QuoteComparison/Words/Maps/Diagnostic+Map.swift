import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What can be wrong with a reference map.
extension Diagnostic {
  static func scaleForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "scale-form", "`\(text.value)` is not a scale",
      at: Label(text.span, "would leave a remainder"),
      help: [
        "a scale divides decimals without a remainder, or is one over a whole number",
        "write `scale: 100` where theirs are cents, or `scale: 1/60` where ours are minutes and "
          + "theirs hours",
      ])
  }

  static func mapName(
    _ name: Spanned<String>, of form: String?, among known: [String], theirs: String? = nil
  ) -> Diagnostic {
    let rules = form.map { "the rules of the form `\($0)`" } ?? "the rules"
    if let help = formula(name.value, among: known) {
      return Diagnostic(
        "map-name", "`\(name.value)` is neither an output nor a line of \(rules)",
        at: Label(name.span, "`fields` name outputs and lines"), help: [help])
    }
    return Diagnostic(
      "map-name", "`\(name.value)` is neither an output nor a line of \(rules)",
      at: Label(name.span, "`fields` name outputs and lines"),
      help: theirs.map { ["their name comes first: `\(name.value): \($0)`"] }
        ?? help(for: name.value, among: known))
  }

  static func mapCurrency(_ mark: String, ours: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "map-currency", "`\(mark)` is not \(ours)",
      at: Label(span, "the rules of this form are in \(ours)"),
      help: [
        "amounts of two currencies cannot be compared: hold these against rules in theirs",
        "where theirs are converted at a fixed rate that divides without a remainder, `scale:` "
          + "says how much of theirs is one of ours",
      ])
  }

  /// What is said of a formula where a name is wanted.
  private static func formula(_ text: String, among known: [String]) -> String? {
    if let match = text.wholeMatch(of: kept(/(\w+)\s*\/\s*(\d+)/)), known.contains(String(match.1))
    {
      return "theirs are divided by a scale: `{ is: \(match.1), scale: \(match.2) }`"
    }
    let names = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    guard text.contains(kept(/[-+*\/(]/)), names.contains(where: known.contains) else { return nil }
    return "a map has names, not formulas: the rules compute it as an output, `outputs:` and below "
      + "it `name: \(text)`"
  }

  /// The name that is near, or else those that there are, as far as they are few.
  private static func help(for name: String, among known: [String]) -> [String] {
    let near = Suggestion.help(for: name, among: known)
    guard near.isEmpty, !known.isEmpty, known.count <= 12 else { return near }
    return ["there are " + known.map { "`\($0)`" }.joined(separator: ", ")]
  }

  static func fieldUnnamed(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "missing-key", "a field has no `is`", at: Label(name.span, "a name without its key"),
      help: ["write `is: \(name.value)`"])
  }

  /// A file of answers where a map is wanted.
  static func mapOfAnswers(_ name: String, file: Int32) -> Diagnostic {
    Diagnostic(
      "wrong-form", "`\(name)` is not a map",
      at: Label(SourceSpan(file: file, lower: 0, upper: 0), "a map is YAML, with sections"),
      help: [
        "the answers of the other side are given by `--reference \(name)`; a map says what its "
          + "names are, and `--suggest-map` drafts one"
      ])
  }

  /// `join: Invoice`.
  static func joinForm(_ node: YAMLNode, _ theirs: String) -> Diagnostic {
    var diagnostic = wrongForm("a mapping of inputs", found: node)
    diagnostic.help = [
      "the name of the key in the rules comes first, and theirs after it: `join: { id: "
        + "\(theirs) }`, with its name in place of `id`"
    ]
    return diagnostic
  }

  /// `ok: priced`.
  static func outcomeBehind(_ theirs: Spanned<String>, _ outcome: String) -> Diagnostic {
    Diagnostic(
      "unknown-word", "`\(theirs.value)` is not an outcome",
      at: Label(theirs.span, "this is their word"),
      help: ["the outcome comes first: `\(outcome): [\(theirs.value)]`"])
  }

  static func toleranceInMap(_ key: Spanned<String>, _ figure: String) -> Diagnostic {
    Diagnostic(
      "unknown-key", "`tolerance` is not a key of a form", at: Label(key.span, "unknown"),
      help: ["by how much values may differ is an option of the command: `--tolerance \(figure)`"])
  }

  static func placeForm(_ text: Spanned<String>) -> Diagnostic {
    let plain = text.value.replacing(kept(/\[([0-9]+)\]/)) { ".\($0.output.1)" }
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
      "path-form", "a path with brackets is between braces without quotation marks",
      at: Label(text.span, "YAML ends the text at the bracket"),
      help: ["write \"\(text.value)\""])
  }

  static func fieldForm(_ text: Spanned<String>) -> Diagnostic {
    let isList = text.value.hasSuffix("[]")
    let chosen = text.value.replacing(/=+\s*["']?([^"'\]]*)["']?\]/) { "=\($0.output.1)]" }
    let plain = chosen.replacing(kept(/\[([0-9]+)\]/)) { ".\($0.output.1)" }
    return Diagnostic(
      "path-form", "`\(text.value)` is not a path in a reply",
      at: Label(text.span, isList ? "says no member" : "cannot be followed"),
      help: [
        isList
          ? "write `\(text.value.dropLast(2))` for the list as a whole"
          : plain != text.value
          ? "write `\(plain)`"
          : "paths are a.b, lines[name=a].amount, lines.0.amount, and lines[].amount for a "
            + "member of every element; quote names with points in them: \"a.b\".c"
      ])
  }

  static func mapInput(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    Diagnostic(
      "map-input", "`\(name.value)` is not an input that is a count or a number",
      at: Label(name.span, "`counts` names such inputs of the rules"),
      help: Suggestion.help(for: name.value, among: known))
  }
}
