import QuoteSyntax

/// Ranges of dates whose ends stand in the wrong years.
enum OtherYear {
  /// `[2026-09-01..2027-05-31]` or the year before, for `[2026-09-01..2026-05-31]`, which goes
  /// over the end of a year; nil for ranges that are none of dates.
  static func ranges(for written: String) -> String? {
    let form = kept(
      /\s*([\[(])\s*(\d{4})(-\d\d-\d\d\S*?)\s*\.\.\s*(\d{4})(-\d\d-\d\d\S*?)\s*([\])])/)
    guard let parts = written.trimmedOfSpaces.wholeMatch(of: form)?.output,
      let from = Int(parts.2), let to = Int(parts.4), parts.3 != parts.5
    else { return nil }
    let isOver = parts.3 > parts.5
    let years = [(from, isOver ? from + 1 : from), (isOver ? to - 1 : to, to)]
    let ranges = years.compactMap { first, last -> String? in
      let ends = ["\(first)\(parts.3)", "\(last)\(parts.5)"]
      guard ends.allSatisfy({ CalendarDate(iso: String($0.prefix(10))) != nil }) else { return nil }
      return "`\(parts.1)\(ends[0])..\(ends[1])\(parts.6)`"
    }
    return ranges.isEmpty ? nil : ranges.joined(separator: " or ")
  }
}
