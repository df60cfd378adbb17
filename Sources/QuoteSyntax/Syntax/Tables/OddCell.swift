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
    let figure = kept(#/\p{Sc}?\s*-?\d[\d.,'’ :\/-]*(?:%|\p{Sc}|[A-Z]{3}|\s?[a-z\/_]+)?/#)
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
      if let words = severalInOne(notation) { return [words] }
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
    let cure = right.map { "\(said): if this mark separates the decimals, write `\($0)`" }
      ?? inTheirWay(notation).map { "the others are written so: write `\($0)`" } ?? said
    let isTyped = isKey || type != nil
    return [cure] + (isTyped ? [] : ["a column of texts says so in its header: `name: text`"])
  }

  /// What is said of a date that does not exist, or that is written as rules have it.
  private func date(_ notation: TableNotation) -> String? {
    guard let way = notation.dates.first else { return nil }
    if notation.dates.contains(where: { $0.read(text.value.utf8.span) == .noSuch }) {
      return "there is no such day: a month ends before it"
    }
    let days = CommonWays.days(in: text.value).compactMap { day in
      way.written(MomentPattern.Found(day: day.day))
    }
    switch days.count {
    case 0: return nil
    case 1: return "write `\(days[0])`"
    case _:
      let all = days.prefix(3).map { "`\($0)`" }.joined(separator: " or ")
      return "nobody can know which day that is: write \(all), as the others are written"
    }
  }

  /// What is said where the words of `nothing` are one text with commas in it.
  private func severalInOne(_ notation: TableNotation) -> String? {
    for listed in notation.nothing where listed.contains(",") {
      let words = listed.split(separator: ",").map { String($0).trimmedOfSpaces }
      guard words.contains(text.value) else { continue }
      let all = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return "several words are a list: `nothing: [\(all)]`"
    }
    return nil
  }

  /// The same number as the table says that its numbers are written, with the currency that stands
  /// beside it; nil if it may be several.
  private func inTheirWay(_ notation: TableNotation) -> String? {
    guard let spelling = notation.numbers.first, !text.value.contains(where: \.isLetter),
      let match = text.value.wholeMatch(of: kept(/([^\d.,'’]*?)(\d[\d.,'’\s]*\d)([^\d.,'’]*)/)),
      case let plain = CommonWays.numbers(in: String(match.2)), plain.count == 1
    else { return nil }
    return "\(match.1)\(spelling.written(plain[0], isGrouped: true))\(match.3)"
  }

  /// The same number with the mark before its decimals that a spelling has; nil if it has
  /// several marks, or that one.
  private func written(_ spelling: NumberSpelling) -> String? {
    let marks = text.value.filter { $0 == "." || $0 == "," }
    guard marks.count == 1, case .other(let point) = spelling.point else { return nil }
    let right = text.value.replacing(marks, with: String(decoding: point, as: UTF8.self))
    return right == text.value ? nil : right
  }
}
