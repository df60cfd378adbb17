/// Slips that YAML notices somewhere else, or tells in its own words.
extension YAMLMistake {
  /// What was written, where it is known; nil where it is not.
  var slip: Diagnostic? {
    let (lower, upper) = line
    if let slip = invisibleIndent(lower, upper) ?? gluedDash(lower, upper) { return slip }
    if let slip = openQuote(before: lower) ?? gluedColon(upTo: upper) { return slip }
    if let slip = assignment(before: lower) ?? spacedMinus(lower, upper) { return slip }
    return missingDash(lower, upper) ?? habit ?? secondColon(lower, upper) ?? neighbour
  }

  func text(_ lower: Int, _ upper: Int) -> String {
    String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// What is wrong between two offsets in bytes, with a help and nothing beside the mark: the
  /// problem says it all.
  func said(_ problem: String, from lower: Int, to upper: Int, help: String) -> Diagnostic {
    said(problem, from: lower, to: upper, help: [help])
  }

  func said(_ problem: String, from lower: Int, to upper: Int, help: [String]) -> Diagnostic {
    var diagnostic = Diagnostic.yamlMistake(problem, at: span(lower, upper), help: help)
    diagnostic.primary.text = ""
    return diagnostic
  }

  /// The line before one that begins at an offset; nil at the top.
  private func line(before lower: Int) -> (lower: Int, upper: Int)? {
    guard lower > 0 else { return nil }
    var start = lower - 1
    while start > 0, bytes[start - 1] != 10 { start -= 1 }
    var end = lower - 1
    if end > start, bytes[end - 1] == 13 { end -= 1 }
    return (start, end)
  }

  private func isBlankOrComment(_ lower: Int, _ upper: Int) -> Bool {
    let first = bytes[lower..<upper].first { $0 != 32 }
    return first == nil || first == UInt8(ascii: "#")
  }

  /// A space that does not break, in the indentation of this line or the one before.
  private func invisibleIndent(_ lower: Int, _ upper: Int) -> Diagnostic? {
    for (from, to) in [(lower, upper), line(before: lower) ?? (lower, lower)] {
      var at = from
      while at < to, bytes[at] == 32 { at += 1 }
      guard let scalar = text(at, to).unicodeScalars.first, InvisibleMark.isOne(scalar) else {
        continue
      }
      return said(
        "\(InvisibleMark.called(scalar)), is in the indentation", from: at,
        to: at + scalar.utf8.count,
        help: "it came with copied text: delete the indentation of this line, and type it with "
          + "spaces")
    }
    return nil
  }

  /// `-line: x`.
  private func gluedDash(_ lower: Int, _ upper: Int) -> Diagnostic? {
    guard let match = text(lower, upper).wholeMatch(of: kept(/( *)-(\w+:(?:\s.*)?)/)) else {
      return nil
    }
    let dash = lower + match.1.utf8.count
    return said(
      "no space follows the dash of an entry", from: dash, to: upper, help: "write `- \(match.2)`")
  }

  /// `key: "…`, of which the text never ends: what is noticed is a quotation mark further down.
  private func openQuote(before lower: Int) -> Diagnostic? {
    var current = line(before: lower)
    var steps = 0
    while let (from, to) = current, steps < 40 {
      steps += 1
      current = line(before: from)
      let written = text(from, to)
      guard let match = written.wholeMatch(of: kept(/(\s*(?:- )?\w+:\s+)"([^"]*)/)),
        !written.contains("\\\""), !endsFurtherDown(to)
      else { continue }
      let mark = from + match.1.utf8.count
      return said(
        "the closing quotation mark is missing", from: mark, to: to,
        help: "write `\"\(match.2)\"`")
    }
    return nil
  }

  /// Whether the quotation mark that comes next ends a text that goes over several lines.
  private func endsFurtherDown(_ upper: Int) -> Bool {
    guard let mark = bytes[upper...].firstIndex(of: UInt8(ascii: "\"")) else { return false }
    var start = mark
    while start > 0, bytes[start - 1] != 10 { start -= 1 }
    return text(start, mark).wholeMatch(of: kept(/\s*(?:- )?\w+: .*/)) == nil
  }

  /// `key:value`, on this line or a few above it.
  private func gluedColon(upTo upper: Int) -> Diagnostic? {
    guard problem.hasPrefix("could not find expected ':'") else { return nil }
    var current: (lower: Int, upper: Int)? = line
    var steps = 0
    while let (from, to) = current, steps < 12 {
      steps += 1
      current = line(before: from)
      if isBlankOrComment(from, to) { continue }
      guard let match = text(from, to).wholeMatch(of: kept(/( *(?:- )?)(\w+):([^ \t:].*)/)) else {
        continue
      }
      let start = from + match.1.utf8.count
      if let scalar = match.3.unicodeScalars.first, InvisibleMark.isOne(scalar) {
        let place = start + match.2.utf8.count + 1
        return said(
          "\(InvisibleMark.called(scalar)), follows the colon of `\(match.2)`", from: place,
          to: place + scalar.utf8.count,
          help: "it came with copied text: delete it, and type an ordinary space")
      }
      return said(
        "no space follows the colon of `\(match.2)`", from: start, to: to,
        help: "write `\(match.2): \(match.3)`")
    }
    return nil
  }

  /// `vat = 21%` on the line above, which is not noticed before the next colon.
  private func assignment(before lower: Int) -> Diagnostic? {
    let isLate = ["mapping values are not allowed", "could not find"].contains {
      problem.hasPrefix($0)
    }
    guard isLate, let (from, to) = line(before: lower),
      let match = text(from, to).wholeMatch(
        of: kept(/( *(?:- )?)([A-Za-z_]\w*)\s*:?=\s*([^=\s].*)/))
    else { return nil }
    let start = from + match.1.utf8.count
    return said(
      "a colon separates a name from its value", from: start, to: to,
      help: "write `\(match.2): \(match.3)`")
  }

  /// `amount: - €5`.
  private func spacedMinus(_ lower: Int, _ upper: Int) -> Diagnostic? {
    guard problem.hasPrefix("block sequence entries are not allowed"),
      let match = text(lower, upper).wholeMatch(of: kept(/( *(?:- )?\w+:\s+)-\s+(\S.*)/))
    else { return nil }
    let minus = lower + match.1.utf8.count
    return said(
      "a space follows the minus sign", from: minus, to: upper,
      help: "write `-\(match.2)`")
  }

  /// A line of the quote without its dash, or an input or a let with one.
  private func missingDash(_ lower: Int, _ upper: Int) -> Diagnostic? {
    guard problem.hasPrefix("did not find expected '-' indicator"),
      let match = text(lower, upper).wholeMatch(of: kept(/( *)(\w+)(:.*)/))
    else { return nil }
    let start = lower + match.1.utf8.count
    if ["line", "subtotal", "when"].contains(match.2) {
      return said(
        "an entry of a list begins with a dash", from: start, to: upper,
        help: "write `- \(match.2)\(match.3)`")
    }
    var above = line(before: lower)
    while let (from, to) = above, !text(from, to).contains("- ") { above = line(before: from) }
    guard let (from, to) = above,
      let dashed = text(from, to).wholeMatch(of: kept(/( *)- (\w+:.*)/)), dashed.1 == match.1
    else { return nil }
    if let key = dashed.2.prefixMatch(of: kept(/(line|subtotal|when|for)\b/))?.1 {
      return said(
        "`\(match.2)` does not stand below `\(key)`", from: start, to: upper,
        help: "begin it two spaces further in: `\(match.1)  \(match.2)\(match.3)`")
    }
    return said(
      "names and their values have no dash", from: from + dashed.1.utf8.count, to: to,
      help: "write `\(dashed.2)`")
  }

  /// A second colon on a line: of a clause, of another key, or of a key that stands too far in.
  private func secondColon(_ lower: Int, _ upper: Int) -> Diagnostic? {
    guard problem.hasPrefix("mapping values are not allowed"), offset < upper,
      bytes[offset] == UInt8(ascii: ":")
    else { return nil }
    var start = offset
    while start > lower, bytes[start - 1].isNamePart { start -= 1 }
    guard start < offset else { return nil }
    let word = text(start, offset)
    let before = text(lower, start)
    let rest = text(offset + 1, upper).trimmedOfSpaces
    if before.allSatisfy({ $0 == " " || $0 == "-" }) { return tooFarIn(lower, start) }
    guard before.contains(": ") else { return nil }
    if ["default", "from", "step", "key"].contains(word) {
      return said(
        "a colon follows `\(word)`, which has none", from: start, to: offset + 1,
        help: "write `\(word) \(rest)`")
    }
    guard RuleReader.lineKeys.contains(word) || RuleReader.listKeys.contains(word) else {
      return nil
    }
    return said(
      "a line has a second key", from: start, to: upper,
      help: "begin a new line with `\(word):`, below the key before")
  }

  /// A key further in than the one above, which has a value.
  private func tooFarIn(_ lower: Int, _ start: Int) -> Diagnostic? {
    var above = line(before: lower)
    while let (from, to) = above, isBlankOrComment(from, to) { above = line(before: from) }
    guard let (from, to) = above,
      let match = text(from, to).wholeMatch(of: kept(/(\s*(?:- )?)(\w+):\s+\S.*/)),
      match.1.utf8.count < start - lower
    else { return nil }
    let count = match.1.utf8.count
    return said(
      "a key is indented further than the one above it", from: start, to: offset,
      help: "begin it with \(count) \(count == 1 ? "space" : "spaces"), in line with `\(match.2)`, "
        + "which has a value already; to put it inside `\(match.2)`, take that value out")
  }
}
