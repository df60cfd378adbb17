import QuoteSyntax

/// Inputs that are named for a unit that the language does not have: `feet`, `weight, from tons`.
extension ModelChecker {
  func warnOfForeignUnits(_ field: FieldDeclaration, _ unit: MeasureUnit) {
    let name = field.name.value
    func told(_ word: ForeignUnit, column: String?) -> Diagnostic {
      .foreignUnit(
        name, reads: unit.name, says: word, column: column, type: "\(unit.dimension)",
        at: field.type.span)
    }
    // With its unit behind it, an input is in that one, whatever its name.
    if field.unit == nil, let word = ForeignUnit(saidBy: name), word.measures(like: unit) {
      log.report(told(word, column: nil))
      return
    }
    for case .path(let path) in field.sources {
      guard let column = path.lastMember, let word = ForeignUnit(saidBy: column),
        word.measures(like: unit)
      else { continue }
      log.report(told(word, column: path.named(in: sources)))
      return
    }
  }
}

/// A unit that a name says and the language does not have, and how many of a known one it may be.
struct ForeignUnit {
  let word: String
  let sizes: [String]
  private let unit: String

  /// Which `ton` is meant nobody can know.
  private static let tons = ["1000 kg", "907.18474 kg"]
  /// Words that mean something else, alone or at the end of a name.
  private static let places: Set<String> = ["foot", "yard", "inch"]
  private static let initials: Set<String> = ["t", "ms", "mg", "dm"]

  /// By its last word, or the one in brackets behind it: `Weight (oz)`.
  init?(saidBy name: String) {
    let words = UnitOfName.withoutParticiple(
      name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    guard let last = words.last, !Self.places.contains(last),
      words.count > 1 || !Self.initials.contains(last)
    else { return nil }
    word = last
    if last == "ton" || last == "tons" {
      (sizes, unit) = (Self.tons, "kg")
    } else if last == "week" || last == "weeks" {
      (sizes, unit) = (["7 days"], "day")
    } else if last == "fortnight" || last == "fortnights" {
      (sizes, unit) = (["14 days"], "day")
    } else if last == "stone" || last == "stones" {
      (sizes, unit) = (["6.35029318 kg"], "kg")
    } else if let other = OtherMeasure(word) {
      (sizes, unit) = (["\(other.size) \(other.unit)"], other.unit)
    } else {
      return nil
    }
  }

  func measures(like other: MeasureUnit) -> Bool {
    MeasureUnit.named(unit)?.dimension == other.dimension
  }
}
