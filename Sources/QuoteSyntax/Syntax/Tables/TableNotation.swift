/// How the file of a table is written, as the table declares it.
struct TableNotation {
  var numbers: [NumberSpelling] = []
  var dates: [MomentNotation] = []
  /// Value cells that hold nothing, and key cells that hold for everything.
  var nothing: [String] = []
  var any: [String] = []
  /// The line, from 1, of the header.
  var header: Int?
  /// Words one of which begins a last row that belongs to no table.
  var total: [String] = []
  /// Whether something of it could not be read: nothing is said of the cells then.
  var isBroken = false
  /// Whether cells that a row lacks at its end are empty.
  var isShort = false

  var extent: TableExtent { TableExtent(header: header ?? 1, total: total) }

  static let keys = [
    "numbers", "dates", "nothing", "any", "header", "total", "short_rows",
  ]

  /// The keys of those that say how numbers and dates are written.
  var stated: Set<String> {
    Set((numbers.isEmpty ? [] : ["numbers"]) + (dates.isEmpty ? [] : ["dates"]))
  }

  /// Whether rows are to be rewritten before they are read.
  var rewrites: Bool {
    !(numbers.isEmpty && dates.isEmpty && nothing.isEmpty && any.isEmpty && total.isEmpty)
      || isShort
  }
}

extension RuleReader {
  mutating func readTableNotation(_ entries: [YAMLEntry]) -> TableNotation {
    var notation = TableNotation()
    for entry in entries {
      switch entry.key.value {
      case "numbers":
        for text in readWritten(entry.value) {
          if let spelling = NumberSpelling(example: text.value) {
            notation.numbers.append(spelling)
          } else {
            log.report(.writtenForm(text))
            notation.isBroken = true
          }
        }
      case "dates":
        for text in readWritten(entry.value) {
          let read = MomentNotation(text.value)
          if case .pattern(let pattern) = read, pattern.mistake != nil || !pattern.hasDate {
            log.report(.patternForm(text, .date, pattern.mistake ?? "it has no date"))
            notation.isBroken = true
          } else {
            notation.dates.append(read)
          }
        }
      case "nothing": notation.nothing = readWritten(entry.value).map(\.value)
      case "any": notation.any = readWritten(entry.value).map(\.value)
      case "header": notation.header = wholeNumber(entry.value, "header")?.value
      case "total": notation.total = readWritten(entry.value).map(\.value)
      case "short_rows": notation.isShort = readYesOrNo(entry.value)?.value ?? false
      case _: break
      }
    }
    return notation
  }
}
