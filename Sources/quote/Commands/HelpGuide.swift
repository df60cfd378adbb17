import QuoteSyntax

/// A part of a guide in `docs/`: what stands below one of its headings, up to the next one of the
/// same or a higher level.
struct GuideSection {
  /// The heading in lower case and with hyphens, as links write it: `a-part-of-a-month`.
  let name: String
  let title: String
  /// What links to it elsewhere in the guides call it: the words that people look for.
  fileprivate(set) var calledBy = ""
  /// Its Markdown, the heading included.
  let text: String
}

/// The recipes and the rules language, which are read by heading.
enum HelpGuide {
  static let sections: [GuideSection] = {
    let guides = [Documents.recipes, Documents.rulesLanguage]
    var sections = guides.flatMap(parted)
    for guide in guides {
      for link in guide.matches(of: kept(/\[([^\]]+)\]\([a-z-]*(?:\.md)?#([^)]+)\)/)) {
        for index in sections.indices where sections[index].name == link.2 {
          sections[index].calledBy += " \(link.1)"
        }
      }
    }
    return sections
  }()

  static func section(named name: String) -> GuideSection? {
    sections.first { $0.name == name }
  }

  /// Headings are looked for outside of the examples. The title of a guide is no part of it.
  private static func parted(_ guide: String) -> [GuideSection] {
    let lines = guide.split(separator: "\n", omittingEmptySubsequences: false)
    var isExample = false
    var headings: [(line: Int, level: Int, title: String)] = []
    for (line, text) in lines.enumerated() {
      if text.hasPrefix("```") { isExample.toggle() }
      let level = text.prefix { $0 == "#" }.count
      if isExample || level < 2 { continue }
      headings.append((line, level, text.dropFirst(level + 1).description))
    }
    return headings.enumerated().map { index, heading in
      let end = headings[(index + 1)...].first { $0.level <= heading.level }?.line ?? lines.count
      return GuideSection(
        name: anchor(of: heading.title), title: heading.title,
        text: lines[heading.line..<end].joined(separator: "\n") + "\n")
    }
  }

  /// The anchor that a heading gets where Markdown is shown.
  static func anchor(of heading: some StringProtocol) -> String {
    String(
      heading.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || character == "-" || character == "_"
          ? character : nil
      })
  }
}
