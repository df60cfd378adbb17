import QuoteLanguage
import QuoteSyntax

/// Key cells of files that may be one name, `Nails, 5 cm`, and are read as several keys. Price
/// lists of others have such names; in a table of the rules themselves, commas are the author's.
enum CommaInName {
  /// One for each column of a table, at the first such cell.
  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for table in model.tables {
      for column in table.keys.indices where table.keys[column].value.type == .text {
        if let warning = first(in: table, column, model.sources) { found.append(warning) }
      }
    }
    return found
  }

  private static func first(
    in table: ModelTable, _ column: Int, _ sources: Sources
  ) -> Diagnostic? {
    for row in table.rows {
      let span = row.keySpans[column]
      guard span.file != table.span.file else { continue }
      if let warning = warning(sources.text(at: span), at: span, sources) { return warning }
    }
    return nil
  }

  private static func warning(
    _ written: String, at span: SourceSpan, _ sources: Sources
  ) -> Diagnostic? {
    // What has its own quotation marks or brackets was written for this program.
    guard written.contains(","), !written.contains(where: { "\"()[]".contains($0) }) else {
      return nil
    }
    let keys = written.split(separator: ",").map { String($0).trimmedOfSpaces }
    // Single words are more likely keys, `DE, AT, CH`.
    let areSeveral = keys.count > 1 && keys.allSatisfy { !$0.isEmpty }
    guard areSeveral, keys.contains(where: { $0.contains(" ") }) else { return nil }
    return .commaInName(
      written, keys, quoted: sources.quotedCell(written, at: span), at: span)
  }
}

extension Sources {
  /// A text in quotation marks of its own, as a cell of the file there has them: in a CSV file each
  /// is written twice, and others stand around the cell.
  func quotedCell(_ text: String, at span: SourceSpan) -> String {
    let isCSV = self[span.file]?.name.lowercased().hasSuffix(".csv") ?? false
    return isCSV ? "\"\"\"\(text)\"\"\"" : "\"\(text)\""
  }
}
