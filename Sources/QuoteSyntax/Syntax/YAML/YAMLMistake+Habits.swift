/// Slips of people who know other languages, which YAML notices as a colon too many.
extension YAMLMistake {
  /// What was written; nil if it is not known.
  var habit: Diagnostic? {
    guard problem.hasPrefix("mapping values are not allowed") else {
      return markedName ?? nil
    }
    return otherChoice ?? hitOnOneLine ?? gluedAbove
  }

  /// `amount: if a: €10` and `amount: a ? €10 : €5`.
  private var otherChoice: Diagnostic? {
    let (lower, upper) = line
    let written = text(lower, upper)
    if written.contains(" then ") { return nil }
    if let match = written.wholeMatch(of: kept(/(\s*(?:- )?\w+:\s+)if\s+([^:]+?)\s*:\s+(\S.*)/)) {
      let start = lower + match.1.utf8.count
      let then = match.3.replacing(kept(/\s*;?\s*else\s*:?\s*/), with: " else ")
      return said(
        "there is a colon in a choice", from: start, to: upper,
        help: "write `if \(match.2) then \(then)`"
          + (then.contains(" else ") ? "" : ", and `else …` for what counts otherwise"))
    }
    guard
      let match = written.wholeMatch(
        of: kept(/(\s*(?:- )?\w+:\s+)([^?"]+?)\s*\?\s*([^:]+?)\s*:\s+(\S.*)/))
    else { return nil }
    let start = lower + match.1.utf8.count
    return said(
      "a choice is written in words", from: start, to: upper,
      help: "write `if \(match.2) then \(match.3) else \(match.4)`")
  }

  /// `price: unique: |`, a table that begins on the line of its name.
  private var hitOnOneLine: Diagnostic? {
    let (lower, upper) = line
    guard let match = text(lower, upper).wholeMatch(of: kept(/(\s*)(\w+):\s+(\w+):\s*(\|?.*)/)),
      HitPolicy(rawValue: String(match.3)) != nil
    else { return nil }
    let start = lower + match.1.utf8.count
    return said(
      "`\(match.3)` is on the line of the name `\(match.2)`", from: start, to: upper,
      help: "write `\(match.2):`, and on the next line, further in, `\(match.3): \(match.4)`")
  }

  /// `id:text` on the line above, which YAML takes for one text that goes on.
  private var gluedAbove: Diagnostic? {
    var lower = line.lower
    while lower > 0 {
      let end = lower - 1
      lower = end
      while lower > 0, bytes[lower - 1] != 10 { lower -= 1 }
      let written = text(lower, end)
      if written.trimmedOfSpaces.isEmpty || written.trimmedOfSpaces.hasPrefix("#") { continue }
      guard let match = written.wholeMatch(of: kept(/(\s*(?:- )?)(\w+):([^\s:].*)/)) else {
        return nil
      }
      let start = lower + match.1.utf8.count
      return said(
        "no space follows the colon of `\(match.2)`", from: start, to: end,
        help: "write `\(match.2): \(match.3)`")
    }
    return nil
  }

  /// `amount: @price`: YAML keeps this mark for itself.
  private var markedName: Diagnostic? {
    let (lower, upper) = line
    guard problem.hasPrefix("found character that cannot start"),
      let match = text(lower, upper).wholeMatch(of: kept(/(\s*(?:- )?\w+:\s+)[@`%](\w+)(.*)/))
    else { return nil }
    let start = lower + match.1.utf8.count
    return said(
      "there is a mark before a name", from: start, to: upper,
      help: "a name is written by itself: `\(match.2)\(match.3)`")
  }
}
