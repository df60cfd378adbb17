package import QuoteLanguage
package import QuoteSyntax

extension PlanOperation {
  /// What is made of texts, and texts of other values.
  package enum Texts: Hashable, Sendable {
    /// A function of a text, or of a list of texts; `given` where the function may fail.
    case textFunction(TextFunction, Register)
    /// A value as text; `offset` in minutes is for instants.
    case textOf(Register, TextStyle, offset: Register?)
    /// The word of a choice.
    case choiceText(Register, [String])
    /// Minutes east of UTC in the zone that a text names, at a moment.
    case minutesEast(zone: Register, at: Register)
    /// The instant of a date and a time in the zone that a text names.
    case instantIn(zone: Register, date: Register, time: Register)
    /// Texts one after the other.
    case concatenate([Register])
    /// Texts (and lists of texts) into one list, not-given ones left out.
    case gatherTexts([PlanValue])

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .textFunction(_, let a), .choiceText(let a, _): body(a)
      case .textOf(let a, _, let offset):
        body(a)
        if let offset { body(offset) }
      case .minutesEast(let zone, let moment):
        body(zone)
        body(moment)
      case .instantIn(let zone, let date, let time):
        body(zone)
        body(date)
        body(time)
      case .concatenate(let parts): for part in parts { body(part) }
      case .gatherTexts(let parts): for part in parts { part.forEachRegister(body) }
      }
    }
  }

  /// Operations on points.
  package enum Places: Hashable, Sendable {
    /// Flag: the point lies in this area of the model.
    case inArea(Int, Register)
    /// Metres as a whole number of steps (exact), or as a double (binary).
    case distance(PriceExpression.DistanceKind, Register, Register, step: Ratio)

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .inArea(_, let a): body(a)
      case .distance(_, let a, let b, _):
        body(a)
        body(b)
      }
    }
  }
}

/// How a value is written as text.
package struct TextStyle: Hashable, Sendable {
  package var type: ValueType
  /// What one of the held number is worth in the unit shown.
  package var scale: Ratio
  /// Digits after the point at least (money's minor unit).
  package var digits: Int
  /// Unicode's letters for dates and times, zeros for numbers; nil as the profile prints it.
  package var pattern: String?
  package var arithmetic: Arithmetic
}
