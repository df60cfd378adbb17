/// Words prepared for a search for the one nearest to a mistyped name. A search through thousands
/// of them takes microseconds, because millions of bookings may have mistakes.
package struct NearWords {
  private struct Word {
    var name: String
    /// Where its letters are.
    var letters: Range<Int>
    var marks: UInt64
  }

  private var words: [Word] = []
  /// The letters of all words, in lower case.
  private var letters: [Unicode.Scalar] = []

  package init(_ names: some Sequence<String>) {
    for name in names {
      let start = letters.count
      letters += name.lowercased().unicodeScalars
      let range = start..<letters.count
      words.append(Word(name: name, letters: range, marks: Self.marks(of: letters[range])))
    }
  }

  /// The word closest to a name that is not one of them, or nil if none is near.
  ///
  /// Closeness is the Damerau–Levenshtein distance in its optimal-string-
  /// alignment form (insert, delete, replace, swap neighbours), letter case
  /// aside. Up to 3 letters one edit is near, up to 8 two, beyond that three,
  /// and never as many as the name has letters, nor two others in a word of four. Ties: a word of
  /// the same letters, which fingers put in another order, before others, and the earlier of two.
  /// Where none is close, one that is short for the other is near: `qty` and `quantity`.
  package func nearest(to name: String) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let marks = Self.marks(of: wanted[...])
    var limit = min(wanted.count <= 3 ? 1 : wanted.count <= 8 ? 2 : 3, wanted.count - 1)
    guard limit > 0 else { return abbreviated(wanted) }
    var best: String?
    var isBestOfSameLetters = false
    var distance = BoundedDistance(to: wanted)
    for word in words where limit >= 0 && word.name != name {
      // Among words as near as the best, only one of the same letters is better.
      let most = limit + (best != nil && !isBestOfSameLetters && word.marks == marks ? 1 : 0)
      // An edit makes one letter of another, or adds or takes one.
      guard abs(word.letters.count - wanted.count) <= most,
        (word.marks ^ marks).nonzeroBitCount <= 2 * most,
        let found = distance.measure(letters[word.letters], atMost: most)
      else { continue }
      let isSame = letters[word.letters].sorted() == wanted.sorted()
      guard found <= limit || isSame else { continue }
      // `west` is no slip for `east`.
      if !isSame, found == 2, wanted.count == 4, word.letters.count == 4 { continue }
      (best, isBestOfSameLetters) = (word.name, isSame)
      limit = found - 1
    }
    return best ?? abbreviated(wanted)
  }

  /// The first word of which a name is short, or that is short for the name.
  private func abbreviated(_ wanted: [Unicode.Scalar]) -> String? {
    words.first { word in
      let other = letters[word.letters]
      return other.count < wanted.count
        ? Self.isShort(other, for: wanted[...]) : Self.isShort(wanted[...], for: other)
    }?.name
  }

  /// Whether a word is the beginning of another that goes on in letters, or has its first letter,
  /// its last one and some in between.
  private static func isShort(
    _ short: ArraySlice<Unicode.Scalar>, for long: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard short.count >= 3, short.count < long.count, short.first == long.first,
      !long.contains(where: \.properties.isWhitespace)
    else { return false }
    if long.starts(with: short) {
      return long[long.startIndex + short.count].properties.isAlphabetic
    }
    guard short.last == long.last, long.count <= 3 * short.count else { return false }
    var rest = short
    for letter in long where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The line of help for a mistyped name, if one is near.
  package func help(for name: String) -> [String] {
    nearest(to: name).map { ["did you mean `\($0)`?"] } ?? []
  }

  /// A bit for every letter that is there; some letters share one.
  private static func marks(of letters: ArraySlice<Unicode.Scalar>) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }
}

/// How many edits lie between one text and others, as long as they are few: of the table
/// of distances between beginnings only what lies that near to its diagonal is filled.
private struct BoundedDistance {
  private let wanted: [Unicode.Scalar]
  private var beforeLast: [Int]
  private var last: [Int]
  private var row: [Int]

  init(to wanted: [Unicode.Scalar]) {
    self.wanted = wanted
    row = Array(repeating: 0, count: wanted.count + 1)
    (beforeLast, last) = (row, row)
  }

  /// Nil where there are more than so many.
  mutating func measure(_ text: ArraySlice<Unicode.Scalar>, atMost limit: Int) -> Int? {
    let over = limit + 1
    for index in last.indices { last[index] = min(index, over) }
    for i in 0..<text.count {
      let first = max(0, i - limit)
      let end = min(wanted.count, i + limit + 1)
      guard first <= end else { return nil }
      let letter = text[text.startIndex + i]
      row[first] = first == 0 ? min(i + 1, over) : over
      var least = row[first]
      for j in first..<end {
        let cost = letter == wanted[j] ? 0 : 1
        var edits = min(last[j + 1] + 1, row[j] + 1, last[j] + cost)
        if i > 0, j > 0, letter == wanted[j - 1],
          text[text.startIndex + i - 1] == wanted[j]
        {
          edits = min(edits, beforeLast[j - 1] + 1)
        }
        row[j + 1] = edits
        least = min(least, edits)
      }
      if least > limit { return nil }
      // The next row looks one further.
      if end < wanted.count { row[end + 1] = over }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[wanted.count] <= limit ? last[wanted.count] : nil
  }
}
