import QuoteEngine
import QuoteLanguage

/// The rules themselves, what a batch used of each line in the margin: how
/// often, the money that went through it, and how often a condition in it held.
struct ProfileMargin {
  fileprivate struct Note {
    var times: Int?
    var money: Ratio?
    var choices: [String] = []
    var isUnused: Bool { times == 0 }
  }

  let sources: Sources

  func render(_ profile: Profile) -> String {
    var notes: [Int: [Int: Note]] = [:]
    func note(_ span: SourceSpan, _ body: (inout Note) -> Void) {
      guard let file = sources[span.file] else { return }
      let line = file.position(of: span.lower).line
      body(&notes[Int(span.file), default: [:]][line, default: Note()])
    }
    for line in profile.lines where line.kind == .line {
      note(line.span) { $0.add(line.notZero == 0 ? 0 : line.times, line.money) }
    }
    for table in profile.tables {
      for row in table.rows { note(row.span) { $0.add(row.times, row.money) } }
    }
    for decline in profile.declines { note(decline.span) { $0.add(decline.times, nil) } }
    for choice in profile.choices {
      note(choice.span) { $0.choices.append("\(choice.held)/\(choice.asked)") }
    }
    let files = sources.files.indices.filter { notes[$0] != nil }
    let text = files.map { render(sources.files[$0], notes[$0] ?? [:], profile) }
    return ProfileText.headline(profile) + "\n" + text.joined()
  }

  private func render(_ file: SourceFile, _ notes: [Int: Note], _ profile: Profile) -> String {
    var count = file.lineStarts.count
    if count > 1, file.line(count).isEmpty { count -= 1 }
    var rows = AlignedRows("rrrl")
    rows.rows.append(["times", "money", "held", "│ \(file.name)"])
    for number in 1...count {
      let note = notes[number]
      rows.rows.append([
        note?.times.map { $0 == 0 ? "never" : "\($0)" } ?? "",
        note.flatMap(\.shownMoney).map { ProfileText.digits($0, profile) } ?? "",
        note?.choices.joined(separator: " ") ?? "",
        "│ \(file.line(number))",
      ])
    }
    return "\n" + rows.lines(indent: "").joined(separator: "\n") + "\n"
  }
}

extension ProfileMargin.Note {
  /// Money of what never took part says nothing.
  fileprivate var shownMoney: Ratio? { isUnused ? nil : money }

  fileprivate mutating func add(_ times: Int, _ money: Ratio?) {
    self.times = (self.times ?? 0) + times
    if let money { self.money = (self.money ?? 0) + money }
  }
}
