/// Puts one value after the other into a batch: rows and elements of JSON
/// records, and of CSV cells that hold lists.
///
/// Every list keeps its columns of one length, also where something cannot be
/// read: the cell is zero then, and the row has its fault.
final class BatchFiller {
  let decoders: BookingDecoders
  let lastDuplicateWins: Bool
  let reader = JSONRecordReader()
  let arena = TextArena()
  private(set) var batch: BookingBatch
  /// The batch's columns beside their decoders, by list. Not checked for overlapping
  /// access, cell by cell: a filler is one thread's.
  @safe @exclusivity(unchecked) private(set) var targets: [ListTarget] = []
  /// The booking being filled.
  var row = 0
  /// Line of the chunk, from 1, that messages name.
  var line: Int64 = 0
  private let path = FaultPath()
  /// Of fields that had a word that they may not have.
  private var choices: [ObjectIdentifier: ChoiceWords] = [:]
  /// Texts of a compact cell's element, by field.
  let parts = ColumnBuffer<TextSlice>()
  /// For each list, which value stands at each member's slot; -1 for none.
  private let slots: [ColumnBuffer<Int>]

  init(_ decoders: BookingDecoders, lastDuplicateWins: Bool) {
    self.decoders = decoders
    self.lastDuplicateWins = lastDuplicateWins
    batch = BookingBatch(schema: decoders.schema)
    slots = decoders.lists.map {
      let buffer = ColumnBuffer<Int>()
      buffer.resize(to: $0.slotCount)
      return buffer
    }
  }

  /// Starts on an empty batch.
  func begin(_ batch: BookingBatch) {
    self.batch = batch
    if targets.first?.columns !== batch.lists.first {
      targets = zip(decoders.lists, batch.lists).map { ListTarget($0, $1, key: decoders.key) }
    }
    arena.removeAll()
    for list in decoders.lists where list.index > 0 && !list.schema.isMade {
      batch.lists[list.index].offsets.append(0)
    }
  }

  // MARK: Faults

  func fault(_ reason: CellFault, field: String = "", value: TextSlice = .empty) {
    fault(reason, FaultContext(field: field, value: Self.shortened(value)))
  }

  /// Of a field of a row that was read before.
  func fault(_ reason: CellFault, _ field: FieldSchema, value: String, row earlier: Int) {
    let (row, line) = (self.row, self.line)
    (self.row, self.line) = (earlier, batch.lines[earlier])
    fault(reason, FaultContext(field: field.name, value: value, schema: field))
    (self.row, self.line) = (row, line)
  }

  /// Of a record that cannot be read at all.
  func fault(_ reason: CellFault, record text: TextSlice) {
    let mistake = mistake(reason, text)
    let isOther = reason == .badNumberToken && mistake?.isWord == false
    // Of a record that is too long, only the beginning is there.
    let end = reason == .tooLong ? 0 : (0..<text.count).last { text[$0] > 0x20 } ?? 0
    fault(
      isOther ? .unreadableJSON : reason,
      FaultContext(value: Self.shortened(text), mistake: mistake),
      lines: text.part(0, end).lineCount)
  }

  private func mistake(_ reason: CellFault, _ text: TextSlice) -> JSONMistake? {
    reason == .unreadableJSON || reason == .badNumberToken ? JSONMistake(text) : nil
  }

  /// Of a field that something in the way of its path keeps from being read.
  func fault(
    _ list: ListDecoder, _ field: Int, on way: (members: [String], found: Int), by value: TextSlice
  ) {
    let schema = list.fields[field].schema
    fault(
      .wrongType,
      FaultContext(
        field: path.name(decoders, schema.name), value: Self.shortened(value), schema: schema,
        path: way))
  }

  /// Of a list as a whole.
  func fault(_ reason: CellFault, in list: ListDecoder, value: TextSlice = .empty) {
    fault(
      reason,
      FaultContext(
        field: describe(list), value: Self.shortened(value), list: list.schema,
        mistake: mistake(reason, value)))
  }

  func fault(_ reason: CellFault, _ list: ListDecoder, _ field: Int, value: TextSlice) {
    var reason = reason
    if list.index == 0, field == decoders.key, reason != .repeatedKey {
      if reason == .missing || reason == .null { reason = .missingKey }
      if batch.unreadKeys[row] == nil {
        batch.unreadKeys[row] = reason == .missingKey ? "" : value.string
      }
    }
    let decoder = list.fields[field]
    let shown = Self.shortened(value)
    fault(
      reason,
      FaultContext(
        field: path.name(decoders, decoder.schema.name), value: shown, schema: decoder.schema,
        words: reason == .unknownChoice ? choices(of: decoder).told(of: shown) : nil))
  }

  private func choices(of decoder: FieldDecoder) -> ChoiceWords {
    if let known = choices[ObjectIdentifier(decoder)] { return known }
    let words = ChoiceWords(decoder.schema.choices)
    choices[ObjectIdentifier(decoder)] = words
    return words
  }

  private func fault(_ reason: CellFault, _ context: FaultContext, lines: Int64 = 0) {
    var fault = RowFault(
      row: row, record: Int64(row), line: line, field: context.field, value: context.value,
      reason: reason.rawValue, message: reason.message(context))
    fault.lastLine += lines
    batch.faults.add(fault)
  }

  /// At most 80 bytes, cut between characters, so that it stays text.
  static func shortened(_ value: TextSlice) -> String {
    guard value.count > 80 else { return value.string }
    var end = 80
    while end > 0, value[end] & 0xC0 == 0x80 { end -= 1 }
    return value.part(0, end).string
  }

  // MARK: Cells

  /// Settles one cell and adds it to its column.
  func add(
    _ outcome: CellOutcome, _ value: CellValue, _ list: ListDecoder, _ field: Int, shown: TextSlice
  ) {
    let target = targets[list.index]
    add(outcome, value, target, target.fields[field], shown: shown)
  }

  @inline(__always)
  func add(
    _ outcome: CellOutcome, _ value: CellValue, _ list: ListTarget, _ field: FieldTarget,
    shown: TextSlice
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
        fault(reason, list.decoder, field.index, value: shown)
      }
      if !isGiven, field.isRequiredKey {
        fault(.missingKey, list.decoder, field.index, value: shown)
      }
    }
    field.column.append(value, isGiven: isGiven, at: list.columns.count)
  }

  /// Adds zeros for every field: a row that could not be read.
  func addEmpty(_ index: Int) {
    let columns = batch.lists[index]
    if index == 0 { batch.unreadKeys[row] = "" }
    for column in columns.columns {
      column.append(CellValue(), isGiven: false, at: columns.count)
    }
    endElement(index)
    closeChildren(of: decoders.lists[index])
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
    fault(
      .tooManyElements,
      FaultContext(
        field: describe(list), list: list.schema,
        elements: isAlone ? rest().map { siblings + $0 } : nil))
    return false
  }

  func enter(_ list: ListDecoder) {
    let columns = targets[list.index].columns
    path.push(list.index, columns.count - Int(columns.offsets[columns.offsets.count - 1]))
  }

  func leave() { path.pop() }

  func describe(_ list: ListDecoder) -> String { path.name(decoders, list.schema.name) }

  // MARK: Slots

  /// Notes where each member that matters stands.
  func note(_ object: JSONNode, for list: ListDecoder) {
    let count = list.slotCount
    let places = unsafe slots[list.index].pointer
    for slot in 0..<count { unsafe places[slot] = -1 }
    guard object.isObject else { return }
    let finder = list.members.finder
    object.eachMember { key, value in
      let name = key.text
      let slot =
        name.count <= 16
        ? finder.code(InputBytes(name), 0, name.count) : list.members.code(name)
      // The empty name is in every table, and no field's.
      if slot >= 0 && name.count > 0 { unsafe places[Int(slot)] = value.index }
    }
  }

  /// The member at a slot of the element that was noted.
  func value(at slot: Int, in element: JSONNode, _ list: ListDecoder) -> JSONNode? {
    let at = unsafe slots[list.index].pointer[slot]
    return at < 0 ? nil : unsafe JSONNode(element.nodes, at)
  }

  /// The value at a place of the element that was noted; `itself` of an object
  /// is only a point's.
  func find(_ place: MemberPlace, in element: JSONNode, _ list: ListDecoder) -> JSONNode? {
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
  static func walk(_ value: JSONNode, _ steps: ArraySlice<FieldPath.Step>) -> JSONNode? {
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
final class ListTarget {
  let decoder: ListDecoder
  let columns: ListColumns
  let fields: [FieldTarget]

  init(_ decoder: ListDecoder, _ columns: ListColumns, key: Int?) {
    self.decoder = decoder
    self.columns = columns
    fields = decoder.schema.isMade
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
  /// In their order, without counting a reference for each: the target holds them.
  @inline(__always)
  func forEachField(_ body: (FieldTarget) -> Void) {
    unsafe fields.withUnsafeBufferPointer { fields in
      for unsafe field in unsafe fields {
        unsafe Unmanaged.passUnretained(field)._withUnsafeGuaranteedRef(body)
      }
    }
  }
}

/// A field and its column: an object, so that adding a cell counts one reference.
final class FieldTarget {
  let index: Int
  let decoder: FieldDecoder
  let column: FieldColumn
  /// Of a field that is one member of its element; -1 for any other.
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

/// Which elements of which lists a fault is in, for its field's path.
final class FaultPath {
  private struct Step: BitwiseCopyable {
    var list: Int
    var element: Int
  }

  private let steps = ColumnBuffer<Step>()

  func push(_ list: Int, _ element: Int) { steps.append(Step(list: list, element: element)) }
  func pop() { steps.resize(to: steps.count - 1) }

  /// `items[1].parts[0].name`, elements counted from 0.
  func name(_ decoders: BookingDecoders, _ last: String) -> String {
    var text = ""
    for index in 0..<steps.count {
      let step = steps[index]
      text += "\(decoders.lists[step.list].schema.name)[\(step.element)]."
    }
    return text + last
  }
}

extension TextSlice {
  func isEqual(to text: String) -> Bool {
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
  func member(_ name: String) -> JSONNode? {
    var found: JSONNode?
    eachMember { key, value in if key.text.isEqual(to: name) { found = value } }
    return found
  }
}
