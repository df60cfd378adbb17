import QuoteSyntax

/// Brackets of `graduated` tables that leave something out.
extension Diagnostic {
  /// What a measure of no bracket lies between, where that is known.
  static func bracketGap(
    _ gap: TableFindings.BracketGap, in table: ModelTable, _ declaration: TableDeclaration,
    zero: String, isCount: Bool, least: Ratio, areInColumns: Bool
  ) -> Diagnostic {
    func range(_ row: Int?) -> RangeSyntax? {
      guard let row, declaration.rows.indices.contains(row),
        case .tests(let tests)? = declaration.rows[row].keys.last?.content,
        tests.count == 1, case .range(let range) = tests[0]
      else { return nil }
      return range
    }
    let headline =
      "no bracket of `\(table.name)` \(isCount ? "covers" : "prices the part at") \(gap.example)"
    let missing = "nothing prices what lies between"
    if let cells = declaration.singleValues {
      return Diagnostic(
        "bracket-gap", headline, at: Label(cells[0].span, "a bracket of this value alone"),
        help: [
          "a bracket goes from where it begins to where the next one does: where these are the "
            + "beginnings, write " + brackets(from: cells.map(\.value), zero, isCount: isCount)
        ])
    }
    let (below, above) = (range(gap.below), range(gap.above))
    if let above, below == nil, least > 0 {
      return startsLate(
        above, headline, zero: zero, isCount: isCount, areInColumns: areInColumns)
    }
    if let above {
      var lower = ("[", zero)
      if let below, let end = below.upper {
        lower = (below.upperIsIncluded ? "(" : "[", end.value)
        if below.upperIsIncluded, isCount, let last = Int(end.value) {
          lower = ("[", "\(last + 1)")
        }
      }
      let start = above.upper.map { "\(lower.0)\(lower.1)..\($0.value)" }
      let cell = start.map { $0 + (above.upperIsIncluded ? "]" : ")") }
        ?? (lower.0 == "[" ? ">= " : "> ") + lower.1
      let key = table.keys.last?.header ?? ""
      return Diagnostic(
        "bracket-gap", headline, at: Label(above.span, missing),
        labels: below.map { [Label($0.span, "the bracket before it")] } ?? [],
        help: [
          !areInColumns
            ? "one bracket begins where the other ends, the first at zero: `\(cell)`"
            : lower.0 == "("
              ? "one bracket begins where the other ends, the first at zero: the header of the "
                + "starts is `\(key) >` then, and its cell here `\(lower.1)`"
              : "one bracket begins where the other ends, the first at zero: in the column of the "
                + "starts, write `\(lower.1)`"
        ])
    }
    let open = below?.lower.map { "\(below?.lowerIsIncluded ?? true ? ">=" : ">") \($0.value)" }
    // The last bracket begins at zero and has an end.
    let further = below?.upper.map {
      "\(below?.upperIsIncluded ?? false ? ">" : ">=") \($0.value)"
    }
    let help =
      open.map { "the last bracket is open, `\($0)`, or ends where the measure's range does" }
      ?? further.map { "for what is above, write a further bracket, `\($0)`" }
      ?? "write a bracket for it"
    return Diagnostic(
      "bracket-gap", headline, at: Label(below?.span ?? declaration.hit.span, missing),
      help: [help])
  }

  /// `[1..99]`, `[100..999]`, `>= 1000`, of where brackets begin.
  private static func brackets(from starts: [String], _ zero: String, isCount: Bool) -> String {
    let cells = starts.indices.map { index in
      // Parts of the first are to be in it, too; a first piece is the least that there is.
      let start = index == 0 && !(isCount && starts[0] == "1") ? zero : starts[index]
      guard starts.indices.contains(index + 1) else { return ">= \(start)" }
      if isCount, let next = Int(starts[index + 1]) { return "[\(start)..\(next - 1)]" }
      return "[\(start)..\(starts[index + 1]))"
    }
    return cells.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// The first bracket begins where the measure does, above zero: its first parts are in none.
  private static func startsLate(
    _ first: RangeSyntax, _ headline: String, zero: String, isCount: Bool, areInColumns: Bool
  ) -> Diagnostic {
    let start = first.lower?.value ?? zero
    let end = first.upper.map { "\($0.value)\(first.upperIsIncluded ? "]" : ")")" }
    let cell = end.map { "[\(zero)..\($0)" } ?? ">= \(zero)"
    let free =
      isCount && first.lowerIsIncluded
      ? Int(start).map { "[\(zero)..\($0 - 1)]" } : nil
    let below = free ?? "[\(zero)..\(start)\(first.lowerIsIncluded ? ")" : "]")"
    return Diagnostic(
      "bracket-gap", headline,
      at: Label(first.span, "what lies below `\(start)` is in no bracket, and would cost nothing"),
      help: [
        "write `\(areInColumns ? zero : cell)`, because it is priced like the rest of this "
          + "bracket",
        "or say that it costs nothing, with a bracket before it: "
          + (areInColumns ? "from `\(zero)` on" : "`\(below)`") + " and a price of 0",
      ])
  }
}
