/// A cell that cannot be read as its table says that its cells are written.
struct OddCell {
  let text: Spanned<String>
  let isKey: Bool
  /// Whether it is one of the table's last row.
  let isLast: Bool
  /// What the header says that the column holds.
  let type: String?
  /// The figure that stands in it beside something else, as it is to be written.
  let alone: String?

  init(
    _ text: Spanned<String>, isKey: Bool, isLast: Bool, type: String? = nil, alone: String? = nil
  ) {
    (self.text, self.isKey, self.isLast) = (text, isKey, isLast)
    (self.type, self.alone) = (type, alone)
  }

  /// Whether it looks like a number or a date, or a range of some.
  var isFigure: Bool {
    if alone != nil, LetterForDigit(in: text.value) != nil { return true }
    let figure = #/\p{Sc}?\s*-?\d[\d.,'’ :\/-]*(?:%|\p{Sc}|[A-Z]{3}|\s?[a-z\/_]+)?/#
    return text.value.split(separator: "..").allSatisfy { part in
      let bare = part.trimmingPrefix { "[(<>= ".contains($0) }
      return String(bare.prefix { !"])".contains($0) }).wholeMatch(of: figure) != nil
    }
  }

  /// What would be right in a table that is written so.
  func help(_ notation: TableNotation) -> [String] {
    if let alone, let letter = LetterForDigit(in: text.value) { return [letter.told(right: alone)] }
    let word = "\"\(text.value)\""
    if !isFigure, !isKey {
      if let alone {
        return ["write `\(alone)` alone: a note has a line of its own, which begins with `#`"]
      }
      return text.value.contains(where: \.isNumber)
        ? [] : ["say beside the table `nothing: \(word)` if such a cell holds nothing"]
    }
    guard isFigure else {
      return [
        "if this row only adds up the others, say beside the table `total: \(word)`",
        "if it matches everything, say beside the table `any: \(word)`",
      ]
    }
    if let date = date(notation) { return [date] }
    var ways = notation.numbers.map { "`\($0.example)`" }
    for case .pattern(let pattern) in notation.dates { ways.append("`\(pattern.written)`") }
    let said = "the table says that it is written like \(ways.joined(separator: " or "))"
    let right = notation.numbers.lazy.compactMap(written).first
    let cure = right.map { "\(said): if this mark parts the decimals, write `\($0)`" } ?? said
    let isTyped = isKey || type != nil
    return [cure] + (isTyped ? [] : ["a column of texts says so in its header: `name: text`"])
  }

  /// What is said of a date that does not exist, or that is written as rules have it.
  private func date(_ notation: TableNotation) -> String? {
    guard let way = notation.dates.first else { return nil }
    if notation.dates.contains(where: { $0.read(text.value.utf8.span) == .noSuch }) {
      return "there is no such day: a month ends before it"
    }
    guard CalendarDate(iso: text.value) != nil,
      case .found(let found) = MomentNotation("yyyy-MM-dd").read(text.value.utf8.span),
      let right = way.written(found)
    else { return nil }
    return "write `\(right)`"
  }

  /// The same number with the mark before its decimals that a spelling has; nil where it has
  /// several marks, or that one.
  private func written(_ spelling: NumberSpelling) -> String? {
    let marks = text.value.filter { $0 == "." || $0 == "," }
    guard marks.count == 1, case .other(let point) = spelling.point else { return nil }
    let right = text.value.replacing(marks, with: String(decoding: point, as: UTF8.self))
    return right == text.value ? nil : right
  }
}
