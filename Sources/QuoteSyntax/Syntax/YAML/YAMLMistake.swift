/// What libyaml could not read, in words for somebody who writes rules.
struct YAMLMistake {
  let bytes: [UInt8]
  let file: Int32
  let offset: Int
  let problem: String

  /// What libyaml says, and what somebody understands who does not know how it reads.
  private static let ownWords = [
    "did not find expected key": "a key, `name:`, is missing, or not in line with the others",
    "did not find expected comment or line break": "something follows where a line should end",
    "mapping values are not allowed in this context": "a second colon with a space is in one value",
    "could not find expected ':'": "a key has no colon behind it",
    "did not find expected '-' indicator": "an entry has no dash, or is not in line",
    "did not find expected ',' or ']'": "a list in brackets is not closed",
    "did not find expected ',' or '}'": "a mapping in braces is not closed",
    "found unexpected end of stream": "the file ends within a text in quotation marks",
  ]

  private var told: String { Self.ownWords[problem] ?? problem }

  var line: (lower: Int, upper: Int) {
    var lower = min(offset, bytes.count)
    if lower == bytes.count || bytes[lower] == 10, lower > 0 { lower -= 0 }
    while lower > 0, bytes[lower - 1] != 10 { lower -= 1 }
    var upper = lower
    while upper < bytes.count, bytes[upper] != 10, bytes[upper] != 13 { upper += 1 }
    return (lower, upper)
  }

  func span(_ lower: Int, _ upper: Int) -> SourceSpan {
    SourceSpan(
      file: file, lower: Int32(min(lower, bytes.count)),
      upper: Int32(min(max(lower, upper), bytes.count)))
  }

  var diagnostic: Diagnostic {
    let (lower, upper) = line
    var indent = lower
    while indent < upper, bytes[indent] == 32 || bytes[indent] == 9 { indent += 1 }
    if let tab = bytes[lower..<indent].firstIndex(of: 9) {
      return .tabIndentation(at: span(tab, tab + 1))
    }
    if isTable {
      return .yamlMistake(
        "its lines are rows of a table", at: span(0, bytes.firstIndex(of: 10) ?? bytes.count),
        help: [
          "`--rules` takes the YAML file that begins with `schema: quote/1`; a file of bookings is "
            + "named without an option"
        ])
    }
    if let slip = slip ?? slipOfValue(lower, upper) { return slip }
    if let brace = braceAfterColon(lower, upper) {
      return bracketsInBraces(brace, upper) ?? .textNeedsQuotes(at: span(brace, upper))
    }
    if let single = singleQuotes(lower, upper) {
      return .yamlMistake(
        told, at: span(offset, offset + 1),
        help: single)
    }
    if let whole = colonInText(lower, upper) {
      return .yamlMistake(
        told, at: span(offset, offset + 1),
        help: [
          "a formula with a text that has a colon and a space in it needs single quotation marks "
            + "around all of it: `\(whole)`"
        ])
    }
    let at = offset < bytes.count ? span(offset, offset + 1) : span(offset - 1, offset)
    let isRow = indent < upper && bytes[indent] == UInt8(ascii: "|")
    return .yamlMistake(
      told, at: at,
      help: isRow
        ? ["rows of a table go below its key and a bar, `unique: |`, further in than the key"]
        : help)
  }

  /// Whether the first lines are all parted by one mark, and none is an entry or an item.
  private var isTable: Bool {
    let lines = bytes.prefix(4_096).split(separator: 10).prefix(4)
      .map { String(decoding: $0, as: UTF8.self).trimmedOfSpaces }
    guard lines.count > 1 else { return false }
    return [";", ",", "\t"].contains { mark in
      lines.allSatisfy { $0.contains(mark) }
        && lines.dropFirst().allSatisfy { line in
          !line.contains(": ") && !line.hasSuffix(":")
            && !["-", "#", "|"].contains { line.hasPrefix($0) }
        }
    }
  }

  /// The brace of `label: {quantity} × …`, where a text was meant.
  private func braceAfterColon(_ lower: Int, _ upper: Int) -> Int? {
    var at = lower
    while at + 2 < upper {
      if bytes[at] == UInt8(ascii: ":"), bytes[at + 1] == 32 {
        at += 1
        while at < upper, bytes[at] == 32 { at += 1 }
        return at < upper && bytes[at] == UInt8(ascii: "{") && offset > at ? at : nil
      }
      at += 1
    }
    return nil
  }

  /// The first value inside braces that has brackets and no quotation marks: `n: count [0..9]`.
  private func bracketsInBraces(_ brace: Int, _ upper: Int) -> Diagnostic? {
    let text = String(decoding: bytes[brace..<min(upper, brace + 2000)], as: UTF8.self)
    let value = kept(/(\w+): +([^\s,{}\[\]"'][^,{}\[\]"']*\[[^{}\[\]"']*[\])][^,{}"']*)/)
    guard let found = text.firstMatch(of: value) else { return nil }
    let start = brace + text.utf8.distance(from: text.startIndex, to: found.2.startIndex)
    let written = String(found.2).trimmedOfSpaces
    return .bracketsInBraces(
      String(found.1), written, at: span(start, start + written.utf8.count))
  }

  /// What `key: "{text(n, "00")}"` was meant to be, where the mistake lies behind the second of
  /// the marks; nil if the text has none inside.
  private func singleQuotes(_ lower: Int, _ upper: Int) -> [String]? {
    let mark = UInt8(ascii: "\"")
    let marks = bytes[lower..<upper].indices.filter { bytes[$0] == mark }
    guard marks.count > 2, let first = marks.first, let last = marks.last, first > lower,
      offset > marks[1], offset <= last,
      bytes[lower..<first].split(separator: 32).last?.last == UInt8(ascii: ":")
    else { return nil }
    let inside = String(decoding: bytes[(first + 1)..<last], as: UTF8.self)
    let key = bytes[lower..<first].split(separator: 32).last.map {
      String(decoding: $0.dropLast(), as: UTF8.self)
    }
    guard Self.textKeys.contains(key ?? "") else {
      let formula = "(\"\(inside)\")"
      let isPlain = !inside.contains(": ") && !inside.contains(" #")
      return [
        "in a formula, parentheses go around a text in quotation marks: "
          + "`\(isPlain ? formula : Self.single(formula))`"
      ]
    }
    return [
      "a text that has quotation marks in it needs single ones around it: `\(Self.single(inside))`"
    ]
  }

  private static func single(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  /// What `key: if a then "Room {n}: …"` was meant to be: a plain scalar ends at a colon, also in
  /// a text inside a formula. Nil if the mistake lies in no such text.
  private func colonInText(_ lower: Int, _ upper: Int) -> String? {
    guard offset < upper, bytes[offset] == UInt8(ascii: ":"),
      let colon = (lower..<offset).first(where: {
        bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == 32
      })
    else { return nil }
    let value = bytes[(colon + 1)..<upper].drop { $0 == 32 }
    let before = bytes[value.startIndex..<max(value.startIndex, offset)]
    let marks = before.filter { $0 == UInt8(ascii: "\"") }.count
    guard value.startIndex < offset, marks % 2 == 1, !value.starts(with: "\"".utf8) else {
      return nil
    }
    return Self.single(String(decoding: value, as: UTF8.self).trimmedOfSpaces)
  }

  private var help: [String] {
    switch problem {
    case _ where problem.hasPrefix("mapping values are not allowed"):
      ["a text with a colon and a space in it needs quotation marks"]
    case _ where problem.hasPrefix("could not find expected ':'"):
      ["an entry is written `key: value`; look at the indentation of this line and the one before"]
    case _ where problem.hasPrefix("did not find expected key"),
      _ where problem.hasPrefix("did not find expected '-'"):
      [
        "look at the indentation of this line; a text that begins with a quotation mark or a "
          + "bracket needs quotation marks or parentheses around all of it"
      ]
    case _ where problem.hasPrefix("found character that cannot start"):
      ["a text that begins with this character needs quotation marks"]
    case _: []
    }
  }
}
