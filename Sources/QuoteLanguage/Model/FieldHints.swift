package import QuoteSyntax

/// What the rules look at in each field: words and bounds of tables and
/// comparisons that reach it, points of areas.
///
/// Values that are worth trying are among these: samples are drawn from them, and whoever asks what
/// would change a price tries their words.
package struct FieldHints: Sendable {
  /// What one field is held against.
  package struct Field: Sendable {
    /// The words that the rules know of it, as often as they are written.
    package var words: [String] = []
    /// The bounds in base units.
    package var bounds: [Ratio] = []
    /// Corners and centres of areas.
    package var points: [GeographicPoint] = []
    /// How long a text is asked to be.
    package var lengths: [Int] = []
    /// Whether a text is read as a number.
    package var isNumber = false

    /// Nothing is looked at.
    package init() {}
  }

  /// The fields that anything is asked about.
  package private(set) var fields: [PriceExpression.Reference: Field] = [:]

  /// Reads all formulas of a model, and of each table the first 2,000 rows.
  package init(_ model: PriceModel) {
    for table in model.tables {
      for (index, key) in table.keys.enumerated() {
        let isNatural = model.told(by: key.value) !== key.value
        for reference in Self.reached(key.value, model) {
          for row in table.rows.prefix(2000) {
            note(row.keys[index], for: reference, model, isNatural: isNatural)
          }
        }
      }
    }
    model.visitExpressions { expression in
      switch expression.operation {
      case .apply(.compare, let sides):
        note(sides[0], sides[1], model)
        note(sides[1], sides[0], model)
      case .apply(.within(let set), let parts):
        let isNatural = model.told(by: parts[0]) !== parts[0]
        for reference in Self.reached(parts[0], model) {
          note(set, for: reference, model, isNatural: isNatural)
        }
      case .apply(.contains(let area), let parts):
        for reference in Self.reached(parts[0], model) { note(area: area, for: reference, model) }
      case .apply(.text(.parseInteger), let parts), .apply(.text(.parseNumber), let parts):
        for reference in parts.flatMap({ Self.reached($0, model) }) {
          fields[reference, default: Field()].isNumber = true
        }
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
        .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
        break
      }
    }
  }

  /// Puts elements that are grouped by what nobody looks at otherwise into a few groups.
  package mutating func noteGroups(_ model: PriceModel) {
    for key in model.lists.flatMap({ $0.groups?.keys ?? [] }) {
      for reference in Self.reached(key, model) where fields[reference]?.words.isEmpty ?? true {
        fields[reference, default: Field()].words = ["one", "other", "third"]
      }
    }
  }

  private mutating func note(_ a: PriceExpression, _ b: PriceExpression, _ model: PriceModel) {
    guard case .constant(let constant) = b.operation else { return }
    if case .apply(.text(.length), let texts) = a.operation, case .quantity(let length) = constant,
      let length = length.floor.flatMap(Int.init(exactly:)), (1...40).contains(length)
    {
      for reference in texts.flatMap({ Self.reached($0, model) }) {
        fields[reference, default: Field()].lengths.append(length)
      }
    }
    let isNatural = model.told(by: a) !== a
    for reference in Self.reached(a, model) {
      switch constant {
      case .text(let word):
        fields[reference, default: Field()].words.append(
          isNatural ? NaturalText.example(word) : word)
      case .quantity(let value): fields[reference, default: Field()].bounds.append(value)
      case .date(let date):
        fields[reference, default: Field()].bounds.append(Ratio(Int(date.daysSince1970)))
      case .time(let time):
        fields[reference, default: Field()].bounds.append(Ratio(Int(time.secondsSinceMidnight)))
      case .flag, .choice, .instant, .weekday, .point, .notGiven: break
      }
    }
  }

  private mutating func note(
    _ set: KeySet, for reference: PriceExpression.Reference, _ model: PriceModel, isNatural: Bool
  ) {
    switch set.body {
    case .everything, .indices: break
    case .words(let words, _): fields[reference, default: Field()].words += words.sorted()
    case .textRanges(let ranges):
      fields[reference, default: Field()].words += ranges.flatMap {
        [$0.lower, $0.upper].compactMap { $0 }.map { isNatural ? NaturalText.example($0) : $0 }
      }
    case .ranges(let ranges):
      for range in ranges {
        for bound in [range.interval.lower, range.interval.upper] where bound.isFinite {
          fields[reference, default: Field()].bounds.append(bound)
        }
      }
    case .areas(let areas, _):
      for area in areas.sorted() { note(area: area, for: reference, model) }
    }
  }

  private mutating func note(
    area: Int, for reference: PriceExpression.Reference, _ model: PriceModel
  ) {
    for shape in model.areas[area].shapes {
      switch shape {
      case .polygon(let rings): fields[reference, default: Field()].points += rings.flatMap { $0 }
      case .circle(let center, _): fields[reference, default: Field()].points.append(center)
      case .box(let southWest, let northEast):
        fields[reference, default: Field()].points += [southWest, northEast]
      }
    }
  }

  /// The fields a value is made of, through names and functions, each once: names that use others
  /// twice have more ways to a field than can be walked. What a table gives is none of its keys'
  /// values, and what is chosen none of those that it depends on.
  private static func reached(_ expression: PriceExpression, _ model: PriceModel)
    -> [PriceExpression.Reference]
  {
    var fields: [PriceExpression.Reference] = []
    var (seenFields, seenNames) = (Set<PriceExpression.Reference>(), Set<LetID>())
    var seen: Set<ObjectIdentifier> = []
    func walk(_ expression: PriceExpression) {
      guard seen.insert(ObjectIdentifier(expression)).inserted else { return }
      if case .reference(let reference) = expression.operation, case .field = reference {
        if seenFields.insert(reference).inserted { fields.append(reference) }
        return
      }
      switch expression.operation {
      case .lookup, .graduated, .isFound: break
      case .conditional(_, let then, let otherwise):
        walk(then)
        if let otherwise { walk(otherwise) }
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .extreme, .aggregate,
        .sumBefore, .split, .neighbour, .steps, .texts:
        expression.parts.forEach(walk)
      }
      if let name = expression.name, seenNames.insert(name).inserted {
        walk(model.lets[name].value)
      }
    }
    walk(expression)
    return fields
  }
}
