import QuoteLanguage
import QuoteSyntax

/// The objects of bookings that rules read member by member: the booking, the elements of its
/// lists and the objects in them, with the inputs that each of them has.
struct AmountPlaces {
  struct Place {
    /// What stands before a member in messages: `price.` and `items[].`, nothing for the booking.
    var prefix = ""
    /// What is read of it, by the member that it is read from.
    var inputs: [(member: String, field: FieldSchema)] = []
    /// All members that are read, and those of them that are objects or lists of such.
    var read: Set<String> = []
    var inner: [String: Int] = [:]
    /// Whether it has an amount of money, or something in it has.
    var hasMoney = false
    /// Whether something reads it as a whole, and so perhaps any member.
    var isWhole = false

    var isBooking: Bool { prefix.isEmpty }
  }

  /// The booking comes first.
  private(set) var places = [Place()]
  /// Far more than rules have; paths of lists that are gathered from many places multiply.
  private static let most = 200

  init(_ schema: BookingSchema) {
    var roots: [ListID: [Int]] = [.booking: [0]]
    for (id, list) in schema.lists.withIDs where !list.isMade {
      if let parent = list.parent {
        roots[id] = (roots[parent] ?? []).flatMap { outer in
          list.sources.compactMap { root(of: $0, in: outer) }
        }
      }
      for root in roots[id] ?? [] {
        for field in list.fields where field.holdsTextOf == nil {
          for path in field.sources.flatMap(\.paths) { add(field, path.steps, to: root) }
        }
      }
    }
    // What is inside comes after what it is in.
    for index in places.indices.reversed() where !places[index].hasMoney {
      places[index].hasMoney = places[index].inner.values.contains { places[$0].hasMoney }
    }
  }

  private mutating func root(of source: ListSourceSchema, in outer: Int) -> Int? {
    switch source {
    case .itself: return outer
    case .extra: return nil
    case .path(let path):
      guard let end = descend(path.steps[...], from: outer), end != outer else { return nil }
      if !places[end].prefix.hasSuffix("[].") {
        places[end].prefix = places[end].prefix.dropLast() + "[]."
      }
      return end
    }
  }

  private mutating func add(_ field: FieldSchema, _ steps: [FieldPath.Step], to root: Int) {
    guard let place = descend(steps.dropLast(), from: root),
      case .member(let name)? = steps.last
    else { return }
    places[place].read.insert(name)
    if field.type == .money { places[place].hasMoney = true }
    let isKnown = places[place].inputs.contains { $0.member == name && $0.field.name == field.name }
    if !isKnown { places[place].inputs.append((name, field)) }
  }

  /// Where these members lead; nil where they lead to an entry of a list.
  private mutating func descend(_ steps: ArraySlice<FieldPath.Step>, from root: Int) -> Int? {
    var at = root
    for step in steps {
      guard case .member(let name) = step else {
        places[at].isWhole = true
        return nil
      }
      places[at].read.insert(name)
      if let known = places[at].inner[name] {
        at = known
        continue
      }
      guard places.count < Self.most else { return nil }
      places.append(Place(prefix: "\(places[at].prefix)\(name)."))
      places[at].inner[name] = places.count - 1
      at = places.count - 1
    }
    return at
  }

  /// What columns without a dot in their names may be of: the booking, or elements of its lists.
  var ofPlainColumns: Place {
    var plain = places[0]
    for place in places where place.prefix.hasSuffix("[].") {
      plain.inputs += place.inputs
      plain.read.formUnion(place.read)
    }
    return plain
  }

  /// What the column `items.unit` is of, and the member that it is there.
  func place(ofColumn whole: String) -> (place: Place, member: String)? {
    let parts = whole.split(separator: ".").map(String.init)
    guard let member = parts.last else { return nil }
    if parts.count == 1 { return (ofPlainColumns, whole) }
    var at = 0
    for part in parts.dropLast() {
      let name = part.hasSuffix("[]") ? String(part.dropLast(2)) : part
      // Other dots part words, as `_` does.
      guard let inner = places[at].inner[name] else { return (ofPlainColumns, whole) }
      at = inner
    }
    return (places[at], member)
  }
}
