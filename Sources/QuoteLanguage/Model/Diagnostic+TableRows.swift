package import QuoteSyntax

/// Complaints about the rows of a table together, and about areas.
extension Diagnostic {
  /// `doubt` are keys that hang together, so that the booking may be none that there is.
  static func rowsOverlap(
    _ overlap: TableFindings.Overlap, in table: ModelTable, doubt: (String, String)? = nil,
    meeting: MeetingRows? = nil
  ) -> Diagnostic {
    if let meeting { return rowsMeet(overlap, meeting, in: table) }
    if let again = rowsAgain(overlap, in: table) { return again }
    let together = doubt.map {
      "`\($0.0)` and `\($0.1)` come from one input: if no booking has both values, write `first`,"
        + " and nothing changes"
    }
    let cure =
      table.hit == .unique
      ? "separate their keys, or write `first` if the upper row should win"
      : lastBracket(overlap, in: table).map {
        "the last bracket begins where the one before it ends, `\($0)`"
      } ?? "separate the brackets"
    return Diagnostic(
      "rows-overlap", "two rows of `\(table.name)` match \(overlap.example)",
      at: Label(table.rows[overlap.lower].span, "one of them"),
      labels: [Label(table.rows[overlap.upper].span, "the other")],
      help: lettersHelp([table.rows[overlap.upper], table.rows[overlap.lower]], of: table)
        + ["in a `\(table.hit.rawValue)` table only one row may match: \(cure)"]
        + (table.hit == .unique ? [together].compactMap(\.self) : []))
  }

  /// The cell of a last bracket that is written as `-`, which is all from zero on, below others
  /// that end.
  private static func lastBracket(
    _ overlap: TableFindings.Overlap, in table: ModelTable
  ) -> String? {
    guard let key = table.keys.last,
      let open = [overlap.lower, overlap.upper].first(where: {
        guard case .ranges(let ranges)? = table.rows[$0].keys.last?.body else { return false }
        return ranges.first?.interval == Interval(0, .infinity)
      })
    else { return nil }
    let others = table.rows[open].keys.dropLast()
    let ends = table.rows.compactMap { row -> KeyRange? in
      guard row.keys.dropLast() == others, case .ranges(let ranges)? = row.keys.last?.body,
        let last = ranges.last, last.interval.upper.isFinite
      else { return nil }
      return last
    }
    guard let last = ends.max(by: { $0.interval.upper < $1.interval.upper }) else { return nil }
    let end = last.interval.upper
    if last.upperIsIncluded, key.value.type.isCount {
      return ">= \(ExampleText.value(end + 1, of: key.value))"
    }
    return (last.upperIsIncluded ? "> " : ">= ") + ExampleText.value(end, of: key.value)
  }

  /// Two rows with the same keys, or one of which has an empty cell that holds for all.
  private static func rowsAgain(
    _ overlap: TableFindings.Overlap, in table: ModelTable
  ) -> Diagnostic? {
    let (upper, lower) = (table.rows[overlap.upper], table.rows[overlap.lower])
    var diagnostic = Diagnostic(
      "rows-overlap", "two rows of `\(table.name)` match \(overlap.example)",
      at: Label(lower.span, "one of them"), labels: [Label(upper.span, "the other")])
    if upper.keys == lower.keys {
      diagnostic.labels = [Label(upper.span, "the same keys")]
      diagnostic.primary = Label(lower.span, "the same keys again")
      diagnostic.help = [
        "take the wrong one of them out: in a `\(table.hit.rawValue)` table only one row may match"
      ]
      return diagnostic
    }
    func isEmpty(_ column: Int, in row: ModelTableRow) -> Bool {
      let span = row.keySpans[column]
      return row.keys[column].body == .everything && span.lower == span.upper
    }
    let empty = lower.keys.indices.first { isEmpty($0, in: lower) || isEmpty($0, in: upper) }
    guard let empty else { return nil }
    let header = table.keys[empty].header
    diagnostic.help = [
      "an empty cell holds for every `\(header)`: where it stands for the one above, write that"
        + " one in each row"
    ]
    return diagnostic.of(mistake: "empty cells of \(header) in \(table.name)")
  }

  /// Two rows that overlap at one value alone: the end of the one and the start of the other.
  private static func rowsMeet(
    _ overlap: TableFindings.Overlap, _ meeting: MeetingRows, in table: ModelTable
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      "rows-overlap", "two rows of `\(table.name)` match \(overlap.example)",
      at: Label(table.rows[meeting.after].span, "its lower bound is included"),
      labels: [Label(table.rows[meeting.before].span, "and so is the upper bound of this one")])
    guard let header = meeting.header else {
      diagnostic.help = [
        "only one of them may match there: write `\(meeting.cells.before)` in the one, or "
          + "`\(meeting.cells.after)` in the other"
      ]
      return diagnostic
    }
    diagnostic.labels.append(Label(header.span, "includes the upper bounds"))
    let open = header.value.replacing("<=", with: "<")
    diagnostic.help = [
      "if each row ends before the next begins, write `\(open)` in the header",
      "if each row includes its upper bound, write `\(open.replacing("<", with: ">"))` for the "
        + "lower bounds",
    ]
    return diagnostic.of(mistake: "ends of \(table.name)")
  }

  /// `computed` are keys of which it is not known what they ever come to.
  package static func gapInTable(
    _ table: ModelTable, missing: TableFindings, computed: [String] = [],
    alike: (String, String)? = nil, lookedUp: String? = nil
  ) -> Diagnostic {
    let told = computed.filter { header in missing.gaps.contains { $0.contains(header + " ") } }
    let call = lookedUp ?? table.name
    let figures = table.figuresAlone
    let together = alike.map { one, other in
      one == other
        ? ColumnOfEnds.help(one)
        : "`\(one)` and `\(other)` come from one input: it is not known here whether a booking "
          + "ever has both values"
    }.map { [$0] } ?? []
    return Diagnostic(
      "gap-in-table", severity: .warning, "`\(table.name)` has no row for some bookings",
      at: Label(table.span, "none for \(missing.gapsTold)"),
      help: (figures.map { lower, upper in
        ["one figure is matched by itself alone: for steps up to it write `<= \(lower)` and "
          + "`(\(lower)..\(upper)]`"]
      } ?? []) + [
        "add a row for them, say `\(call) default …` where it is used,"
          + " or decline when `\(call) is not given`"
      ]
        + told.map {
          "`\($0)` is computed: it is not known here whether a booking ever has such a value"
        }
        + together)
  }

  static func deadRow(_ dead: TableFindings.DeadRow, in table: ModelTable) -> Diagnostic {
    let row = table.rows[dead.row]
    if let key = dead.impossibleKey {
      let header = table.keys[key].header
      let value = table.keys[key].domain
      let range = value.range
      var help: [String] = []
      if range != .unbounded, case .quantity = value.type {
        let (low, high) = (
          ExampleText.value(range.lower, of: value), ExampleText.value(range.upper, of: value)
        )
        help = [low == high ? "`\(header)` is always \(low)"
          : "`\(header)` goes from \(low) to \(high)"]
      }
      return Diagnostic(
        "dead-row", severity: .warning, "a row of `\(table.name)` can never match",
        at: Label(row.keySpans[key], "`\(header)` is never this"), help: help)
    }
    let covering = dead.coveredBy.map { table.rows[$0].span }
    return Diagnostic(
      "dead-row", severity: .warning,
      "a row of `\(table.name)` can never be the first that matches",
      at: Label(
        row.span,
        covering.count == 1
          ? "a row above matches wherever this one does"
          : "rows above match wherever this one does"),
      labels: covering.prefix(3).map {
        Label($0, covering.count == 1 ? "this row" : "one of them")
      },
      help: lettersHelp(dead.coveredBy.map { table.rows[$0] } + [row], of: table)
        + ["move it up, or remove it"])
  }

  /// A bracket of a graduated table that ends where its brackets begin.
  static func rowBelowZero(_ table: ModelTable, _ row: ModelTableRow) -> Diagnostic {
    Diagnostic(
      "dead-row", severity: .warning, "a row of `\(table.name)` can never count",
      at: Label(
        row.keySpans.last ?? row.span, "the parts that brackets price are counted from zero up"),
      help: [
        table.belowZero == .free
          ? "what is below zero is free, as `below_zero: free` says: remove the row"
          : "with `below_zero: mirrored`, what is below zero is priced as its mirror image; "
            + "otherwise remove the row"
      ])
  }

  static func moreDeadRows(_ count: Int, in table: ModelTable, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "dead-row", severity: .warning, "\(count) more rows of `\(table.name)` never count",
      at: Label(span))
  }

  static func notProved(_ table: ModelTable, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-proved", "the rows of `\(table.name)` cannot be proved not to overlap",
      at: Label(span, "they could in too many ways"),
      help: [
        "`\(table.hit.rawValue)` promises that only one row matches: use `first`, or fewer key "
          + "columns"
      ])
  }

  // MARK: Names

  package static func unusedName(_ name: String, kind: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "unused-name", severity: .warning,
      "nothing uses \(kind == "let" ? "" : "the \(kind) ")`\(name)`",
      at: Label(span, "no line, decline or output does, not even indirectly"),
      help: ["remove it, or use it"])
  }

  /// An input that nothing uses, beside a line that is named for it.
  package static func unusedInput(
    _ name: String, of line: ModelLine, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unused-name", severity: .warning, "`\(line.name)` does not use `\(name)`",
      at: Label(span, "nothing uses this input"),
      labels: [Label(line.formula?.span ?? line.span, "its amount comes from other inputs")],
      help: ["write `\(name)` there, or give the line another name"])
  }

  /// A name of an overlay that is neither in the rules nor used.
  package static func nothingReplaced(
    _ name: String, kind: String, near: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "nothing-replaced", severity: .warning,
      "`\(name)` replaces nothing in the rules, and nothing uses it",
      at: Label(span, "the rules had no \(kind) of this name"),
      help: near.map { ["did you mean `\($0)`?"] } ?? ["remove it, or use it"])
  }

  // MARK: Areas

  static func cornersSwapped(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "corners-swapped", "the corners of the box `\(name)` are swapped",
      at: Label(span, "the second is not to the north-east of the first"),
      help: [
        "a box goes from its south-west to its north-east corner: the first has the lower "
          + "latitude and longitude"
      ])
  }

  static func radiusIsNoDistance(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "radius-no-distance", "the radius of `\(name)` is not a distance above zero",
      at: Label(span), help: ["write it with its unit: `radius: 5 km`, `radius: 3 mi`"])
  }
}

extension ModelTable {
  /// The first two figures of a table of measures whose rows are for one figure each, as a card of
  /// steps is written elsewhere; nil for any other.
  fileprivate var figuresAlone: (lower: String, upper: String)? {
    guard keys.count == 1, rows.count > 1, let unit = keys[0].value.units.numerator else {
      return nil
    }
    var figures: [Ratio] = []
    for row in rows {
      guard case .ranges(let ranges) = row.keys[0].body, ranges.count == 1,
        ranges[0].interval.lower == ranges[0].interval.upper
      else { return nil }
      figures.append(ranges[0].interval.lower / unit.size)
    }
    figures.sort()
    return ("\(figures[0]) \(unit.name)", "\(figures[1]) \(unit.name)")
  }
}
