internal import CScan

/// What of a JSON record matters and where it goes, as the steps of one walk through its
/// tokens: for each kind of object that may come, its members by name.
///
/// Only rules that read each field at one place, strictly, have a shape; records of others
/// are read by ``BatchFiller`` alone. Members nobody asks for are not in it. One thread's:
/// walks remember in it which members follow which.
final class RecordShape: @unchecked Sendable {
  /// What is done with a member's value.
  enum Action: UInt8 {
    /// Its bytes are the cell of a slot.
    case cell
    /// Its members are those of a node.
    case object
    /// Its elements are rows of a list.
    case list
  }

  struct Member: BitwiseCopyable {
    var action: Action
    /// Kinds of values a cell may have, as `Taken` says.
    var taken: UInt8
    /// The slot, the node, or the list.
    var target: Int32
  }

  /// Kinds of values.
  enum Taken {
    static let text: UInt8 = 1
    static let number: UInt8 = 2
    static let flag: UInt8 = 4
    /// Null and the empty text, where they mean the same as no value.
    static let nothing: UInt8 = 8
  }

  /// A kind of object.
  @safe struct Node: BitwiseCopyable {
    var finder: WordFinder
    /// Where its members stand among all.
    var first: Int
    var count: Int
    /// The same members with what follows them. Their memory belongs to the shape.
    @unsafe var names: UnsafeMutablePointer<cscan_member>
    /// Members, as bits, without which the object is not understood.
    var required: UInt64

    @unsafe var object: cscan_object {
      unsafe cscan_object(members: names, count: count, required: required)
    }
  }

  /// Where a field's cell is among those of its list.
  enum FieldSlot {
    case one(Int)
    /// Latitude and longitude.
    case two(Int, Int)
  }

  @safe struct List: BitwiseCopyable {
    /// The node of its elements.
    var node: Int
    /// Lists right below it among `children`.
    var firstChild: Int
    var childCount: Int
    var bound: Int
    /// Whether all members of its elements are cells.
    var isFlat: Bool
  }

  let nodes = ColumnBuffer<Node>()
  let members = ColumnBuffer<Member>()
  let lists = ColumnBuffer<List>()
  let children = ColumnBuffer<Int>()
  /// By list, by field.
  let fields: [[FieldSlot]]
  /// The node that a record starts with.
  let root: Int
  /// Cells a row, by list.
  let slots: [Int]
  /// Keeps what the nodes look names up in.
  private let words: [WordTable]
  /// The same with what follows them, by node.
  private let followed: [ColumnBuffer<cscan_member>]

  /// Nil where some field or list has no single place, or reads loosely.
  convenience init?(_ decoders: BookingDecoders, bookingPath: [String]) {
    var draft = ShapeDraft()
    guard draft.add(decoders, withBooking: true) else { return nil }
    guard draft.wrap(bookingPath) else { return nil }
    self.init(decoders, draft)
  }

  /// Of the elements of lists, whatever the booking itself is like.
  convenience init?(elementsOf decoders: BookingDecoders) {
    var draft = ShapeDraft()
    guard draft.add(decoders, withBooking: false) else { return nil }
    self.init(decoders, draft)
  }

  private init(_ decoders: BookingDecoders, _ draft: ShapeDraft) {
    fields = draft.fields
    root = draft.root
    slots = draft.slots
    words = draft.nodes.map { node in
      WordTable(node.members.enumerated().map { ($1.name, Int32($0)) })
    }
    followed = draft.nodes.map(Self.followed)
    for (index, node) in draft.nodes.enumerated() {
      unsafe nodes.append(
        Node(
          finder: words[index].finder, first: members.count, count: node.members.count,
          names: followed[index].pointer, required: node.required))
      for member in node.members { members.append(member.member) }
    }
    for (index, list) in decoders.lists.enumerated() {
      let node = draft.elementNodes[index]
      lists.append(
        List(
          node: node, firstChild: children.count, childCount: list.children.count,
          bound: list.schema.bound, isFlat: draft.nodes[node].isFlat))
      for child in list.children { children.append(child) }
    }
  }

  /// Members of a node, and the one that stands before the first.
  private static func followed(_ node: ShapeDraft.Node) -> ColumnBuffer<cscan_member> {
    let members = ColumnBuffer<cscan_member>(capacity: node.members.count + 1)
    let none = UInt32(node.members.count)
    for (index, (name, member)) in node.members.enumerated() {
      members.append(cscan_member(name, member, bit: 1 << UInt64(index), none: none))
    }
    members.append(
      cscan_member("", Member(action: .cell, taken: 0, target: 0), bit: 0, none: none))
    return members
  }
}

/// A shape in the making.
private struct ShapeDraft {
  struct Node {
    var members: [(name: String, member: RecordShape.Member)] = []
    var required: UInt64 = 0

    var isFlat: Bool { members.allSatisfy { $0.member.action == .cell } }
  }

  var nodes: [Node] = []
  var fields: [[RecordShape.FieldSlot]] = []
  var slots: [Int] = []
  var elementNodes: [Int] = []
  var root = 0

  private typealias Taken = RecordShape.Taken

  /// Whether every field and list has its one place.
  mutating func add(_ decoders: BookingDecoders, withBooking: Bool) -> Bool {
    for list in decoders.lists {
      elementNodes.append(addNode())
      slots.append(0)
      fields.append([])
      if list.schema.isMade || (list.index == 0 && !withBooking) { continue }
      guard addFields(list) else { return false }
    }
    for list in decoders.lists where list.index > 0 || withBooking {
      for child in list.children {
        guard addList(decoders.lists[child], below: elementNodes[list.index]) else { return false }
      }
    }
    root = elementNodes[0]
    return nodes.allSatisfy { $0.members.count <= 64 }
  }

  /// Puts the booking where a path leads to.
  mutating func wrap(_ bookingPath: [String]) -> Bool {
    for name in bookingPath.reversed() {
      let outer = addNode()
      guard Self.isPlain(name) else { return false }
      nodes[outer].members = [
        (name, RecordShape.Member(action: .object, taken: 0, target: Int32(root)))
      ]
      nodes[outer].required = 1
      root = outer
    }
    return true
  }

  private mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  private mutating func addFields(_ list: ListDecoder) -> Bool {
    let node = elementNodes[list.index]
    for field in list.fields {
      guard field.readsStrictly, field.schema.sources.count == 1,
        let slot = addField(field, node, list.index)
      else { return false }
      fields[list.index].append(slot)
    }
    return true
  }

  private mutating func addField(
    _ field: FieldDecoder, _ node: Int, _ list: Int
  ) -> RecordShape.FieldSlot? {
    let nothing = field.schema.isOptional && field.substitute == nil ? Taken.nothing : 0
    switch field.schema.sources[0] {
    case .pair(let first, let second):
      guard let one = cell(names(first), node, list, Taken.number),
        let two = cell(names(second), node, list, Taken.number)
      else { return nil }
      return .two(one, two)
    case .path(let path):
      guard let names = names(path) else { return nil }
      if case .point = field.kind {
        guard let one = cell(names + ["lat"], node, list, Taken.number, nothing),
          let two = cell(names + ["lng"], node, list, Taken.number, nothing)
        else { return nil }
        return .two(one, two)
      }
      return cell(names, node, list, taken(field) | nothing).map { .one($0) }
    }
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

  /// The names of a path of members; nil where it has other steps, or none.
  private func names(_ path: FieldPath) -> [String]? {
    var names: [String] = []
    for step in path.steps {
      guard case .member(let name) = step, Self.isPlain(name) else { return nil }
      names.append(name)
    }
    return names.isEmpty ? nil : names
  }

  /// Whether a name is written in JSON as it is.
  private static func isPlain(_ name: String) -> Bool {
    (1...16).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
  }

  /// The slot of the cell at a path. `nothing` says whether objects on the way may be null.
  private mutating func cell(
    _ names: [String]?, _ node: Int, _ list: Int, _ taken: UInt8, _ nothing: UInt8 = Taken.nothing
  ) -> Int? {
    guard let names, let inner = walk(names.dropLast(), node, nothing), let name = names.last
    else { return nil }
    if let known = nodes[inner].members.firstIndex(where: { $0.name == name }) {
      guard nodes[inner].members[known].member.action == .cell else { return nil }
      nodes[inner].members[known].member.taken &= taken
      return Int(nodes[inner].members[known].member.target)
    }
    slots[list] += 1
    let slot = slots[list] - 1
    nodes[inner].members.append(
      (name, RecordShape.Member(action: .cell, taken: taken, target: Int32(slot))))
    return slot
  }

  /// The node at the end of a path of objects.
  private mutating func walk(_ names: ArraySlice<String>, _ node: Int, _ nothing: UInt8) -> Int? {
    var at = node
    for name in names {
      if let known = nodes[at].members.firstIndex(where: { $0.name == name }) {
        guard nodes[at].members[known].member.action == .object else { return nil }
        nodes[at].members[known].member.taken &= nothing
        at = Int(nodes[at].members[known].member.target)
      } else {
        let inner = addNode()
        nodes[at].members.append(
          (name, RecordShape.Member(action: .object, taken: nothing, target: Int32(inner))))
        at = inner
      }
    }
    return at
  }

  private mutating func addList(_ list: ListDecoder, below node: Int) -> Bool {
    guard list.schema.sources.count == 1, !list.takesPlainElements,
      case .path(let path) = list.schema.sources[0], let names = names(path),
      let inner = walk(names.dropLast(), node, Taken.nothing), let name = names.last,
      !nodes[inner].members.contains(where: { $0.name == name })
    else { return false }
    nodes[inner].members.append(
      (name, RecordShape.Member(action: .list, taken: 0, target: Int32(list.index))))
    return true
  }
}

extension cscan_member {
  /// A name that JSON writes as it is; `none` is the number of the member without one.
  fileprivate init(
    _ name: String, _ member: RecordShape.Member, bit: UInt64, none: UInt32
  ) {
    self.init()
    let written = Array("\"\(name)\":".utf8)
    // Nothing in JSON starts with the byte 1.
    let kept = name.isEmpty ? [1] : Array(written.prefix(16))
    unsafe withUnsafeMutableBytes(of: &self.name) { unsafe $0.copyBytes(from: kept) }
    unsafe withUnsafeMutableBytes(of: &used) { used in
      for index in kept.indices { unsafe used[index] = 0xFF }
    }
    unsafe withUnsafeMutableBytes(of: &last) { unsafe $0.copyBytes(from: written.suffix(4)) }
    self.bit = bit
    length = UInt32(kept.count == 16 ? written.count : kept.count)
    taken = UInt32(member.taken)
    mark = 2 * UInt32(member.target)
    followers = (none, none)
  }
}

extension FieldDecoder {
  /// Whether a value is taken as what it is or not at all.
  var readsStrictly: Bool {
    !readsAsInteger && !readsAsNumber && !falsyIsMissing && !otherIsMissing
  }
}
