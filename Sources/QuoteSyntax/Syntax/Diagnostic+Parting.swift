/// Complaints about what parts the keys of a row from its values.
extension Diagnostic {
  /// `line` is what stands there. `keys` is how many of its cells are keys, where that is known;
  /// `row` the row below a header, where that is not parted either.
  static func partingMissing(
    at span: SourceSpan, isCSV: Bool, line: String = "", keys: Int? = nil, row: String? = nil
  ) -> Diagnostic {
    if !line.count(where: { $0 == "\"" }).isMultiple(of: 2) {
      return Diagnostic(
        "parting-missing", "nothing separates the keys from the values",
        at: Label(span, "a quotation mark is opened, and all behind it is one text"),
        help: ["close the quotation mark; where it means the cell above, write that again"])
    }
    if let keys, let right = RowSlip.parted(line, keys: keys, isCSV: isCSV) {
      let below = row.flatMap { RowSlip.parted($0, keys: keys, isCSV: isCSV) }
      return Diagnostic(
        "parting-missing", "nothing separates the keys from the values",
        at: Label(span, "\(isCSV ? "an empty column" : "`||`") is needed between them"),
        help: ["write `\(right)`"] + (below.map { ["and each row like that: `\($0)`"] } ?? []))
    }
    if isCSV, line.contains("\t") {
      return Diagnostic(
        "parting-missing", "nothing separates the keys from the values",
        at: Label(span, "its cells are parted by tabs"),
        help: [
          "part its cells by what parts those of the header, with an empty one between keys and"
            + " values"
        ])
    }
    if isCSV, let inner = line.firstMatch(of: kept(/(?:^|,)([^,"]+, [^,"]+),/)) {
      return Diagnostic(
        "parting-missing", "nothing separates the keys from the values",
        at: Label(span, "one cell too many before the values"),
        help: [
          "a comma inside of a cell needs quotation marks around it: write `\"\(inner.1)\"`"
        ])
    }
    let mark: Character = line.contains(",") ? "," : line.contains("\t") ? "\t" : ";"
    let cells = line.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    var row = "key\(mark)\(mark)value"
    if let value = cells.last, cells.count > 1, line.count < 80 {
      row = cells.dropLast().joined(separator: "\(mark)") + "\(mark)\(mark)" + value
    }
    let right = isCSV ? row : RowSlip.piped(line) ?? "| key || value |"
    return Diagnostic(
      "parting-missing",
      "nothing separates the keys from the values",
      at: Label(span, "\(isCSV ? "an empty column" : "`||`") is needed between them"),
      help: ["write `\(right)`"])
  }

  static func partingRepeated(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "parting-repeated", "a row has a second `||`", at: Label(span, "the second"),
      help: ["a row has one `||`, between keys and values; write - for a cell that holds nothing"])
  }
}
