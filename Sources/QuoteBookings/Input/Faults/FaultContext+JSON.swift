import QuoteLanguage
import QuoteSyntax

/// What is told of values of JSON, which says of each whether it is a text or a number.
extension FaultContext {
  /// What to do about a value of the wrong type.
  var cureInJSON: String {
    let cure = cure(inJSON: true)
    return cure.isEmpty ? quotedNumber : cure
  }

  /// What is said of `10.00*`, `5-6`, `<5`, `１２` and `=1+1` where a number is wanted.
  var aroundFigure: String? {
    guard let schema, schema.type.isMeasured, guesses.isEmpty else { return nil }
    let text = value.trimmedOfSpaces
    let wide = String(
      text.unicodeScalars.map { scalar -> Character in
        (0xFF10...0xFF19).contains(scalar.value)
          ? Character(UnicodeScalar(UInt8(scalar.value - 0xFF10 + 0x30))) : Character(scalar)
      })
    if wide != text, Ratio(decimal: wide) != nil {
      return "its digits are wide ones of another script: write `\(wide)`"
    }
    if PlainForms.formula.matches(text) {
      return "this is a formula of a spreadsheet, of which no value was saved"
    }
    if let match = PlainForms.markedFigure.wholeMatch(in: text), String(match.1) != text {
      return "write the figure alone, `\(match.1)`"
    }
    if PlainForms.twoFigures.matches(text) {
      return "these are two figures: write the one that counts"
    }
    return PlainForms.bound.matches(text) ? "this is a bound: write the figure that counts" : nil
  }

  /// What reads numbers that JSON has in quotes, as many programs write them.
  private var quotedNumber: String {
    if value.isEmpty, let schema {
      // An object or a list: a text or a number would be shown.
      switch schema.type {
      case .point, .text: return ""
      case _:
        let path = places.isEmpty ? schema.name : places.filter { $0 != "`" }
        return path.contains(" ")
          ? "" : "; where it stands in an object, `from \(path).MEMBER` says in which member"
      }
    }
    return switch schema?.type {
    case .count: "; numbers in quotes are read with `written \"12\"` in the rules"
    case .number, .money, .duration, .distance, .weight, .declared:
      "; numbers in quotes are read with `written \"1,234.50\"` in the rules"
    case .text, .flag, .date, .time, .instant, .point, .oneOf, nil: ""
    }
  }

  /// What ``wanted`` says, where JSON tells texts, numbers and objects apart.
  var wantedInJSON: String {
    guard let schema else { return "another" }
    switch schema.type {
    case .text where schema.conversions.contains(.anyAsText): return "a text, in quotes"
    case .text: return "a text, in quotes; with `any as text` in the rules, a number is one, too"
    case .oneOf: return "\(wanted), in quotes"
    case .flag: return "true or false, without quotes"
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      // An object or a list has no text that could be shown.
      return value.isEmpty ? "\(wanted), and not an object or a list" : "\(wanted), without quotes"
    case .date, .time, .instant: return "\(wanted), in quotes"
    case .point: return "an object with `lat` and `lng`"
    }
  }
}

extension InputType {
  /// A number of something, of which there may be none.
  var isMeasured: Bool {
    switch self {
    case .count, .number, .money, .duration, .distance, .weight, .declared: true
    case .text, .flag, .date, .time, .instant, .point, .oneOf: false
    }
  }
}
