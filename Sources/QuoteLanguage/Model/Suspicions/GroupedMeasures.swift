/// Quantities of which the point was meant to group digits, `1.000 kg`, in rules whose bookings are
/// written with decimal commas. Amounts are looked at everywhere, by `FigureSlips`.
struct GroupedMeasures {
  private let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let fields = model.schema.lists.flatMap(\.fields)
    guard fields.contains(where: { $0.notation?.groupsByPoints == true }) else { return [] }
    let slips = GroupedMeasures(model: model)
    let found = slips.inFormulas + slips.inKeys + fields.compactMap(slips.inRange)
    return Array(found.prefix(most))
  }

  private var inFormulas: [Diagnostic] {
    // Cells of files are written as their tables say.
    let rows = model.tables.flatMap(\.rows)
    let cells = Set(rows.flatMap(\.values).compactMap { $0.map(ObjectIdentifier.init) })
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      guard case .constant(.quantity) = value.operation, value.type != .quantity(.money),
        !cells.contains(ObjectIdentifier(value))
      else { return }
      if let warning = warning(model.sources.text(at: value.span), at: value.span) {
        found.append(warning)
      }
    }
    return found
  }

  /// Ranges in tables that stand in the rules themselves, one for each column.
  private var inKeys: [Diagnostic] {
    var found: [Diagnostic] = []
    for table in model.tables {
      for column in table.keys.indices
      where table.keys[column].value.type != .quantity(.money) {
        if let warning = inKeys(of: table, column) { found.append(warning) }
      }
    }
    return found
  }

  private func inKeys(of table: ModelTable, _ column: Int) -> Diagnostic? {
    for row in table.rows {
      let span = row.keySpans[column]
      guard span.file == table.span.file else { continue }
      if let warning = warning(model.sources.text(at: span), at: span) { return warning }
    }
    return nil
  }

  private func inRange(_ field: FieldSchema) -> Diagnostic? {
    guard field.type != .money else { return nil }
    let declared = model.sources.text(at: field.span)
    // Three decimals are meant where a step has as many.
    guard !declared.contains(/step 0?\.\d{3}/),
      let start = declared.utf8.firstIndex(of: UInt8(ascii: "[")),
      let end = declared.utf8[start...].firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let before = declared.utf8.distance(from: declared.startIndex, to: start)
    let lower = field.span.lower + Int32(before)
    return warning(
      String(declared[start...end]),
      at: SourceSpan(file: field.span.file, lower: lower, upper: lower))
  }

  /// What is said of the first number that may be meant so in a text that begins at a place: of
  /// three decimals, the last a zero that a plain number would not have.
  private func warning(_ text: String, at span: SourceSpan) -> Diagnostic? {
    // Hardly any text has three digits behind a point, and to look for that takes no pattern.
    guard text.utf8.contains(UInt8(ascii: ".")),
      let match = text.firstMatch(of: /\b([1-9]\d{0,2})\.(\d\d0)(?![\d.])( ?[A-Za-z_]+)?/)
    else { return nil }
    let unit = match.3.map(String.init) ?? ""
    let short = "\(match.1).\(match.2)".replacing(/\.?0+$/, with: "") + unit
    let before = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
    let lower = span.lower + Int32(before)
    let place = SourceSpan(
      file: span.file, lower: lower, upper: lower + Int32(match.0.utf8.count))
    return .groupedDigits(
      String(match.0), whole: "\(match.1)\(match.2)\(unit)", short: short, at: place,
      label: "bookings have decimal commas here, and rules never do")
  }
}

extension FieldNotation {
  /// Whether numbers are written with points between groups of digits, or a decimal comma.
  fileprivate var groupsByPoints: Bool {
    numbers.contains {
      $0.group == .other([UInt8(ascii: ".")]) || $0.point == .other([UInt8(ascii: ",")])
    }
  }
}
