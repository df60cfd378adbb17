import QuoteLanguage
import CScan
import QuoteSyntax

/// The cells that single values are.
extension RecordScanner {
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
      guard end > place else { return Self.refused }
      first = place &+ 1
      if hasEscape(first, end) {
        guard let text = made.add(unescaped: bytes, first, end) else {
          return refuse(.escape, token)
        }
        (first, end) = (text.lowerBound, text.upperBound)
      }
      // An empty text is no value, where that may be.
      if end == first { kind = RecordShape.Taken.nothing }
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      kind = RecordShape.Taken.flag
      end = word(token)
      let isTrue = bytes[place] == UInt8(ascii: "t")
      if !isTrue, member.taken & RecordShape.Taken.falsy != 0 {
        (kind, first) = (RecordShape.Taken.nothing, end)
      } else if end != 0, member.taken & RecordShape.Taken.counted != 0 {
        guard let digit = made.add(isTrue ? 0x31 : 0x30) else { return Self.refused }
        (first, end) = (digit, digit &+ 1)
      }
    case UInt8(ascii: "n"):
      kind = RecordShape.Taken.nothing
      end = word(token)
      if end != 0 { first = end }
    default:
      end = numberEnd(place)
      if member.taken & (RecordShape.Taken.falsy | RecordShape.Taken.whole) != 0 {
        (kind, end) = kindOfNumber(member.taken, place, end)
        if kind == RecordShape.Taken.nothing { first = end }
      }
    }
    guard end != 0, member.taken & kind != 0 else {
      let isNothing = kind == RecordShape.Taken.nothing
      let isTold = isNothing ? RecordShape.Taken.toldNothing : RecordShape.Taken.told
      guard end != 0, kind != RecordShape.Taken.unsure, member.taken & isTold != 0 else {
        return isNothing || kind == RecordShape.Taken.unsure
          ? refuse(.kind, token) : strange(member, token, Self.deepest / 2)
      }
      if bytes[place] == UInt8(ascii: "n") { first = place }
      unsafe cells.addOther(
        isNothing ? .null : .wrongType, in: row, slot: Int(member.target), first, end)
      return token &+ 1
    }
    unsafe marks[0] = UInt32(truncatingIfNeeded: first &- 1)
    unsafe marks[1] = UInt32(truncatingIfNeeded: end)
    return token &+ 1
  }

  /// Does several things with one value.
  @inline(never)
  func several(
    _ member: RecordShape.Member, row: UnsafeMutablePointer<UInt32>, token: Int, depth: Int
  ) -> Int {
    var next = token
    for index in 0..<Int(member.taken) {
      let part = unsafe parts[Int(member.target) &+ index]
      switch part.action {
      case .cell: next = unsafe cell(part, row, token)
      case .list where tokens.byte(token) == UInt8(ascii: "[") && depth < Self.deepest:
        next = array(Int(part.target), token &+ 1, depth &+ 1)
      case .object where tokens.byte(token) == UInt8(ascii: "{") && depth < Self.deepest:
        next = unsafe object(Int(part.target), row: row, start: token &+ 1, depth: depth &+ 1)
      case .list, .object: next = strange(part, token, depth)
      case .several: return Self.refused
      }
      if next < 0 { return Self.refused }
    }
    return next
  }

  /// Takes a value where another member that gives the same came before, `others` as bits: the
  /// first of the rules' order that means some value counts.
  @inline(never)
  func contested(
    _ member: Int, others: UInt64, row: UnsafeMutablePointer<UInt32>, token: Int
  ) -> Int {
    let earlier = shape.earlier[member]
    guard earlier != .max, others & earlier == 0 || others & ~earlier == 0 else {
      return refuse(.repeated, token)
    }
    let value = unsafe members[member]
    let count = value.action == .several ? Int(value.taken) : 1
    var next = Self.refused
    for index in 0..<count {
      let part = value.action == .several ? unsafe parts[Int(value.target) &+ index] : value
      let wanted = RecordShape.Taken.falsy | RecordShape.Taken.nothing
      guard part.action == .cell, part.taken & wanted == wanted else {
        return refuse(.repeated, token)
      }
      let marks = unsafe row + 2 &* Int(part.target)
      let (first, end) = unsafe (marks[0], marks[1])
      let isGiven = end &- first > 1
      if isGiven, others & earlier != 0 {
        next = skip(token, Self.deepest / 2)
      } else {
        next = unsafe cell(part, row, token)
        if isGiven, unsafe marks[1] &- marks[0] <= 1 { unsafe (marks[0], marks[1]) = (first, end) }
      }
      if next < 0 { return Self.refused }
    }
    return next
  }

  /// Walks over a value that means none because of its kind.
  @inline(never)
  func strange(_ member: RecordShape.Member, _ token: Int, _ depth: Int) -> Int {
    let wanted = RecordShape.Taken.strange | RecordShape.Taken.nothing
    return member.taken & wanted == wanted ? skip(token, depth) : refuse(.kind, token)
  }
}
