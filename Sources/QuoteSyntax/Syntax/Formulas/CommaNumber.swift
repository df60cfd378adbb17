/// A number written with commas, `2,50` or `10,000`, and what it can have meant.
package struct CommaNumber {
  /// As it is written, without what stands around it.
  package var written: String
  /// What stands right before and after it: a currency, a percent sign, a unit.
  package var before = ""
  package var after = ""

  /// The number of a cell that is nothing else; nil if none has a comma.
  package init?(in cell: String) {
    let form = kept(/(\D{0,4}?)(\d[\d.]*(?:,\d+)+(?:\.\d+)?)(\s?[^\d,.]{0,8})/)
    guard let match = cell.wholeMatch(of: form) else { return nil }
    (written, before, after) = (String(match.2), String(match.1), String(match.3))
  }

  package init(_ written: String, after: String = "") {
    (self.written, self.after) = (written, after)
  }

  /// With the comma as the decimal point; nil if it can be none.
  package var decimal: String? {
    let parts = written.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].contains("."), parts[1] != "000",
      // Points before the comma group digits, or this is no number.
      parts[0].wholeMatch(of: kept(/\d+|\d{1,3}(?:\.\d{3})+/)) != nil
    else { return nil }
    return number("\(parts[0].replacing(".", with: "")).\(parts[1])")
  }

  /// With commas that group digits by three; nil if they cannot.
  package var grouped: String? {
    let parts = written.split(separator: ",", omittingEmptySubsequences: false)
    guard let first = parts.first, 1...3 ~= first.count, !first.contains("."), first != "0",
      parts.dropFirst().allSatisfy({ ($0.split(separator: ".").first ?? "").count == 3 }),
      !after.hasPrefix("%")
    else { return nil }
    return number(parts.joined())
  }

  private func number(_ digits: String) -> String { before + digits + after }

  /// What to write instead.
  package var help: String {
    switch (decimal, grouped) {
    case (let decimal?, let grouped?):
      "a number has no commas: write `\(grouped)` if the comma groups thousands, "
        + "`\(decimal)` if it is a decimal point"
    case (let decimal?, nil): "decimals follow a point: `\(decimal)`"
    case (nil, let grouped?): "a number is written without commas: `\(grouped)`"
    case (nil, nil): "a number is written without commas: `1000`, `2.50`"
    }
  }
}

/// A date in another notation, and the dates that it can have meant.
package struct OtherDate {
  /// What to write instead.
  package var help: String

  /// `2026-4-3`, `2026/04/03`, `25.12.2026`, `12/25/2026`, `2026-04-31`; nil for anything else.
  package init?(_ written: String) {
    if let short = ShortDate(written) {
      help = "write `\(short.padded)`"
    } else if let match = written.wholeMatch(of: kept(/(\d{4})-(\d{2})-(\d{2})/)) {
      guard let month = Int(match.2), 1...12 ~= month, CalendarDate(iso: written) == nil,
        let last = (28...31).map({ "\(match.1)-\(match.2)-\($0)" })
          .last(where: { CalendarDate(iso: $0) != nil })
      else { return nil }
      help = "the last day of that month is `\(last)`"
    } else if let match = written.wholeMatch(of: kept(/(\d{4})[\/.](\d{1,2})[\/.](\d{1,2})/)) {
      guard let date = OtherDate.date(match.1, match.2, match.3) else { return nil }
      help = "write `\(date)`"
    } else if let match = written.wholeMatch(of: kept(/(\d{1,2})[.\/\-](\d{1,2})[.\/\-](\d{4})/)) {
      let dayFirst = OtherDate.date(match.3, match.2, match.1)
      let monthFirst = written.contains(".") ? nil : OtherDate.date(match.3, match.1, match.2)
      switch (dayFirst, monthFirst) {
      case (let day?, let month?) where day != month:
        help = "write `\(day)` if the day comes first in it, `\(month)` if the month does"
      case (let date?, _), (nil, let date?): help = "write `\(date)`"
      case (nil, nil):
        guard let day = Int(match.1), let month = Int(match.2), 29...31 ~= day, 1...12 ~= month
        else { return nil }
        help = "there is no such day: month \(month) of \(match.3) ends before it"
      }
    } else {
      return nil
    }
  }

  /// `May 1` behind a formula: the month in its words, the day after it; nil for anything else.
  package static func help(month before: String, day rest: String) -> String? {
    guard let word = before.split(separator: " ").last,
      let month = MomentPattern.month(named: word),
      let day = rest.prefixMatch(of: kept(/(\d{1,2})(?:,?\s+(\d{4}))?(?!\d)/))
    else { return nil }
    let year = day.2.map(String.init) ?? "2026"
    guard let date = date(year[...], "\(month)", day.1) else { return nil }
    return day.2 == nil ? "this date has no year: write it like `\(date)`" : "write `\(date)`"
  }

  private static func date(_ year: Substring, _ month: Substring, _ day: Substring) -> String? {
    func padded(_ part: Substring) -> String { (part.count < 2 ? "0" : "") + part }
    let text = "\(year)-\(padded(month))-\(padded(day))"
    return CalendarDate(iso: text) == nil ? nil : text
  }
}

/// A date whose month or day lacks a zero.
struct ShortDate {
  /// As it is to be written: `2026-04-03`.
  var padded: String

  init?(_ written: String) {
    guard let match = written.wholeMatch(of: kept(/(\d{4})-(\d{1,2})-(\d{1,2})/)),
      let month = Int(match.2), let day = Int(match.3), 1...12 ~= month, 1...31 ~= day,
      written.utf8.count < 10
    else { return nil }
    let padded = "\(match.1)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    guard CalendarDate(iso: padded) != nil else { return nil }
    self.padded = padded
  }

  /// How long one is that begins here; nil if none does.
  static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    let text = bytes.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
    // Most numbers are shorter: nothing is made of them.
    guard 8...9 ~= text.count else { return nil }
    let next = bytes.dropFirst(text.count).first ?? 0
    guard !next.isNamePart, next != UInt8(ascii: ":") else { return nil }
    return ShortDate(String(decoding: text, as: UTF8.self)).map { _ in text.count }
  }
}

extension CalendarDate {
  /// What to write for a date in another notation; nil for another text.
  package static func instead(of text: String) -> String? { OtherDate(text)?.help }
}
