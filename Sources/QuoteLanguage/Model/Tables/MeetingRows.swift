/// Two rows of a table of which one ends at the value at which the other begins, both including it.
struct MeetingRows {
  let before: Int
  let after: Int
  /// The earlier row's cell without its end, and the later one's without its start, as they are
  /// to be written.
  let cells: (before: String, after: String)
  /// The header of the column of ends, where a file has one that includes them.
  let header: Spanned<String>?

  /// Nil if two rows overlap in another way.
  init?(
    _ overlap: TableFindings.Overlap, in table: ModelTable, _ declaration: TableDeclaration
  ) {
    for key in table.keys.indices.reversed() {
      for (one, two) in [(overlap.upper, overlap.lower), (overlap.lower, overlap.upper)] {
        guard let first = Self.range(table.rows[one].keys[key]),
          let second = Self.range(table.rows[two].keys[key]), Self.meet(first, second),
          let lower = Self.written(declaration.rows[one].keys[key]),
          let upper = Self.written(declaration.rows[two].keys[key]),
          let cells = Self.cells(lower, upper, isCount: table.keys[key].value.type.isCount)
        else { continue }
        (before, after, self.cells) = (one, two, cells)
        header = declaration.includedEnds[key]
        return
      }
    }
    return nil
  }

  private static func range(_ set: KeySet) -> KeyRange? {
    guard case .ranges(let ranges) = set.body, ranges.count == 1, !ranges[0].interval.isPoint
    else { return nil }
    return ranges[0]
  }

  private static func meet(_ first: KeyRange, _ second: KeyRange) -> Bool {
    first.interval.upper == second.interval.lower && first.upperIsIncluded
      && second.lowerIsIncluded
  }

  private static func written(_ cell: KeyCell) -> RangeSyntax? {
    guard case .tests(let tests) = cell.content, tests.count == 1, case .range(let range) = tests[0]
    else { return nil }
    return range
  }

  private static func cells(
    _ lower: RangeSyntax, _ upper: RangeSyntax, isCount: Bool
  ) -> (before: String, after: String)? {
    guard let end = lower.upper?.value, let start = upper.lower?.value else { return nil }
    let (last, next) = isCount ? (Int(end).map { $0 - 1 }, Int(start).map { $0 + 1 }) : (nil, nil)
    let before =
      if let from = lower.lower?.value {
        (lower.lowerIsIncluded ? "[" : "(") + from + ".." + (last.map { "\($0)]" } ?? "\(end))")
      } else {
        last.map { "<= \($0)" } ?? "< \(end)"
      }
    let after =
      if let to = upper.upper?.value {
        (next.map { "[\($0)" } ?? "(\(start)") + ".." + to + (upper.upperIsIncluded ? "]" : ")")
      } else {
        next.map { ">= \($0)" } ?? "> \(start)"
      }
    return (before, after)
  }
}
