import QuoteLanguage
package import QuoteSyntax

/// A schema of bookings made ready for reading: decoders of every field, and
/// the members of JSON objects that matter, numbered.
package final class BookingDecoders: @unchecked Sendable {
  let schema: BookingSchema
  package let lists: [ListDecoder]
  let key: Int?
  let names: ReadNames

  package convenience init(_ schema: BookingSchema, asOf: Instant?) {
    self.init(schema, asOf: asOf, tellsCodesOfElements: false)
  }

  /// With codes of the texts of elements, for readers that fill whole columns of them. Others add
  /// some of the elements one by one, without a code: all would have to do without.
  init(_ schema: BookingSchema, asOf: Instant?, tellsCodesOfElements: Bool) {
    self.schema = schema
    key = schema.key
    names = ReadNames(schema)
    let names = names
    lists = schema.lists.indices.map { id in
      let list = id.position
      let hasInner = !names.nodes[names.roots[list]].inner.isEmpty
      return ListDecoder(
        schema, id, asOf: asOf, names: names.roots[list], hasInnerNames: hasInner,
        tellsCodes: id == .booking || tellsCodesOfElements)
    }
  }

  /// Whether elements of a list are told apart by their numbers alone: it and those around it are
  /// read from one place each.
  func isCountedInOnePlace(_ list: Int) -> Bool {
    guard list > 0 else { return true }
    let schema = lists[list].schema
    return schema.sources.count == 1 && schema.extras == 0
      && isCountedInOnePlace(lists[list].parent)
  }
}

/// How the elements of one list are read.
package final class ListDecoder: @unchecked Sendable {
  let schema: ListSchema
  package let id: ListID
  /// The same as a plain number: where cells are found, memory is laid out by it.
  package var index: Int { id.position }
  /// The number of the list that holds this one; of the booking its own.
  var parent: Int { schema.parent?.position ?? 0 }
  package let fields: [FieldDecoder]
  /// Lists right below this one that are read from the input.
  let children: [Int]
  /// Names of members that some field or list below starts from; their numbers
  /// are slots.
  let members: WordTable
  let slotCount: Int
  /// Where each field's sources start: one or two places each.
  let fieldPlaces: [[FieldPlace]]
  /// The slot of a field that is one member of its element; -1 for any other.
  let directSlots: [Int]
  /// Where the sources of each child sit, in the order of `children`; nil for
  /// `itself` and extras.
  let childPlaces: [[MemberPlace?]]
  /// Where the names of its elements stand among all that are read.
  let names: Int
  /// Whether something is read member by member of an object inside the element.
  let hasInnerNames: Bool
  /// The list's spelling in one CSV cell.
  let compact: CompactMarks?
  /// Whether some field may be the element itself.
  let takesPlainElements: Bool
  /// Constants of extra elements, by field.
  let extras: [Int: [CellValue?]]
  /// Held for the texts of `extras`.
  private let extraBytes: [ColumnBuffer<UInt8>]

  package init(
    _ all: BookingSchema, _ id: ListID, asOf: Instant?, names: Int, hasInnerNames: Bool,
    tellsCodes: Bool
  ) {
    let schema = all.lists[id]
    self.schema = schema
    self.id = id
    self.names = names
    self.hasInnerNames = hasInnerNames
    fields = schema.fields.map { FieldDecoder($0, asOf: asOf, tellsCodes: tellsCodes) }
    let below = all.lists.indices.filter { all.lists[$0].parent == id && !all.lists[$0].isMade }
    children = below.map(\.position)
    var slots = MemberSlots()
    fieldPlaces = schema.fields.map { field in
      field.sources.map { source in
        switch source {
        case .path(let path): .one(slots.place(path))
        case .pair(let first, let second): .two(slots.place(first), slots.place(second))
        }
      }
    }
    directSlots = fieldPlaces.map { places in
      guard places.count == 1, case .one(let place) = places[0], place.rest.isEmpty else {
        return -1
      }
      return place.slot ?? -1
    }
    childPlaces = below.map { child in
      all.lists[child].sources.map { source in
        switch source {
        case .path(let path): slots.place(path)
        case .itself, .extra: nil
        }
      }
    }
    compact = schema.cell.map(CompactMarks.init)
    takesPlainElements = schema.fields.contains(where: \.mayBeItself)
    members = WordTable(slots.names.enumerated().map { ($1, Int32($0)) })
    slotCount = slots.names.count
    (extras, extraBytes) = Self.constants(schema)
  }

  /// Whether a field may be the element itself.
  package func isItself(_ field: Int) -> Bool { schema.fields[field].mayBeItself }

  private static func constants(
    _ schema: ListSchema
  ) -> ([Int: [CellValue?]], [ColumnBuffer<UInt8>]) {
    var extras: [Int: [CellValue?]] = [:]
    var kept: [ColumnBuffer<UInt8>] = []
    for (position, source) in schema.sources.enumerated() {
      guard case .extra(let extra) = source else { continue }
      var cells = [CellValue?](repeating: nil, count: schema.fields.count)
      for (field, constant) in extra.constants {
        var bytes: ColumnBuffer<UInt8>?
        cells[field] = FieldDecoder.cell(constant, &bytes)
        if let bytes { kept.append(bytes) }
      }
      extras[position] = cells
    }
    return (extras, kept)
  }
}

extension FieldSchema {
  /// Whether it may be the element itself.
  package var mayBeItself: Bool {
    sources.contains { if case .path(let path) = $0 { path.isItself } else { false } }
  }
}

/// Where a field's value sits: at one place, or a point's two halves at two.
enum FieldPlace {
  case one(MemberPlace)
  case two(MemberPlace, MemberPlace)
}

/// A path whose first member has a slot; the rest is walked.
package struct MemberPlace {
  /// Nil for `itself`.
  var slot: Int?
  var rest: [FieldPath.Step]
}

/// Gives numbers to the first members of paths.
private struct MemberSlots {
  var names: [String] = []

  mutating func place(_ path: FieldPath) -> MemberPlace {
    guard case .member(let name)? = path.steps.first else {
      return MemberPlace(slot: nil, rest: path.steps)
    }
    let rest = Array(path.steps.dropFirst())
    if let known = names.firstIndex(of: name) { return MemberPlace(slot: known, rest: rest) }
    names.append(name)
    return MemberPlace(slot: names.count - 1, rest: rest)
  }
}
