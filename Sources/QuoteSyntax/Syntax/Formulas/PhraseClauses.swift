/// Where the parts of an input's phrase end.
enum PhraseClauses {
  /// The parts between marks that stand outside of quotes and brackets,
  /// without the blanks around them.
  static func split(
    _ text: PlacedText, from start: Int = 0, at mark: UInt8 = UInt8(ascii: ",")
  ) -> [(lower: Int, upper: Int)] {
    let bytes = text.bytes
    var parts: [(lower: Int, upper: Int)] = []
    var (lower, depth, isQuoted) = (start, 0, false)
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\") where isQuoted: at += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      case mark where depth <= 0:
        parts.append(Lexicon.trimmed(bytes, lower, at))
        lower = at + 1
      case _: break
      }
      at += 1
    }
    parts.append(Lexicon.trimmed(bytes, min(lower, bytes.count), bytes.count))
    return parts
  }

  /// The end of `[a..b)` or `>= a`, at the latest before `step` or `in`.
  static func endOfRange(_ bytes: [UInt8], from start: Int) -> Int {
    guard bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "(") else {
      return endOfWords(bytes, from: start, before: ["in", "step"])
    }
    let stop = bytes[start...].dropFirst().firstIndex {
      $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ")")
    }
    return stop.map { $0 + 1 } ?? bytes.count
  }

  /// The end of what stands before one of some words, or a range.
  static func endOfWords(_ bytes: [UInt8], from start: Int, before words: [String]) -> Int {
    var at = start
    while at < bytes.count {
      if at > start, "[(<>".utf8.contains(bytes[at]), bytes[at - 1] == 32 { break }
      let stop = Lexicon.endOfName(bytes, at: at, end: bytes.count)
      if stop > at, words.contains(String(decoding: bytes[at..<stop], as: UTF8.self)) { break }
      at = max(stop, at + 1)
    }
    return Lexicon.trimmed(bytes, start, min(at, bytes.count)).upper
  }
}

extension RuleReader {
  /// `a.b or c`, `lat and lng`, `a[key=minimum].value`, `itself`.
  mutating func readPaths(_ text: PlacedText) -> [FieldSource] {
    var scanner = FormulaParser(text, units: [])
    var sources: [FieldSource] = []
    repeat {
      guard let path = readPath(&scanner) else { return sources }
      if scanner.take(word: "and") {
        guard let other = readPath(&scanner) else { return sources }
        sources.append(.pair(path, other))
      } else {
        sources.append(.path(path))
      }
    } while scanner.take(word: "or")
    scanner.skipBlanks()
    if !scanner.isAtEnd {
      let rest = text.spanned(scanner.at, text.bytes.count)
      log.report(.pathForm(rest.value, at: rest.span))
    }
    return sources
  }

  private mutating func readPath(_ scanner: inout FormulaParser) -> FieldPath? {
    scanner.skipBlanks()
    let start = scanner.at
    var steps: [FieldPath.Step] = []
    repeat {
      guard let member = readMember(&scanner, marks: " .[],=") else {
        let rest = scanner.text.spanned(start, scanner.bytes.count)
        log.report(.pathForm(rest.value, at: rest.span))
        return nil
      }
      steps.append(.member(member))
      while scanner.peek() == UInt8(ascii: "[") {
        scanner.at += 1
        guard let name = readMember(&scanner, marks: " .[],="), scanner.take("="),
          let value = readMember(&scanner, marks: "]"), scanner.take("]")
        else {
          let rest = scanner.text.spanned(start, scanner.bytes.count)
          log.report(.pathForm(rest.value, at: rest.span))
          return nil
        }
        steps.append(.entry(member: name, equals: value))
      }
      guard scanner.peek() == UInt8(ascii: ".") else { break }
      scanner.at += 1
    } while true
    let span = scanner.text.span(start, scanner.at)
    if case .member("itself")? = steps.first, steps.count == 1 {
      return FieldPath(steps: [], span: span)
    }
    return FieldPath(steps: steps, span: span)
  }

  private func readMember(_ scanner: inout FormulaParser, marks: String) -> String? {
    if scanner.peek() == UInt8(ascii: "\"") {
      let start = scanner.at
      guard scanner.parseQuoted() != nil else { return nil }
      return Literal.quotedText(scanner.text.spanned(start, scanner.at))
    }
    let start = scanner.at
    while !scanner.isAtEnd, !marks.utf8.contains(scanner.peek()), !scanner.peek().isBlank {
      scanner.at += 1
    }
    return scanner.at > start ? scanner.written(from: start) : nil
  }
}
