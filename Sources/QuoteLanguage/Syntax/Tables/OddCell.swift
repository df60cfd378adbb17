/// A cell that cannot be read as its table says that its cells are written.
struct OddCell {
  let text: Spanned<String>
  let isKey: Bool
  /// Whether it is one of the table's last row.
  let isLast: Bool

  init(_ text: Spanned<String>, isKey: Bool, isLast: Bool) {
    (self.text, self.isKey, self.isLast) = (text, isKey, isLast)
  }

  /// Whether it looks like a number or a date, or a range of some.
  var isFigure: Bool {
    let figure = #/\p{Sc}?\s*-?\d[\d.,'’ :\/-]*(?:%|\p{Sc}|[A-Z]{3}|\s?[a-z\/_]+)?/#
    return text.value.split(separator: "..").allSatisfy { part in
      let bare = part.trimmingPrefix { "[(<>= ".contains($0) }
      return String(bare.prefix { !"])".contains($0) }).wholeMatch(of: figure) != nil
    }
  }

  /// What would be right in a table that is written so.
  func help(_ notation: TableNotation) -> [String] {
    guard isFigure else {
      let word = "\"\(text.value)\""
      return [
        "if this row only adds up the others, say beside the table `total: \(word)`",
        "if it holds for everything, say beside the table `any: \(word)`",
      ]
    }
    var ways = notation.numbers.map { "`\($0.example)`" }
    for case .pattern(let pattern) in notation.dates { ways.append("`\(pattern.written)`") }
    let said = "the table says that it is written like \(ways.joined(separator: " or "))"
    let right = notation.numbers.lazy.compactMap(written).first
    let cure = right.map { "\(said): if this mark parts the decimals, write `\($0)`" } ?? said
    return [cure] + (isKey ? [] : ["a column of texts says so in its header: `name: text`"])
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
