import QuoteSyntax

/// Words of the rules as people see them: in small letters, and without spaces around them and
/// marks that show nothing. They are for texts with more than ASCII in them.
struct SeenWords {
  /// So many words are taken, and so many different texts looked up.
  private static let mostWords = 1024
  private static let mostTexts = 64

  private let given: any Collection<String>
  private(set) lazy var words = Array(given)
  private var indices: [String: Int]?
  private var known = TextMemory<Int?>()

  init(_ words: any Collection<String>) { given = words }

  /// Goes on to the next batch.
  mutating func begin() { known.begin() }

  /// Whether one was looked up since this was last set.
  var wasAsked: Bool {
    get { known.wasAsked }
    set { known.wasAsked = newValue }
  }

  /// The word that a text looks like.
  mutating func index(of text: TextSlice) -> Int? {
    guard text.count <= 256, (0..<text.count).contains(where: { text[$0] >= 0x80 }) else {
      return nil
    }
    guard words.count <= Self.mostWords else { return nil }
    let indices = indices ?? Self.indices(words)
    self.indices = indices
    return known.answer(about: text.string, most: Self.mostTexts) {
      indices[UnusualSpace.seen($0)]
    } ?? nil
  }

  /// Words that look alike are left out: neither is meant more than the other. So are those that
  /// have such marks themselves, as some scripts do.
  private static func indices(_ words: [String]) -> [String: Int] {
    let seen = Dictionary(grouping: words.indices) { UnusualSpace.seen(words[$0]) }
    return seen.compactMapValues { found in
      found.count == 1 && UnusualSpace.told(of: words[found[0]]) == nil ? found[0] : nil
    }
  }
}
