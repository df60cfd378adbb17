import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What is told where a name is mistyped.
@Suite struct SuggestionTests {
  @Test(arguments: [
    ("fee_rte", "fee_rate"), ("quantiyt", "quantity"), ("Rate", "rate"), ("defualt", "default"),
    ("qty", "quantity"), ("quant", "quantity"), ("dflt", "default"),
  ])
  func near(name: String, wanted: String) {
    #expect(
      Suggestion.nearest(
        to: name, among: ["items", "fee_rate", "quantity", "rate", "default"]) == wanted)
  }

  @Test func farNamesAreNotSuggested() {
    #expect(Suggestion.nearest(to: "x", among: ["y", "z"]) == nil)
    #expect(Suggestion.nearest(to: "ab", among: ["cd"]) == nil)
    #expect(Suggestion.nearest(to: "total", among: ["minimum"]) == nil)
    #expect(Suggestion.nearest(to: "", among: ["a"]) == nil)
  }

  /// Words of few letters, mistyped: whole tables of distances tell the same.
  @Test(arguments: 0..<20)
  func theNearestIsThatOfWholeTables(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func word(_ lengths: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: lengths, using: &random)).map { _ in
          "abcdéXß".randomElement(using: &random)!
        })
    }
    let words = (0..<40).map { _ in word(0...12) }
    let near = NearWords(words)
    var found = 0
    for _ in 0..<200 {
      var name = Array(words.randomElement(using: &random)!)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0...name.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: name.insert("a", at: place)
        case 1 where place < name.count: name.remove(at: place)
        case 2 where place < name.count: name[place] = "d"
        default: if place + 1 < name.count { name.swapAt(place, place + 1) }
        }
      }
      let nearest = near.nearest(to: String(name))
      let wanted =
        Self.nearest(to: String(name), among: words)
        ?? words.first { word in
          Self.isShort(String(name), for: word) || Self.isShort(word, for: String(name))
        }
      #expect(nearest == wanted, "\(String(name))")
      if nearest != nil { found += 1 }
    }
    #expect(found > 50)
  }

  private static func nearest(to name: String, among words: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let limit = min(wanted.count <= 3 ? 1 : wanted.count <= 8 ? 2 : 3, wanted.count - 1)
    let near = words.filter { $0 != name }
      .map { word in
        let letters = Array(word.lowercased().unicodeScalars)
        return (word, edits(wanted, letters), letters.sorted() == wanted.sorted() ? 0 : 1)
      }
      .filter { limit > 0 && $0.1 <= limit }
      .filter { word, edits, other in
        edits < 2 || other == 0 || wanted.count != 4 || word.unicodeScalars.count != 4
      }
    return near.min { ($0.1, $0.2) < ($1.1, $1.2) }?.0
  }

  /// Whether a name is cut short within a word, or has its ends and some of what is between them.
  private static func isShort(_ name: String, for word: String) -> Bool {
    let short = Array(name.lowercased().unicodeScalars)
    let long = Array(word.lowercased().unicodeScalars)
    guard short.count >= 3, short.count < long.count else { return false }
    if Array(long.prefix(short.count)) == short { return true }
    var reached: Set<Int> = [0]
    for letter in long {
      reached.formUnion(reached.filter { $0 < short.count && short[$0] == letter }.map { $0 + 1 })
    }
    return short.first == long.first && short.last == long.last && long.count <= 3 * short.count
      && reached.contains(short.count)
  }

  /// Optimal string alignment, cell by cell.
  private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var table = (0...a.count).map { i in (0...b.count).map { max(i, $0) } }
    for i in a.indices {
      for j in b.indices {
        let cost = a[i] == b[j] ? 0 : 1
        var least = min(table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + cost)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = least
      }
    }
    return table[a.count][b.count]
  }
}
