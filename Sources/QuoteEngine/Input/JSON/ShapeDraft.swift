import QuoteLanguage

/// A record's shape in the making.
struct ShapeDraft {
  struct Member {
    var name: String
    var value: RecordShape.Member
    /// Members, as bits, beside which this one has to be looked at.
    var excluded: UInt64 = 0
    /// Whether its field may be somewhere else as well.
    var isOneOfSeveral = false

    init(_ name: String, _ value: RecordShape.Member) {
      self.name = name
      self.value = value
    }
  }

  struct Node {
    var members: [Member] = []
    var required: UInt64 = 0
    /// Among the names that are read; -1 where nobody asks for others.
    var reading = -1

    var isFlat: Bool { members.allSatisfy { $0.value.action == .cell } }

    func index(of name: String) -> Int? { members.firstIndex { $0.name == name } }
  }

  private(set) var nodes: [Node] = []
  private(set) var fields: [[RecordShape.FieldSlot]] = []
  private(set) var slots: [Int] = []
  private(set) var elementNodes: [Int] = []
  /// By list: the cell that an element is which is no object.
  private(set) var plainElements: [RecordShape.Member] = []
  private(set) var root = 0

  private typealias Taken = RecordShape.Taken

  /// Whether every list has its one place, and every field places that can be told apart.
  mutating func add(_ decoders: BookingDecoders, withBooking: Bool) -> Bool {
    for list in decoders.lists {
      elementNodes.append(addNode())
      slots.append(0)
      fields.append([])
      plainElements.append(RecordShape.Member(action: .cell, taken: 0, target: 0))
      if list.schema.isMade || (list.index == 0 && !withBooking) { continue }
      for field in list.fields {
        guard let slot = addField(field, list.index) else { return false }
        fields[list.index].append(slot)
      }
    }
    for list in decoders.lists where list.index > 0 || withBooking {
      for child in list.children {
        guard addList(decoders.lists[child], below: elementNodes[list.index]) else { return false }
      }
    }
    root = elementNodes[0]
    for list in decoders.lists where list.index > 0 || withBooking {
      read(elementNodes[list.index], decoders.names, decoders.names.roots[list.index])
    }
    return nodes.allSatisfy { $0.members.count <= 64 }
  }

  /// Says which names are read in a node and those in it.
  private mutating func read(_ node: Int, _ names: ReadNames, _ reading: Int) {
    nodes[node].reading = reading
    for inner in names.nodes[reading].inner {
      guard let member = nodes[node].index(of: inner.name),
        nodes[node].members[member].value.action == .object
      else { continue }
      read(Int(nodes[node].members[member].value.target), names, inner.node)
    }
  }

  /// Puts the booking where a path leads to.
  mutating func wrap(_ bookingPath: [String]) -> Bool {
    for name in bookingPath.reversed() {
      let outer = addNode()
      guard Self.isPlain(name) else { return false }
      let inner = RecordShape.Member(action: .object, taken: 0, target: Int32(root))
      nodes[outer].members = [Member(name, inner)]
      nodes[outer].required = 1
      root = outer
    }
    return true
  }

  private mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  // MARK: Fields

  private mutating func addField(_ field: FieldDecoder, _ list: Int) -> RecordShape.FieldSlot? {
    guard field.readsStrictly else { return nil }
    let node = elementNodes[list]
    let nothing = field.schema.isOptional && field.substitute == nil ? Taken.nothing : 0
    if case .pair(let first, let second)? = field.schema.sources.first {
      guard field.schema.sources.count == 1 else { return nil }
      return addPoint(names(first), names(second), node, list, Taken.nothing)
    }
    if case .point = field.kind {
      guard field.schema.sources.count == 1, case .path(let path)? = field.schema.sources.first,
        let names = names(path), !names.isEmpty
      else { return nil }
      return addPoint(names + ["lat"], names + ["lng"], node, list, nothing)
    }
    return addCell(field, node, list, nothing).map { .one($0) }
  }

  private mutating func addPoint(
    _ latitude: [String]?, _ longitude: [String]?, _ node: Int, _ list: Int, _ nothing: UInt8
  ) -> RecordShape.FieldSlot? {
    guard let latitude, let longitude,
      let one = cell(latitude, node, list, Taken.number, nothing),
      let two = cell(longitude, node, list, Taken.number, nothing)
    else { return nil }
    return .two(one, two)
  }

  /// The slot of a field, wherever it is.
  private mutating func addCell(
    _ field: FieldDecoder, _ node: Int, _ list: Int, _ nothing: UInt8
  ) -> Int? {
    let taken = taken(field) | nothing
    var paths: [[String]] = []
    for source in field.schema.sources {
      guard case .path(let path) = source, let names = names(path) else { return nil }
      paths.append(names)
    }
    if paths.count == 1, !paths[0].isEmpty { return cell(paths[0], node, list, taken, nothing) }
    let slot = addSlot(list)
    for (index, names) in paths.enumerated() {
      guard !names.isEmpty else {
        guard list > 0, plainElements[list].taken == 0 else { return nil }
        plainElements[list].taken = taken
        plainElements[list].target = Int32(slot)
        continue
      }
      guard add(names, node, to: slot, taken, nothing) else { return nil }
      for earlier in paths[..<index] where !earlier.isEmpty { exclude(earlier, names, node) }
    }
    return slot
  }

  private func taken(_ field: FieldDecoder) -> UInt8 {
    switch field.kind {
    case .decimal, .binary: Taken.number
    case .date, .time, .instant, .choice: Taken.text
    case .flag: Taken.flag
    case .text: field.anyAsText ? Taken.text | Taken.number | Taken.flag : Taken.text
    case .point: 0
    }
  }

  /// The names of a path of members, none for a value itself; nil where it has other steps.
  private func names(_ path: FieldPath) -> [String]? {
    var names: [String] = []
    for step in path.steps {
      guard case .member(let name) = step, Self.isPlain(name) else { return nil }
      names.append(name)
    }
    return names
  }

  /// Whether a name is written in JSON as it is.
  private static func isPlain(_ name: String) -> Bool {
    (1...16).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
  }

  // MARK: Members

  private mutating func addSlot(_ list: Int) -> Int {
    slots[list] += 1
    return slots[list] - 1
  }

  /// The slot of the cell at a path, which several fields may have if it is the only place of
  /// each. `nothing` says whether objects on the way may be null.
  private mutating func cell(
    _ names: [String], _ node: Int, _ list: Int, _ taken: UInt8, _ nothing: UInt8
  ) -> Int? {
    guard let name = names.last, let inner = walk(names.dropLast(), node, nothing) else {
      return nil
    }
    guard let known = nodes[inner].index(of: name) else {
      let slot = addSlot(list)
      let value = RecordShape.Member(action: .cell, taken: taken, target: Int32(slot))
      nodes[inner].members.append(Member(name, value))
      return slot
    }
    let member = nodes[inner].members[known]
    guard member.value.action == .cell, !member.isOneOfSeveral else { return nil }
    nodes[inner].members[known].value.taken &= taken
    return Int(member.value.target)
  }

  /// Gives a path to a field that has several; false where another field has it.
  private mutating func add(
    _ names: [String], _ node: Int, to slot: Int, _ taken: UInt8, _ nothing: UInt8
  ) -> Bool {
    guard let name = names.last, let inner = walk(names.dropLast(), node, nothing),
      nodes[inner].index(of: name) == nil
    else { return false }
    var member = Member(
      name, RecordShape.Member(action: .cell, taken: taken, target: Int32(slot)))
    member.isOneOfSeveral = true
    nodes[inner].members.append(member)
    return true
  }

  /// Has the members exclude each other in which two paths differ first.
  private mutating func exclude(_ one: [String], _ other: [String], _ node: Int) {
    var at = node
    for (first, second) in zip(one, other) {
      guard let a = nodes[at].index(of: first), let b = nodes[at].index(of: second) else { return }
      guard a == b else {
        nodes[at].members[a].excluded |= 1 << UInt64(b)
        nodes[at].members[b].excluded |= 1 << UInt64(a)
        return
      }
      at = Int(nodes[at].members[a].value.target)
    }
  }

  /// The node at the end of a path of objects.
  private mutating func walk(_ names: ArraySlice<String>, _ node: Int, _ nothing: UInt8) -> Int? {
    var at = node
    for name in names {
      if let known = nodes[at].index(of: name) {
        guard nodes[at].members[known].value.action == .object else { return nil }
        nodes[at].members[known].value.taken &= nothing
        at = Int(nodes[at].members[known].value.target)
      } else {
        let inner = addNode()
        let value = RecordShape.Member(action: .object, taken: nothing, target: Int32(inner))
        nodes[at].members.append(Member(name, value))
        at = inner
      }
    }
    return at
  }

  private mutating func addList(_ list: ListDecoder, below node: Int) -> Bool {
    guard list.schema.sources.count == 1, case .path(let path) = list.schema.sources[0],
      let names = names(path), let inner = walk(names.dropLast(), node, Taken.nothing),
      let name = names.last, nodes[inner].index(of: name) == nil
    else { return false }
    let value = RecordShape.Member(action: .list, taken: 0, target: Int32(list.index))
    nodes[inner].members.append(Member(name, value))
    return true
  }
}
