import QuoteSyntax

/// Words of the rules as people see them: in small letters, and without spaces around them and
/// marks that show nothing. They are for texts with more than ASCII in them.
struct SeenWords {
  /// So many words are taken, and so many different texts looked up.
  private static let mostWords = 1024
  private static let mostTexts = 64

  let words: [String]
  private var indices: [String: Int]?
  private var known: [String: Int?] = [:]

  init(_ words: [String]) { self.words = words }

  /// The word that a text looks like.
  mutating func index(of text: TextSlice) -> Int? {
    guard words.count <= Self.mostWords, known.count < Self.mostTexts, text.count <= 256,
      (0..<text.count).contains(where: { text[$0] >= 0x80 })
    else { return nil }
    let string = text.string
    if let found = known[string] { return found }
    let indices = indices ?? Self.indices(words)
    self.indices = indices
    let found = indices[UnusualSpace.seen(string)]
    known.updateValue(found, forKey: string)
    return found
  }

  /// Words that look alike are left out: neither is meant more than the other.
  private static func indices(_ words: [String]) -> [String: Int] {
    let seen = Dictionary(grouping: words.indices) { UnusualSpace.seen(words[$0]) }
    return seen.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }
}
