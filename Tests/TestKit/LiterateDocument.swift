import Foundation

/// A Markdown document that is a test at the same time.
///
/// Fenced blocks named like a file (` ```rules.yaml `, ` ```csv bookings.csv `)
/// are files. In `console` blocks a line that begins with `$ ` is a command;
/// what follows is everything it prints, and `[exit 1]` where it does not end
/// well. A `diagnostics` block holds what is wrong with `rules.yaml`. Blocks are
/// taken in their order, in one folder, so a later file replaces an earlier one.
package struct LiterateDocument: Sendable {
  package enum Block: Sendable, Equatable {
    case file(name: String)
    case console
    case diagnostics
    /// Text that is for readers only.
    case prose
  }

  /// A run of lines between fences.
  package struct Part: Sendable {
    package var block: Block
    /// Lines of the document, without the fences.
    package var lines: Range<Int>
    package var text: String
  }

  package var lines: [String]
  package var parts: [Part]

  package init(_ text: String) {
    lines = text.components(separatedBy: "\n")
    parts = []
    var index = 0
    while index < lines.count {
      let fence = lines[index].prefix { $0 == "`" }
      guard fence.count >= 3 else {
        index += 1
        continue
      }
      let start = index + 1
      var end = start
      while end < lines.count, lines[end] != String(fence) { end += 1 }
      let name = lines[index].dropFirst(fence.count)
      let text = lines[start..<end].map { $0 + "\n" }.joined()
      parts.append(Part(block: Self.block(String(name)), lines: start..<end, text: text))
      index = end + 1
    }
  }

  /// What the words after a fence make of the block.
  static func block(_ words: String) -> Block {
    let parts = words.split(separator: " ")
    guard let last = parts.last else { return .prose }
    switch last {
    case "console": return .console
    case "diagnostics": return .diagnostics
    default: return parts.count <= 2 && last.contains(".") ? .file(name: String(last)) : .prose
    }
  }

  /// The document with other texts in some of its parts, by their position.
  package func replacing(_ texts: [Int: String]) -> String {
    var lines = lines
    for (index, text) in texts.sorted(by: { $0.key > $1.key }) {
      var new = text.components(separatedBy: "\n")
      if new.last == "" { new.removeLast() }
      lines.replaceSubrange(parts[index].lines, with: new)
    }
    return lines.joined(separator: "\n")
  }
}

/// A `console` block taken apart: commands, and what each is to print.
package struct ConsoleTranscript: Sendable {
  package struct Entry: Sendable, Equatable {
    /// The command as written, `$ ` and `> ` taken off.
    package var command: String
    package var expected: String

    package init(command: String, expected: String) {
      self.command = command
      self.expected = expected
    }
  }

  package var entries: [Entry] = []
  /// What stands before the first command.
  package var head = ""

  package init(_ text: String) {
    var continues = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        entries.append(Entry(command: String(line.dropFirst(2)), expected: ""))
        continues = true
      } else if entries.isEmpty {
        head += line + "\n"
      } else if continues, line.hasPrefix("> ") || line == ">" {
        entries[entries.count - 1].command += "\n" + line.dropFirst(2)
      } else {
        continues = false
        entries[entries.count - 1].expected += line + "\n"
      }
    }
  }

  /// How an outcome is written below its command.
  package static func text(of outcome: Shell.Outcome) -> String {
    var text = outcome.output
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n[no line end]\n" }
    if outcome.status != 0 { text += "[exit \(outcome.status)]\n" }
    return text
  }

  /// A command with its marks, as it stands in a document.
  package static func text(of command: String) -> String {
    "$ " + command.replacingOccurrences(of: "\n", with: "\n> ") + "\n"
  }
}
