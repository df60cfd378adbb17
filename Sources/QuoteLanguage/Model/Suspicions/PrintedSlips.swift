/// Texts that a date or a time is printed as, held against texts that are never printed so:
/// `text(on, "MM-dd") in ["01-07".."31-08"]`, `text(on, "MM-dd") >= "7-1"`.
struct PrintedSlips {
  private let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = PrintedSlips(model: model, names: SameValues(of: model))
    var found = model.tables.flatMap(slips.warnings)
    // A range is two comparisons.
    var told = Set(found.map(\.headline))
    model.visitExpressions { value in
      guard let warning = slips.warning(of: value), told.insert(warning.headline).inserted
      else { return }
      found.append(warning)
    }
    return Array(found.prefix(most))
  }

  /// What prints a value, and the pattern as it is written.
  private func pattern(of value: PriceExpression) -> (pattern: DatePattern, written: String)? {
    guard case .apply(.printed(let written?), let parts) = names.resolved(value).operation
    else { return nil }
    switch parts[0].type {
    case .date, .time, .instant: return (DatePattern(written), written)
    case .quantity, .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
  }

  // MARK: - Tables

  /// One a column: the first text that cannot be, or a range of days before months.
  private func warnings(of table: ModelTable) -> [Diagnostic] {
    table.keys.indices.compactMap { column in
      guard let (pattern, written) = pattern(of: table.keys[column].value) else { return nil }
      for row in table.rows {
        let (set, span) = (row.keys[column], row.keySpans[column])
        // In quotation marks it is meant as it is.
        if model.sources.text(at: span).contains("\"") { continue }
        guard case .textRanges(let ranges) = set.body else { continue }
        let ends = ranges.flatMap { [$0.lower, $0.upper].compactMap(\.self) }
        if let end = ends.first(where: { pattern.isImpossible($0) }) {
          if let order = pattern.inOrder, isPrinted(column, of: table, by: DatePattern(order)) {
            return .neverPrinted(end, by: written, ordered: order, at: span)
          }
          return .neverPrinted(end, by: written, instead: turned(ends, span, pattern), at: span)
        }
        if ends.count > 1, let order = pattern.inOrder {
          return .outOfOrder(written, pattern.outOfOrder, ordered: order, at: span)
        }
      }
      return nil
    }
  }

  /// Whether all ends of a column's ranges are texts that a pattern prints.
  private func isPrinted(_ column: Int, of table: ModelTable, by pattern: DatePattern) -> Bool {
    table.rows.allSatisfy { row in
      guard case .textRanges(let ranges) = row.keys[column].body else { return true }
      let ends = ranges.flatMap { [$0.lower, $0.upper].compactMap(\.self) }
      return ends.allSatisfy { pattern.respelled($0) == $0 && !pattern.isImpossible($0) }
    }
  }

  /// A cell whose ends have their months and days in the other order; nil if that cannot be.
  private func turned(_ ends: [String], _ span: SourceSpan, _ pattern: DatePattern) -> String? {
    let written = model.sources.text(at: span).trimmedOfSpaces
    return ends.reduce(written) { cell, end in
      cell.flatMap { cell in pattern.turned(end).map { cell.replacing(end, with: $0) } }
    }
  }

  // MARK: - Formulas

  private func warning(of value: PriceExpression) -> Diagnostic? {
    switch value.operation {
    case .apply(.compare(let comparison), let sides):
      if comparison == .equal || comparison == .notEqual { return nil }
      for (subject, word) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard case .constant(.text(let text)) = word.operation,
          let (pattern, written) = pattern(of: subject)
        else { continue }
        return warning(of: text, pattern, written, at: word.span)
      }
      return nil
    case _: return nil
    }
  }

  private func warning(
    of text: String, _ pattern: DatePattern, _ written: String, at span: SourceSpan
  ) -> Diagnostic? {
    if pattern.isImpossible(text) {
      return .neverPrinted(text, by: written, instead: pattern.turned(text), at: span)
    }
    if let printed = pattern.respelled(text), printed != text {
      return .neverPrinted(text, by: written, instead: printed, at: span)
    }
    guard let order = pattern.inOrder else { return nil }
    return .outOfOrder(written, pattern.outOfOrder, ordered: order, at: span)
  }
}

extension DatePattern {
  /// The numbers of a text of this form, by field; nil where it has another form.
  private func numbers(in text: String) -> [(field: Field, width: Int, value: Int)]? {
    var rest = text.unicodeScalars[...]
    var found: [(field: Field, width: Int, value: Int)] = []
    for part in parts {
      switch part {
      case .literal(let scalars):
        guard rest.map(\.value).starts(with: scalars) else { return nil }
        rest = rest.dropFirst(scalars.count)
      case .field(let field, let width):
        let digits = rest.prefix { ("0"..."9").contains($0) }.prefix(max(2, width))
        guard let value = Int(String(digits)) else { return nil }
        found.append((field, width, value))
        rest = rest.dropFirst(digits.count)
      }
    }
    return rest.isEmpty ? found : nil
  }

  /// Whether a text has this form and a number that no such field has: a month 31.
  func isImpossible(_ text: String) -> Bool {
    guard let numbers = numbers(in: text) else { return false }
    // `24:00` is the end of a day, behind all its times.
    let isEndOfDay = numbers.allSatisfy { $0.field == .hour ? $0.value == 24 : $0.value == 0 }
    return !isEndOfDay && numbers.contains { !$0.field.range.contains($0.value) }
  }

  /// A text of this form whose month and day changed places; nil if that cannot be either.
  func turned(_ text: String) -> String? {
    guard let numbers = numbers(in: text),
      let month = numbers.first(where: { $0.field == .month })?.value,
      let day = numbers.first(where: { $0.field == .day })?.value
    else { return nil }
    var result = ""
    for part in parts {
      switch part {
      case .literal(let scalars): result += String(decoding: scalars, as: UTF32.self)
      case .field(let field, let width):
        let value =
          switch field {
          case .month: day
          case .day: month
          case .year, .hour, .minute, .second:
            numbers.first { $0.field == field }?.value ?? 0
          }
        result += paddedNumber(value, to: width)
      }
    }
    return isImpossible(result) ? nil : result
  }

  /// Two texts of this pattern of which the first is of the later date, and comes first.
  var outOfOrder: (later: String, earlier: String) {
    let isDayFirst = parts.contains { if case .field(.day, _) = $0 { true } else { false } }
      && parts.first { if case .field = $0 { true } else { false } }
        .map { if case .field(.day, _) = $0 { true } else { false } } == true
    let (later, earlier) =
      isDayFirst ? ([2026, 12, 2], [2026, 1, 31]) : ([2027, 1, 2], [2026, 12, 31])
    func text(_ date: [Int]) -> String {
      parts.reduce(into: "") { text, part in
        switch part {
        case .literal(let scalars): text += String(decoding: scalars, as: UTF32.self)
        case .field(.year, let width):
          text += paddedNumber(width < 4 ? date[0] % 100 : date[0], to: width)
        case .field(.month, let width): text += paddedNumber(date[1], to: width)
        case .field(.day, let width): text += paddedNumber(date[2], to: width)
        case .field(.hour, let width), .field(.minute, let width), .field(.second, let width):
          text += paddedNumber(0, to: width)
        }
      }
    }
    return (text(later), text(earlier))
  }

  /// For a day that stands before its month, or either before the year: the pattern whose texts
  /// have the order of the dates. Nil where they have it already.
  var inOrder: String? {
    let fields = parts.compactMap { part in
      if case .field(let field, _) = part { field } else { nil }
    }
    let dates: [Field] = [.year, .month, .day]
    let met = fields.filter(dates.contains)
    guard fields == met, met.count > 1 else { return nil }
    let ordered = dates.filter(met.contains)
    guard ordered != met else { return nil }
    return ordered.map { $0.runs[0] }.joined(separator: "-")
  }
}
