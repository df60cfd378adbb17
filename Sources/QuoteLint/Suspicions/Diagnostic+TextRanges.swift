import QuoteLanguage
import QuoteSyntax

/// What is said of ranges of texts with numbers in their ends.
extension Diagnostic {
  static func rangeOfNumbers(
    _ one: String, _ other: String, of table: ModelTable, _ column: Int, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "text-range", severity: .warning,
      "ranges of `\(table.name)` go by letters, and numbers in them have several lengths",
      at: Label(span, "as texts, `\(min(one, other))` comes before `\(max(one, other))`"),
      help: [
        numbersHelp(one, other, of: table.keys[column].header),
        "two texts are compared letter by letter: `10` comes before `9`",
      ])
  }

  /// A column of which no two ends differ in the lengths of their numbers, what it is looked up by,
  /// and the beginning to look up in place of a longer one.
  static func textRange(
    of table: ModelTable, _ slip: MisjudgedText, key: String, shorter: String?, isOptional: Bool,
    length: Int?, list: String?, at span: SourceSpan
  ) -> Diagnostic {
    // In a file, quotation marks are those of CSV.
    let isInFile = span.file != table.span.file
    return Diagnostic(
      "text-range", severity: .warning,
      "ranges of `\(table.name)` go by letters, as texts do", at: Label(span, slip.told),
      help: (shorter.map { ["for all that begin like that, look up `\($0)`"] }
        ?? ["to compare the numbers as numbers, look up `natural(\(key))`"]
          + lengthHelp(key, length, isOptional: isOptional, list))
        + (isInFile ? [] : ["if letters are meant, put both ends in quotation marks"]))
  }

  /// `qty > "10"`, where `9` is more. `integer` is the same of numbers, where they may be meant.
  static func textRange(
    _ comparison: String, of value: String, _ slip: MisjudgedText, integer: String?,
    isOptional: Bool, length: Int?, list: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "text-range", severity: .warning, "`\(comparison)` goes by letters, as texts do",
      at: Label(span, slip.told),
      help: (integer.map { ["if `\(value)` is a number, compare that: `\($0)`"] } ?? [])
        + ["to compare the numbers in it as numbers, write `natural(\(value))`"]
        + lengthHelp(value, length, isOptional: isOptional, list))
  }

  private static func lengthHelp(
    _ value: String, _ length: Int?, isOptional: Bool, _ list: String?
  ) -> [String] {
    length.map {
      let asked = isOptional ? "(length(\(value)) default \($0))" : "length(\(value))"
      let condition = "`when: \(asked) != \($0)`" + (list.map { " with `for: \($0)`" } ?? "")
      return ["if it always has \($0) letters, decline all others: \(condition)"]
    } ?? []
  }
}
