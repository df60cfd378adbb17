/// What may be said of an input besides its type. Whatever a type does not take is an error:
/// nothing is accepted and ignored.
extension InputType {
  /// Whether its values are numbers, with or without a unit.
  package var isNumeric: Bool {
    switch self {
    case .count, .number, .money, .duration, .distance, .weight, .declared: true
    case .text, .flag, .date, .time, .instant, .point, .oneOf: false
    }
  }

  package var takesStep: Bool { isNumeric }

  package var takesRange: Bool {
    switch self {
    case .date, .time, .instant: true
    case .count, .number, .money, .duration, .distance, .weight, .declared: true
    case .text, .flag, .point, .oneOf: false
    }
  }

  package func takes(_ conversion: InputConversion) -> Bool {
    switch (conversion, self) {
    case (.falsyIsMissing, _), (.otherIsMissing, _): true
    case (.anyAsText, .text), (.anyAsText, .oneOf): true
    case (.anyAsText, _): false
    case (.zeroIsMissing, _), (.zeroIsAPlace, _): self == .point
    case (.readAsInteger, _), (.readAsNumber, _): isNumeric
    }
  }
}

extension InputConversion {
  /// Another conversion beside which this one would never do anything.
  package func isIdle(beside other: InputConversion, for type: InputType) -> Bool {
    switch (self, other) {
    case (.readAsNumber, .readAsInteger): true
    // Every value is the text that is written there; of a choice it may be another word.
    case (.otherIsMissing, .anyAsText): type == .text
    case (.zeroIsAPlace, .zeroIsMissing): true
    // Two zeros are falsy.
    case (.zeroIsMissing, .falsyIsMissing): true
    case (.readAsNumber, _), (.otherIsMissing, _), (.readAsInteger, _), (.falsyIsMissing, _),
      (.anyAsText, _), (.zeroIsMissing, _), (.zeroIsAPlace, _):
      false
    }
  }
}
