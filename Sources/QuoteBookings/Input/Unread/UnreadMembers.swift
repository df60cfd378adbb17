import QuoteLanguage
import QuoteSyntax

/// One thread's members that no rule reads but whose names look like one that is read.
///
/// Each name is judged once for each kind of object and then known by a hash of it, so that records
/// with many members that nobody asks for cost a look each. Where there are more such names than
/// fit, the others are judged again each time.
@safe final class UnreadMembers {
  /// A member that is told of: the first of its name in its kind of object.
  struct Remark {
    var node: Int
    /// The member's name, and where it is.
    var name: String
    var place: String
    /// The name that it looks like, where it is in its element, and what reads it.
    var near: String
    var input: String
    /// Row of the batch, and line as batches have it.
    var row: Int
    var line: Int64
  }

  /// A name that was judged.
  struct Slot: BitwiseCopyable {
    /// 0 where there is none.
    var key: UInt64 = 0
    /// Which names of the node are near, as bits; the last one is of all from it on.
    var near: UInt64 = 0
  }

  let names: ReadNames
  /// Those of the chunk at hand, in order.
  private(set) var remarks: [Remark] = []
  /// Names that were told of, by node.
  private var told: [Int: Set<String>] = [:]
  private var toldCount = 0
  private let slots = ColumnBuffer<Slot>()
  /// How many places there are for names, a power of two: more for more names.
  @safe @exclusivity(unchecked) private var slotCount = 64
  /// How many names were judged since there are so many.
  private var judgedCount = 0
  private static let mostSlots = 2048
  /// A name is at the place of its hash or not far after it.
  private static let reach = 8
  /// Further ones help nobody, and there may be as many names as records.
  private static let mostTold = 100

  init(_ names: ReadNames) {
    self.names = names
    clear()
  }

  private func clear() {
    slots.resize(to: slotCount + Self.reach)
    for index in 0..<slots.count { slots[index] = Slot() }
    judgedCount = 0
  }

  /// Bits of the names that a member's name is near to, 0 for one that is nothing to tell of;
  /// those of lists too, where its value looks like one. `hash` is that of its name.
  @inline(__always)
  func near(
    _ node: Int, hash: UInt64, in bytes: InputBytes, start: Int, count: Int, isList: Bool
  ) -> UInt64 {
    let key = Self.key(node, isList ? ~hash : hash)
    let place = unsafe slots.pointer + place(key)
    for offset in 0..<Self.reach where unsafe place[offset].key == key {
      return unsafe place[offset].near
    }
    return judge(node, key: key, name: bytes.slice(start, count).string, isList: isList)
  }

  /// What a name is kept under; never 0.
  private static func key(_ node: Int, _ hash: UInt64) -> UInt64 {
    (hash ^ (UInt64(truncatingIfNeeded: node) &+ 1) &* 0xD6E8_FEB8_6659_FD93) | 1
  }

  private func place(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slotCount &- 1)
  }

  @inline(never)
  private func judge(_ node: Int, key: UInt64, name: String, isList: Bool) -> UInt64 {
    var near: UInt64 = 0
    let known = names.nodes[node]
    if toldCount < Self.mostTold, told[node]?.contains(name) != true,
      !known.names.contains(where: { $0.name == name })
    {
      if isList { near = known.lists }
      let isNear = known.near.nearest(to: name) != nil
      let words = WordsOfKind.words(of: name)
      for (index, other) in known.names.enumerated() {
        let isLike =
          isNear && Suggestion.nearest(to: name, among: [other.name]) != nil
          || isMeant(name, words, for: other, known.words[index])
        if isLike { near |= 1 << UInt64(min(index, 63)) }
      }
    }
    judgedCount += 1
    if slotCount < Self.mostSlots, 2 * judgedCount > slotCount {
      // Names that were judged before are judged once more.
      slotCount = min(4 * slotCount, Self.mostSlots)
      clear()
    }
    let place = place(key)
    let free = (place..<place + Self.reach).first { slots[$0].key == 0 }
    slots[free ?? place + Int(truncatingIfNeeded: key >> 33) % Self.reach] = Slot(
      key: key, near: near)
    return near
  }

  /// Whether a name says of an input what it is: `width_m` for the distance `width`.
  func isMeant(
    _ name: String, _ words: [String], for other: (name: String, inputs: [ReadNames.Input]),
    _ own: [String]
  ) -> Bool {
    other.inputs.contains { input in
      WordsOfKind.isMeant(words, for: own, input.kind)
        || input.isPoint && WordsOfKind.isSameCoordinate(name, as: other.name)
    }
  }

  /// Forgets what was told of the chunk before, but not that it was.
  func begin() { remarks.removeAll(keepingCapacity: true) }

  /// Tells of a member, once.
  func tell(_ remark: Remark, hash: UInt64) {
    guard told[remark.node, default: []].insert(remark.name).inserted else { return }
    toldCount += 1
    remarks.append(remark)
    for key in [Self.key(remark.node, hash), Self.key(remark.node, ~hash)] {
      let place = place(key)
      for index in place..<place + Self.reach where slots[index].key == key {
        slots[index].near = 0
      }
    }
  }
}

extension InputBytes {
  /// A hash of a name; eight bytes must be readable from each of its bytes.
  @inline(__always)
  func nameHash(_ start: Int, _ count: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    var at = start
    let end = start &+ count
    while at < end {
      let rest = end &- at
      let word = word(at: at)
      let used =
        rest >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: 8 &* rest)) &- 1)
      hash = (hash ^ used) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
      at &+= 8
    }
    return hash
  }
}

/// In records that are read value by value.
extension BatchFiller {
  /// Tells of members of an element's objects that look like one that is read and not given.
  func lookForUnread(in object: JSONNode, _ node: Int, of element: JSONNode, _ list: ListDecoder) {
    let names = unread.names
    object.eachMember { key, value in
      let name = key.text
      let hash = InputBytes(name).nameHash(0, name.count)
      let near = unread.near(
        node, hash: hash, in: InputBytes(name), start: 0, count: name.count,
        isList: isLikeList(value, node))
      guard name.count > 0, near != 0 else { return }
      let text = name.string
      let lacking = names.nodes[node].names.filter { known in
        object.member(known.name) == nil && known.inputs.contains { isLacking($0, element) }
      }
      guard
        let near = Suggestion.nearest(to: text, among: lacking.map(\.name))
          ?? lacking.first(where: {
            unread.isMeant(
              text, WordsOfKind.words(of: text), for: $0, WordsOfKind.words(of: $0.name))
          })?.name
          ?? lacking.first(where: { $0.inputs.contains { isLike(value, $0) } })?.name,
        let input = lacking.first(where: { $0.name == near })?.inputs.first(where: {
          isLacking($0, element)
        })
      else { return }
      let path = names.nodes[node].path
      let place = (path + [text]).joined(separator: ".")
      unread.tell(
        UnreadMembers.Remark(
          node: node, name: text, place: holder.place(place),
          near: (path + [near]).joined(separator: "."),
          input: input.name, row: row, line: line),
        hash: hash)
    }
    for inner in names.nodes[node].inner {
      guard let value = object.member(inner.name), value.isObject else { continue }
      lookForUnread(in: value, inner.node, of: element, list)
    }
  }

  /// Whether a value is a list of objects of which the first has something that elements have, in
  /// a node that has lists.
  func isLikeList(_ value: JSONNode, _ node: Int) -> Bool {
    let names = unread.names
    guard names.nodes[node].lists != 0, let first = value.firstElement else { return false }
    var (isLike, left) = (false, ReadNames.membersOfElement)
    first.eachMember { key, value in
      guard left > 0 else { return }
      let name = key.text
      isLike = isLike || names.elementNames.contains(InputBytes(name).nameHash(0, name.count))
      left = value.isArray || value.isObject ? 0 : left - 1
    }
    return isLike
  }

  /// Whether a value is a list of objects that have something of what an input's elements have.
  private func isLike(_ value: JSONNode, _ input: ReadNames.Input) -> Bool {
    guard let list = input.list, let first = value.firstElement,
      input.needed.allSatisfy({ first.member($0) != nil })
    else { return false }
    let names = unread.names
    return names.nodes[names.roots[list.position]].names.contains {
      first.member($0.name) != nil
    }
  }

  /// Whether an element has an input nowhere.
  private func isLacking(_ input: ReadNames.Input, _ element: JSONNode) -> Bool {
    func isMissing(_ path: [FieldPath.Step]) -> Bool {
      BatchFiller.walk(element, path[...]) == nil
    }
    // One of latitude and longitude is no point.
    return input.isPoint && input.paths.count == 2
      ? input.paths.contains(where: isMissing) : input.paths.allSatisfy(isMissing)
  }
}
