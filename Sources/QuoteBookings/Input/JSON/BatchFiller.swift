import QuoteLanguage
package import QuoteSyntax

/// Puts one value after the other into a batch: rows and elements of JSON
/// records, and of CSV cells that hold lists.
///
/// Every list keeps its columns of one length, also where something cannot be
/// read: the cell is zero then, and the row has its fault.
package final class BatchFiller {
  package let decoders: BookingDecoders
  let lastDuplicateWins: Bool
  /// What Python takes for false instead of a booking, or nothing at all, is one that says
  /// nothing.
  package var falsyIsMissing = false
  let reader: JSONRecordReader
  private(set) lazy var nothing = NothingSaid()
  package let arena = TextArena()
  @safe @exclusivity(unchecked) private(set) var batch: BookingBatch
  /// The batch's columns beside their decoders, by list. Like what else changes from cell to cell,
  /// not checked for overlapping access: a filler is one thread's.
  @safe @exclusivity(unchecked) private(set) var targets: [ListTarget] = []
  /// The booking being filled.
  @safe @exclusivity(unchecked) package var row = 0
  /// Line of the chunk, from 1, that messages name.
  @safe @exclusivity(unchecked) package var line: Int64 = 0
  let path = FaultPath()
  /// Where the parent of an element was found last.
  @safe @exclusivity(unchecked) var latestParent = 0
  /// What would read values that cannot be read.
  @safe @exclusivity(unchecked) var notations = NotationTally()
  /// What was told of faults before.
  let texts = FaultTexts()
  /// A value as it is shown, where that is not as it came in.
  let mended = ByteBuffer()
  /// What bytes the cells have that are told of, one after the other.
  let seenKinds = ColumnBuffer<ByteKinds>()
  let unread: UnreadMembers
  /// Which columns the rows of a CSV have.
  @safe @exclusivity(unchecked) var layout: CSVLayout?
  /// The words of fields that had one that they may not have.
  var choices: [ObjectIdentifier: ChoiceWords] = [:]
  /// Texts of a compact cell's element, by field.
  let parts = ColumnBuffer<TextSlice>()
  /// For each list, which value stands at each member's slot; -1 for none.
  private let slots: [ColumnBuffer<Int>]

  package init(_ decoders: BookingDecoders, lastDuplicateWins: Bool, takesWords: Bool = false) {
    self.decoders = decoders
    self.lastDuplicateWins = lastDuplicateWins
    reader = JSONRecordReader(takesWords: takesWords)
    unread = UnreadMembers(decoders.names)
    batch = BookingBatch(schema: decoders.schema)
    slots = decoders.lists.map {
      let buffer = ColumnBuffer<Int>()
      buffer.resize(to: $0.slotCount)
      return buffer
    }
  }

  /// Starts on an empty batch.
  package func begin(_ batch: BookingBatch) {
    self.batch = batch
    if targets.first?.columns !== batch.lists.first {
      targets = zip(decoders.lists, batch.lists).map { ListTarget($0, $1, key: decoders.key) }
    }
    arena.removeAll()
    unread.begin()
    layout = nil
    for list in decoders.lists where list.index > 0 && !list.schema.isMade {
      batch.lists[list.id].offsets.append(0)
    }
  }

  // MARK: Cells

  /// Settles one cell and adds it to its column.
  package func add(
    _ outcome: CellOutcome, _ value: CellValue, to list: ListDecoder, field: Int,
    source: Int? = nil, shown: TextSlice
  ) {
    let target = targets[list.index]
    add(outcome, value, to: target, field: target.fields[field], source: source, shown: shown)
  }

  @inline(__always)
  package func add(
    _ outcome: CellOutcome, _ value: CellValue, to list: ListTarget, field: FieldTarget,
    source: Int? = nil, shown: TextSlice
  ) {
    var value = value
    var isGiven = true
    switch outcome {
    case .given: break
    case .missing, .null, .fault:
      switch field.decoder.settle(outcome, &value) {
      case .success(let given): isGiven = given
      case .failure(let reason):
        isGiven = false
        fault(reason, list.decoder, field.index, source: source, value: shown)
      }
      if !isGiven, field.isRequiredKey {
        fault(.missingKey, list.decoder, field.index, value: shown)
      }
    }
    field.column.append(value, isGiven: isGiven, at: list.columns.count)
  }

  /// Adds a booking without any value, in place of a record that could not be read.
  package func addEmptyBooking() {
    let columns = batch.lists[.booking]
    batch.unreadKeys[row] = ""
    for column in columns.columns {
      column.append(CellValue(), isGiven: false, at: columns.count)
    }
    endElement(0)
    closeChildren(of: decoders.lists[0])
  }

  func endElement(_ index: Int) { targets[index].columns.count += 1 }

  /// Ends the lists below an element without adding to them.
  func closeChildren(of list: ListDecoder) {
    for child in list.children { close(child) }
  }

  func close(_ child: Int) {
    let columns = targets[child].columns
    columns.offsets.append(Int32(truncatingIfNeeded: columns.count))
  }

  /// Counts the element about to be added among its siblings; past the list's
  /// bound it is a fault and false. `rest` is how many there are of this one on, if that is
  /// known: of a list that is read from one place alone it is told how many it would have.
  func hasRoom(in list: ListDecoder, rest: @autoclosure () -> Int? = nil) -> Bool {
    let columns = targets[list.index].columns
    let siblings = columns.count - Int(columns.offsets[columns.offsets.count - 1])
    if siblings < list.schema.bound { return true }
    let isAlone = list.schema.sources.count == 1
    faultOfTooMany(list, isAlone ? rest().map { siblings + $0 } : nil)
    return false
  }

  // MARK: Slots

  /// Notes where each member that matters stands; of one that looks as if it should it tells,
  /// but not again where the element is its parent.
  func note(_ object: JSONNode, for list: ListDecoder, isParent: Bool) {
    let count = list.slotCount
    let places = unsafe slots[list.index].pointer
    for slot in 0..<count { unsafe places[slot] = -1 }
    guard object.isObject else { return }
    let finder = list.members.finder
    let node = list.names
    var near: UInt64 = 0
    object.eachMember { key, value in
      let name = key.text
      let slot =
        name.count <= 16
        ? finder.code(InputBytes(name), 0, name.count) : list.members.code(name)
      // The empty name is in every table, and no field's.
      if slot >= 0 && name.count > 0 {
        unsafe places[Int(slot)] = value.index
      } else if !isParent {
        let bytes = InputBytes(name)
        near |= unread.near(
          node, hash: bytes.nameHash(0, name.count), in: bytes, start: 0, count: name.count,
          isList: isLikeList(value, node))
      }
    }
    if !isParent, near != 0 || list.hasInnerNames {
      lookForUnread(in: object, node, of: object, list)
    }
  }

  /// The member at a slot of the element that was noted.
  package func value(at slot: Int, in element: JSONNode, _ list: ListDecoder) -> JSONNode? {
    let at = unsafe slots[list.index].pointer[slot]
    return at < 0 ? nil : unsafe JSONNode(element.nodes, at)
  }

  /// The value at a place of the element that was noted; `itself` of an object
  /// is only a point's.
  package func find(_ place: MemberPlace, in element: JSONNode, _ list: ListDecoder) -> JSONNode? {
    guard let slot = place.slot else {
      if place.rest.isEmpty { return element }
      return Self.walk(element, place.rest[...])
    }
    guard let value = value(at: slot, in: element, list) else { return nil }
    return place.rest.isEmpty ? value : Self.walk(value, place.rest[...])
  }

  /// What ends a path before its end: a value in its middle that is no object,
  /// or, where an entry of a list is looked for, no list of objects.
  func blocking(_ place: MemberPlace, in element: JSONNode, _ list: ListDecoder) -> JSONNode? {
    guard let slot = place.slot, var value = value(at: slot, in: element, list) else { return nil }
    for step in place.rest {
      let isPassable = if case .member = step { value.isObject } else { value.isArray }
      guard isPassable else { return value }
      guard let next = Self.walk(value, [step]) else {
        return value.isArray ? value.elements.first { !$0.isObject } : nil
      }
      value = next
    }
    return nil
  }

  /// Goes down the rest of a path; nil where something on it is not there.
  package static func walk(_ value: JSONNode, _ steps: ArraySlice<FieldPath.Step>) -> JSONNode? {
    var value = value
    for step in steps {
      switch step {
      case .member(let name):
        guard value.isObject, let next = value.member(name) else { return nil }
        value = next
      case .entry(let member, let text):
        guard value.isArray else { return nil }
        var found: JSONNode?
        value.eachElement { _, element in
          guard found == nil, element.isObject, let named = element.member(member) else { return }
          if named.text.isEqual(to: text) { found = element }
        }
        guard let next = found else { return nil }
        value = next
      }
    }
    return value
  }
}

/// A list's columns in the batch at hand, beside how they are filled.
package final class ListTarget {
  let decoder: ListDecoder
  let columns: ListColumns
  let fields: [FieldTarget]

  init(_ decoder: ListDecoder, _ columns: ListColumns, key: Int?) {
    self.decoder = decoder
    self.columns = columns
    fields =
      decoder.schema.isMade
      ? []
      : decoder.fields.indices.map { field in
        let isKey = decoder.index == 0 && field == key
        return FieldTarget(
          field, decoder.fields[field], columns.columns[field], slot: decoder.directSlots[field],
          isRequiredKey: isKey && !decoder.fields[field].schema.isOptional)
      }
  }
}

extension ListTarget {
  /// In their order, without reference counting for each: the target holds them.
  @inline(__always)
  func forEachField(_ body: (FieldTarget) -> Void) {
    unsafe fields.withUnsafeBufferPointer { fields in
      for unsafe field in unsafe fields {
        unsafe Unmanaged.passUnretained(field)._withUnsafeGuaranteedRef(body)
      }
    }
  }
}

/// A field and its column: an object, so that adding a cell costs the reference counting of one.
package final class FieldTarget {
  let index: Int
  let decoder: FieldDecoder
  let column: FieldColumn
  /// The slot of a field that is one member of its element; -1 for any other.
  let slot: Int
  let isRequiredKey: Bool
  let isText: Bool

  init(
    _ index: Int, _ decoder: FieldDecoder, _ column: FieldColumn, slot: Int, isRequiredKey: Bool
  ) {
    self.index = index
    self.decoder = decoder
    self.column = column
    self.slot = slot
    self.isRequiredKey = isRequiredKey
    isText = if case .text = decoder.kind { true } else { false }
  }
}

extension TextSlice {
  package func isEqual(to text: String) -> Bool {
    guard count == text.utf8.count else { return false }
    var at = 0
    for byte in text.utf8 {
      if self[at] != byte { return false }
      at += 1
    }
    return true
  }
}

extension JSONNode {
  package func member(_ name: String) -> JSONNode? {
    var found: JSONNode?
    eachMember { key, value in if key.text.isEqual(to: name) { found = value } }
    return found
  }
}
