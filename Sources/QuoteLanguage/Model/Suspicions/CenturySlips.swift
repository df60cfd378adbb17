import QuoteSyntax

/// Dates whose years come with two digits, `yy`, which are 2000 to 2099, and whose ranges begin
/// long before: a birthday in 1945 is never read as one.
struct CenturySlips {
  static func warnings(of model: PriceModel) -> [Diagnostic] {
    model.schema.lists.flatMap(\.fields).compactMap { field in
      guard field.type == .date, let moments = field.notation?.moments, !moments.isEmpty,
        let first = firstDay(of: field), first.civil.year < 2000
      else { return nil }
      let patterns = moments.compactMap { moment -> MomentPattern? in
        guard case .pattern(let pattern) = moment else { return nil }
        return pattern.parts.contains(.field(.year, width: 2)) ? pattern : nil
      }
      guard patterns.count == moments.count else { return nil }
      return .yearsOfTwoDigits(
        field.name, patterns[0].written, from: "\(first)", at: field.span)
    }
  }

  private static func firstDay(of field: FieldSchema) -> CalendarDate? {
    guard let lower = field.writtenRange.interval.lower.floor else { return nil }
    return CalendarDate(daysSince1970: Int32(clamping: lower))
  }
}
