import QuoteLanguage

/// What was told of faults before: what is wrong is wrong in many bookings, and putting a
/// sentence together takes longer than reading and pricing a booking.
struct FaultTexts {
  /// What is wrong with which field, of a booking itself; a source of it, or -1.
  struct Kind: Hashable {
    var reason: CellFault
    var list: Int
    var field: Int
    var source: Int
  }

  /// A sentence, and what would read the value.
  struct Told {
    var text: FaultText
    var guesses: [NotationGuess] = []
    /// The field, as remarks call it.
    var name = ""
  }

  private struct Value: Hashable {
    var kind: Kind
    var text: String
  }

  private var ofKinds: [Kind: Told] = [:]
  private var ofValues: [Value: Told] = [:]
  private var last: (kind: Kind, told: Told)?
  /// The columns that sentences name.
  private var layout: CSVLayout?

  /// What was told of the kind, or of this value of it where its sentence tells of the value.
  mutating func told(_ kind: Kind, of value: String, in layout: CSVLayout?) -> Told? {
    if layout !== self.layout {
      (ofKinds, ofValues, last) = ([:], [:], nil)
      self.layout = layout
    }
    if kind.reason.tellsOfValue { return ofValues[Value(kind: kind, text: value)] }
    if let last, last.kind == kind { return last.told }
    guard let known = ofKinds[kind] else { return nil }
    last = (kind, known)
    return known
  }

  mutating func keep(_ told: Told, _ kind: Kind, of value: String) {
    if kind.reason.tellsOfValue {
      // A value that is wrong in every booking may be another in each.
      if ofValues.count == Self.mostValues { ofValues.removeAll(keepingCapacity: true) }
      ofValues[Value(kind: kind, text: value)] = told
    } else {
      ofKinds[kind] = told
      last = (kind, told)
    }
  }

  private static let mostValues = 1024
}

extension CellFault {
  /// Whether the sentence is another for another value.
  fileprivate var tellsOfValue: Bool { isOfNotation || self == .ambiguous }
}
