import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Guesses where things are in records from the values that were seen there.
struct PlaceGuess {
  let records: Int
  private(set) var key: PlaceEvidence?
  private(set) var booking: PlaceEvidence?
  private(set) var bookingText: PlaceEvidence?
  private(set) var asOf: PlaceEvidence?
  private(set) var form: PlaceEvidence?
  private(set) var status: PlaceEvidence?
  /// All that is not in the booking.
  private(set) var outside: [PlaceEvidence] = []
  /// Objects outside the booking: one of them may be the reply.
  private(set) var objects: [PlaceEvidence] = []
  /// Texts outside the booking.
  private(set) var sentences: [PlaceEvidence] = []

  /// `areReplies`: records have no bookings, they are rows of a reference, joined
  /// by what is at `keys`.
  init(
    _ places: [PlaceEvidence], records: Int, _ schema: BookingSchema, areReplies: Bool = false,
    keys: [String] = []
  ) {
    self.records = records
    if areReplies {
      let others = places.filter { !keys.contains($0.name) }
      status = Self.status(in: others)
      objects = others.filter { $0.objects > 0 && !$0.isInList }
      sentences = others.filter { $0.strings > 0 && $0.objects == 0 && $0.name != status?.name }
      return
    }
    let wanted = Self.names(of: schema)
    let scored = places.filter { $0.objects > 0 && !$0.isInList }
      .map { ($0, Self.score($0, wanted)) }
    booking = scored.max { a, b in
      (a.1, a.0.path.count) < (b.1, b.0.path.count)
    }.flatMap { $0.1 > 0 ? $0.0 : nil }
    let within = booking?.path ?? []
    let outside = places.filter { place in
      !place.path.isEmpty && (within.isEmpty || !place.path.starts(with: within))
    }
    bookingText = outside.first {
      !$0.isInList && $0.json > 0 && $0.json == $0.strings && $0.isPlain
    }
    self.outside = outside
    let plain = outside.filter { $0.isPlain && !$0.isInList }
    key =
      plain.filter { $0.count == records && $0.values.count == records }
      .max { a, b in Self.looksLikeKey(a) < Self.looksLikeKey(b) }
    if key == nil, let own = schema.key.map({ schema.lists[.booking].fields[$0] }) {
      let names = Self.names(of: own)
      key = places.first { place in
        place.isPlain && place.count == records && place.values.count == records
          && place.path.count == within.count + 1 && place.path.starts(with: within)
          && names.contains(place.path[within.count])
      }
    }
    asOf = plain.filter { $0.instants == $0.count }.max { $0.count < $1.count }
    form = plain.filter { $0.slashes == $0.count && $0.values.count <= 40 }
      .max { $0.count < $1.count }
    status = Self.status(in: outside)
    objects = outside.filter { $0.objects > 0 && !$0.isInList }
    sentences = outside.filter { $0.strings > 0 && $0.objects == 0 }
  }

  /// What the rules look for in a booking.
  private static func names(of schema: BookingSchema) -> Set<String> {
    var names: Set<String> = []
    for field in schema.lists[.booking].fields { names.formUnion(self.names(of: field)) }
    for list in schema.lists.dropFirst() where list.parent == .booking {
      for source in list.sources {
        if case .path(let path) = source { names.formUnion(first(path)) }
      }
    }
    return names
  }

  private static func names(of field: FieldSchema) -> [String] {
    field.sources.flatMap { source in
      switch source {
      case .path(let path): first(path)
      case .pair(let one, let other): first(one) + first(other)
      }
    }
  }

  private static func first(_ path: FieldPath) -> [String] {
    switch path.steps.first {
    case .member(let name): [name]
    case .entry(let member, _): [member]
    case nil: []
    }
  }

  private static func score(_ place: PlaceEvidence, _ wanted: Set<String>) -> Int {
    place.members.filter { wanted.contains($0.key) }.reduce(0) { $0 + $1.value }
  }

  /// Names with "id", "key" or "number" first, then those nearest to the top.
  private static func looksLikeKey(_ place: PlaceEvidence) -> Int {
    let name = place.path.last?.lowercased() ?? ""
    let isNamed = ["id", "key", "number", "ref"].contains { name.contains($0) }
    return (isNamed ? 10 : 0) - place.path.count - (place.instants > 0 ? 20 : 0)
  }

  /// The one that most records have; a flag where there is no other.
  private static func status(in places: [PlaceEvidence]) -> PlaceEvidence? {
    places.filter { !$0.isInList && ($0.isPlain && looksLikeStatus($0) || isVerdict($0)) }
      .max { a, b in (a.count, b.flags, b.path.count) < (b.count, a.flags, a.path.count) }
  }

  /// A flag that says whether there is an answer.
  private static func isVerdict(_ place: PlaceEvidence) -> Bool {
    place.count > 0 && place.flags == place.count
      && ["ok", "success", "successful", "succeeded", "accepted", "valid"].contains(
        place.path.last?.lowercased() ?? "")
  }

  private static func looksLikeStatus(_ place: PlaceEvidence) -> Bool {
    let numbers = place.values.keys.compactMap { Int($0) }
    let name = place.path.last?.lowercased() ?? ""
    if numbers.count == place.values.count {
      let isNamed = name.contains("status") || name.contains("code")
      return numbers.allSatisfy { (100...599).contains($0) }
        && (isNamed || place.values.count * 4 <= place.count)
    }
    return place.values.count <= 8
      && ["status", "outcome", "state", "result"].contains { name.contains($0) }
  }
}
