import QuoteLanguage
import QuoteSyntax

extension FaultContext {
  /// Words for yes and no in other languages and programs, and in short.
  private static let flagWords: [String: String] = [
    "y": "yes", "t": "yes", "on": "yes", "ja": "yes", "j": "yes", "wahr": "yes", "w": "yes",
    "oui": "yes", "o": "yes", "vrai": "yes", "x": "yes", "si": "yes", "sí": "yes", "sì": "yes",
    "n": "no", "f": "no", "off": "no", "nein": "no", "falsch": "no", "non": "no", "faux": "no",
  ]

  /// What is said of a word that is no flag. Rules that take it as a word say so in each condition
  /// that asks for the flag.
  func otherFlag(_ schema: FieldSchema, _ isJSON: Bool) -> String {
    let meaning = Self.flagWords[value.lowercased()]
    let word = meaning.map { word in
      "write `\(isJSON ? word == "yes" ? "true" : "false" : word)` for it, or "
    } ?? ""
    // A condition that asked for the flag is to hold for the same bookings.
    let comparison = meaning == "no" ? "!=" : "="
    let which = meaning == nil ? ", with the word for yes," : ""
    let kind = Self.isAbsent(schema, meaning, value) ? "optional one of" : "one of"
    return "\(word)declare it as `\(kind) \(value) | …` with all of its words, and write "
      + "`\(schema.name) \(comparison) \(Literal.quoted(value))`\(which) where a condition is "
      + "`\(schema.name)`"
  }

  /// Whether an empty cell is no flag that is set, so that there is a word only where one is.
  private static func isAbsent(_ schema: FieldSchema, _ meaning: String?, _ word: String) -> Bool {
    if schema.isOptional { return true }
    if case .flag(let isSet)? = schema.defaultValue { return !isSet && meaning != "no" }
    return word.lowercased() == "x"
  }
}
