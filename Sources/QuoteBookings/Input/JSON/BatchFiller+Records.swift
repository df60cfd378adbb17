import QuoteLanguage
import QuoteSyntax

/// JSON records and elements into the batch.
extension BatchFiller {
  /// Adds one booking from a record's text; a record that cannot be read is a
  /// row of nothing with its fault.
  package func addBooking(_ text: TextSlice, at bookingPath: [String]) {
    addBooking(reader.read(text), of: text, at: bookingPath)
  }

  /// The same of a record that was read, or could not be.
  package func addBooking(
    _ record: Result<JSONNode, CellFault>, of text: TextSlice, at bookingPath: [String]
  ) {
    defer { row += 1 }
    switch record {
    case .failure(let reason):
      fault(reason, record: text)
      addEmptyBooking()
    case .success(let record):
      guard let booking = booking(in: record, at: bookingPath, text) else {
        return addEmptyBooking()
      }
      addElement(booking, decoders.lists[0], source: nil)
    }
  }

  private func booking(
    in record: JSONNode, at bookingPath: [String], _ text: TextSlice
  ) -> JSONNode? {
    if !record.isObject {
      if falsyIsMissing, record.isFalsy { return nothing.node }
      fault(.notAnObject, value: text)
      return nil
    }
    if record.isRepeated && !lastDuplicateWins {
      fault(.duplicateMember, field: firstRepeated(in: record), value: text)
      return nil
    }
    guard !bookingPath.isEmpty else { return record }
    let steps = bookingPath.map { FieldPath.Step.member($0) }
    let booking = BatchFiller.walk(record, steps[...])
    guard let booking, booking.isObject else {
      if falsyIsMissing, booking?.isFalsy ?? true { return nothing.node }
      fault(.noBooking, field: bookingPath.joined(separator: "."), value: text)
      return nil
    }
    return booking
  }

  private func firstRepeated(in record: JSONNode) -> String {
    var name = ""
    record.eachKey { key in if key.isRepeated && name.isEmpty { name = key.text.string } }
    return name
  }

  /// Adds an element (or the booking) and everything below it.
  func addElement(
    _ element: JSONNode, _ list: ListDecoder, source: Int?, isParent: Bool = false
  ) {
    if let source { enter(list, source: source) }
    note(element, for: list, isParent: isParent)
    let target = targets[list.index]
    target.forEachField { field in
      if field.slot >= 0 {
        addDirect(value(at: field.slot, in: element, list), target, field)
      } else {
        addField(element, list, field.index)
      }
    }
    finishElement(list, source: source)
    for position in list.children.indices {
      let child = list.children[position]
      addChildren(
        of: element, in: list, position: position, child: decoders.lists[child])
      close(child)
    }
    if source != nil { leave() }
  }

  func finishElement(_ list: ListDecoder, source: Int?) {
    if let source {
      targets[list.index].columns.sources.append(UInt8(truncatingIfNeeded: source))
    }
    endElement(list.index)
  }

  /// A field that is one member of its element, which nearly all are.
  @inline(__always)
  private func addDirect(_ node: JSONNode?, _ list: ListTarget, _ field: FieldTarget) {
    var value = CellValue()
    var outcome = CellOutcome.missing
    if let node {
      outcome = field.decoder.decode(node, &value)
      if field.isText, node.isBorrowed, case .given = outcome {
        value.text = arena.copy(value.text)
        // Keys are written again, into files of text.
        let isKey = list.decoder.index == 0 && field.index == decoders.key
        if isKey, value.text.firstIndex(of: 0) != nil { outcome = .fault(.nul) }
      }
    }
    add(outcome, value, to: list, field: field, shown: node?.shown ?? .empty)
  }

  private func addField(_ element: JSONNode, _ list: ListDecoder, _ field: Int) {
    let decoder = list.fields[field]
    var value = CellValue()
    var outcome = CellOutcome.missing
    var shown = TextSlice.empty
    var source: Int?
    for (number, place) in list.fieldPlaces[field].enumerated() {
      switch place {
      case .one(let place):
        guard let found = find(place, in: element, list) else {
          guard let block = blocking(place, in: element, list), !decoder.passes(block) else {
            continue
          }
          outcome = .fault(.wrongType)
          shown = block.shown
          if let way = Self.way(decoder.schema.sources[number], in: element) {
            fault(list, field, on: way, by: shown)
          }
          break
        }
        if place.slot == nil && place.rest.isEmpty && found.isObject && !decoder.takesObjects {
          continue
        }
        outcome = decoder.decode(found, &value)
        shown = found.shown
        if found.isBorrowed, case .given = outcome, case .text = decoder.kind {
          value.text = arena.copy(value.text)
        }
      case .two(let first, let second):
        let a = find(first, in: element, list)
        let b = find(second, in: element, list)
        outcome = decoder.point(a, b, &value)
        shown = a?.shown ?? b?.shown ?? .empty
      }
      if case .missing = outcome { continue }
      source = number
      break
    }
    add(outcome, value, to: list, field: field, source: source, shown: shown)
  }

  /// The members of a path, and how many of them an element has.
  private static func way(
    _ source: FieldSource, in element: JSONNode
  ) -> (members: [String], found: Int)? {
    guard case .path(let path) = source else { return nil }
    var members: [String] = []
    for step in path.steps {
      guard case .member(let name) = step else { return nil }
      members.append(name)
    }
    var (node, found) = (element, 0)
    while found < members.count, node.isObject, let next = node.member(members[found]) {
      (node, found) = (next, found + 1)
    }
    return (members, found)
  }

  /// Gathers a list's sources under one element.
  private func addChildren(
    of parent: JSONNode, in list: ListDecoder, position: Int, child: ListDecoder
  ) {
    for (number, source) in child.schema.sources.enumerated() {
      switch source {
      case .itself:
        if hasRoom(in: child) { addElement(parent, child, source: number, isParent: true) }
      case .extra: addExtra(child, source: number)
      case .path:
        guard let place = list.childPlaces[position][number] else { continue }
        if let found = find(place, in: parent, list) {
          addElements(found, child, source: number)
        } else if let block = blocking(place, in: parent, list), !block.isNothing,
          !child.schema.otherIsMissing
        {
          fault(.notAList, in: child, value: block.shown)
        }
      }
    }
  }

  /// Adds the elements of an array: all objects or all plain values.
  func addElements(_ array: JSONNode, _ list: ListDecoder, source: Int) {
    guard array.isArray else {
      if list.schema.otherIsMissing { return }
      fault(array.isNothing ? .null : .notAList, in: list, value: array.shown)
      return
    }
    var firstIsObject: Bool?
    var isStopped = false
    var before = 0
    array.eachElement { _, element in
      if isStopped { return }
      if firstIsObject == nil { firstIsObject = element.isObject }
      if element.isObject != firstIsObject || element.isArray {
        fault(.mixedList, in: list, value: element.shown)
        isStopped = true
      } else if !element.isObject && !list.takesPlainElements {
        fault(.plainElement, in: list, value: element.shown)
        isStopped = true
      } else if hasRoom(in: list, rest: array.size - before) {
        addElement(element, list, source: source)
        before += 1
      } else {
        isStopped = true
      }
    }
  }

  /// Adds an element that the rules make: constants, and what the plan computes.
  func addExtra(_ list: ListDecoder, source: Int) {
    guard hasRoom(in: list) else { return }
    let columns = batch.lists[list.id]
    let constants = list.extras[source] ?? []
    for (field, column) in columns.columns.enumerated() {
      let constant = field < constants.count ? constants[field] : nil
      let value = constant ?? list.fields[field].substitute
      column.append(value ?? CellValue(), isGiven: value != nil, at: columns.count)
    }
    finishElement(list, source: source)
    closeChildren(of: list)
  }
}

/// A booking without members.
final class NothingSaid {
  private let reader = JSONRecordReader()
  private let text: ByteBuffer
  let node: JSONNode

  init() {
    text = ByteBuffer()
    text.append(text: "{}")
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    guard case .success(let node) = reader.read(text.slice(0, 2)) else {
      preconditionFailure("an object without members is JSON")
    }
    self.node = node
  }
}

extension FieldDecoder {
  /// Whether an object may be the field's value.
  var takesObjects: Bool {
    if case .point = kind { return true }
    return anyAsText
  }
}

extension JSONNode {
  /// What messages show of a value: its text, nothing of objects and arrays.
  var shown: TextSlice { isObject || isArray ? .empty : text }

  /// Calls with every key in the value, however deep.
  func eachKey(_ body: (JSONNode) -> Void) {
    for at in index + 1..<max(next, index + 1) {
      let node = unsafe JSONNode(nodes, at)
      if node.isKey { body(node) }
    }
  }
}
