import QuoteEngine
import QuoteLanguage

/// A value that a map lists: of a reply, or of the elements of a list in it.
struct ListedField {
  /// Where it may be, and how it becomes ours from there.
  struct Place {
    var steps: [FieldPath.Step]
    /// What the object has to have as well.
    var beside: [FieldPath.Step]
    var path: String
    var conversion: ReplyConversion
    var entries: ReferenceMap.Field.Entries?

    /// Whether one is on the way to the other, so that only one of them can be there.
    func leads(intoOrFrom other: Place) -> Bool {
      steps != other.steps && (steps.starts(with: other.steps) || other.steps.starts(with: steps))
    }
  }

  /// The first one that is there counts.
  var places: [Place]
  /// Our output or line, or the member of our records.
  var ours: String
  /// The map lists it itself, and not only something in it.
  var isExplicit: Bool
  /// What the map lists of the elements of a list that is held against our records.
  var elements: [ListedField] = []

  /// What a map's fields list of replies.
  static func all(_ fields: [ReferenceMap.Field]) -> [ListedField] {
    var found: [ListedField] = []
    for field in fields { add(field, level: 0, to: &found) }
    return found
  }

  private static func add(
    _ field: ReferenceMap.Field, level: Int, to found: inout [ListedField]
  ) {
    let ours = field.names.count > level ? field.names[level] : field.ours
    let isList = level < field.depth
    let places = field.places.prefix(isList ? 1 : field.places.count).map { place in
      Place(
        steps: place.levels[level].steps, beside: place.beside, path: place.levels[level].path,
        conversion: isList ? ReplyConversion() : field.conversion,
        entries: isList ? nil : field.entries)
    }
    let same = found.firstIndex { $0.ours == ours && $0.places[0].steps == places[0].steps }
    if isList {
      let at = same ?? found.count
      if same == nil { found.append(ListedField(places: places, ours: ours, isExplicit: false)) }
      add(field, level: level + 1, to: &found[at].elements)
    } else if let same, !found[same].isExplicit {
      found[same].places = places
      found[same].isExplicit = true
    } else if let other = found.firstIndex(where: { known in
      known.ours == ours && known.places.contains { $0.leads(intoOrFrom: places[0]) }
    }) {
      found[other].places += places
    } else {
      found.append(ListedField(places: places, ours: ours, isExplicit: true))
    }
  }

  /// A member of the object that is compared as it is; nil for what must be walked to, chosen
  /// or converted.
  var member: String? {
    guard places.count == 1, elements.isEmpty, places[0].steps.count == 1,
      places[0].beside.isEmpty, places[0].conversion.isNone, case .member(let name) = places[0].steps[0]
    else { return nil }
    return name
  }

  /// Whether it is somewhere in this member of the object.
  func isIn(_ member: String) -> Bool { places.contains { $0.steps.first == .member(member) } }
}
