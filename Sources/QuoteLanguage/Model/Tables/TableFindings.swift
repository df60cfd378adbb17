import QuoteSyntax

/// What is known about the rows of a table from their keys alone: which can
/// hold together, what no row covers, which rows never count.
package struct TableFindings: Sendable {
  /// Two rows of a `unique` or `graduated` table that hold for one booking.
  package struct Overlap: Sendable {
    /// Row numbers from 0, in the table's order.
    package var upper: Int
    package var lower: Int
    /// `quantity = 4, kind = "x"`.
    package var example: String
  }

  /// A row that never counts.
  package struct DeadRow: Sendable {
    package var row: Int
    /// The rows above that leave nothing to it; empty if its own keys cannot hold.
    var coveredBy: [Int]
    /// The key column whose cell can never hold, where that is the reason.
    var impossibleKey: Int?
  }

  /// A measure in no bracket of a `graduated` table, and the brackets around it.
  package struct BracketGap: Sendable {
    /// `n = 4, kind = "x"`.
    package var example: String
    package var below: Int?
    package var above: Int?
  }

  var overlaps: [Overlap] = []
  /// A booking with all keys given for which there is no row.
  package var gap: String?
  /// What there is no row for, a few of them, those between rows first:
  /// `n = 4`, `on > 2026-06-30, kind = "x"`.
  package var gaps: [String] = []
  /// Whether `gaps` are not all.
  package var hasMoreGaps = false
  /// A measure, with the other keys, that is in no bracket of a `graduated` table.
  var bracketGap: BracketGap?
  package var deadRows: [DeadRow] = []
  /// Whether a row is found for every booking, keys that are not given included.
  package var isTotal = false
  /// Whether the rows were few or plain enough to be sure of all of this.
  package var isProved = true

  package init() {}

  /// The gaps in one line: `n = 4; n >= 10; and more`.
  package var gapsTold: String {
    (gaps + (hasMoreGaps ? ["and more"] : [])).joined(separator: "; ")
  }
}

extension TableFindings {
  /// Sweeps the rows of a table, whose keys have been read.
  init(
    proving table: ModelTable, areas: [ModelArea], impossible: KeyRegion = .nothing,
    workLimit: Int = TableSweep.workLimit
  ) {
    self.init()
    guard !table.rows.isEmpty else { return }
    let proof = TableProof(
      table, areas: areas, workLimit: workLimit,
      impossible: table.hit == .unique ? impossible : .nothing)
    guard let proof else {
      isProved = false
      return
    }
    switch table.hit {
    case .unique: proof.findUnique(&self)
    case .first: proof.findFirst(&self)
    case .sum, .product, .max, .min: proof.findCoverage(&self)
    case .graduated: proof.findBrackets(&self)
    }
    proof.findImpossible(&self)
    deadRows.sort { $0.row < $1.row }
  }
}

/// The boxes of a table together with what their atoms stand for.
package struct TableProof {
  package let table: ModelTable
  let areas: [ModelArea]
  let domains: [KeyDomain]
  let boxes: TableBoxes
  let workLimit: Int
  /// Rows of the table; behind them `boxes` has one for each box of what is impossible.
  package let rowCount: Int

  /// Nil if a column has too many atoms to tell apart, or none at all.
  /// `words` are the texts that a key can be, key by key, where that is known; no booking is at
  /// what is `impossible`.
  package init?(
    _ table: ModelTable, areas: [ModelArea], workLimit: Int, words: [Set<String>?] = [],
    impossible: KeyRegion = .nothing
  ) {
    rowCount = table.rows.count
    var table = table
    for box in impossible.boxes {
      let keys = table.keys.indices.map {
        box[$0] ?? KeySet(.everything, matchesNotGiven: true)
      }
      table.rows.append(
        ModelTableRow(
          keys: keys, keySpans: keys.map { _ in table.span }, values: [], span: table.span))
    }
    self.table = table
    self.areas = areas
    self.workLimit = workLimit
    let hasPoints = table.keys.contains { $0.domain.type == .point }
    let overlaps = hasPoints ? AreaOverlaps(areas) : .none
    var domains: [KeyDomain] = []
    for (column, key) in table.keys.enumerated() {
      var cells = table.rows.map { $0.keys[column] }
      var expression = key.domain
      var isContinuous = false
      if table.hit == .graduated, column == table.keys.count - 1 {
        // Whatever the measure begins at, its parts begin at zero.
        expression = expression.reaching(0)
        // Zero is a point of its own: only what lies above it needs a bracket.
        let zero = KeyRange(Interval(point: 0))
        cells.append(KeySet(.ranges([zero]), matchesNotGiven: false))
        // Each part of a measure has a price, also the one from 10 kg to 11 kg where bookings have
        // whole kilos; but counts come one by one, and nobody pays for a part of a cent.
        let isOfCents =
          expression.type == .quantity(.money) && expression.quantum <= Ratio(1, 100)
        isContinuous = !expression.type.isCount && !isOfCents
      }
      guard
        let domain = KeyDomain(
          expression, cells: cells, areas: overlaps,
          words: words.indices.contains(column) ? words[column] : nil,
          isContinuous: isContinuous)
      else { return nil }
      domains.append(domain)
    }
    self.domains = domains
    var boxes = TableBoxes(
      atomCounts: domains.map(\.atomCount), silentFrom: domains.map(\.silentFrom))
    boxes.reserve(rows: table.rows.count)
    for (index, row) in table.rows.enumerated() {
      boxes.appendRow { column, stretches in
        domains[column].append(row.keys[column], cell: index, to: &stretches)
      }
    }
    self.boxes = boxes
  }

  /// A point as the reader sees it: every header with a value.
  func example(_ point: [Int32]) -> String {
    zip(table.keys.indices, point).map { column, atom in
      let key = table.keys[column]
      return key.header + " " + domains[column].example(atom, of: key.domain, areas: areas)
    }.joined(separator: ", ")
  }

  func findUnique(_ findings: inout TableFindings) {
    var sweep = TableSweep(boxes, for: .unique, workLimit: workLimit, realRows: rowCount)
    sweep.run()
    note(sweep, &findings)
    findings.overlaps = sweep.overlaps.map {
      TableFindings.Overlap(
        upper: Int($0.upper), lower: Int($0.lower), example: example($0.point))
    }
  }

  func findFirst(_ findings: inout TableFindings) {
    var sweep = TableSweep(boxes, for: .first, workLimit: workLimit)
    sweep.run()
    note(sweep, &findings)
    guard sweep.isProved else { return }
    var explained = 0
    for row in 0..<boxes.rowCount where !sweep.isLive[row] && !boxes.isEmpty[row] {
      explained += 1
      let covering = explained <= TableProof.explainedRows ? rows(covering: Int32(row)) : []
      findings.deadRows.append(
        TableFindings.DeadRow(row: row, coveredBy: covering, impossibleKey: nil))
    }
  }

  /// Beyond so many dead rows, what covers them is not looked for.
  static let explainedRows = 20

  private func rows(covering row: Int32) -> [Int] {
    let (above, rows) = boxes.rowsAbove(row)
    var sweep = TableSweep(above, for: .first, workLimit: workLimit)
    sweep.run()
    return rows.indices.filter { sweep.isLive[$0] }.map { Int(rows[$0]) }
  }

  /// What no row covers, and nothing else.
  package func findGaps(_ findings: inout TableFindings) {
    var sweep = TableSweep(boxes, for: .first, workLimit: workLimit)
    sweep.run()
    note(sweep, &findings)
  }

  func findCoverage(_ findings: inout TableFindings) {
    var sweep = TableSweep(boxes, for: .coverage, workLimit: workLimit)
    sweep.run()
    findings.isTotal = sweep.coversEverything
  }

  private func note(_ sweep: TableSweep, _ findings: inout TableFindings) {
    findings.isProved = sweep.isProved
    findings.isTotal = sweep.coversEverything
    let ranked = sweep.gaps.enumerated().sorted {
      (outerColumns(of: $0.element), $0.offset) < (outerColumns(of: $1.element), $1.offset)
    }.map(\.element)
    findings.gap = (ranked.first?.first).map(example)
    findings.gaps = ranked.prefix(TableProof.toldGaps).map(description)
    findings.hasMoreGaps = ranked.count > TableProof.toldGaps
  }

  /// This many gaps are told.
  package static let toldGaps = 3

  /// In how many columns a gap lies before or after all rows.
  private func outerColumns(of gap: TableSweep.Gap) -> Int {
    domains.indices.count { column in
      gap.open & (1 << UInt64(column)) == 0
        && domains[column].isOuter(gap.first[column], gap.last[column])
    }
  }

  private func description(of gap: TableSweep.Gap) -> String {
    let measure = table.hit == .graduated ? table.keys.count - 1 : -1
    let parts = table.keys.indices.compactMap { column -> String? in
      guard gap.open & (1 << UInt64(column)) == 0, column != measure else { return nil }
      let key = table.keys[column]
      let stretch = domains[column].stretch(
        gap.first[column], gap.last[column], of: key.domain, areas: areas)
      return key.header + " " + stretch
    }
    return parts.isEmpty ? "any booking" : parts.joined(separator: ", ")
  }

  func findImpossible(_ findings: inout TableFindings) {
    for row in 0..<rowCount where boxes.isEmpty[row] {
      let key = table.keys.indices.first { boxes[Int32(row), $0].isEmpty }
      findings.deadRows.append(
        TableFindings.DeadRow(row: row, coveredBy: [], impossibleKey: key))
    }
  }
}

// MARK: - Brackets

extension PriceExpression {
  /// The same value, as if it could also be this.
  fileprivate func reaching(_ value: Ratio) -> PriceExpression {
    guard range != .unbounded, !range.contains(value) else { return self }
    return PriceExpression(
      operation, type: type, units: units, grain: grain, isOptional: isOptional,
      range: range.joined(to: Interval(point: value)), quantum: quantum, span: span)
  }
}

extension TableProof {
  /// The brackets of each combination of the other keys must lie side by side
  /// from zero to the top of the measure.
  func findBrackets(_ findings: inout TableFindings) {
    guard let measure = domains.indices.last else { return }
    var sweep = TableSweep(boxes, for: .brackets, workLimit: workLimit)
    sweep.run()
    note(sweep, &findings)
    if findings.isTotal { findings.isTotal = !table.keys[measure].domain.isOptional }
    if measure == 0 { (findings.gap, findings.gaps, findings.hasMoreGaps) = (nil, [], false) }
    for (rows, point) in sweep.combinations.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    {
      check(rows, point, measure: measure, findings: &findings)
    }
  }

  private func check(
    _ rows: [Int32], _ point: [Int32], measure: Int, findings: inout TableFindings
  ) {
    var at = point
    let brackets = rows.compactMap { row in boxes[row, measure].first.map { (row, $0) } }
      .sorted { $0.1.lower < $1.1.lower }
    var next: Int32 = 0
    var last: Int32 = -1
    for (row, bracket) in brackets {
      if bracket.lower < next, findings.overlaps.count < TableSweep.overlapLimit {
        at[measure] = bracket.lower
        let (upper, lower) = (min(row, last), max(row, last))
        if !findings.overlaps.contains(where: { $0.upper == upper && $0.lower == lower }) {
          findings.overlaps.append(
            TableFindings.Overlap(upper: Int(upper), lower: Int(lower), example: example(at)))
        }
      }
      noteGap(
        next..<max(next, bracket.lower), at, measure: measure, between: last < 0 ? nil : last,
        and: row,
        findings: &findings)
      if bracket.upper + 1 > next { (next, last) = (bracket.upper + 1, row) }
    }
    let end = domains[measure].givenCount
    noteGap(
      next..<max(next, end), at, measure: measure, between: last < 0 ? nil : last, and: nil,
      findings: &findings)
  }

  private func noteGap(
    _ atoms: Range<Int32>, _ point: [Int32], measure: Int, between below: Int32?,
    and above: Int32?, findings: inout TableFindings
  ) {
    guard findings.bracketGap == nil,
      let atom = atoms.first(where: { isAboveZero($0, measure) })
    else { return }
    var at = point
    at[measure] = atom
    findings.bracketGap = TableFindings.BracketGap(
      example: example(at), below: below.map { Int($0) }, above: above.map { Int($0) })
  }

  /// Whether an atom of the measure has a value above zero.
  private func isAboveZero(_ atom: Int32, _ measure: Int) -> Bool {
    switch domains[measure].atoms {
    case .steps(let line, _): return line.cuts[Int(atom) + 1] > 1
    case .numbers(let line):
      return line.cuts[Int(atom) + 1] > NumberCut(value: 0, isAfter: true)
    case .words, .known, .texts, .indices, .areas, .one: return false
    }
  }
}
