import QuoteLanguage
import QuoteSyntax

/// Dates whose years come with two digits, `yy`, which are 2000 to 2099, and whose ranges begin
/// long before: a birthday in 1945 is never read as one.
struct CenturySlips {
  static func warnings(of model: PriceModel) -> [Diagnostic] {
    model.schema.lists.flatMap(\.fields).compactMap { field in
      guard field.type == .date, let notation = field.notation, notation.hasYearsOfTwoDigits,
        case .pattern(let pattern)? = notation.moments.first,
        let first = firstDay(of: field), first.civil.year < 2000
      else { return nil }
      return .yearsOfTwoDigits(field.name, pattern.written, from: "\(first)", at: field.span)
    }
  }

  private static func firstDay(of field: FieldSchema) -> CalendarDate? {
    guard let lower = field.writtenRange.interval.lower.floor,
      field.writtenRange.interval.lower > CalendarReach.days.lower
    else { return nil }
    return CalendarDate(daysSince1970: Int32(clamping: lower))
  }
}
