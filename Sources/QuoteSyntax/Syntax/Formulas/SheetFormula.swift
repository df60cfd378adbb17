/// Calls as spreadsheets write them, where the language has operators: `IF(AND(a, b), c, d)`.
package enum SheetFormula {
  /// What to write for the first `if(…)` of a formula; nil where there is none.
  static func conditional(in formula: String) -> String? {
    guard let start = formula.lowercased().firstRange(of: "if(")?.lowerBound,
      formula[..<start].last.map({ !$0.isLetter && $0 != "_" }) ?? true,
      let call = Call(formula[start...]), let written = written(call)
    else { return nil }
    return "write `\(written)`"
  }

  /// The whole formula with operators for calls; nil where it has no such call.
  static func operators(in formula: String) -> String? {
    let formula = formula.trimmedOfSpaces
    let written = rewritten(formula)
    // Amounts are rounded to their cents by themselves, and a plain number is no step of theirs.
    if written != formula,
      let match = written.wholeMatch(of: kept(/(round\w*)\(([^(),]+), 0\.01\)/))
    {
      return "for an amount in a currency with cents, write `\(match.1)(\(match.2))`, "
        + "for a number `\(written)`"
    }
    return written == formula ? nil : "write `\(written)`"
  }

  /// A text with all such calls replaced, also those inside of calls.
  package static func rewritten(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let isName = first.isLetter || first == "_"
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if isName, let call = Call(rest), let written = written(call) {
        let isWhole = result.isEmpty && call.rest.isEmpty
        let isOperator = operators[name.lowercased()] != nil
        result += isWhole || !isOperator ? written : "(\(written))"
        rest = call.rest
      } else if isName {
        result += name
        rest = rest[name.endIndex...]
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func written(_ call: Call) -> String? {
    let parts = call.arguments.map { rewritten($0) }
    let name = operators[call.name.lowercased()]
    switch name {
    case "and", "or":
      let other = name == "and" ? " or " : " and "
      return parts.map { $0.contains(other) && !$0.hasPrefix("(") ? "(\($0))" : $0 }
        .joined(separator: " \(name ?? "") ")
    case "not": return parts.count == 1 ? "not (\(parts[0]))" : nil
    case nil: return function(call, parts)
    case _:
      guard 2...3 ~= parts.count else { return nil }
      let (then, otherwise) = (parts[1], parts.count == 3 ? parts[2] : "")
      let parts = [parts[0], zero(then, like: otherwise)]
        + (parts.count == 3 ? [zero(otherwise, like: then)] : [])
      return "if \(parts[0]) then \(parts[1])" + (parts.count == 3 ? " else \(parts[2])" : "")
    }
  }

  /// `0` with the currency of a price beside it.
  private static func zero(_ value: String, like other: String) -> String {
    guard value == "0", let sign = other.firstMatch(of: kept(/(\p{Sc}|\b[A-Z]{3} )\d/))?.1 else {
      return value
    }
    return "\(sign)0"
  }

  /// A function as it is called here, its arguments parted by commas; nil for one that is written
  /// so already.
  private static func function(_ call: Call, _ parts: [String]) -> String? {
    let name = call.name.lowercased()
    if lookups.contains(name) { return parts.count > 1 ? parts[1] : nil }
    let isInCapitals = call.name == call.name.uppercased()
    guard
      let own = functions[name]
        ?? (call.hasSemicolon ? isInCapitals ? name : String(call.name) : nil)
    else {
      return nil
    }
    var parts = parts
    if own.hasPrefix("round"), parts.count == 2, let digits = Int(parts[1]), 0...6 ~= digits {
      parts[1] = digits == 0 ? "1" : "0." + String(repeating: "0", count: digits - 1) + "1"
    }
    return "\(own)(\(parts.joined(separator: ", ")))"
  }

  private static let operators = [
    "if": "if", "iif": "if", "wenn": "if", "si": "if", "and": "and", "und": "and", "et": "and",
    "or": "or", "oder": "or", "ou": "or", "not": "not", "nicht": "not", "non": "not",
  ]
  /// How spreadsheets in German and French call functions.
  private static let functions = [
    "runden": "round", "arrondi": "round", "aufrunden": "round_up", "abrunden": "round_down",
    "summe": "sum", "somme": "sum", "ganzzahl": "floor", "ent": "floor", "obergrenze": "round_up",
    "rest": "mod", "anzahl": "count", "monat": "month", "jahr": "year", "wochentag": "weekday",
  ]
  private static let lookups: Set<String> = [
    "sverweis", "wverweis", "xverweis", "recherchev", "rechercheh", "recherchex", "vlookup",
    "hlookup", "xlookup",
  ]

  /// A name, and what stands in its parentheses, parted by commas or semicolons.
  private struct Call {
    var name: Substring
    var arguments: [String] = []
    var hasSemicolon = false
    var rest: Substring

    /// Nil where no parentheses follow the name, or they are not closed.
    init?(_ text: Substring) {
      name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = text[name.endIndex...].drop { $0 == " " }
      guard rest.first == "(" else { return nil }
      rest = rest.dropFirst()
      var (depth, isQuoted, argument) = (0, false, "")
      while let character = rest.first {
        rest = rest.dropFirst()
        if character == "\"" { isQuoted.toggle() }
        if !isQuoted, depth == 0, ",;)".contains(character) {
          hasSemicolon = hasSemicolon || character == ";"
          arguments.append(argument.trimmedOfSpaces)
          argument = ""
          if character == ")" { return }
          continue
        }
        if !isQuoted, "([".contains(character) { depth += 1 }
        if !isQuoted, ")]".contains(character) { depth -= 1 }
        argument.append(character)
      }
      return nil
    }
  }
}
