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
    package var path: String
    package var conversion: ReplyConversion
    var entries: ReferenceMap.Field.Entries?

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

/// Fields as they are put together: found by our names and their ways, for a map may list
/// thousands, also of one value.
private struct ListedDraft {
  private struct Way: Hashable {
    var ours: String
    var steps: ArraySlice<FieldPath.Step>
  }

  private var fields: [ListedField] = []
  /// Where in `fields` the first one is whose first place is there.
  private var first: [Way: Int] = [:]
  /// The same of any of its places, and of those that are further on that way.
  private var ends: [Way: Int] = [:]
  private var further: [Way: Int] = [:]
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
    let way = Way(ours: ours, steps: places[0].steps[...])
    let same = first[way]
    if isList {
      let at =
        same ?? append(ListedField(places: places, ours: ours, isExplicit: false))
      elements[at, default: ListedDraft()].add(field, level: level + 1)
    } else if let same, !fields[same].isExplicit {
      fields[same].places = places
      fields[same].isExplicit = true
      note(places, of: same)
    } else if let other = leading(intoOrFrom: way) {
      fields[other].places += places
      note(places, of: other)
    } else {
      _ = append(ListedField(places: places, ours: ours, isExplicit: true))
    }
  }

  private mutating func append(_ field: ListedField) -> Int {
    let index = fields.count
    fields.append(field)
    note(field.places, of: index)
    let way = Way(ours: field.ours, steps: field.places[0].steps[...])
    first[way] = min(first[way] ?? index, index)
    return index
  }

  private mutating func note(_ places: [ListedField.Place], of index: Int) {
    for place in places {
      for count in 0...place.steps.count {
        let way = Way(ours: fields[index].ours, steps: place.steps.prefix(count))
        if count == place.steps.count {
          ends[way] = min(ends[way] ?? index, index)
        } else {
          further[way] = min(further[way] ?? index, index)
        }
      }
    }
  }

  /// The first field that has a place on a way or further on it, so that only one of them can be
  /// there.
  private func leading(intoOrFrom way: Way) -> Int? {
    let before = (0..<way.steps.count).compactMap {
      ends[Way(ours: way.ours, steps: way.steps.prefix($0))]
    }
    return (before + (further[way].map { [$0] } ?? [])).min()
  }
}
