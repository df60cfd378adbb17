import Foundation
import QuoteSyntax
import TestKit
import Testing

/// Comments are sentences that can be read aloud. A test cannot read, but it can see the
/// beginnings that fragments have: "Of the engine.", "By list.", "For one thread."
///
/// `docs/style.md` has the pairs; `.ci/spell` looks for words that are misspelt.
@Suite struct PlainEnglishTests {
  /// A sentence may not begin with this word: what it is about would come after it.
  static let never: Set<String> = ["Of"]
  /// A sentence that begins with one of these has a verb of its own further on.
  static let openings: Set<String> = [
    "As", "By", "For", "From", "In", "To", "Under", "Between", "Without", "With", "Behind",
    "Beside", "Beyond", "Among", "At", "Against", "After", "Before", "Until",
  ]
  /// Verbs that show a whole sentence; one is enough.
  static let verbs =
    #"\b(is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|may|might|will|would|must|"#
    + #"should|could|[a-z]{2,}(s|ed)|come|make|take|stand|give|say|read|hold|count|go|keep|need|"#
    + #"want|begin|end|find|show|mean|put|let|get|see|fit|fall|lie|write|run)\b"#

  struct Comment {
    var place: String
    var text: String
  }

  /// The comments of a text: lines that begin with two or three slashes, joined.
  static func comments(of text: String, named name: String) -> [Comment] {
    var found: [Comment] = []
    var (paragraph, start) = ([String](), 0)
    func close() {
      if !paragraph.isEmpty {
        found.append(
          Comment(place: "\(name):\(start)", text: paragraph.joined(separator: " ")))
      }
      paragraph = []
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let bare = line.drop { $0 == " " }
      guard bare.hasPrefix("//"), !bare.hasPrefix("// MARK") else {
        close()
        continue
      }
      let words = bare.drop { $0 == "/" }.trimmingPrefix(" ")
      if words.isEmpty { close(); continue }
      if paragraph.isEmpty { start = index + 1 }
      paragraph.append(String(words))
    }
    close()
    return found
  }

  static func sentences(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while let end = rest.firstMatch(of: kept(/[.!?]\s+(?=[A-Z`“"])/)) {
      parts.append(rest[..<end.range.lowerBound])
      rest = rest[end.range.upperBound...]
    }
    return parts + [rest]
  }

  static func isFragment(_ sentence: Substring) throws -> Bool {
    guard let first = sentence.split(whereSeparator: { " ,;:".contains($0) }).first else {
      return false
    }
    if never.contains(String(first)) { return true }
    guard openings.contains(String(first)),
      sentence.firstMatch(of: kept(/^At (most|least)\b/)) == nil
    else { return false }
    return sentence.dropFirst(first.count).firstMatch(of: try Regex(verbs)) == nil
  }

  @Test func theBeginningsOfFragmentsAreKnown() throws {
    for fragment in ["Of the engine", "By list", "As in `source`", "For one thread", "In turn"] {
      #expect(try Self.isFragment(fragment[...]), "\(fragment)")
    }
    for sentence in [
      "As the name says, this is one", "By then all keys are known", "At most 18 digits",
      "Makes an evaluator for one thread",
    ] { #expect(try !Self.isFragment(sentence[...]), "\(sentence)") }
  }

  @Test(arguments: ["Sources", "Tests", "Plugins"])
  func commentsAreSentences(folder: String) throws {
    for url in Repository.files(under: folder, endings: ["swift", "h", "c", "cpp"]) {
      let name = Repository.name(of: url)
      if name.hasSuffix("PlainEnglishTests.swift") || name.contains("/Rivals/") { continue }
      for comment in Self.comments(of: try Repository.text(of: url), named: name) {
        for sentence in Self.sentences(of: comment.text) where try Self.isFragment(sentence) {
          Issue.record("\(comment.place) has a fragment: \(sentence.prefix(80))")
        }
      }
    }
  }

  /// Pages, outside of their blocks; `docs/style.md` shows fragments on purpose.
  @Test func pagesAreSentences() throws {
    for url in Repository.files(under: "", endings: ["md"]) {
      let name = Repository.name(of: url)
      if name == "docs/style.md" { continue }
      var isBlock = false
      for (index, line) in try Repository.text(of: url).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        if line.hasPrefix("```") { isBlock.toggle() }
        if isBlock { continue }
        let words = line.drop { !$0.isLetter && $0 != "`" }
        for sentence in Self.sentences(of: String(words)) where sentence.hasPrefix("Of ") {
          Issue.record("\(name):\(index + 1) has a fragment: \(sentence.prefix(80))")
        }
      }
    }
  }
}
