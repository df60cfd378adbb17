/// The rows of a table's file that is not written as tables are: put into the form that tables
/// have before they are read, each cell at its place.
struct RateCard {
  let notation: TableNotation
  private(set) var header: TableRows.Row
  private(set) var rows: [TableRows.Row]
  /// Cells that are written otherwise than the table says, in columns whose other cells are not.
  private(set) var odd: [OddCell] = []
  /// The headers of columns of ends that include them, by the key of which they are.
  private(set) var includedEnds: [Int: Spanned<String>] = [:]
  private let keyCount: Int

  /// What is wrong with its columns of ends, as far as their headers and cells tell.
  private(set) var mistakes: [Diagnostic] = []

  /// A column of starts or ends: `weight >=`, `weight <`.
  private struct Bound {
    var formula: String
    var sign: String
    var isLower: Bool { sign.hasPrefix(">") }

    /// Whether a cell says in words that its range has no end on this side: `and above`.
    func isOpen(_ text: String) -> Bool {
      guard let first = text.first, !first.isNumber else { return false }
      let words = text.lowercased()
      if ["∞", "unlimited", "no limit", "+"].contains(words) { return true }
      // One word may be a text of its own: `more`.
      guard words.hasPrefix("and ") || words.hasPrefix("or ") else { return false }
      let open = OpenRange("0 \(words)")
      return open.map { $0.bound == "0" && $0.sign == (isLower ? "<=" : ">=") } ?? false
    }

    init?(_ header: CellText) {
      guard let match = header.raw.value.wholeMatch(of: kept(/(.*\S)\s*(>=|<=|>|<)/)) else {
        return nil
      }
      (formula, sign) = (String(match.1), String(match.2))
    }
  }

  /// Whether a header has columns of starts or ends.
  static func hasBounds(_ header: TableRows.Row) -> Bool {
    header.cells.prefix(header.parting ?? 0).contains { Bound($0) != nil }
  }

  init(_ header: TableRows.Row, _ rows: [TableRows.Row], _ notation: TableNotation) {
    self.notation = notation
    self.header = header
    self.rows = rows
    keyCount = header.parting ?? 0
    dropTotal()
    if notation.isShort { fillRows() }
    for column in header.cells.indices { rewrite(column) }
    joinBounds()
  }

  private mutating func dropTotal() {
    guard let last = rows.last else { return }
    let filled = last.cells.filter { $0.lower < $0.upper }
    guard let first = filled.first?.raw.value else { return }
    let row = RowBeginning(text: first, filled: filled.count, columns: header.cells.count)
    // Rows of keys in several columns are rows of prices, but for those that are declared word by
    // word.
    let isOfKeys = last.cells.prefix(keyCount).dropFirst().contains { $0.lower < $0.upper }
    let isDeclared = notation.total.contains(first)
    if isDeclared || !isOfKeys && row.begins(withOneOf: notation.total) { rows.removeLast() }
  }

  private mutating func fillRows() {
    for index in rows.indices where rows[index].parting == keyCount {
      let end = Int(rows[index].span.upper)
      while rows[index].cells.count < header.cells.count {
        let first = header.cells[0]
        rows[index].cells.append(
          CellText(bytes: first.bytes, file: first.file, lower: 0, upper: 0).replaced(
            by: "", at: end))
      }
    }
  }

  // MARK: - Cells

  /// Rewrites a column if all of its cells can be read as they are declared to be written: a
  /// column of texts stays what it is. Cells that cannot be read among those that show that they
  /// are written so are odd.
  private mutating func rewrite(_ column: Int) {
    let isKey = column < keyCount
    var cells: [(row: Int, cell: CellText)] = []
    var unread: [OddCell] = []
    var (read, changed) = (0, 0)
    // A key of single values may be a text that looks like a number now and then.
    let bound = isKey ? Bound(header.cells[column]) : nil
    var isMeasured = !isKey || bound != nil
    let type = header.cells[column].raw.value.wholeMatch(of: kept(/.*:\s*(\w+)/))
      .map { String($0.1) }.flatMap { word in
        RuleReader.typeWords.contains { $0.word == word } ? word : nil
      }
    // A row that is not parted, or has too few cells, is told of when it is read.
    for (index, row) in rows.enumerated()
    where row.parting == keyCount && column < row.cells.count {
      let cell = row.cells[column]
      let text = cell.raw.value
      let emptying = isKey ? notation.any : notation.nothing
      if cell.isDash || !isKey && text.hasPrefix("=") {
        cells.append((index, cell))
      } else if emptying.contains(text) || bound.map({ $0.isOpen(text) }) == true {
        cells.append((index, cell.replaced(by: "-")))
      } else if let plain = isKey ? key(text, below: bound) : value(text),
        isKey || !Self.isNoted(plain, type)
      {
        read += 1
        changed += plain == text ? 0 : 1
        isMeasured = isMeasured || "<>".contains(plain.first ?? " ") || plain.contains("..")
        cells.append((index, plain == text ? cell : cell.replaced(by: plain)))
      } else {
        unread.append(
          OddCell(
            cell.raw, isKey: isKey, isLast: index == rows.count - 1, type: isKey ? nil : type,
            alone: alone(in: text, isKey: isKey)))
        cells.append((index, cell))
      }
    }
    for (index, cell) in cells where unread.isEmpty || cell.isDash {
      rows[index].cells[column] = cell
    }
    guard !unread.isEmpty, changed > 0, read >= unread.count, isMeasured, isKey || type != "text"
    else { return }
    // Words among figures are texts, but for one below a column of ranges, and where the header
    // says what the column holds.
    if bound != nil || unread.allSatisfy({ $0.isFigure || isKey && $0.isLast || $0.type != nil }) {
      odd += unread
    }
  }

  /// Whether a word stands behind the figure of a column whose figures have none: `22.00 approx`.
  private static func isNoted(_ plain: String, _ type: String?) -> Bool {
    ["money", "number", "count"].contains(type)
      && plain.wholeMatch(of: kept(/.*\d(?:\s+[a-z]\w*|.*\/\w+)/)) != nil
  }

  /// The figure of a cell that holds one beside something else, as it is written there: of
  /// `45,50 ca.`, or of `45,5O` with its letter made a digit. Nil where there is none, or several.
  private func alone(in text: String, isKey: Bool) -> String? {
    if let letter = LetterForDigit(in: text) {
      let read = isKey ? key(letter.right, below: nil) : value(letter.right)
      return read == nil ? nil : letter.right
    }
    let figures = text.matches(of: kept(/\d[\d.,'’]*/))
    guard figures.count == 1, let found = figures.first else { return nil }
    let figure = String(found.0.reversed().drop { ".,'’".contains($0) }.reversed())
    return number(figure, isKey: isKey) == nil ? nil : figure
  }

  /// A figure with its currency, percent sign or unit, or a date, as tables have it.
  private func value(_ text: String, isKey: Bool = false) -> String? {
    for notation in notation.dates {
      if case .found(let found) = notation.read(text.utf8.span), found.hasDate, found.clock == 0 {
        return CalendarDate(daysSince1970: Int32(clamping: found.day)).description
      }
    }
    let tail = text.firstMatch(of: kept(/\s*(\/[A-Za-z_]+|\b(?:each|[a-z][A-Za-z_]*))$/))
    let figure = tail.map { String(text[..<$0.range.lowerBound]) } ?? text
    guard let plain = number(figure, isKey: isKey) else { return nil }
    return plain + (tail.map { ($0.output.1.hasPrefix("/") ? "" : " ") + $0.output.1 } ?? "")
  }

  /// All ways that read a figure have to read the same.
  private func number(_ text: String, isKey: Bool) -> String? {
    let mark = Self.currency(in: text, isKey: isKey)
    let hasPercent = text.contains("%")
    let figure = hasPercent ? text.replacing("%", with: "", maxReplacements: 1) : text
    var found: String?
    for spelling in notation.numbers {
      let spelling = mark.map { spelling.taking([$0]) } ?? spelling
      guard let read = spelling.read(figure.utf8) else { continue }
      let plain = String(decoding: read, as: UTF8.self)
      if let found, found != plain { return nil }
      found = plain
    }
    guard let found else { return nil }
    if hasPercent { return mark == nil ? found + "%" : nil }
    guard let mark else { return found }
    let (sign, digits) = found.hasPrefix("-") ? ("-", found.dropFirst()) : ("", found[...])
    return mark.utf8.count == 3 && mark.utf8.allSatisfy(\.isUppercaseLetter)
      ? "\(found) \(mark)" : sign + mark + digits
  }

  private static func currency(in text: String, isKey: Bool) -> String? {
    if let sign = text.unicodeScalars.first(where: {
      $0.properties.generalCategory == .currencySymbol
    }) {
      return String(sign)
    }
    // In keys, other words in capitals are parts of texts, such as `FRA 1`.
    return text.matches(of: kept(/\b[A-Z]{3}\b/)).lazy.map { String($0.output) }
      .first { !isKey || CurrencySign.isKnown($0) }
  }

  /// A key cell: one value or range, or several with a comma and a space between.
  private func key(_ text: String, below bound: Bound?) -> String? {
    if let range = range(text) {
      // `1.000 and above` below `weight >=`.
      guard let bound, range.hasPrefix("\(bound.sign) ") else { return range }
      return String(range.dropFirst(bound.sign.count + 1))
    }
    let parts = text.split(separator: ", ").map { range(String($0)) }
    return parts.count > 1 && !parts.contains(nil)
      ? parts.compactMap(\.self).joined(separator: ", ") : nil
  }

  private func range(_ text: String) -> String? {
    if let value = value(text, isKey: true) { return value }
    if let match = text.wholeMatch(of: kept(/(>=|<=|>|<)\s*(.+)/)) {
      return value(String(match.2), isKey: true).map { "\(match.1) \($0)" }
    }
    if let match = text.wholeMatch(of: kept(/([\[(]?)\s*(.+?)\s*\.\.\s*(.+?)\s*([\])]?)/)),
      let lower = value(String(match.2), isKey: true),
      let upper = value(String(match.3), isKey: true)
    {
      return "\(match.1)\(lower)..\(upper)\(match.4)"
    }
    guard let open = OpenRange(text) else { return nil }
    return value(open.bound, isKey: true).map { "\(open.sign) \($0)" }
  }

  // MARK: - Columns of starts and ends

  /// Columns of a start and an end become one of ranges; one that stands alone is open. The end may
  /// stand before the start.
  private mutating func joinBounds() {
    var column = 0
    var keys = keyCount
    let signed = Set(header.cells.prefix(keys).filter { Bound($0) != nil }.map(\.span))
    while column < keys {
      defer { column += 1 }
      guard let bound = Bound(header.cells[column]) else { continue }
      let next = column + 1 < keys ? Bound(header.cells[column + 1]) : nil
      let isPair = next.map { $0.formula == bound.formula && $0.isLower != bound.isLower } ?? false
      let before = column > 0 ? header.cells[column - 1].span.lower : -1
      let isAlone = column > 0 && !signed.contains { $0.lower == before }
      noteMistakes(of: bound, next, at: column, besideUnsigned: isAlone)
      let (start, end) = bound.isLower ? (column, column + 1) : (column + 1, column)
      let other = isPair ? next : nil
      let (lower, upper) = bound.isLower ? (bound.sign, other?.sign) : (other?.sign, bound.sign)
      takeSigns(of: bound, at: column, in: keys)
      if let other { takeSigns(of: other, at: column + 1, in: keys) }
      if lower == ">=", upper == "<=" { includedEnds[column] = header.cells[end].raw }
      header.cells[column] = header.cells[column].cut(to: bound.formula.utf8.count)
      for index in rows.indices where rows[index].parting == keys {
        let cells = rows[index].cells
        guard isPair else {
          rows[index].cells[column] = Self.joined(cells[column], bound.sign, to: nil, nil)
          continue
        }
        rows[index].cells[column] = Self.joined(cells[start], lower ?? ">=", to: cells[end], upper)
        rows[index].cells.remove(at: column + 1)
        rows[index].parting = keys - 1
      }
      guard isPair else { continue }
      header.cells.remove(at: column + 1)
      keys -= 1
      header.parting = keys
    }
  }

  /// Takes off of each cell what its column's header says already: `10+` and `>= 10` below
  /// `weight >=`. Another sign is a mistake.
  private mutating func takeSigns(of bound: Bound, at column: Int, in keys: Int) {
    for index in rows.indices where rows[index].parting == keys {
      let cell = rows[index].cells[column]
      let text = cell.raw.value
      let sign: String
      let rest: String
      if let match = text.wholeMatch(of: kept(/(>=|<=|>|<)\s*(\S.*)/)) {
        (sign, rest) = (String(match.1), String(match.2))
      } else if let open = OpenRange(text), open.bound.contains(where: \.isNumber) {
        (sign, rest) = (open.sign, open.bound)
      } else {
        continue
      }
      if sign == bound.sign {
        rows[index].cells[column] = cell.replaced(by: rest)
      } else {
        mistakes.append(
          .signOfCell(text, sign, below: "\(bound.formula) \(bound.sign)", rest, at: cell.span))
      }
    }
  }

  /// Two columns of one value of which no row can hold as it is meant: the ends have changed
  /// places, both are starts, or one of them has no sign.
  private mutating func noteMistakes(
    of bound: Bound, _ next: Bound?, at column: Int, besideUnsigned: Bool
  ) {
    let spans = header.cells.map(\.span)
    if besideUnsigned, header.cells[column - 1].raw.value == bound.formula,
      next?.formula != bound.formula
    {
      let sign = bound.isLower ? "<" : ">="
      mistakes.append(
        .endWithoutSign(bound.formula, sign, at: spans[column - 1], beside: spans[column]))
    }
    guard let next, next.formula == bound.formula else { return }
    if next.isLower == bound.isLower {
      let sign = bound.isLower ? "<" : ">="
      mistakes.append(
        .endTwice(bound.formula, sign, at: spans[column + 1], first: spans[column]))
      return
    }
    let both = rows.filter { $0.cells.count > column + 1 && $0.parting == header.parting }
      .compactMap { Self.isLess($0.cells[column], $0.cells[column + 1]) }
    // A row alone whose ends have changed places is told of by itself.
    guard both.count > 1, both.allSatisfy({ $0 != bound.isLower }) else { return }
    let (lower, upper) = bound.isLower ? (bound.sign, next.sign) : (next.sign, bound.sign)
    let (lesser, greater) = both[0] ? (column, column + 1) : (column + 1, column)
    mistakes.append(
      .endsTurned(
        bound.formula, (lower, upper), at: spans[lesser], beside: spans[greater]))
  }

  /// Whether the one is less than the other, of two days or two numbers with the same unit; nil
  /// where they are neither, or equal.
  private static func isLess(_ cell: CellText, _ other: CellText) -> Bool? {
    let (a, b) = (cell.raw.value, other.raw.value)
    if let one = CalendarDate(iso: a), let two = CalendarDate(iso: b) {
      return one == two ? nil : one.daysSince1970 < two.daysSince1970
    }
    func parted(_ text: String) -> (figure: Ratio, rest: String)? {
      guard let match = text.wholeMatch(of: kept(/([^\d.]*?)(-?\d+(?:\.\d+)?)(.*)/)),
        // Times go on over midnight, and dates may begin with their day.
        !match.3.contains(where: \.isNumber),
        let figure = Ratio(decimal: String(match.2))
      else { return nil }
      return (figure, "\(match.1)\(match.3)")
    }
    guard let one = parted(a), let two = parted(b), one.rest == two.rest, one.figure != two.figure
    else { return nil }
    return one.figure < two.figure
  }

  private static func joined(
    _ start: CellText, _ sign: String, to end: CellText?, _ endSign: String?
  ) -> CellText {
    let (from, to) = (start.isDash ? nil : start.raw.value, end.flatMap { $0.isDash ? nil : $0 })
    switch (from, to?.raw.value) {
    case (nil, nil): return start.isDash ? start : start.replaced(by: "-")
    case (let from?, nil): return start.replaced(by: "\(sign) \(from)")
    case (nil, let to?): return start.replaced(by: "\(endSign ?? "<") \(to)")
    case (let from?, let to?):
      let (opens, closes) = (sign == ">=" ? "[" : "(", endSign == "<=" ? "]" : ")")
      return start.replaced(by: "\(opens)\(from)..\(to)\(closes)")
    }
  }
}

extension CellText {
  /// The same cell with other words, at its place.
  func replaced(by text: String, at place: Int? = nil) -> CellText {
    let bytes = Array(text.utf8)
    let span = place.map { SourceSpan(file: file, lower: Int32($0), upper: Int32($0)) } ?? self.span
    // One place for all of it: what is written is of another length.
    let runs = bytes.indices.map { PlacedText.Run(at: Int32($0), place: span.lower) }
    return CellText(
      bytes: bytes, file: file,
      placed: PlacedText(
        bytes: bytes, file: file, start: span.lower, runs: runs, end: max(span.lower, span.upper)))
  }

  /// Its first bytes.
  func cut(to count: Int) -> CellText {
    var cell = self
    cell.upper = cell.lower + count
    return cell
  }
}
