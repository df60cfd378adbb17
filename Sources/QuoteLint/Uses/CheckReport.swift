package import QuoteLanguage
package import QuoteSyntax

/// What can be said of rules without a booking: their warnings, the range of every figure, what
/// their tables leave out, and which inputs nothing uses.
package struct CheckReport: Sendable {
  /// The range of a value over all bookings that the inputs allow.
  package struct Reach: Sendable {
    /// The name of a line, an output or a column, or `total`. A field of records has the name
    /// of their output in front of its own, with a dot between.
    package var name: String
    /// The type in words: `money`, `a count`.
    package var type: String
    /// In the unit shown; nil if it is not a number.
    package var range: Interval?
    /// The unit of the range: `USD`, `mi`, or empty.
    package var unit: String
    /// Whether a booking may lack it: a value that is not given, or a line with a condition.
    package var isOptional: Bool
    /// The list for each of whose elements there is one; nil for the booking.
    package var list: String?
    /// Where it is declared: a column has the place of its table, and the total has none.
    package var span: SourceSpan
  }

  /// A table and what its proofs came to.
  package struct Table: Sendable {
    /// The name by which formulas look it up.
    package var name: String
    /// The policy that says which count of the rows that match.
    package var hit: HitPolicy
    /// How many rows are written; brackets with two prices are one row.
    package var rowCount: Int
    /// The headers of the key columns, from left to right, as formulas.
    package var keys: [String]
    /// How far the values of each value column go, from left to right.
    package var columns: [Reach]
    /// What is proved of its rows. What look-ups never ask for is no gap here.
    package var findings: TableFindings
    /// Where the table is declared.
    package var span: SourceSpan
  }

  /// An input or a list that no line, decline or output uses.
  package struct Unused: Sendable {
    /// `input` or `list`.
    package var kind: String
    /// The name under which it is declared.
    package var name: String
    /// Where it is declared.
    package var span: SourceSpan
  }

  /// The name that the rules give themselves; empty if they give none.
  package var rules: String
  /// The warnings that the report was made with; its text only counts them.
  package var warnings: [Diagnostic]
  /// How far the total of a booking goes, in the currency of the rules.
  package var total: Reach
  /// One for each line and subtotal: what one instance can come to.
  package var lines: [Reach]
  /// One for each output, in the order of the rules; of records, one for each of their fields.
  package var outputs: [Reach]
  /// The tables of the rules, each after the tables that it uses.
  package var tables: [Table]
  /// Inputs and lists that are read and change nothing; other unused names have warnings.
  package var unused: [Unused]
}

extension CheckReport {
  /// Looks a model over; `warnings` are all that is to be told of it.
  package init(of model: PriceModel, warnings: [Diagnostic]) {
    rules = model.name
    self.warnings = warnings
    let reaches = WaterfallReach(of: model)
    total = Reach(
      name: "total", type: "money", range: reaches.total, unit: model.currency, isOptional: false,
      list: nil, span: .nowhere)
    lines = model.allLines.map { line in
      Reach(
        name: line.name, type: "money", range: reaches.amounts[line.id], unit: model.currency,
        isOptional: line.when != nil, list: CheckReport.name(of: line.grain, in: model),
        span: line.span)
    }
    outputs = model.outputs.flatMap { CheckReport.reaches(of: $0, under: "", in: model) }
    let names = SameValues(of: model)
    let narrowed = model.tables.indices.filter { index in
      let found = model.tables[index].keys
      let keys = found.map(\.value)
      return keys.contains { $0.type == .text }
        || found.contains { $0.domain === $0.value && names.skipsSteps($0.value) }
        || keys.indices.contains { one in
          keys[..<one].contains { names.haveOneInput(keys[one], $0) }
        }
    }
    let sites = narrowed.isEmpty ? nil : LookupSites(of: model, tables: Set(narrowed))
    tables = model.tables.indices.map { index in
      var table = CheckReport.table(model.tables[index], in: model)
      // What texts can be is known of look-ups, not of the column, and so is which keys of one
      // input have no booking together.
      if let sites, narrowed.contains(index), table.findings.isProved {
        table.findings.take(gapsOf: sites.missing(in: index))
      }
      return table
    }
    unused = ModelUses(of: model).unused.compactMap { name in
      switch name.kind {
      case .input, .list: Unused(kind: name.kind.rawValue, name: name.name, span: name.span)
      case .let, .table, .area: nil
      }
    }
  }

  private static func name(of grain: Grain, in model: PriceModel) -> String? {
    grain == .booking ? nil : model.schema.lists[grain.list].name
  }

  private static func reaches(
    of output: ModelOutput, under path: String, in model: PriceModel
  ) -> [Reach] {
    let name = path.isEmpty ? output.name : path + "." + output.name
    switch output.body {
    case .value(let value):
      return [
        reach(
          name, value.type, range: value.range, units: value.units, isOptional: value.isOptional,
          at: value.grain,
          span: output.span, in: model)
      ]
    case .records(_, let fields):
      return fields.flatMap { reaches(of: $0, under: name, in: model) }
    }
  }

  private static func reach(
    _ name: String, _ type: ValueType, range: Interval, units: UnitPair, isOptional: Bool,
    at grain: Grain, span: SourceSpan, in model: PriceModel
  ) -> Reach {
    var shown: Interval?
    var unit = units.numerator?.name ?? ""
    if case .quantity(let quantity) = type {
      shown = Interval(range.lower / units.size, range.upper / units.size)
      if quantity.numerator == .money { unit = model.currency }
      if let per = units.denominator { unit += "/" + per.name }
    }
    return Reach(
      name: name, type: type.described, range: shown, unit: unit, isOptional: isOptional,
      list: self.name(of: grain, in: model), span: span)
  }

  private static func table(_ table: ModelTable, in model: PriceModel) -> Table {
    Table(
      name: table.name, hit: table.hit, rowCount: table.rows.count / table.rowsForOne,
      keys: table.keys.map(\.header),
      columns: table.columns.map {
        reach(
          $0.name, $0.type, range: $0.range, units: $0.units, isOptional: $0.isOptional,
          at: $0.grain, span: table.span,
          in: model)
      }, findings: table.findings, span: table.span)
  }
}
