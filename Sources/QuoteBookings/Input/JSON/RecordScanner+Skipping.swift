import QuoteLanguage
import QuoteSyntax

/// What does not matter, and has to be valid all the same.
extension RecordScanner {
  /// Whether an object has had no member of that name since its first; remembers it. Two
  /// names may seem one here, but never one two.
  func isNew(_ start: Int, _ count: Int, since first: Int) -> Bool {
    guard !isSpelledOtherwise(start, count), strangers.count &- first < Self.mostStrangers else {
      return false
    }
    let hash = bytes.nameHash(start, count)
    for index in first..<strangers.count where strangers[index] == hash { return false }
    strangers.append(hash)
    return true
  }

  /// Whether a name may be one that is read, written in other bytes.
  @inline(__always)
  func isSpelledOtherwise(_ start: Int, _ count: Int) -> Bool {
    if hasEscape(start, start &+ count) { return true }
    let name = bytes.slice(start, count)
    return name.mayCompose && Self.mayBeInParts(name) && !name.string.isComposed
  }

  /// False for names of the plain letters of Latin, Greek, Cyrillic, Chinese, Japanese and Korean,
  /// which most names beyond ASCII consist of: they are not looked at more closely.
  private static func mayBeInParts(_ name: TextSlice) -> Bool {
    for index in 0..<name.count {
      let next = index &+ 1 < name.count ? name[index &+ 1] : 0
      switch name[index] {
      case ..<0xCC, 0xCF...0xD5, 0xE4...0xED: continue
      // U+0387 is another point.
      case 0xCE where next != 0x87: continue
      // U+3099 and U+309A are marks of the letter before.
      case 0xE3 where next != 0x82: continue
      case 0xE3 where index &+ 2 < name.count && !(0x99...0x9A).contains(name[index &+ 2]): continue
      case _: return true
      }
    }
    return false
  }

  /// Walks over a value, which has to be valid all the same.
  func skip(_ token: Int, _ depth: Int) -> Int {
    guard depth < Self.deepest else { return Self.refused }
    let place = tokens.place(token)
    switch bytes[place] {
    case UInt8(ascii: "{"): return skipObject(token &+ 1, depth &+ 1)
    case UInt8(ascii: "["): return skipArray(token &+ 1, depth &+ 1)
    case UInt8(ascii: "\""):
      let end = closing(token)
      guard end > place, !hasEscape(place &+ 1, end) || areEscapesPlain(place &+ 1, end) else {
        return refuse(.escape, token)
      }
      return token &+ 1
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return word(token) != 0 ? token &+ 1 : Self.refused
    default: return numberEnd(place) != 0 ? token &+ 1 : Self.refused
    }
  }

  func skipObject(_ start: Int, _ depth: Int) -> Int {
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

  func skipArray(_ start: Int, _ depth: Int) -> Int {
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
