import QuoteLanguage
import CScan
import QuoteSyntax

/// Lists whose elements are flat objects, as most are.
extension RecordScanner {
  /// Walks elements from the token of the first on, as long as they are what most are. Gives
  /// the token after the list's end, or `refused`, or the complement of that of an element
  /// that has to be looked at, or for which there is no more room than for `room` elements.
  func flat(_ list: Int, _ shape: RecordShape.List, _ start: Int, room: inout Int) -> Int {
    let node = unsafe nodes[shape.node]
    var token = start
    while room > 0 {
      let rows = unsafe cells.emptyRows(list, at: tokens.place(token))
      let most = unsafe min(room, rows.count)
      var walk = cscan_walk(
        token: token &+ 1, element: token, rows: 0, member: node.count, seen: 0, noted: 0)
      let outcome = unsafe go(&walk, list: list, node: node, first: rows.first, most: most)
      cells.add(list, rows: walk.rows, isNextWritten: outcome != cscan_ended)
      if outcome != cscan_ended { cells.forgetOthers(list) }
      switch outcome {
      case cscan_ended: return walk.token
      case cscan_wrong: return Self.refused
      default: break
      }
      room &-= walk.rows
      token = walk.element
      if walk.rows < most { break }
    }
    return ~token
  }

  /// Goes on to the end or where an element has to be looked at, values looked at on the way.
  @inline(__always)
  private func go(
    _ walk: inout cscan_walk, list: Int, node: RecordShape.Node,
    first: UnsafeMutablePointer<UInt32>, most: Int
  ) -> cscan_outcome {
    let stride = 2 &* cells.slots(list)
    var found = unsafe tokens.found
    var object = unsafe node.object
    while true {
      let outcome = unsafe cscan_objects(&walk, &found, &object, first, stride, most)
      guard outcome == cscan_value else { return outcome }
      let member = unsafe members[node.first &+ walk.member]
      let row = unsafe first + walk.rows &* stride
      guard unsafe note(member, row, walk.token &+ 2) else { return cscan_stopped }
      walk.noted = 1
    }
  }

  /// Notes a value of one token.
  @inline(__always)
  private func note(
    _ member: RecordShape.Member, _ row: UnsafeMutablePointer<UInt32>, _ token: Int
  ) -> Bool {
    guard member.action == .several else {
      return unsafe cell(member, row, token) == token &+ 1
    }
    for index in 0..<Int(member.taken) {
      let part = unsafe parts[Int(member.target) &+ index]
      guard unsafe cell(part, row, token) == token &+ 1 else { return false }
    }
    return true
  }
}
