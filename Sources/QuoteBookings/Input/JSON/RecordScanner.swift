import QuoteLanguage
import CScan
import QuoteSyntax

/// Walks the tokens of a record along its shape and notes where the cells are.
///
/// Takes only records that need no thought: whole and valid, every value of a kind that its field
/// takes or that is told of by itself, no halves of characters, no member twice, none that looks
/// like one which is not given. It says nothing of any other record but that: then ``BatchFiller``
/// reads it, whose word counts. A test holds the two equal.
@safe struct RecordScanner {
  private(set) var tokens: TokenRun
  var bytes: InputBytes { tokens.bytes }
  let cells: ListCells
  let made: UnescapedCells
  /// Told why a record is refused, if somebody asks.
  private let why: RefusalNote?
  let shape: RecordShape
  @unsafe let nodes: UnsafeMutablePointer<RecordShape.Node>
  @unsafe let members: UnsafeMutablePointer<RecordShape.Member>
  @unsafe let parts: UnsafeMutablePointer<RecordShape.Member>
  @unsafe private let lists: UnsafeMutablePointer<RecordShape.List>
  @unsafe private let children: UnsafeMutablePointer<Int>
  /// What stands for the names of members that do not matter, of the objects around.
  let strangers: ColumnBuffer<UInt64>
  /// Tells which of them look like a member that does matter.
  let unread: UnreadMembers

  /// Deeper nesting, and more unknown members in one object, are left to others.
  static let deepest = 64
  static let mostStrangers = 64
  static let refused = -1

  init(
    _ tokens: TokenRun, shape: RecordShape, cells: ListCells, made: UnescapedCells,
    strangers: ColumnBuffer<UInt64>, unread: UnreadMembers, why: RefusalNote? = nil
  ) {
    self.why = why
    self.tokens = tokens
    self.shape = shape
    self.cells = cells
    self.made = made
    self.strangers = strangers
    self.unread = unread
    unsafe nodes = shape.nodes.pointer
    unsafe members = shape.members.pointer
    unsafe parts = shape.parts.pointer
    unsafe lists = shape.lists.pointer
    unsafe children = shape.children.pointer
  }

  /// Notes the booking that starts at a token and ends before a place; gives the token
  /// after it, or nil and notes nothing.
  func record(_ token: Int, before end: Int) -> Int? {
    guard token < tokens.count, tokens.byte(token) == UInt8(ascii: "{") else { return nil }
    strangers.removeAll()
    why?.begin()
    let row = unsafe cells.addRow(0, at: tokens.place(token))
    let next = unsafe object(shape.root, row: row, start: token &+ 1, depth: 0)
    guard next >= 0, tokens.place(next &- 1) < end, tokens.place(next) >= end else { return nil }
    return close(0, at: tokens.place(token)) ? next : nil
  }

  /// Goes on to other tokens, and notes the elements of the list that they are; false, and
  /// something noted perhaps, where it has to be looked at.
  mutating func list(_ list: Int, of tokens: TokenRun) -> Bool {
    self.tokens = tokens
    guard tokens.count > 0, tokens.byte(0) == UInt8(ascii: "[") else { return false }
    strangers.removeAll()
    return array(list, 1, 0) == tokens.count
  }

  /// The same as `BatchFiller.isLikeList`, of the value at a token.
  private func isLikeList(_ token: Int, _ node: Int) -> Bool {
    guard unread.names.nodes[node].lists != 0, token &+ 1 < tokens.count,
      tokens.byte(token) == UInt8(ascii: "["), tokens.byte(token &+ 1) == UInt8(ascii: "{")
    else { return false }
    var name = token &+ 2
    for _ in 0..<ReadNames.membersOfElement {
      guard name &+ 3 < tokens.count, tokens.byte(name) == UInt8(ascii: "\"") else { return false }
      let (start, end) = (tokens.place(name) &+ 1, closing(name))
      guard end >= start else { return false }
      if unread.names.elementNames.contains(bytes.nameHash(start, end &- start)) { return true }
      // Behind a value that is neither an object nor a list.
      guard tokens.byte(name &+ 3) == UInt8(ascii: ",") else { return false }
      name &+= 4
    }
    return false
  }

  /// Refuses a record for what stands at a token, the value of a member mostly.
  @inline(never)
  func refuse(_ obstacle: RecordObstacle, _ token: Int) -> Int {
    guard let why else { return Self.refused }
    let isValue = token > 1 && tokens.byte(token &- 1) == UInt8(ascii: ":")
    let name = isValue ? token &- 2 : token
    let (first, end) = (tokens.place(name) &+ 1, closing(name))
    let isText = bytes[first &- 1] == UInt8(ascii: "\"") && end >= first
    why.note(obstacle, member: isText ? bytes.slice(first, end &- first).string : "")
    return Self.refused
  }

  /// Ends the lists right below an element, with what the rules add to them; false where one has
  /// more elements than it may.
  @inline(__always)
  private func close(_ list: Int, at place: Int) -> Bool {
    let first = unsafe lists[list].firstChild
    for child in unsafe first..<first &+ lists[list].childCount {
      let list = unsafe children[child]
      if unsafe lists[list].extras > 0, !addExtras(list, at: place) { return false }
      cells.close(list)
    }
    return true
  }

  /// Adds elements of empty cells.
  @inline(never)
  private func addExtras(_ list: Int, at place: Int) -> Bool {
    let shape = unsafe lists[list]
    guard cells.openCount(list) + shape.extras <= shape.bound else { return false }
    for _ in 0..<shape.extras {
      _ = unsafe cells.addRow(list, at: place)
      guard close(list, at: place) else { return false }
    }
    return true
  }

  // MARK: What matters

  /// Walks an object from its first member; gives the token after its end.
  func object(
    _ index: Int, row: UnsafeMutablePointer<UInt32>, start: Int, depth: Int
  ) -> Int {
    let node = unsafe nodes[index]
    let names = unsafe node.names
    var (token, before) = (start, node.count)
    var (seen, near) = (UInt64(0), UInt64(0))
    let known = strangers.count
    defer { strangers.resize(to: known) }
    if tokens.byte(token) == UInt8(ascii: "}") {
      guard node.required == 0, node.whole.taken & RecordShape.Taken.falsy == 0 else {
        return node.required == 0 && node.whole.taken & RecordShape.Taken.nothing != 0
          ? token &+ 1 : Self.refused
      }
      return unsafe ended(token, node: node, row: row, start: start)
    }
    while true {
      let place = tokens.place(token)
      // Members mostly come in the order in which they came before.
      var code = unsafe Int(names[before].followers.0)
      if unsafe cscan_is_at(names + code, bytes.base + place) == 0 {
        let end = closing(token)
        guard bytes[place] == UInt8(ascii: "\""), end > place,
          tokens.byte(token &+ 1) == UInt8(ascii: ":")
        else { return Self.refused }
        let count = end &- place &- 1
        code = count == 0 ? -1 : shape.code(node, index, bytes.slice(place &+ 1, count))
        if code < 0 {
          guard isNew(place &+ 1, count, since: known) else {
            return refuse(isSpelledOtherwise(place &+ 1, count) ? .escape : .repeated, token)
          }
          if node.reading >= 0 {
            let hash = strangers[strangers.count &- 1]
            near |= unread.near(
              node.reading, hash: hash, in: bytes, start: place &+ 1, count: count,
              isList: isLikeList(token &+ 2, node.reading))
          }
        } else {
          unsafe names[before].followers.0 = UInt32(truncatingIfNeeded: code)
        }
      }
      token &+= 2
      if code >= 0 {
        let isContested = unsafe seen & names[code].excluded != 0
        let others = seen
        unsafe seen |= names[code].bit
        if isContested, unsafe others & names[code].bit != 0 { return refuse(.repeated, token) }
        before = code
        token =
          isContested
          ? unsafe contested(
            node.first &+ code, others: others & names[code].excluded, row: row, token: token)
          : unsafe value(
            of: members[node.first &+ code], name: names + code, row: row, token: token,
            depth: depth)
      } else {
        token = skip(token, depth)
      }
      if token < 0 { return Self.refused }
      let byte = tokens.byte(token)
      token &+= 1
      if byte == UInt8(ascii: ",") { continue }
      guard byte == UInt8(ascii: "}"), seen & node.required == node.required else {
        return Self.refused
      }
      if near != 0 && shape.lacks(near, index, seen) { return refuse(.near, token &- 1) }
      return unsafe ended(token &- 1, node: node, row: row, start: start)
    }
  }

  /// Ends an object at the token that closes it, and notes its own text where it is a cell.
  @inline(__always)
  private func ended(
    _ token: Int, node: RecordShape.Node, row: UnsafeMutablePointer<UInt32>, start: Int
  ) -> Int {
    if node.whole.taken != 0 {
      let marks = unsafe row + 2 &* Int(node.whole.target)
      unsafe marks[0] = UInt32(truncatingIfNeeded: tokens.place(start &- 1) &- 1)
      unsafe marks[1] = UInt32(truncatingIfNeeded: tokens.place(token) &+ 1)
    }
    return token &+ 1
  }

  @inline(__always)
  private func value(
    of member: RecordShape.Member, name: UnsafePointer<cscan_member>,
    row: UnsafeMutablePointer<UInt32>, token: Int, depth: Int
  ) -> Int {
    switch member.action {
    case .cell:
      let (start, end) = (tokens.place(token), tokens.place(token &+ 1))
      let isNoted = unsafe cscan_note(
        name, bytes.base, UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end), 0,
        row + Int(name.pointee.mark))
      return unsafe isNoted != 0 ? token &+ 1 : cell(member, row, token)
    case .list:
      guard tokens.byte(token) == UInt8(ascii: "["), depth < Self.deepest else {
        return strange(member, token, depth)
      }
      return array(Int(member.target), token &+ 1, depth &+ 1)
    case .object:
      let byte = tokens.byte(token)
      if byte == UInt8(ascii: "{"), depth < Self.deepest {
        return unsafe object(Int(member.target), row: row, start: token &+ 1, depth: depth &+ 1)
      }
      guard byte == UInt8(ascii: "n"), member.taken & RecordShape.Taken.nothing != 0,
        word(token) != 0
      else { return strange(member, token, depth) }
      return token &+ 1
    case .several: return unsafe several(member, row: row, token: token, depth: depth)
    }
  }

  /// Walks a list from its first element; gives the token after its end.
  func array(_ list: Int, _ start: Int, _ depth: Int) -> Int {
    var token = start
    if tokens.byte(token) == UInt8(ascii: "]") { return token &+ 1 }
    let shape = unsafe lists[list]
    var room = shape.bound
    // All are objects, or none is.
    let isPlain = tokens.byte(token) != UInt8(ascii: "{") && shape.plain.taken != 0
    if shape.isFlat, !isPlain {
      let next = flat(list, shape, token, room: &room)
      guard next < Self.refused else { return next }
      token = ~next
    }
    while true {
      guard room > 0, isPlain || tokens.byte(token) == UInt8(ascii: "{") else {
        return refuse(room > 0 ? .kind : .many, token)
      }
      room &-= 1
      let row = unsafe cells.addRow(list, at: tokens.place(token))
      token =
        isPlain
        ? unsafe cell(shape.plain, row, token)
        : unsafe object(shape.node, row: row, start: token &+ 1, depth: depth)
      if token < 0 { return Self.refused }
      if shape.childCount > 0, !close(list, at: tokens.place(token)) { return Self.refused }
      let byte = tokens.byte(token)
      token &+= 1
      if byte == UInt8(ascii: ",") { continue }
      return byte == UInt8(ascii: "]") ? token : Self.refused
    }
  }
}
