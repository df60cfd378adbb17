import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// An impact for a terminal.
struct ImpactText {
  let words: ImpactWords
  var screen = Screen()
  private static let widest = 90

  var text: String {
    let title = "\(words.context.title): \(words.context.before) → \(words.context.after)"
    var lines = screen.lines(of: DifferenceWords.line(title, atMost: 400)).map(screen.strong)
    lines += words.sentences.flatMap(screen.lines)
    for table in words.tables { lines += [""] + self.lines(table) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(_ table: ImpactTable) -> [String] {
    var drawn = TextTable(right: table.right)
    drawn.rows = [[table.title.lowercasedFirst] + table.header.dropFirst()]
    for row in table.rows {
      drawn.rows.append(
        row.enumerated().map { column, cell in
          (column == 0 ? "  " : "") + DifferenceWords.ends(cell, atMost: Self.widest)
        })
    }
    var lines = screen.lines(of: drawn)
    if table.more > 0 { lines.append("  and \(table.more) more") }
    if !table.note.isEmpty {
      lines += screen.lines(of: "  \(DifferenceWords.line(table.note, atMost: 400))")
    }
    return lines
  }
}

extension String {
  /// As a heading in a terminal begins.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// An impact as a comment on a change.
struct ImpactMarkdown {
  let words: ImpactWords

  var text: String {
    let context = words.context
    let share = words.percent(words.summary.change, of: words.summary.revenueBefore)
    var text =
      "### \(DifferenceMarkdown.prose(context.title)): \(words.signed(words.summary.change)) "
      + "\(context.currency)\(share.isEmpty ? "" : " (\(share))")\n\n"
    let sides = [context.before, context.after].map(DifferenceMarkdown.code)
    text += "\(sides.joined(separator: " → "))\n\n"
    for sentence in words.sentences { text += "- \(DifferenceMarkdown.prose(sentence))\n" }
    for table in words.tables { text += self.table(table) }
    return text
  }

  private func table(_ table: ImpactTable) -> String {
    var text = "\n**\(DifferenceMarkdown.prose(table.title))**\n\n"
    text += "| \(table.header.map(DifferenceMarkdown.prose).joined(separator: " | ")) |\n|"
    for column in table.header.indices { text += table.right.contains(column) ? "---:|" : "---|" }
    text += "\n"
    let figures = table.rows.count - table.sums
    for (index, row) in table.rows.enumerated() {
      let cells = row.enumerated().map { column, cell in
        let told = DifferenceMarkdown.prose(cell)
        return index >= figures && !told.isEmpty ? "**\(told)**" : told
      }
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    if table.more > 0 { text += "\n…and \(table.more) more.\n" }
    if !table.note.isEmpty { text += "\n\(DifferenceMarkdown.prose(table.note))\n" }
    return text
  }
}
