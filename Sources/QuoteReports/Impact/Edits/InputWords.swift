import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What an input is, wherever it is written.
enum InputWords {
  static func told(_ input: InputDeclaration, in sources: Sources) -> String {
    switch input {
    case .list(let list):
      "a list of " + list.fields.map { told($0, in: sources) }.joined(separator: ", ")
    case .field(let field): told(field, in: sources)
    }
  }

  private static func told(_ field: FieldDeclaration, in sources: Sources) -> String {
    var text = field.isOptional ? "optional " : ""
    if case .oneOf(let words) = field.type.value {
      text += "one of " + words.map(\.value).joined(separator: " | ")
    } else {
      text += "\(field.type.value)"
    }
    if let unit = field.unit { text += " in \(unit.value)" }
    if let range = field.range {
      let (low, high) = (range.lower?.value ?? "", range.upper?.value ?? "")
      let (open, close) = (range.lowerIsIncluded ? "[" : "(", range.upperIsIncluded ? "]" : ")")
      text += " \(open)\(low)..\(high)\(close)"
    }
    if let step = field.step { text += " step \(sources.text(at: step.span))" }
    if let span = field.defaultSpan { text += ", default \(sources.text(at: span))" }
    if !field.sources.isEmpty {
      text += ", from " + field.sources.map(\.written).joined(separator: " or ")
    }
    if field.isKey { text += ", key" }
    for conversion in field.conversions { text += ", \(conversion.value)" }
    return text + field.notation.phrase
  }

  /// Whether a booking without it is at fault.
  static func isRequired(_ input: InputDeclaration) -> Bool {
    guard case .field(let field) = input else { return false }
    return !field.isOptional && field.defaultValue == nil
  }
}
