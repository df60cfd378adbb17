/// Key cells of files that may be one name, `Sofa, 2 seats`, and are read as several keys. Price
/// lists of others have such names; in a table of the rules themselves, commas are the author's.
enum CommaInName {
  /// One for each column of a table, at the first such cell.
  static func warnings(of model: PriceModel) -> [Diagnostic] {
    model.tables.flatMap { table in
      table.keys.indices.compactMap { column -> Diagnostic? in
        guard table.keys[column].value.type == .text else { return nil }
        let cells = table.rows.lazy.map { $0.keySpans[column] }
          .filter { $0.file != table.span.file }
        return cells.compactMap { span in
          let file = model.sources[span.file]?.name ?? ""
          return warning(
            model.sources.text(at: span), at: span, inSheet: !file.lowercased().hasSuffix(".csv"))
        }.first
      }
    }
  }

  private static func warning(
    _ written: String, at span: SourceSpan, inSheet: Bool
  ) -> Diagnostic? {
    // What has its own quotation marks or brackets was written for this program.
    guard written.contains(","), !written.contains(where: { "\"()[]".contains($0) }) else {
      return nil
    }
    let keys = written.split(separator: ",").map { String($0).trimmedOfSpaces }
    guard keys.count > 1, keys.allSatisfy({ !$0.isEmpty }) else { return nil }
    return .commaInName(written, keys, inSheet: inSheet, at: span)
  }
}
