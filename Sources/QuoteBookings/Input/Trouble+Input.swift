import QuoteLanguage
package import QuoteSyntax

/// What can go wrong with an input as a whole.
extension Trouble {
  static func otherBookings() -> Trouble {
    Trouble(
      "other-bookings",
      "both rules must read the same bookings from the rows; here one joins several rows into one, "
        + "and the other does not")
  }

  static func noUse(
    of option: String, _ what: String, _ name: String, _ format: String
  ) -> Trouble {
    Trouble("no-use", "`\(option)` \(what), and `\(name)` is \(format): leave it out")
  }

  static func cannotOpen(_ name: String, _ why: String) -> Trouble {
    let near = why.hasPrefix("No such file") ? FileLoader.near(name, called: name) : nil
    return Trouble(
      "cannot-open",
      "`\(name)` cannot be opened: \(why)" + (near.map { "; did you mean `\($0)`?" } ?? ""))
  }

  static func cannotRead(_ name: String, _ why: String) -> Trouble {
    Trouble("cannot-read", "`\(name)` cannot be read: \(why)")
  }

  static func truncated(_ name: String, after bytes: Int64) -> Trouble {
    Trouble(
      "truncated-input",
      "`\(name)` ends in the middle of its compressed data, after \(bytes) bytes of content")
  }

  static func corrupt(_ name: String, after bytes: Int64) -> Trouble {
    Trouble(
      "corrupt-input", "`\(name)` has damaged compressed data, after \(bytes) bytes of content")
  }

  static func wideWindow(_ name: String) -> Trouble {
    Trouble(
      "wide-window",
      "`\(name)` is compressed so that unpacking takes more than 128 MiB of memory, as by "
        + "`zstd --long=28`: unpack it with `zstd -dc --long=31`, or compress it without `--long`")
  }

  static func emptyInput(_ name: String) -> Trouble {
    Trouble("empty-input", "`\(name)` is empty: a CSV needs a header, JSON a value")
  }

  static func otherEncoding(_ name: String) -> Trouble {
    Trouble(
      "not-utf8",
      "`\(name)` is written in UTF-16 or UTF-32: save it as UTF-8, or convert it with "
        + "`iconv -f UTF-16 -t UTF-8`")
  }

  static func otherFile(_ name: String, _ what: String, _ remedy: String) -> Trouble {
    Trouble(
      "other-file",
      "`\(name)` is \(what); CSV and JSON are read, plain or compressed with gzip or zstd, and "
        + "spreadsheets (.xlsx): \(remedy)")
  }

  static func headerNotUTF8(_ name: String, _ byte: UInt8) -> Trouble {
    let hex = String(byte, radix: 16, uppercase: true)
    return Trouble(
      "not-utf8",
      "the header of `\(name)` has the byte 0x\(hex), which is not UTF-8, most likely "
        + "Windows-1252: save it as UTF-8, or convert it with `iconv -f WINDOWS-1252 -t UTF-8`")
  }

  static func jsonForCSV(_ name: String) -> Trouble {
    Trouble(
      "unreadable-header",
      "`\(name)` is JSON, and is read as CSV: give `--from json`, or `--from jsonl` where every "
        + "line is a booking")
  }

  static func unreadableHeader(_ name: String) -> Trouble {
    Trouble(
      "unreadable-header",
      "the first line of `\(name)` cannot be read as a CSV header: quotes must enclose all of a "
        + "name, and a quote inside is written twice")
  }

  static func headerTooLong(_ name: String) -> Trouble {
    Trouble(
      "header-too-long",
      "the header of `\(name)` is longer than a record may be: is a quote left open in it?")
  }

  package static func repeatedColumn(_ column: String, in name: String) -> Trouble {
    Trouble(
      "repeated-column",
      "the header of `\(name)` has the column `\(column)` twice: rename one, or take it out")
  }

  /// Where all of a header is one name, what seems to part its cells.
  private static func separator(of names: [String]) -> String {
    guard names.count == 1, let mark = ["|", ":", "^", "~"].first(where: names[0].contains) else {
      return ""
    }
    return "; cells are separated by `,`, `;` or a tab, not by `\(mark)`"
  }

  /// A column that has the name and more in brackets: `weight (kg)`.
  private static func withBrackets(
    _ field: String, _ columns: [String], _ names: [String]
  ) -> String? {
    let wanted = Set(columns.map { $0.lowercased() })
    return names.first { wanted.contains(CSVLayout.withoutBrackets($0).lowercased()) }.map {
      isCalled(field, $0)
    }
  }

  /// Where the first line has values and not names.
  private static func withoutHeader(_ names: [String]) -> String? {
    let words: Set<String> = ["yes", "no", "true", "false"]
    let isValue = names.filter { name in
      name.first?.isNumber ?? false || words.contains(name.lowercased())
        || name.wholeMatch(of: kept(/[A-Za-z]{1,3}-?\d+/)) != nil
    }
    guard names.count > 1, 2 * isValue.count > names.count else { return nil }
    return "; its first line seems to be a booking: the columns are named in a line above it"
  }

  /// `ref;pier` among names that a comma separates: two columns by another mark.
  private static func otherMark(_ columns: [String], _ names: [String]) -> String? {
    guard names.count > 1 else { return nil }
    for name in names {
      guard let mark = [";", "\t", "|", ","].first(where: { mark in
        name.split(separator: mark).contains { columns.contains(String($0).trimmedOfSpaces) }
          && name.contains(mark)
      })
      else { continue }
      let shown = mark == "\t" ? "a tab" : "`\(mark)`"
      return "; \(shown) parts `\(name.replacing("\t", with: " "))`, and another mark the other "
        + "columns: write one of the two everywhere"
    }
    return nil
  }

  private static func isCalled(_ field: String, _ column: String) -> String {
    "; if `\(column)` is it, the rules say \(CSVLayout.reading(field, from: column))"
  }

  static func missingColumn(
    _ field: String, _ columns: [String], _ names: [String], unread: [String] = [],
    isAlone: Bool = true, kind: Set<String> = [], in name: String
  ) -> Trouble {
    let meant = unread.first { other in
      columns.contains { WordsOfKind.isMeant(other, for: $0, kind) }
    }
    let list = names.filter { !$0.isEmpty }.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
    let read = columns.map { "`\($0)`" }.joined(separator: " or ")
    let wanted = columns == [field] ? "" : ", read from \(read)"
    let only = isAlone && unread.count == 1 && names.count > 1 ? unread.first : nil
    func folded(_ name: String) -> String { name.trimmedOfSpaces.lowercased() }
    let spelt = names.first { name in columns.contains { folded($0) == folded(name) } }
    var near = spelt.map { isCalled(field, $0) }
    near = near
      ?? columns.lazy.compactMap { Suggestion.help(for: $0, among: unread).first }.first
      .map { "; \($0)" }
    near = near ?? otherMark(columns, names) ?? withBrackets(field, columns, names)
      ?? withoutHeader(names)
    near = near ?? (meant ?? only).map { isCalled(field, $0) }
    if near == nil, Set(["status", "total"]).isSubset(of: names) {
      near = "; with `status` and `total`, it may be a file of quotes, and not of bookings"
    }
    return Trouble(
      "missing-column",
      "the header of `\(name)` has no column for `\(field)`\(wanted), "
        + "which every booking must give; it has \(list)\(near ?? separator(of: names))"
    )
  }

  /// One column of a point that is read from two: none of its bookings would have it.
  static func halfAPoint(
    _ field: String, _ there: String, missing: String, _ names: [String], in name: String
  ) -> Trouble {
    let near =
      Suggestion.help(for: missing, among: names.filter { $0 != there }).first.map { "; \($0)" }
      ?? ""
    return Trouble(
      "missing-column",
      "the header of `\(name)` has a column `\(there)` and none for `\(missing)`: `\(field)` is "
        + "read from both\(near)")
  }

  static func noBookingKey(_ name: String) -> Trouble {
    Trouble(
      "no-key-column",
      "`\(name)` has no key column by which rows could be gathered")
  }

  static func cannotSpill(_ path: String, _ why: String) -> Trouble {
    Trouble("cannot-spill", "a temporary file in `\(path)` cannot be written: \(why)")
  }
}
