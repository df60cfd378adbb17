import QuoteLanguage
import QuoteSyntax

/// Amounts in brackets that accountants take off, two values that were meant to be the ends of a
/// period or of a range, and decimals that were given for a step.
struct FigureSlips: RulesReader {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = FigureSlips(model: model)
    var found = slips.inBrackets
    let cells = model.cellsOfTables
    model.visitExpressions { value in
      if cells.contains(ObjectIdentifier(value)) { return }
      let ends = slips.twoEnds(value) ?? slips.twoSizes(value)
      if let warning = ends ?? slips.stepAsDecimals(value) ?? slips.sumInElse(value) {
        found.append(warning)
      }
    }
    return Array(found.prefix(most))
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

  // MARK: - Sums

  /// `if a then $5 else $0 + b`: nobody adds something to nothing.
  private func sumInElse(_ value: PriceExpression) -> Diagnostic? {
    guard case .conditional(_, let then, let otherwise?) = value.operation,
      then.figure?.isZero != true,
      case .apply(.arithmetic(.add), let sides) = otherwise.operation,
      let zero = sides[0].figure, zero.isZero, sides[1].figure == nil,
      case let sum = text(otherwise.span), !sum.hasPrefix("("),
      case let all = text(value.span), all.hasSuffix(sum)
    else { return nil }
    let whole = all.dropLast(sum.count) + text(sides[0].span)
    return .sumInElse(sum, text(sides[1].span), whole: String(whole), at: otherwise.span)
  }

  // MARK: - Steps

  /// `round(hours, 2)` of a number that is not whole.
  private func stepAsDecimals(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.round(let step, _), let parts) = value.operation,
      value.type.isPlainNumber, case .quantity(let type) = parts[0].type, !type.isWhole,
      parts[0].quantum.isZero || !parts[0].quantum.isWhole, step.isWhole, step >= 2, step <= 4,
      let call = text(value.span).wholeMatch(of: kept(/round\((.+), ?([234])\)/)),
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
      let list = text(value.span).firstMatch(of: kept(/\[([^\[\],]+),\s*([^\[\],]+)\]$/))
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

extension PriceModel {
  /// The values that stand in cells of tables, of which a walk meets each.
  var cellsOfTables: Set<ObjectIdentifier> {
    Set(tables.flatMap(\.rows).flatMap(\.values).compactMap { $0.map(ObjectIdentifier.init) })
  }
}
