import QuoteLanguage
import CScan

/// What of a JSON record matters and where it goes, as the steps of one walk through its
/// tokens: for each kind of object that may come, its members by name.
///
/// Only rules that read each field strictly have a shape; records of others are read by
/// ``BatchFiller`` alone. Where a field may be at several places, members that lead to two of
/// them exclude each other: the walk says nothing of an object with both. Members that no
/// rule reads are not in it. It belongs to one thread, whose walks remember in it which members
/// follow which.
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
    /// The place among the names that are read; -1 where no rule reads others.
    var reading: Int

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
    /// The cell that an element is which is no object; `taken` is 0 where there are none.
    var plain: Member
  }

  let nodes = ColumnBuffer<Node>()
  let members = ColumnBuffer<Member>()
  let lists = ColumnBuffer<List>()
  let children = ColumnBuffer<Int>()
  /// The slots by list and by field.
  let fields: [[FieldSlot]]
  /// The node that a record starts with.
  let root: Int
  /// Cells a row, by list.
  let slots: [Int]
  /// Keeps what the nodes look names up in.
  private let words: [WordTable]
  /// By node, as ``excluded`` has it.
  private var reads: [[UInt64]] = []
  /// The same with what follows them, by node.
  private let followed: [ColumnBuffer<cscan_member>]

  /// Nil where some list has no single place, or a field places that are not plain paths, or
  /// reads loosely.
  convenience init?(_ decoders: BookingDecoders, bookingPath: [String]) {
    var draft = ShapeDraft()
    guard draft.add(decoders, withBooking: true) else { return nil }
    guard draft.wrap(bookingPath) else { return nil }
    self.init(decoders, draft)
  }

  /// Makes the shape of the elements of lists, whatever the booking itself is like.
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
          names: followed[index].pointer, required: node.required, reading: node.reading))
      reads.append(node.reading < 0 ? [] : Self.excluded(node, decoders.names))
      for member in node.members { members.append(member.value) }
    }
    for (index, list) in decoders.lists.enumerated() {
      let node = draft.elementNodes[index]
      lists.append(
        List(
          node: node, firstChild: children.count, childCount: list.children.count,
          bound: list.schema.bound, isFlat: draft.nodes[node].isFlat,
          plain: draft.plainElements[index]))
      for child in list.children { children.append(child) }
    }
  }

  /// By name that is read in a node: the members, as bits, one of which gives what it would.
  private static func excluded(_ node: ShapeDraft.Node, _ names: ReadNames) -> [UInt64] {
    names.nodes[node.reading].names.map { name, _ in
      node.index(of: name).map { node.members[$0].excluded | 1 << UInt64($0) } ?? 0
    }
  }

  /// Whether an object with members, as bits, lacks one of the names that another is near to.
  func lacks(_ near: UInt64, _ node: Int, _ seen: UInt64) -> Bool {
    reads[node].indices.contains { index in
      near >> UInt64(min(index, 63)) & 1 != 0 && seen & reads[node][index] == 0
    }
  }

  /// Members of a node, and the one that stands before the first.
  private static func followed(_ node: ShapeDraft.Node) -> ColumnBuffer<cscan_member> {
    let members = ColumnBuffer<cscan_member>(capacity: node.members.count + 1)
    let none = UInt32(node.members.count)
    for (index, member) in node.members.enumerated() {
      members.append(cscan_member(member, bit: 1 << UInt64(index), none: none))
    }
    let nameless = ShapeDraft.Member("", Member(action: .cell, taken: 0, target: 0))
    members.append(cscan_member(nameless, bit: 0, none: none))
    return members
  }
}

extension cscan_member {
  /// A name that JSON writes as it is; `none` is the number of the member without one.
  fileprivate init(_ member: ShapeDraft.Member, bit: UInt64, none: UInt32) {
    self.init()
    let name = member.name
    let written = Array("\"\(name)\":".utf8)
    // Nothing in JSON starts with the byte 1.
    let kept = name.isEmpty ? [1] : Array(written.prefix(16))
    unsafe withUnsafeMutableBytes(of: &self.name) { unsafe $0.copyBytes(from: kept) }
    unsafe withUnsafeMutableBytes(of: &used) { used in
      for index in kept.indices { unsafe used[index] = 0xFF }
    }
    unsafe withUnsafeMutableBytes(of: &last) { unsafe $0.copyBytes(from: written.suffix(4)) }
    self.bit = bit
    excluded = member.excluded | bit
    length = UInt32(kept.count == 16 ? written.count : kept.count)
    taken = UInt32(member.value.taken)
    mark = 2 * UInt32(member.value.target)
    followers = (none, none)
  }
}

extension FieldDecoder {
  /// Whether a value is taken as what it is or not at all.
  var readsStrictly: Bool {
    !readsAsInteger && !readsAsNumber && !falsyIsMissing && !otherIsMissing
  }
}
