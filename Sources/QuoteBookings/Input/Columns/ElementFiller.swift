import QuoteLanguage
import QuoteSyntax

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

  /// What was found at fault in an element, to be told when all lists below are read.
  private struct Found {
    /// The booking.
    var row: Int
    /// The place of the element, and of those that it is in, each in its list; the outermost
    /// first.
    var places: [Int]
    /// Where a JSON cell would come to it: for each list its place among the lists of what holds
    /// it, counted from 1, and the element; then 0 and the field.
    var order: [Int]
    var list: ListDecoder
    var field: Int
    var reason: CellFault
    var value: TextSlice
  }

  init?(
    _ decoders: BookingDecoders, list: ListDecoder, elements: any ForeignElements,
    room: ForeignRoom
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
        let filler = ElementFiller(decoders, list: inner, elements: lists, room: room)
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
    var faults: [Found] = []
    guard try fill(batch, rows, filler, ways: [], faults: &faults) else { return false }
    tell(faults, filler)
    return true
  }

  /// `ways` lead here: the offsets of each list, and its place among its siblings; the nearest
  /// last.
  private func fill(
    _ batch: BookingBatch, _ rows: Range<Int>, _ filler: BatchFiller,
    ways: [(offsets: ColumnBuffer<Int32>, place: Int)], place: Int = 1, faults: inout [Found]
  ) throws(Trouble) -> Bool {
    guard let found = try elements.offsets(of: rows, into: starts), isWithinBound else {
      return false
    }
    let columns = batch.lists[list.id]
    columns.offsets.resize(to: starts.count)
    unsafe columns.offsets.pointer.update(from: starts.pointer, count: starts.count)
    columns.count = found.count
    columns.sources.resize(to: found.count)
    unsafe columns.sources.pointer.update(repeating: 0, count: found.count)
    let ways = ways + [(columns.offsets, place)]
    for (index, place) in fields.enumerated() {
      let (decoder, target) = (list.fields[index], columns.columns[index])
      target.resize(to: found.count)
      switch place {
      case .column(let column):
        try decoder.read(column, found, into: target, room) {
          faults.append(
            self.found($1, of: $0, field: index, value: filler.arena.copy($2), ways: ways))
        }
      case .nowhere:
        decoder.readNothing(found.count, into: target) {
          faults.append(self.found($1, of: $0, field: index, value: .empty, ways: ways))
        }
      }
    }
    for (index, inner) in below.enumerated() {
      guard
        try inner.fill(batch, found, filler, ways: ways, place: index + 1, faults: &faults)
      else { return false }
    }
    return true
  }

  private var isWithinBound: Bool {
    let ends = unsafe starts.pointer
    var most: Int32 = 0
    for index in 1..<max(starts.count, 1) {
      most = unsafe max(most, ends[index] &- ends[index - 1])
    }
    return Int(most) <= list.schema.bound
  }

  private func found(
    _ reason: CellFault, of element: Int, field: Int, value: TextSlice,
    ways: [(offsets: ColumnBuffer<Int32>, place: Int)]
  ) -> Found {
    var (places, order) = ([Int](), [0, field])
    var element = element
    for way in ways.reversed() {
      let parent = Self.parent(of: element, in: way.offsets)
      places.insert(element - Int(way.offsets[parent]), at: 0)
      order = [way.place, places[0]] + order
      element = parent
    }
    return Found(
      row: element, places: places, order: order, list: list, field: field, reason: reason,
      value: value)
  }

  /// Tells of faults as a JSON cell would, with the way that leads to each: what is first told
  /// of a booking stays.
  private func tell(_ faults: [Found], _ filler: BatchFiller) {
    let inOrder = faults.indices.sorted { a, b in
      let (one, other) = (faults[a], faults[b])
      if one.row != other.row { return one.row < other.row }
      if one.order != other.order { return one.order.lexicographicallyPrecedes(other.order) }
      return a < b
    }
    for index in inOrder {
      let fault = faults[index]
      let lists = Self.chain(to: fault.list, in: filler.decoders)
      filler.row = fault.row
      for (list, place) in zip(lists, fault.places) {
        filler.path.push(
          FaultPath.Step(list: list, element: place, source: 0, isSpelled: false))
      }
      filler.fault(fault.reason, fault.list, fault.field, value: fault.value)
      for _ in lists { filler.path.pop() }
    }
  }

  /// The lists from the booking's down to one.
  private static func chain(to list: ListDecoder, in decoders: BookingDecoders) -> [Int] {
    var (chain, next) = ([list.index], list.parent)
    while next > 0 {
      chain.insert(next, at: 0)
      next = decoders.lists[next].parent
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
    batch.lists[list.id].removeAll()
    batch.lists[list.id].offsets.append(0)
    for inner in below { inner.clear(batch) }
  }
}
