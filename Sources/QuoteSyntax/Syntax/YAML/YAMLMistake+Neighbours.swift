/// Slips of which YAML notices only what stands beside them: a quotation mark inside of a text, an
/// entry among others of another form, a value that goes on at the beginning of a line.
extension YAMLMistake {
  /// What was written; nil if it is not known.
  var neighbour: Diagnostic? {
    apostrophe ?? entryWithoutDash ?? entryWithoutKey ?? valueGoesOn ?? textWithColon ?? oneOff
  }

  /// The lines above one, the nearest first, without those that are empty or a comment.
  private func linesAbove(_ lower: Int) -> [(lower: Int, upper: Int, text: String)] {
    var found: [(lower: Int, upper: Int, text: String)] = []
    var end = lower - 1
    while end > 0, found.count < 60 {
      var start = end
      while start > 0, bytes[start - 1] != 10 { start -= 1 }
      let written = text(start, end)
      let plain = written.trimmedOfSpaces
      if !plain.isEmpty, !plain.hasPrefix("#") { found.append((start, end, written)) }
      end = start - 1
    }
    return found
  }

  private func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  /// `reason: 'it doesn't fit'`, which ends at its apostrophe.
  private var apostrophe: Diagnostic? {
    let (lower, upper) = line
    guard problem.hasPrefix("did not find expected"),
      let match = text(lower, upper).wholeMatch(of: kept(/(\s*(?:- )?[\w ]+:\s+)'(.*)'\s*/)),
      match.2.contains("'"), !match.2.replacing("''", with: "").isEmpty,
      match.2.replacing("''", with: "").contains("'"),
      // Two texts of a formula are none with an apostrophe.
      match.2.firstMatch(of: kept(/'\s*(?:[-=<>+*\/,)]|and |or |in )/)) == nil
    else { return nil }
    let start = lower + match.1.utf8.count
    let inner = match.2.replacing("''", with: "'")
    let isPlain = !inner.contains("\"") && !inner.contains("\\")
    let right = isPlain ? "\"\(inner)\"" : "'\(inner.replacing("'", with: "''"))'"
    return said(
      "an apostrophe ends a text that begins with one", from: start, to: upper,
      help: [
        isPlain
          ? "double quotation marks around it let it stand: `\(right)`"
          : "write each apostrophe inside twice: `\(right)`"
      ])
  }

  /// `admin_fee: €5` among entries that begin with a dash.
  private var entryWithoutDash: Diagnostic? {
    let (lower, upper) = line
    let dashed = text(lower, upper)
    guard problem.hasPrefix("did not find expected key"),
      dashed.wholeMatch(of: kept(/\s*- [A-Za-z_]\w*:.*/)) != nil
    else { return nil }
    let indent = indentation(dashed)
    var plain: (lower: Int, upper: Int, match: (key: String, value: String))?
    for (from, to, written) in linesAbove(lower) {
      if indentation(written) < indent {
        guard let plain, let section = written.wholeMatch(of: kept(/\s*(?:- )?(\w+):\s*/)) else {
          return nil
        }
        return withoutDash(
          String(section.1), entry: plain.match, from: plain.lower, to: plain.upper)
      }
      guard indentation(written) == indent else { continue }
      guard let match = written.wholeMatch(of: kept(/\s*([^-\s].*?):\s+(\S.*)/)) else { return nil }
      plain = (from + indent, to, (String(match.1), String(match.2)))
    }
    return nil
  }

  /// `- hours > 8` with `reason: …` below it: the entry's first line has no key.
  private var entryWithoutKey: Diagnostic? {
    let (lower, upper) = line
    guard problem.hasPrefix("mapping values are not allowed"),
      let key = text(lower, upper).wholeMatch(of: kept(/\s*(\w+):\s.*/)).map({ String($0.1) }),
      let (from, to, above) = linesAbove(lower).first,
      let entry = above.wholeMatch(of: kept(/(\s*)- ([^:]*)/)),
      indentation(text(lower, upper)) > entry.1.count
    else { return nil }
    let first = key == "reason" ? "when" : key == "amount" || key == "becomes" ? "line" : "when"
    return said(
      "the first line of an entry has no key", from: from + entry.1.utf8.count, to: to,
      help: ["write `- \(first): \(String(entry.2).trimmedOfSpaces)`"])
  }

  /// Keys of entries, which begin a line.
  private static let entryKeys = Set(RuleReader.lineKeys + RuleReader.listKeys + ["reason"])

  /// `label: Extra: {item}`, a text that goes on behind a colon.
  private var textWithColon: Diagnostic? {
    let (lower, upper) = line
    guard problem.hasPrefix("mapping values are not allowed"),
      let match = text(lower, upper).wholeMatch(of: kept(/(\s*(?:- )?)(\w+):\s+([^"'\s].*:\s.*)/)),
      ["label", "reason", "reasons", "title"].contains(match.2), !match.3.contains("\"")
    else { return nil }
    let start = lower + match.1.utf8.count
    return said(
      "a text with a colon and a space in it needs quotation marks", from: start, to: upper,
      help: "write `\(match.2): \"\(match.3)\"`")
  }

  /// A key that stands one space beside those of its entry.
  private var oneOff: Diagnostic? {
    let (lower, upper) = line
    guard problem.hasPrefix("did not find expected"),
      let match = text(lower, upper).wholeMatch(of: kept(/( *)(\w+):(?:\s.*)?/)),
      let (_, _, above) = linesAbove(lower).first(where: { $0.text.contains(kept(/^ *- \w+:/)) }),
      let entry = above.wholeMatch(of: kept(/( *)- (\w+):.*/))
    else { return nil }
    let (wanted, found) = (entry.1.count + 2, match.1.count)
    guard found != wanted, abs(found - wanted) < 2 else { return nil }
    let start = lower + found
    return said(
      "`\(match.2)` does not stand below `\(entry.2)`", from: start, to: start + match.2.utf8.count,
      help: "begin this line with \(wanted) spaces, below `\(entry.2)`")
  }

  private func withoutDash(
    _ section: String, entry: (key: String, value: String), from lower: Int, to upper: Int
  ) -> Diagnostic? {
    let help: [String]
    switch section {
    case "decline":
      help = ["write `- when: \(entry.key)`, and below it, `reason: \(entry.value)`"]
    case "quote", "lines":
      help = [
        "for a line, write `- line: \(entry.key)`, and below it, `amount: \(entry.value)`",
        "a figure of the rules that is not a line goes under `let`",
      ]
    case _: return nil
    }
    return said("an entry of `\(section)` has no dash", from: lower, to: upper, help: help)
  }

  /// A formula of which the second line begins where its key does.
  private var valueGoesOn: Diagnostic? {
    let (lower, _) = line
    guard problem.hasPrefix("could not find expected ':'") else { return nil }
    let above = linesAbove(lower)
    guard above.count > 1, above[0].text.firstMatch(of: kept(/:(?:\s|$)/)) == nil,
      let match = above[1].text.wholeMatch(of: kept(/(\s*(?:- )?)(\w+):\s+(\S.*)/)),
      indentation(above[0].text) <= match.1.count
    else { return nil }
    let rest = above[0].text.trimmedOfSpaces
    let start = above[0].lower + indentation(above[0].text)
    if let entry = rest.wholeMatch(of: kept(/(\w+)\s+(\S.*)/)),
      Self.entryKeys.contains(String(entry.1))
    {
      return said(
        "no colon follows `\(entry.1)`", from: start, to: above[0].upper,
        help: "write `\(entry.1): \(entry.2)`")
    }
    return said(
      "the value of `\(match.2)` continues where a key is needed", from: start, to: above[0].upper,
      help: [
        "begin this line with more than \(match.1.count) spaces, further in than `\(match.2)`",
        "or write it on one line: `\(match.2): \(match.3.trimmedOfSpaces) \(rest)`",
      ])
  }
}
