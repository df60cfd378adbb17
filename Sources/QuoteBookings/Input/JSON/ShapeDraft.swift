import QuoteLanguage
import QuoteSyntax

/// Why records of some rules are all read one by one: what the rules say of one input.
package struct ShapeObstacle: Error, Hashable, Sendable {
  package enum Cause: String, Hashable, Sendable {
    /// Its path has an entry of a list in it, or a name that JSON may write in several ways.
    case path
    /// A point that may be at several places.
    case point
    /// A list that is gathered from several places, or is its parent again.
    case gathered
    /// A number that is cut to an integer and has decimals.
    case cut
    /// A value of any kind that is looked at both as a whole and as an element.
    case whole
    /// Numbers that are written otherwise than in JSON.
    case notation
    /// More than 64 names in one object.
    case crowded
  }

  package var input: String
  package var cause: Cause

  static let crowded = ShapeObstacle(input: "", cause: .crowded)
}

/// A record's shape in the making.
struct ShapeDraft {
  struct Member {
    var name: String
    /// What its value is for: one thing mostly.
    var parts: [RecordShape.Member] = []
    /// Members, as bits, that give what this one does, which counts where no earlier one does.
    var earlier: UInt64 = 0
    var later: UInt64 = 0

    /// The node of the objects that it may hold.
    var inner: Int? { parts.first { $0.action == .object }.map { Int($0.target) } }
    var isCell: Bool { parts.allSatisfy { $0.action == .cell } }
  }

  struct Node {
    var members: [Member] = []
    /// Where each is among them: rules may have thousands.
    private var places: [String: Int] = [:]
    var required: UInt64 = 0
    /// The place among the names that are read; -1 where no rule reads others.
    var reading = -1
    /// The cell that the object's own text is; `taken` is 0 where nobody wants it.
    var whole = RecordShape.Member.none

    var isFlat: Bool { whole.taken == 0 && members.allSatisfy(\.isCell) }

    /// Whether its members are more than a word has bits.
    var isCrowded: Bool { members.count > UInt64.bitWidth }

    func index(of name: String) -> Int? { places[name] }

    /// Adds one of a new name.
    mutating func add(_ member: Member) {
      places[member.name] = members.count
      members.append(member)
    }
  }

  var nodes: [Node] = []
  var slots: [Int] = []
  /// By list: the cell that an element is which is no object.
  var plainElements: [RecordShape.Member] = []
  private(set) var fields: [[RecordShape.FieldSlot]] = []
  /// The list in whose cells each has its own.
  private(set) var cellsOf: [Int] = []
  private(set) var elementNodes: [Int] = []
  /// By list, whether faults of its elements are told by their cells.
  private(set) var toldLists: [Bool] = []
  private(set) var root = 0

  typealias Taken = RecordShape.Taken

  /// Throws where a list or a field is not at places that can be told apart.
  mutating func add(_ decoders: BookingDecoders, withBooking: Bool) throws(ShapeObstacle) {
    for list in decoders.lists {
      elementNodes.append(addNode())
      slots.append(0)
      toldLists.append(decoders.isCountedInOnePlace(list.index))
      fields.append([])
      cellsOf.append(list.index)
      plainElements.append(RecordShape.Member.none)
      if list.schema.isMade || (list.index == 0 && !withBooking) { continue }
      for field in list.fields {
        let slot = try addField(field, elementNodes[list.index], list.index)
        fields[list.index].append(slot)
      }
    }
    for list in decoders.lists where list.index > 0 || withBooking {
      for child in list.children {
        try addList(decoders.lists[child], below: elementNodes[list.index], withBooking)
      }
    }
    let sharing = Dictionary(grouping: decoders.lists, by: array(of:))
    for list in decoders.lists { shareArray(list, with: sharing[array(of: list)] ?? []) }
    for list in decoders.lists { leaveToOthers(list, sharing[array(of: list)] ?? [], decoders) }
    root = elementNodes[0]
    for list in decoders.lists where list.index > 0 || withBooking {
      read(elementNodes[list.index], decoders.names, decoders.names.roots[list.index])
    }
    guard !nodes.contains(where: \.isCrowded) else { throw .crowded }
  }

  /// Says which names are read in a node and those in it.
  private mutating func read(_ node: Int, _ names: ReadNames, _ reading: Int) {
    nodes[node].reading = reading
    for inner in names.nodes[reading].inner {
      guard let member = nodes[node].index(of: inner.name),
        let target = nodes[node].members[member].inner
      else { continue }
      read(target, names, inner.node)
    }
  }

  /// Puts the booking where a path leads to.
  mutating func wrap(_ bookingPath: [String]) throws(ShapeObstacle) {
    for name in bookingPath.reversed() {
      let outer = addNode()
      guard Self.isPlain(name) else { throw ShapeObstacle(input: name, cause: .path) }
      let inner = RecordShape.Member(action: .object, taken: 0, target: Int32(root))
      nodes[outer].add(Member(name: name, parts: [inner]))
      nodes[outer].required = 1
      root = outer
    }
  }

  mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  /// The names of a path of members, none for a value itself; nil where it has other steps.
  func names(_ path: FieldPath) -> [String]? {
    var names: [String] = []
    for step in path.steps {
      guard case .member(let name) = step, Self.isPlain(name) else { return nil }
      names.append(name)
    }
    return names
  }

  /// Whether a name is written in JSON as it is.
  private static func isPlain(_ name: String) -> Bool {
    (1...RecordShape.longestName).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
  }

  // MARK: Lists

  private mutating func addList(
    _ list: ListDecoder, below node: Int, _ withBooking: Bool
  ) throws(ShapeObstacle) {
    let gathered = ShapeObstacle(input: list.schema.name, cause: .gathered)
    var path: FieldPath?
    for (number, source) in list.schema.sources.enumerated() {
      switch source {
      case .path(let found) where number == 0: path = found
      case .extra where withBooking: continue
      case .path, .itself, .extra: throw gathered
      }
    }
    guard let path else { return }
    guard let names = names(path), let name = names.last else {
      throw ShapeObstacle(input: list.schema.name, cause: .path)
    }
    let strange = list.schema.otherIsMissing ? Taken.strange | Taken.nothing : 0
    let inner = walk(names.dropLast(), node, Taken.nothing | strange)
    let value = RecordShape.Member(action: .list, taken: strange, target: Int32(list.index))
    add(value, name, inner)
  }

  /// A list that reads nothing of its elements but what another list of the same array reads in the
  /// same way is not looked for: its cells are there.
  private mutating func shareArray(_ list: ListDecoder, with others: [ListDecoder]) {
    let node = elementNodes[list.index]
    for other in others where other.index != list.index {
      guard cellsOf[other.index] == other.index, cellsOf[list.index] == list.index,
        let shared = slotsShared(list, other)
      else { continue }
      for at in nodes.indices where at != node {
        for member in nodes[at].members.indices {
          nodes[at].members[member].parts.removeAll {
            $0.action == .list && $0.target == Int32(list.index)
          }
        }
      }
      fields[list.index] = shared.map { .one($0) }
      cellsOf[list.index] = other.index
    }
  }

  /// The slots of another list for each field; nil where it does not read the same, or more may be
  /// an element there.
  private func slotsShared(_ list: ListDecoder, _ other: ListDecoder) -> [Int]? {
    let (one, two) = (list.schema, other.schema)
    guard one.sources.count == 1, two.sources.count == 1, list.children.isEmpty,
      one.bound >= two.bound, one.otherIsMissing == two.otherIsMissing, one.cell == two.cell,
      plainElements[list.index].taken == 0, plainElements[other.index].taken == 0
    else { return nil }
    var slots: [Int] = []
    for field in list.fields {
      guard field.schema.sources.count == 1, case .path(let path) = field.schema.sources[0],
        let names = names(path), names.count == 1,
        let mine = onlyCell(names[0], elementNodes[list.index]),
        let theirs = onlyCell(names[0], elementNodes[other.index]),
        theirs.taken & ~Taken.strange == mine.taken & ~Taken.strange,
        theirs.taken & ~mine.taken == 0
      else { return nil }
      slots.append(Int(theirs.target))
    }
    return slots
  }

  private func onlyCell(_ name: String, _ node: Int) -> RecordShape.Member? {
    guard let known = nodes[node].index(of: name) else { return nil }
    let member = nodes[node].members[known]
    guard member.parts.count == 1, member.isCell, member.earlier | member.later == 0 else {
      return nil
    }
    return member.parts[0]
  }

  /// Where lists share an array, what only another one reads of an element is known as well,
  /// so that each is found in one go: its cell is read by nobody.
  private mutating func leaveToOthers(
    _ list: ListDecoder, _ others: [ListDecoder], _ decoders: BookingDecoders
  ) {
    let node = elementNodes[list.index]
    let near = decoders.names.nodes[decoders.names.roots[list.index]].near
    for other in others
    where other.index != list.index && cellsOf[list.index] == list.index
      && cellsOf[other.index] == other.index
    {
      for member in nodes[elementNodes[other.index]].members {
        guard nodes[node].index(of: member.name) == nil, near.nearest(to: member.name) == nil
        else { continue }
        slots[list.index] += 1
        add(
          RecordShape.Member(
            action: .cell, taken: Taken.anything, target: Int32(slots[list.index] - 1)),
          member.name, node)
      }
    }
  }

  /// The array that a list is read from: several lists may be.
  private struct ArrayPlace: Hashable {
    /// The list itself, if it has no array; the list around it otherwise.
    var list: Int
    var isArray: Bool
    var names: [String]?
  }

  private func array(of list: ListDecoder) -> ArrayPlace {
    guard list.index > 0, case .path(let path)? = list.schema.sources.first else {
      return ArrayPlace(list: list.index, isArray: false)
    }
    return ArrayPlace(
      list: list.schema.parent?.position ?? -1, isArray: true, names: names(path))
  }
}
