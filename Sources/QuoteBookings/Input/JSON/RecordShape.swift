import QuoteLanguage
import CScan
import QuoteSyntax

/// What of a JSON record matters and where it goes, as the steps of one walk through its
/// tokens: for each kind of object that may come, its members by name.
///
/// Nearly all rules have a shape; records of others, which ``ShapeObstacle`` tells apart, are read
/// by ``BatchFiller`` alone. Where a field may be at several places, members that lead to two of
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
    /// Several of these are done with the same value.
    case several
  }

  struct Member: BitwiseCopyable {
    var action: Action
    /// Kinds of values a cell may have, as `Taken` says; or how many things are done.
    var taken: UInt16
    /// The slot, the node, the list, or the first of several among `parts`.
    var target: Int32
    /// Whether other fields that take the same values have the cell too.
    var isShared = false

    static let none = Member(action: .cell, taken: 0, target: 0)
  }

  /// Kinds of values.
  enum Taken {
    static let text: UInt16 = 1
    static let number: UInt16 = 2
    static let flag: UInt16 = 4
    /// Null and the empty text, where they mean the same as no value.
    static let nothing: UInt16 = 8
    /// All other kinds mean no value.
    static let strange: UInt16 = 16
    /// So do zero and `false`.
    static let falsy: UInt16 = 32
    /// Numbers are cut at their point, and none is taken with an exponent.
    static let whole: UInt16 = 64
    /// Found, but never taken: a number of which that is not plain to see.
    static let unsure: UInt16 = 128
    /// `true` is 1 and `false` is 0.
    static let counted: UInt16 = 256
    /// A plain value of another type is one that the cell cannot have, and is told so.
    static let told: UInt16 = 512
    /// Null and the empty text are told so, too.
    static let toldNothing: UInt16 = 1024
    static let anything = text | number | flag | nothing | strange
  }

  /// Longer names are left to others.
  static let longestName = 40

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
    /// The cell that the object's own text is; `taken` is 0 where nobody wants it.
    var whole: Member

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
    /// Elements that the rules add to those that are read.
    var extras: Int
  }

  let nodes = ColumnBuffer<Node>()
  let members = ColumnBuffer<Member>()
  /// What is done with members with which several things are.
  let parts = ColumnBuffer<Member>()
  let lists = ColumnBuffer<List>()
  let children = ColumnBuffer<Int>()
  /// The others, as bits, that count before a member where both are given, by member.
  let earlier = ColumnBuffer<UInt64>()
  /// The slots by list and by field.
  let fields: [[FieldSlot]]
  /// The list in whose cells each has its own: itself mostly.
  let cellsOf: [Int]
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

  /// Throws where some list or field is not at places that can be told apart.
  convenience init(
    _ decoders: BookingDecoders, bookingPath: [String]
  ) throws(ShapeObstacle) {
    var draft = ShapeDraft()
    try draft.add(decoders, withBooking: true)
    try draft.wrap(bookingPath)
    self.init(decoders, draft)
  }

  /// Makes the shape of the elements of lists, whatever the booking itself is like.
  convenience init(elementsOf decoders: BookingDecoders) throws(ShapeObstacle) {
    var draft = ShapeDraft()
    try draft.add(decoders, withBooking: false)
    self.init(decoders, draft)
  }

  private init(_ decoders: BookingDecoders, _ draft: ShapeDraft) {
    fields = draft.fields
    root = draft.root
    slots = draft.slots
    cellsOf = draft.cellsOf
    words = draft.nodes.map { node in
      WordTable(node.members.enumerated().map { ($1.name, Int32($0)) })
    }
    followed = draft.nodes.map(Self.followed)
    for (index, node) in draft.nodes.enumerated() {
      unsafe nodes.append(
        Node(
          finder: words[index].finder, first: members.count, count: node.members.count,
          names: followed[index].pointer, required: node.required, reading: node.reading,
          whole: node.whole))
      reads.append(node.reading < 0 ? [] : Self.excluded(node, decoders.names))
      for member in node.members {
        members.append(value(of: member))
        // Where it is not plain which of two counts, none does.
        let both = member.earlier & member.later
        earlier.append(both == 0 ? member.earlier : .max)
      }
    }
    for (index, list) in decoders.lists.enumerated() {
      let node = draft.elementNodes[index]
      lists.append(
        List(
          node: node, firstChild: children.count, childCount: list.children.count,
          bound: list.schema.bound, isFlat: draft.nodes[node].isFlat,
          plain: draft.plainElements[index], extras: list.schema.extras))
      for child in list.children { children.append(child) }
    }
  }

  private func value(of member: ShapeDraft.Member) -> Member {
    if member.parts.count == 1 { return member.parts[0] }
    let first = Int32(parts.count)
    for part in member.parts { parts.append(part) }
    return Member(action: .several, taken: UInt16(member.parts.count), target: first)
  }

  /// The number of a member of a node, or -1.
  @inline(__always)
  func code(_ node: Node, _ index: Int, _ name: TextSlice) -> Int {
    if name.count <= 16 { return Int(node.finder.code(InputBytes(name), 0, name.count)) }
    return Int(words[index].code(name))
  }

  /// By name that is read in a node: the members, as bits, one of which gives what it would.
  private static func excluded(_ node: ShapeDraft.Node, _ names: ReadNames) -> [UInt64] {
    names.nodes[node.reading].names.map { name, _ in
      node.index(of: name).map { at in
        node.members[at].earlier | node.members[at].later | 1 << UInt64(at)
      } ?? 0
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
    let nameless = ShapeDraft.Member(name: "", parts: [Member.none])
    members.append(cscan_member(nameless, bit: 0, none: none))
    return members
  }
}

extension cscan_member {
  /// A name that JSON writes as it is; `none` is the number of the member without one.
  fileprivate init(_ member: ShapeDraft.Member, bit: UInt64, none: UInt32) {
    self.init()
    // Nothing in JSON starts with the byte 1.
    let written = member.name.isEmpty ? [1] : Array("\"\(member.name)\":".utf8)
    unsafe withUnsafeMutableBytes(of: &name) { unsafe $0.copyBytes(from: written.prefix(16)) }
    unsafe withUnsafeMutableBytes(of: &rest) { unsafe $0.copyBytes(from: written.dropFirst(16)) }
    unsafe withUnsafeMutableBytes(of: &used) { used in
      for index in 0..<min(written.count, 16) { unsafe used[index] = 0xFF }
    }
    self.bit = bit
    excluded = member.earlier | member.later | bit
    length = UInt32(written.count)
    // With several things, and with numbers that may mean nothing, the value is looked at.
    let value = member.parts.count == 1 ? member.parts[0] : .none
    let numbers = value.taken & RecordShape.Taken.falsy != 0 ? RecordShape.Taken.number : 0
    taken = value.action == .cell ? UInt32(value.taken & ~numbers) & 15 : 0
    mark = value.action == .cell ? 2 * UInt32(value.target) : 0
    followers = (none, none)
  }
}

extension ListSchema {
  /// How many elements the rules add to those that are read, in each of its parents.
  var extras: Int { sources.count { if case .extra = $0 { true } else { false } } }
}
