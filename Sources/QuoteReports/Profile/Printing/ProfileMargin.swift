import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// What a batch used of the rules, line by line of their files.
struct ProfileNotes {
  /// How often what stands in a line took part, the money that went through it, and how often
  /// each condition in it held.
  struct Note {
    var times: Int?
    var money: Ratio?
    var choices: [String] = []
    var isUnused: Bool { times == 0 }

    /// Money of what never took part says nothing.
    var shownMoney: Ratio? { isUnused ? nil : money }

    fileprivate mutating func add(_ times: Int, _ money: Ratio?) {
      self.times = (self.times ?? 0) + times
      if let money { self.money = (self.money ?? 0) + money }
    }
  }

  /// Notes are kept by file and line, counted from 1.
  private(set) var notes: [Int: [Int: Note]] = [:]

  init(_ profile: Profile, sources: Sources) {
    for line in profile.lines where line.kind == .line {
      note(line.span, sources) { $0.add(line.notZero == 0 ? 0 : line.times, line.money) }
    }
    for table in profile.tables {
      for row in table.rows { note(row.span, sources) { $0.add(row.times, row.money) } }
    }
    for decline in profile.declines {
      note(decline.span, sources) { $0.add(decline.times, nil) }
    }
    for choice in profile.choices {
      let counted = "\(choice.held)/\(choice.asked)"
      note(choice.span, sources) {
        $0.choices.append(choice.kind == .fallback ? "default \(counted)" : counted)
      }
    }
  }

  private mutating func note(
    _ span: SourceSpan, _ sources: Sources, _ body: (inout Note) -> Void
  ) {
    guard let file = sources[span.file] else { return }
    let line = file.position(of: span.lower).line
    body(&notes[Int(span.file), default: [:]][line, default: Note()])
  }

  /// Files that have notes, in the order in which they were read.
  func files(_ sources: Sources) -> [Int] { sources.files.indices.filter { notes[$0] != nil } }
}

/// The rules themselves, what a batch used of each line in the margin: how
/// often, the money that went through it, and how often a condition in it held.
struct ProfileMargin {
  let sources: Sources

  func render(_ profile: Profile) -> String {
    let notes = ProfileNotes(profile, sources: sources)
    let text = notes.files(sources).map {
      render(sources.files[$0], notes.notes[$0] ?? [:], profile)
    }
    return ProfileText.headline(profile).printable + "\n" + text.joined()
  }

  private func render(
    _ file: SourceFile, _ notes: [Int: ProfileNotes.Note], _ profile: Profile
  ) -> String {
    var rows = AlignedRows("rrrl")
    rows.rows.append(["times", "money", "held", "│ \(file.name.shown)"])
    for number in 1...file.shownLines {
      let note = notes[number]
      rows.rows.append([
        note?.times.map { $0 == 0 ? "never" : "\($0)" } ?? "",
        note.flatMap(\.shownMoney).map { ProfileText.digits($0, profile) } ?? "",
        note?.choices.joined(separator: " ") ?? "",
        "│ \(file.line(number).replacing("\t", with: "  ").printable)",
      ])
    }
    return "\n" + rows.lines(indent: "").joined(separator: "\n") + "\n"
  }
}

extension SourceFile {
  /// How many lines it has, without an empty one at the end.
  var shownLines: Int {
    let count = lineStarts.count
    return count > 1 && line(count).isEmpty ? count - 1 : count
  }
}
