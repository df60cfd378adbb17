/// Amounts of which the point was meant to group digits, `€1.500`, and two dates that were meant
/// to be the ends of a period.
struct FigureSlips {
  private let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = FigureSlips(model: model)
    var found = slips.inTables + slips.inInputs + slips.inBrackets
    let cells = slips.cellsOfTables
    model.visitExpressions { value in
      if cells.contains(ObjectIdentifier(value)) { return }
      // A price for one unit may have three decimals; one whose last is a zero hardly.
      let figures = if case .apply(.compare, let sides) = value.operation { sides } else { [value] }
      let isBound = figures.count > 1
      let grouped = figures.lazy.compactMap { slips.grouped($0, isPrice: !isBound) }.first
      let ends = slips.twoEnds(value) ?? slips.twoSizes(value)
      if let warning = grouped ?? ends ?? slips.stepAsDecimals(value) { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  private func text(_ span: SourceSpan) -> String { model.sources.text(at: span).trimmedOfSpaces }

  // MARK: - Grouped digits

  /// What a text writes with a point before three digits, and what it is if the point groups.
  private func figure(_ text: String) -> (value: Ratio, whole: String, half: String)? {
    guard Self.mayGroup(text) else { return nil }
    let amount = /(\W*(?:[A-Z]{3} )?)([1-9]\d{0,2})\.(\d{3})(\W*(?: [A-Z]{3})?)/
    guard let match = text.wholeMatch(of: amount),
      let value = Ratio(decimal: "\(match.2).\(match.3)")
    else { return nil }
    let (before, digits, decimals, after) = (match.1, match.2, match.3, match.4)
    let short = decimals.hasSuffix("0") ? String(decimals.dropLast()) : "\(decimals)0"
    return (
      value, "\(before)\(digits)\(decimals)\(after)", "\(before)\(digits).\(short)\(after)"
    )
  }

  /// Whether a point stands between one to three digits and just three: hardly any text has that,
  /// and a regular expression takes longer to be made than all of them to be looked through.
  private static func mayGroup(_ text: String) -> Bool {
    var (before, after) = (0, -1)
    for byte in text.utf8 {
      if byte &- UInt8(ascii: "0") < 10 {
        if after >= 0 { after += 1 } else { before += 1 }
        continue
      }
      if after == 3 { return true }
      after = byte == UInt8(ascii: ".") && (1...3).contains(max(before, after)) ? 0 : -1
      before = 0
    }
    return after == 3
  }

  private func grouped(_ value: PriceExpression, isPrice: Bool = false) -> Diagnostic? {
    guard model.minorUnit > Ratio(1, 1000), value.type == .quantity(.money),
      case .constant(.quantity(let size)) = value.operation
    else { return nil }
    let written = text(value.span)
    guard let figure = figure(written), figure.value == size,
      !isPrice || (size * 100).isWhole
    else { return nil }
    return .groupedDigits(written, whole: figure.whole, short: figure.half, at: value.span)
  }

  private var cellsOfTables: Set<ObjectIdentifier> {
    var cells: Set<ObjectIdentifier> = []
    for table in model.tables {
      for row in table.rows {
        for case let cell? in row.values { cells.insert(ObjectIdentifier(cell)) }
      }
    }
    return cells
  }

  /// One for each column: prices for one piece have three decimals on purpose where some are
  /// below 1 or have four.
  private var inTables: [Diagnostic] {
    model.tables.flatMap { table in
      table.columns.indices.compactMap { column -> Diagnostic? in
        let cells = table.rows.compactMap { $0.values[column] }
        let isFine = cells.contains { cell in
          guard case .constant(.quantity(let size)) = cell.operation else { return false }
          return size > 0 && !(size * 100).isWhole && figure(text(cell.span)) == nil
        }
        return isFine ? nil : cells.lazy.compactMap { grouped($0) }.first
      } + table.keys.indices.compactMap { column -> Diagnostic? in
        guard table.keys[column].value.type == .quantity(.money),
          model.minorUnit > Ratio(1, 1000)
        else { return nil }
        return table.rows.lazy.compactMap { groupedKey($0.keySpans[column]) }.first
      }
    }
  }

  /// A bound such as `>= €1.000`.
  private func groupedKey(_ span: SourceSpan) -> Diagnostic? {
    let written = text(span)
    let bound = written.drop { "<>= ".contains($0) }
    guard let figure = figure(String(bound)) else { return nil }
    return .groupedDigits(written, whole: figure.whole, short: figure.half, at: span)
  }

  /// Ranges and defaults of amounts, `money [€0..€1.500], default €1.200`.
  private var inInputs: [Diagnostic] {
    guard model.minorUnit > Ratio(1, 1000) else { return [] }
    return model.schema.lists.flatMap(\.fields).compactMap { field -> Diagnostic? in
      guard field.type == .money, field.span.upper > field.span.lower else { return nil }
      // What stands in quotation marks shows how bookings write it.
      var isQuoted = false
      let declared = Array(model.sources.text(at: field.span).utf8).map { byte -> UInt8 in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return isQuoted ? 32 : byte
      }
      let declaration = String(decoding: declared, as: UTF8.self)
      guard Self.mayGroup(declaration) else { return nil }
      let amount = /(?:[A-Z]{3} ?|[^\w\s.,\[\]()])?\b[1-9]\d{0,2}\.\d{3}(?![\d.])/
      for match in declaration.matches(of: amount) {
        let before = declaration[..<match.range.lowerBound]
        let lower = before.utf8.count
        if before.hasSuffix("step ") { continue }
        let span = SourceSpan(
          file: field.span.file, lower: field.span.lower + Int32(lower),
          upper: field.span.lower + Int32(lower + match.0.utf8.count))
        let written = String(match.0)
        guard let figure = figure(written) else { continue }
        return .groupedDigits(written, whole: figure.whole, short: figure.half, at: span)
      }
      return nil
    }
  }

  /// `(€5)` and nothing else, as accountants write what is taken off.
  private var inBrackets: [Diagnostic] {
    var values = model.lets.map(\.value)
    for line in model.allLines {
      switch line.effect {
      case .amount(let value), .becomes(let value): values.append(value)
      case .members, .nothing: break
      }
    }
    for table in model.tables {
      for row in table.rows { values += row.values.compactMap { $0 } }
    }
    return values.compactMap { value in
      guard case .constant(.quantity(let size)) = value.operation, size > 0,
        value.type == .quantity(.money), case let written = text(value.span),
        written.hasPrefix("("), written.hasSuffix(")")
      else { return nil }
      let plain = String(written.dropFirst().dropLast()).trimmedOfSpaces
      return .bracketedAmount(written, plain: plain, at: value.span)
    }
  }

  // MARK: - Steps

  /// `round(hours, 2)` of a number that is not whole.
  private func stepAsDecimals(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.round(let step, _), let parts) = value.operation,
      value.type.isPlainNumber, case .quantity(let type) = parts[0].type, !type.isWhole,
      parts[0].quantum.isZero || !parts[0].quantum.isWhole, step.isWhole, step >= 2, step <= 4,
      let call = text(value.span).wholeMatch(of: /round\((.+), ?([234])\)/),
      let decimals = Int(call.2)
    else { return nil }
    return .stepAsDecimals(
      String(call.1).trimmedOfSpaces, String(call.2), decimals, at: value.span)
  }

  // MARK: - Two ends

  /// A list of the first day of a month and the last of one: only these two days are in it.
  private func twoEnds(_ value: PriceExpression) -> Diagnostic? {
    guard case .or(let a, let b) = value.operation, text(value.span).hasSuffix("]"),
      let (day, start) = equality(a), let (_, end) = equality(b),
      end.daysSince1970 - start.daysSince1970 > 26
    else { return nil }
    let next = CalendarDate(daysSince1970: end.daysSince1970 + 1)
    guard start.civil.day == 1, next.civil.day == 1 else { return nil }
    return .twoEnds(text(day.span), "\(start)", "\(end)", at: value.span)
  }

  /// `weight in [5 kg, 10 kg]`, where hardly anything weighs just that.
  private func twoSizes(_ value: PriceExpression) -> Diagnostic? {
    guard let subject = twoPoints(value), case .quantity(let type) = subject.type,
      type.denominator == nil, [.weight, .distance, .money].contains(type.numerator),
      let list = text(value.span).firstMatch(of: /\[([^\[\],]+),\s*([^\[\],]+)\]$/)
    else { return nil }
    return .twoEnds(
      text(subject.span), String(list.1), String(list.2), at: value.span, isDay: false)
  }

  /// What is held against two values of a list.
  private func twoPoints(_ value: PriceExpression) -> PriceExpression? {
    switch value.operation {
    case .apply(.within(let set), let parts):
      guard case .ranges(let ranges) = set.body, ranges.count == 2,
        ranges.allSatisfy(\.interval.isPoint)
      else { return nil }
      return parts[0]
    case .or(let a, let b):
      guard case .apply(.compare(.equal), let one) = a.operation,
        case .apply(.compare(.equal), let two) = b.operation,
        case .constant = one[1].operation, case .constant = two[1].operation
      else { return nil }
      return one[0]
    case _: return nil
    }
  }

  /// A value that is compared with a day.
  private func equality(_ value: PriceExpression) -> (PriceExpression, CalendarDate)? {
    guard case .apply(.compare(.equal), let sides) = value.operation, sides[0].type == .date,
      case .constant(.date(let day)) = sides[1].operation
    else { return nil }
    return (sides[0], day)
  }
}
