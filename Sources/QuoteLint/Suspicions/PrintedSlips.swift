import QuoteLanguage
import QuoteSyntax

/// Texts that a date or a time is printed as, held against texts that are never printed so:
/// `text(on, "MM-dd") in ["01-07".."31-08"]`, `text(on, "MM-dd") >= "7-1"`.
struct PrintedSlips {
  private let model: PriceModel
  private let names: SameValues
  private static let most = 20
  /// So many ends of a column are held against samples of what is printed, of so many rows: what
  /// is amiss shows at the first of them.
  private static let mostEnds = 24
  private static let mostRows = 500

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
    names.resolved(value).printing
  }

  /// What tells of a printed text whose numbers have several lengths, where it is held against an
  /// end, or, where that is nil, against something that the booking brings. Its samples are made
  /// once for all ends. Nil for texts that have all zeros, and for others.
  private func unpadded(
    _ value: PriceExpression, key: String?
  ) -> ((_ end: String?, _ span: SourceSpan) -> Diagnostic?)? {
    let printed = names.resolved(value)
    guard case .apply(.printed(let format), let parts) = printed.operation else { return nil }
    let shown = model.sources.text(at: printed.span).trimmedOfSpaces
    let source = names.resolved(parts[0])
    guard let (pattern, written) = printed.printing else {
      guard parts[0].type.isQuantity, let numbers = PrintedNumbers(of: source, by: format) else {
        return nil
      }
      let number = model.sources.text(at: parts[0].span).trimmedOfSpaces
      return { end, span in
        numbers.outOfStep(with: end).map {
          Diagnostic.numbersByLetter(shown, of: number, $0, isKey: key != nil, at: span)
        }
      }
    }
    guard let padded = pattern.padded(written) else { return nil }
    let paddedPattern = DatePattern(padded)
    let dates = PrintedDates(of: source, by: pattern, padded: paddedPattern)
    let natural = pattern.hasPartedNumbers ? "natural(\(key ?? shown))" : nil
    return { end, span in
      dates.outOfStep(with: end).map {
        Diagnostic.unpaddedOrder(
          written, $0, padded: padded, end: end.flatMap { paddedPattern.respelled($0) },
          natural: natural, isKey: key != nil, at: span)
      }
    }
  }

  // MARK: - Tables

  /// One a column: the first text that cannot be, or a range of days before months.
  private func warnings(of table: ModelTable) -> [Diagnostic] {
    table.keys.indices.compactMap { column in
      let key = table.keys[column]
      guard let (pattern, written) = pattern(of: key.value) else {
        return unpadded(in: column, of: table)
      }
      for row in table.rows {
        let (set, span) = (row.keys[column], row.keySpans[column])
        // In quotation marks it is meant as it is.
        if isQuoted(span) { continue }
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
      return unpadded(in: column, of: table)
    }
  }

  private func isQuoted(_ span: SourceSpan) -> Bool {
    model.sources.text(at: span).contains("\"")
  }

  /// The first end of a column that printed texts are on the wrong side of, among so many.
  private func unpadded(in column: Int, of table: ModelTable) -> Diagnostic? {
    let key = table.keys[column]
    guard let slip = unpadded(key.value, key: key.header) else { return nil }
    let isDate = pattern(of: key.value) != nil
    var met: Set<String> = []
    for row in table.rows.prefix(Self.mostRows) {
      guard case .textRanges(let ranges) = row.keys[column].body else { continue }
      let span = row.keySpans[column]
      if isDate, isQuoted(span) { continue }
      for end in ranges.flatMap({ [$0.lower, $0.upper].compactMap(\.self) })
      where met.insert(end).inserted {
        if let found = slip(end, span) { return found }
      }
      if met.count >= Self.mostEnds { return nil }
    }
    return nil
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
    var others: [String: String] = [:]
    for end in ends {
      guard let other = pattern.turned(end) else { return nil }
      others[end] = other
    }
    return model.sources.text(at: span).trimmedOfSpaces.replacing(eachOf: others)
  }

  // MARK: - Formulas

  private func warning(of value: PriceExpression) -> Diagnostic? {
    switch value.operation {
    case .apply(.compare(let comparison), let sides):
      if comparison == .equal || comparison == .notEqual { return nil }
      for (subject, word) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard case .constant(.text(let text)) = word.operation else {
          if let slip = unpadded(subject, key: nil)?(nil, subject.span) { return slip }
          continue
        }
        let printing = pattern(of: subject)
        if printing?.pattern.isImpossible(text) != true,
          let slip = unpadded(subject, key: nil)?(text, word.span)
        {
          return slip
        }
        guard let (pattern, written) = printing else { continue }
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
      let other = pattern.turned(text).map { "\"\($0)\"" }
      return .neverPrinted(text, by: written, instead: other, at: span)
    }
    if let printed = pattern.respelled(text), printed != text {
      return .neverPrinted(text, by: written, instead: "\"\(printed)\"", at: span)
    }
    guard let order = pattern.inOrder else { return nil }
    return .outOfOrder(written, pattern.outOfOrder, ordered: order, at: span)
  }
}

extension String {
  /// With some texts replaced by others, all at once: what one becomes is not replaced again, be
  /// it another of them. Where two begin at one place, the longer one is meant.
  fileprivate func replacing(eachOf others: [String: String]) -> String {
    var (result, rest) = ("", self[...])
    while let first = rest.first {
      let found = others.filter { rest.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }
      result += found?.value ?? String(first)
      rest = rest.dropFirst(found?.key.count ?? 1)
    }
    return result
  }
}
