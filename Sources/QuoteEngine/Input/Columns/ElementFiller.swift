import QuoteLanguage

/// A column of lists into the columns of its elements, a field at a time, and so the lists below.
///
/// Only for lists that are read from one place, whose fields have one place each: others are
/// read booking by booking.
final class ElementFiller {
  private let list: ListDecoder
  private let elements: any ForeignElements
  /// One a field.
  private let fields: [FieldPlace]
  private let below: [ElementFiller]
  private let room: ForeignRoom
  private let starts = ColumnBuffer<Int32>()

  private enum FieldPlace {
    case column(any ForeignColumn)
    case nowhere
  }

  /// What was found at fault, to be told in the order of bookings.
  private struct Found {
    var element: Int
    var field: Int
    var reason: CellFault
    var value: TextSlice
  }

  init?(
    _ decoders: BookingDecoders, _ list: ListDecoder, _ elements: any ForeignElements,
    _ room: ForeignRoom
  ) {
    guard list.schema.sources.count == 1 else { return nil }
    var fields: [FieldPlace] = []
    for field in list.fields {
      guard let place = Self.place(field.schema, elements) else { return nil }
      fields.append(place)
    }
    var below: [ElementFiller] = []
    for child in list.children {
      let inner = decoders.lists[child]
      guard inner.schema.sources.count == 1, case .path(let path) = inner.schema.sources[0],
        let members = Self.members(of: path),
        let lists = elements.column(at: members)?.elements,
        let filler = ElementFiller(decoders, inner, lists, room)
      else { return nil }
      below.append(filler)
    }
    self.list = list
    self.elements = elements
    self.fields = fields
    self.below = below
    self.room = room
  }

  /// Nil where a field has several places, or one that is no plain path.
  private static func place(
    _ field: FieldSchema, _ elements: any ForeignElements
  ) -> FieldPlace? {
    guard field.sources.count <= 1 else { return nil }
    guard let source = field.sources.first else { return .nowhere }
    guard case .path(let path) = source, let members = members(of: path) else { return nil }
    guard let column = elements.column(at: members) else { return .nowhere }
    return .column(column)
  }

  private static func members(of path: FieldPath) -> [String]? {
    var members: [String] = []
    for step in path.steps {
      guard case .member(let name) = step else { return nil }
      members.append(name)
    }
    return members
  }

  /// Fills the list for the rows that hold it. False where they have to be looked at one by one.
  func fill(
    _ batch: BookingBatch, _ rows: Range<Int>, _ filler: BatchFiller
  ) throws(Trouble) -> Bool {
    try fill(batch, rows, filler, parents: [])
  }

  /// `parents` are the offsets of the lists above, the nearest last.
  private func fill(
    _ batch: BookingBatch, _ rows: Range<Int>, _ filler: BatchFiller,
    parents: [ColumnBuffer<Int32>]
  ) throws(Trouble) -> Bool {
    guard let found = try elements.offsets(of: rows, into: starts), isWithinBound else {
      return false
    }
    let columns = batch.lists[list.index]
    columns.offsets.resize(to: starts.count)
    for index in 0..<starts.count { columns.offsets[index] = starts[index] }
    columns.count = found.count
    columns.sources.resize(to: found.count)
    for row in 0..<found.count { columns.sources[row] = 0 }
    var faults: [Found] = []
    for (index, place) in fields.enumerated() {
      let (decoder, target) = (list.fields[index], columns.columns[index])
      target.resize(to: found.count)
      switch place {
      case .column(let column):
        try decoder.read(column, found, into: target, room) {
          faults.append(Found(element: $0, field: index, reason: $1, value: filler.arena.copy($2)))
        }
      case .nowhere:
        decoder.readNothing(found.count, into: target) {
          faults.append(Found(element: $0, field: index, reason: $1, value: .empty))
        }
      }
    }
    if !faults.isEmpty { tell(faults, filler, parents + [columns.offsets]) }
    for inner in below {
      guard try inner.fill(batch, found, filler, parents: parents + [columns.offsets]) else {
        return false
      }
    }
    return true
  }

  private var isWithinBound: Bool {
    (1..<max(starts.count, 1)).allSatisfy {
      Int(starts[$0] - starts[$0 - 1]) <= list.schema.bound
    }
  }

  /// Tells of faults in the order of elements, with the way that leads to each.
  private func tell(
    _ faults: [Found], _ filler: BatchFiller, _ offsets: [ColumnBuffer<Int32>]
  ) {
    let lists = Self.chain(to: list, in: filler.decoders)
    for fault in faults.sorted(by: { ($0.element, $0.field) < ($1.element, $1.field) }) {
      var places: [Int] = []
      var element = fault.element
      for level in offsets.reversed() {
        let parent = Self.parent(of: element, in: level)
        places.append(element - Int(level[parent]))
        element = parent
      }
      filler.row = element
      for (list, place) in zip(lists, places.reversed()) {
        filler.path.push(
          FaultPath.Step(list: list, element: place, source: 0, isSpelled: false))
      }
      filler.fault(fault.reason, list, fault.field, value: fault.value)
      for _ in lists { filler.path.pop() }
    }
  }

  /// The lists from the booking's down to one.
  private static func chain(to list: ListDecoder, in decoders: BookingDecoders) -> [Int] {
    var (chain, next) = ([list.index], list.schema.parent)
    while let parent = next, parent > 0 {
      chain.insert(parent, at: 0)
      next = decoders.lists[parent].schema.parent
    }
    return chain
  }

  /// The last that starts at an element or before it.
  private static func parent(of element: Int, in offsets: ColumnBuffer<Int32>) -> Int {
    var (low, high) = (0, offsets.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(offsets[middle]) <= element { low = middle } else { high = middle }
    }
    return low
  }

  /// Takes back whatever was filled, so that it can be filled booking by booking.
  func clear(_ batch: BookingBatch) {
    batch.lists[list.index].removeAll()
    batch.lists[list.index].offsets.append(0)
    for inner in below { inner.clear(batch) }
  }
}
