import QuoteLanguage
import CScan

/// Walks the tokens of a record along its shape and notes where the cells are.
///
/// Takes only records that need no thought: whole and valid, every value of a type that its
/// field takes, no escapes, no member twice, none that looks like one which is not given. Of
/// any other it says nothing but that: then ``BatchFiller`` reads it, whose word counts. A test
/// holds the two equal.
@safe struct RecordScanner {
  let tokens: TokenRun
  let bytes: InputBytes
  let cells: ListCells
  private let shape: RecordShape
  @unsafe let nodes: UnsafeMutablePointer<RecordShape.Node>
  @unsafe let members: UnsafeMutablePointer<RecordShape.Member>
  @unsafe private let lists: UnsafeMutablePointer<RecordShape.List>
  @unsafe private let children: UnsafeMutablePointer<Int>
  /// What stands for the names of members that do not matter, of the objects around.
  private let strangers: ColumnBuffer<UInt64>
  /// Tells which of them look like a member that does matter.
  private let unread: UnreadMembers

  /// Deeper nesting, and more unknown members in one object, are left to others.
  private static let deepest = 64
  private static let mostStrangers = 64
  static let refused = -1

  init(
    _ tokens: TokenRun, _ shape: RecordShape, _ cells: ListCells,
    strangers: ColumnBuffer<UInt64>, _ unread: UnreadMembers
  ) {
    self.tokens = tokens
    bytes = tokens.bytes
    self.shape = shape
    self.cells = cells
    self.strangers = strangers
    self.unread = unread
    unsafe nodes = shape.nodes.pointer
    unsafe members = shape.members.pointer
    unsafe lists = shape.lists.pointer
    unsafe children = shape.children.pointer
  }

  /// Notes the booking that starts at a token and ends before a place; gives the token
  /// after it, or nil and notes nothing.
  func record(_ token: Int, before end: Int) -> Int? {
    guard token < tokens.count, tokens.byte(token) == UInt8(ascii: "{") else { return nil }
    strangers.removeAll()
    let row = unsafe cells.addRow(0, at: tokens.place(token))
    let next = unsafe object(shape.root, row, token &+ 1, 0)
    guard next >= 0, tokens.place(next &- 1) < end, tokens.place(next) >= end else { return nil }
    close(0)
    return next
  }

  /// Notes the elements of a list that starts at a token and is all there is; false, and
  /// something noted perhaps, where it has to be looked at.
  func list(_ list: Int, _ token: Int) -> Bool {
    guard token < tokens.count, tokens.byte(token) == UInt8(ascii: "[") else { return false }
    strangers.removeAll()
    return array(list, token &+ 1, 0) == tokens.count
  }

  @inline(__always)
  private func close(_ list: Int) {
    let first = unsafe lists[list].firstChild
    for child in unsafe first..<first &+ lists[list].childCount {
      unsafe cells.close(children[child])
    }
  }

  // MARK: What matters

  /// Walks an object from its first member; gives the token after its end.
  private func object(
    _ index: Int, _ row: UnsafeMutablePointer<UInt32>, _ start: Int, _ depth: Int
  ) -> Int {
    let node = unsafe nodes[index]
    let names = unsafe node.names
    var (token, before) = (start, node.count)
    var (seen, near) = (UInt64(0), UInt64(0))
    let known = strangers.count
    defer { strangers.resize(to: known) }
    if tokens.byte(token) == UInt8(ascii: "}") {
      return node.required == 0 ? token &+ 1 : Self.refused
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
        code = count == 0 ? -1 : Int(node.finder.code(bytes, place &+ 1, count))
        if code < 0 {
          guard isNew(place &+ 1, count, since: known) else { return Self.refused }
          if node.reading >= 0 {
            let hash = strangers[strangers.count &- 1]
            near |= unread.near(node.reading, hash, bytes, place &+ 1, count)
          }
        } else {
          unsafe names[before].followers.0 = UInt32(truncatingIfNeeded: code)
        }
      }
      token &+= 2
      if code >= 0 {
        if unsafe seen & names[code].excluded != 0 { return Self.refused }
        unsafe seen |= names[code].bit
        before = code
        token = unsafe value(members[node.first &+ code], names + code, row, token, depth)
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
      return near != 0 && shape.lacks(near, index, seen) ? Self.refused : token
    }
  }

  @inline(__always)
  private func value(
    _ member: RecordShape.Member, _ name: UnsafePointer<cscan_member>,
    _ row: UnsafeMutablePointer<UInt32>, _ token: Int, _ depth: Int
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
        return Self.refused
      }
      return array(Int(member.target), token &+ 1, depth &+ 1)
    case .object:
      let byte = tokens.byte(token)
      if byte == UInt8(ascii: "{"), depth < Self.deepest {
        return unsafe object(Int(member.target), row, token &+ 1, depth &+ 1)
      }
      guard byte == UInt8(ascii: "n"), member.taken & RecordShape.Taken.nothing != 0,
        word(token) != 0
      else { return Self.refused }
      return token &+ 1
    }
  }

  /// Walks a list from its first element; gives the token after its end.
  private func array(_ list: Int, _ start: Int, _ depth: Int) -> Int {
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
        return Self.refused
      }
      room &-= 1
      let row = unsafe cells.addRow(list, at: tokens.place(token))
      token =
        isPlain
        ? unsafe cell(shape.plain, row, token) : unsafe object(shape.node, row, token &+ 1, depth)
      if token < 0 { return Self.refused }
      if shape.childCount > 0 { close(list) }
      let byte = tokens.byte(token)
      token &+= 1
      if byte == UInt8(ascii: ",") { continue }
      return byte == UInt8(ascii: "]") ? token : Self.refused
    }
  }

  /// Notes a plain value of a type that is taken.
  @inline(__always)
  func cell(
    _ member: RecordShape.Member, _ row: UnsafeMutablePointer<UInt32>, _ token: Int
  ) -> Int {
    let place = tokens.place(token)
    let marks = unsafe row + 2 &* Int(member.target)
    var kind = RecordShape.Taken.number
    var first = place
    var end: Int
    switch bytes[place] {
    case UInt8(ascii: "\""):
      kind = RecordShape.Taken.text
      end = closing(token)
      guard end > place, !hasEscape(place &+ 1, end) else { return Self.refused }
      first = place &+ 1
      // An empty text is no value, where that may be.
      if end == first { kind = RecordShape.Taken.nothing }
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      kind = RecordShape.Taken.flag
      end = word(token)
    case UInt8(ascii: "n"):
      kind = RecordShape.Taken.nothing
      end = word(token)
      if end != 0 { first = end }
    default: end = numberEnd(place)
    }
    guard end != 0, member.taken & kind != 0 else { return Self.refused }
    unsafe marks[0] = UInt32(truncatingIfNeeded: first &- 1)
    unsafe marks[1] = UInt32(truncatingIfNeeded: end)
    return token &+ 1
  }

  // MARK: What does not

  /// Whether an object has had no member of that name since its first; remembers it. Two
  /// names may seem one here, but never one two.
  private func isNew(_ start: Int, _ count: Int, since first: Int) -> Bool {
    guard !hasEscape(start, start &+ count), strangers.count &- first < Self.mostStrangers else {
      return false
    }
    let hash = bytes.nameHash(start, count)
    for index in first..<strangers.count where strangers[index] == hash { return false }
    strangers.append(hash)
    return true
  }

  /// Walks over a value, which has to be valid all the same.
  private func skip(_ token: Int, _ depth: Int) -> Int {
    guard depth < Self.deepest else { return Self.refused }
    let place = tokens.place(token)
    switch bytes[place] {
    case UInt8(ascii: "{"): return skipObject(token &+ 1, depth &+ 1)
    case UInt8(ascii: "["): return skipArray(token &+ 1, depth &+ 1)
    case UInt8(ascii: "\""):
      let end = closing(token)
      return end > place && !hasEscape(place &+ 1, end) ? token &+ 1 : Self.refused
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return word(token) != 0 ? token &+ 1 : Self.refused
    default: return numberEnd(place) != 0 ? token &+ 1 : Self.refused
    }
  }

  private func skipObject(_ start: Int, _ depth: Int) -> Int {
    var token = start
    let known = strangers.count
    defer { strangers.resize(to: known) }
    if tokens.byte(token) == UInt8(ascii: "}") { return token &+ 1 }
    while true {
      let place = tokens.place(token)
      let end = closing(token)
      guard bytes[place] == UInt8(ascii: "\""), end > place,
        tokens.byte(token &+ 1) == UInt8(ascii: ":"),
        isNew(place &+ 1, end &- place &- 1, since: known)
      else { return Self.refused }
      token = skip(token &+ 2, depth)
      if token < 0 { return Self.refused }
      let byte = tokens.byte(token)
      token &+= 1
      if byte == UInt8(ascii: ",") { continue }
      return byte == UInt8(ascii: "}") ? token : Self.refused
    }
  }

  private func skipArray(_ start: Int, _ depth: Int) -> Int {
    var token = start
    if tokens.byte(token) == UInt8(ascii: "]") { return token &+ 1 }
    while true {
      token = skip(token, depth)
      if token < 0 { return Self.refused }
      let byte = tokens.byte(token)
      token &+= 1
      if byte == UInt8(ascii: ",") { continue }
      return byte == UInt8(ascii: "]") ? token : Self.refused
    }
  }
}
