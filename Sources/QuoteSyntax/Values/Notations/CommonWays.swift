/// The ways in which people mostly write numbers and days, for who wants to know in which of them
/// a text, or all cells of a file, are written.
package enum CommonWays {
  private static let numbers = [
    "1.234,56", "1,234.56", "1 234,56", "1'234.56", "1 234.56",
  ].compactMap { NumberSpelling(example: $0) }

  private static let dates = [
    "d.M.yyyy", "d/M/yyyy", "M/d/yyyy", "d-M-yyyy", "yyyy-M-d", "yyyy/M/d", "yyyy.M.d", "yyyyMMdd",
    "d MMM yyyy", "d MMMM yyyy", "d.M.yy", "d/M/yy", "M/d/yy", "yy-M-d", "d-M-yy",
  ].map { ($0, MomentNotation($0)) }

  // MARK: - Of one text

  /// The plain numbers that a text may be, without the mark of its currency or percent.
  package static func numbers(in text: String) -> [String] {
    let bare = figure(of: text)
    var found: [String] = []
    for spelling in numbers {
      guard let read = spelling.read(bare.utf8) else { continue }
      let plain = String(decoding: read, as: UTF8.self)
      if !found.contains(plain) { found.append(plain) }
    }
    return found
  }

  /// The days that a text may be, without the time behind it.
  package static func days(in text: String) -> [MomentPattern.Found] {
    let time = text.firstMatch(of: kept(/[ T]\d{1,2}:\d{2}(?::\d{2})?$/))
    let bare = time.map { String(text[..<$0.range.lowerBound]) } ?? text
    var found: [MomentPattern.Found] = []
    for (_, notation) in dates {
      guard case .found(let day) = notation.read(bare.utf8.span), day.hasDate,
        !found.contains(where: { $0.day == day.day })
      else { continue }
      found.append(day)
    }
    return found
  }

  private static func figure(of text: String) -> String {
    let marks = text.unicodeScalars.filter {
      $0 != "%" && $0.properties.generalCategory != .currencySymbol
    }
    return String(String.UnicodeScalarView(marks)).trimmedOfSpaces
  }

  // MARK: - Of a file

  /// What reads all numbers of a column, as a table says it: one way, or two that never read the
  /// same text as two numbers. Several where nobody can know; none where all are plain.
  package static func ofNumbers(_ texts: [String]) -> [String] {
    let figures = texts.map(figure)
    guard figures.contains(where: { Ratio(decimal: $0) == nil }) else { return [] }
    let read = numbers.map { spelling in
      figures.map { text in spelling.read(text.utf8).map { String(decoding: $0, as: UTF8.self) } }
    }
    let alone = numbers.indices.filter { !read[$0].contains(nil) }
    var readings: Set<[String?]> = []
    let ways = alone.filter { readings.insert(read[$0]).inserted }
    if !ways.isEmpty { return ways.map { "\"\(numbers[$0].example)\"" } }
    for first in numbers.indices {
      for second in numbers.indices.dropFirst(first + 1) {
        let agree = figures.indices.allSatisfy { index in
          let (one, other) = (read[first][index], read[second][index])
          return one == nil ? other != nil : other == nil || one == other
        }
        if agree { return ["[\"\(numbers[first].example)\", \"\(numbers[second].example)\"]"] }
      }
    }
    return []
  }

  /// What reads all days of a column; several where day and month may have changed places.
  package static func ofDays(_ texts: [String]) -> [String] {
    guard texts.contains(where: { CalendarDate(iso: $0) == nil }) else { return [] }
    var readings: Set<[Int64]> = []
    var ways: [String] = []
    for (written, notation) in dates {
      let days = texts.compactMap { text -> Int64? in
        guard case .found(let found) = notation.read(text.utf8.span), found.hasDate else {
          return nil
        }
        return found.day
      }
      if days.count == texts.count, readings.insert(days).inserted { ways.append("\"\(written)\"") }
    }
    return ways
  }
}
