import QuoteLanguage
import QuoteSyntax

/// What is told of values of JSON, which says of each whether it is a text or a number.
extension FaultContext {
  /// What to do about a value of the wrong type.
  var cureInJSON: String {
    let cure = cure(inJSON: true)
    return cure.isEmpty ? quotedNumber : cure
  }

  /// What reads numbers that JSON has in quotes, as many programs write them.
  private var quotedNumber: String {
    if value.isEmpty, let schema {
      // An object or a list: a text or a number would be shown.
      switch schema.type {
      case .point, .text: return ""
      case _:
        return "; where it stands in an object, `from \(schema.name).MEMBER` says in which member"
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
      return "\(wanted), without quotes"
    case .date, .time, .instant: return "\(wanted), in quotes"
    case .point: return "an object with `lat` and `lng`"
    }
  }
}
