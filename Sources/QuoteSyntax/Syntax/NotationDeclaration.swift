/// How the texts of an input, or of all inputs of a type, are written, as the rules declare it.
package struct NotationDeclaration: Sendable {
  /// Examples of numbers, patterns of dates and the like; one of them fits a text.
  package var written: [Spanned<String>] = []
  /// Words that mean that there is no value.
  package var nothing: [Spanned<String>] = []
}

/// What a way of writing is about, as a key of `bookings`.
package enum NotationKind: String, Hashable, Sendable, CaseIterable {
  case numbers, dates, times, instants
}

/// How the files of bookings are written: the section `bookings`.
package struct BookingsDeclaration: Sendable {
  package var written: [NotationKind: [Spanned<String>]] = [:]
  package var nothing: [Spanned<String>] = []
  /// The line of a CSV that names the columns, and words that begin a last row of totals.
  package var header: Spanned<Int>?
  package var total: [Spanned<String>] = []
  /// Whether rows may lack cells at their end.
  package var shortRows: Spanned<Bool>?

  package init() {}
}

extension NotationDeclaration {
  /// `, written "1.234,56" or "1,234.56", nothing "N/A"`.
  package var phrase: String { Self.clause("written", written) + Self.clause("nothing", nothing) }

  private static func clause(_ word: String, _ texts: [Spanned<String>]) -> String {
    guard !texts.isEmpty else { return "" }
    return ", \(word) " + texts.map { Literal.quoted($0.value) }.joined(separator: " or ")
  }
}

extension RuleReader {
  static let bookingsKeys =
    NotationKind.allCases.map(\.rawValue) + ["nothing", "header", "total", "short_rows"]

  mutating func readBookings(_ node: YAMLNode, into bookings: inout BookingsDeclaration) {
    let entries = entries(node, wanted: "how bookings are written")
    checkKeys(entries, of: "`bookings`", Self.bookingsKeys)
    for entry in entries {
      if let kind = NotationKind(rawValue: entry.key.value) {
        bookings.written[kind] = readWritten(entry.value)
      } else {
        readRows(entry, into: &bookings)
      }
    }
  }

  private mutating func readRows(_ entry: YAMLEntry, into bookings: inout BookingsDeclaration) {
    switch entry.key.value {
    case "nothing": bookings.nothing = readWritten(entry.value)
    case "total": bookings.total = readWritten(entry.value)
    case "header": bookings.header = wholeNumber(entry.value, "header")
    case "short_rows":
      bookings.shortRows = readYesOrNo(entry.value)
    case _: break
    }
  }

  mutating func readYesOrNo(_ node: YAMLNode) -> Spanned<Bool>? {
    guard let text = scalarText(node, wanted: "`yes` or `no`") else { return nil }
    return yesOrNo(text)
  }

  /// YAML's own words for flags are taken, too.
  mutating func yesOrNo(_ text: Spanned<String>) -> Spanned<Bool>? {
    switch text.value {
    case "yes", "true": return Spanned(true, at: text.span)
    case "no", "false": return Spanned(false, at: text.span)
    case _:
      log.report(.unknownWord(text, wanted: "`yes` or `no`", among: ["yes", "no"]))
      return nil
    }
  }

  /// One text, or a list of them.
  mutating func readWritten(_ node: YAMLNode) -> [Spanned<String>] {
    let nodes = if case .sequence(let elements, _) = node.content { elements } else { [node] }
    return nodes.compactMap { scalarText($0, wanted: "a text that shows how it is written") }
  }

  /// `"1.234,56" or "1,234.56"`: texts in quotation marks or without, at least one.
  mutating func readAlternatives(_ text: PlacedText, from start: Int) -> [Spanned<String>] {
    var found: [Spanned<String>] = []
    var (lower, at, isQuoted) = (start, start, false)
    func add(_ end: Int) {
      let (from, to) = Lexicon.trimmed(text.bytes, lower, end)
      var part = text.spanned(from, to)
      if let quoted = Literal.quotedText(part) { part.value = quoted }
      if !part.value.isEmpty { found.append(part) }
    }
    while at < text.bytes.count {
      if text.bytes[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, text.bytes[at...].starts(with: " or ".utf8) {
        add(at)
        lower = at + 4
        at = lower
      } else {
        at += 1
      }
    }
    add(text.bytes.count)
    if found.isEmpty { log.report(.formulaMissing(at: text.span)) }
    return found
  }
}
