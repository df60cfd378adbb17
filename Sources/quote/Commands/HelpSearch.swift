/// Pages, commands and recipes that have all words that somebody looks for.
struct HelpSearch {
  /// The name of each, and its title: first those whose title has the words, or what links to them
  /// call them, and before other such ones those that have them as whole words.
  private(set) var rows: [(String, String)] = []
  private static let most = 20

  private let words: [String]
  private var found: [(rank: Int, row: (String, String))] = []

  init(_ text: String) {
    words = text.lowercased().split(separator: " ").map(String.init)
    for command in Commands.declarations {
      add(
        command.name, command.summary, in: command.discussion,
        options: command.options.map { "\($0.name): \($0.help)" })
    }
    for pages in [Documents.diagnostics, Documents.faults] {
      for (id, page) in pages.sorted(by: { $0.key < $1.key }) {
        add(id, String(page.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }), in: page)
      }
    }
    for section in HelpGuide.sections {
      add(section.name, section.title, calledBy: section.calledBy, in: section.text)
    }
    let sorted = found.enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1.row)
    let more = sorted.count - Self.most
    rows = Array(sorted.prefix(Self.most)) + (more > 0 ? [("", "and \(more) more")] : [])
  }

  /// An option that has the words is told in place of the command's title.
  private mutating func add(
    _ name: String, _ title: String, calledBy: String = "", in text: String,
    options: [String] = []
  ) {
    if let rank = rank(in: "\(name) \(title) \(calledBy)") {
      return found.append((rank, (name, title)))
    }
    let told = options.compactMap { option in rank(in: option).map { ($0, option) } }
    if let best = told.min(by: { $0.0 < $1.0 }) {
      found.append((2 + best.0, (name, best.1)))
    } else if let rank = rank(in: text) {
      found.append((2 + rank, (name, title)))
    }
  }

  /// 0 where a text has all words as they are, 1 where it has some as parts of others, and nil
  /// where it lacks one.
  private func rank(in text: String) -> Int? {
    let text = text.lowercased()
    guard words.allSatisfy({ text.contains($0) }) else { return nil }
    return words.allSatisfy { Self.has(text, word: $0) } ? 0 : 1
  }

  private static func has(_ text: String, word: String) -> Bool {
    text.ranges(of: word).contains { range in
      let isFirst = range.lowerBound == text.startIndex
      let before = isFirst ? " " : text[text.index(before: range.lowerBound)]
      let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
      return ![before, after].contains { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }
}
