import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// A value that a map lists: of a reply, or of the elements of a list in it.
package struct ListedField {
  /// Where it may be, and how it becomes ours from there.
  package struct Place {
    package var steps: [FieldPath.Step]
    /// What the object has to have as well.
    var beside: [FieldPath.Step]
    var path: String
    package var conversion: ReplyConversion
    var entries: ReferenceMap.Field.Entries?

    /// Whether one is on the way to the other, so that only one of them can be there.
    func leads(intoOrFrom other: Place) -> Bool {
      steps != other.steps && (steps.starts(with: other.steps) || other.steps.starts(with: steps))
    }
  }

  /// The first one that is there counts.
  package var places: [Place]
  /// Our output or line, or the member of our records.
  package var ours: String
  /// The map lists it itself, and not only something in it.
  var isExplicit: Bool
  /// What the map lists of the elements of a list that is held against our records.
  var elements: [ListedField] = []

  /// What a map's fields list of replies.
  package static func all(_ fields: [ReferenceMap.Field]) -> [ListedField] {
    var draft = ListedDraft()
    for field in fields { draft.add(field, level: 0) }
    return draft.all
  }

  /// A member of the object that is compared as it is; nil for what must be walked to, chosen
  /// or converted.
  var member: String? {
    guard places.count == 1, elements.isEmpty, places[0].steps.count == 1,
      places[0].beside.isEmpty, places[0].conversion.isNone,
      case .member(let name) = places[0].steps[0]
    else { return nil }
    return name
  }

  /// Whether it is somewhere in this member of the object.
  package func isIn(_ member: String) -> Bool {
    places.contains { $0.steps.first == .member(member) }
  }
}

/// Fields as they are put together: found by our names, for a map may list thousands.
private struct ListedDraft {
  private var fields: [ListedField] = []
  /// Where in `fields` those of a name are.
  private var positions: [String: [Int]] = [:]
  /// What is listed of the elements of each.
  private var elements: [Int: ListedDraft] = [:]

  var all: [ListedField] {
    fields.enumerated().map { index, field in
      var field = field
      field.elements = elements[index]?.all ?? []
      return field
    }
  }

  mutating func add(_ field: ReferenceMap.Field, level: Int) {
    let ours = field.names.count > level ? field.names[level] : field.ours
    let isList = level < field.depth
    let places = field.places.prefix(isList ? 1 : field.places.count).map { place in
      ListedField.Place(
        steps: place.levels[level].steps, beside: place.beside, path: place.levels[level].path,
        conversion: isList ? ReplyConversion() : field.conversion,
        entries: isList ? nil : field.entries)
    }
    let alike = positions[ours] ?? []
    let same = alike.first { fields[$0].places[0].steps == places[0].steps }
    if isList {
      let at =
        same ?? append(ListedField(places: places, ours: ours, isExplicit: false))
      elements[at, default: ListedDraft()].add(field, level: level + 1)
    } else if let same, !fields[same].isExplicit {
      fields[same].places = places
      fields[same].isExplicit = true
    } else if let other = alike.first(where: { known in
      fields[known].places.contains { $0.leads(intoOrFrom: places[0]) }
    }) {
      fields[other].places += places
    } else {
      _ = append(ListedField(places: places, ours: ours, isExplicit: true))
    }
  }

  private mutating func append(_ field: ListedField) -> Int {
    fields.append(field)
    positions[field.ours, default: []].append(fields.count - 1)
    return fields.count - 1
  }
}
