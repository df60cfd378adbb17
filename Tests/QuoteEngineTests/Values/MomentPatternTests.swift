import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// Dates, times and moments in texts, held against a restatement by regular expressions.
@Suite struct MomentPatternTests {
  /// A pattern, and a regular expression with the names of what it finds, in order.
  struct Shown: Sendable {
    var pattern: String
    var form: String
    var fields: String
  }

  static let shown: [Shown] = [
    Shown(pattern: "d/M/yyyy", form: #"(\d\d?)/(\d\d?)/(\d{4})"#, fields: "dMy"),
    Shown(pattern: "MM/dd/yy", form: #"(\d\d)/(\d\d)/(\d\d)"#, fields: "Mdy"),
    Shown(pattern: "yyyyMMdd", form: #"(\d{4})(\d\d)(\d\d)"#, fields: "yMd"),
    Shown(
      pattern: "d. MMM yyyy", form: #"(\d\d?)\. ([A-Za-z]{3}) (\d{4})"#, fields: "dNy"),
    Shown(
      pattern: "M/d/yyyy h:mm a",
      form:
        #"(\d\d?)/(\d\d?)/(\d{4}) (\d\d?):(\d\d) ([AaPp][Mm]|[AaPp]\.[Mm]\.)"#,
      fields: "Mdyhma"),
    Shown(
      pattern: "yyyy-MM-dd'T'HH:mm:ss",
      form: #"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)"#,
      fields: "yMdHms"),
    Shown(pattern: "H:mm", form: #"(\d\d?):(\d\d)"#, fields: "Hm"),
    Shown(
      pattern: "h 'o''clock' a", form: #"(\d\d?) o'clock ([AaPp][Mm]|[AaPp]\.[Mm]\.)"#,
      fields: "ha"),
  ]

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `2026-03-14 24:00:00`; nil for another form or what does not exist.
  static func restated(_ text: String, _ shown: Shown) throws -> String? {
    let form = shown.form.replacing(" ", with: "[ \\t\u{A0}\u{202F}\u{2007}\u{2009}]")
    let blanks = "[ \\t\u{A0}\u{202F}\u{2007}\u{2009}]*"
    // Digits of other scripts are none.
    if text.unicodeScalars.contains(where: { $0.value > 0x600 && $0.value < 0x700 }) { return nil }
    guard let match = try Regex("^\(blanks)\(form)\(blanks)$").wholeMatch(in: text) else {
      return nil
    }
    var values: [Character: Int] = [:]
    for (index, field) in shown.fields.enumerated() {
      let found = String(match.output[index + 1].substring ?? "").lowercased()
      switch field {
      case "N":
        guard let month = months.firstIndex(of: found) else { return nil }
        values["M"] = month + 1
      case "a": values["a"] = found.hasPrefix("p") ? 12 : 0
      default: values[field] = Int(found)
      }
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var date = ""
    if var year = values["y"] {
      if year < 100, shown.pattern.contains("yy"), !shown.pattern.contains("yyyy") { year += 2000 }
      let digits = "\(year)"
      date =
        String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        + "-\(two(values["M"]!))-\(two(values["d"]!))"
      guard CalendarDate(iso: date) != nil else { return nil }
    }
    var hour = values["H"] ?? 0
    if let half = values["h"] {
      guard 1...12 ~= half else { return nil }
      hour = half % 12 + values["a"]!
    }
    let (minute, second) = (values["m"] ?? 0, values["s"] ?? 0)
    guard hour * 3600 + minute * 60 + second <= 86_400, minute < 60, second < 60 else { return nil }
    return "\(date) \(two(hour)):\(two(minute)):\(two(second))"
  }

  private static func told(_ reading: MomentPattern.Reading) -> String? {
    guard case .found(let found) = reading else { return nil }
    let date = found.hasDate ? CalendarDate(daysSince1970: Int32(found.day)).description : ""
    let seconds = Int(found.clock / 1_000_000)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { paddedNumber($0, to: 2) }
    return "\(date) \(clock.joined(separator: ":"))"
  }

  private static func texts(_ shown: Shown, seed: UInt64) -> [String] {
    var random = SampleRandom(seed: seed)
    let fixed = [
      "29/2/2024", "29/2/2026", "31/04/2026", "0/1/2026", "1/13/2026", "3/14/2026 12:00 AM",
      "3/14/2026 12:30 p.m.", "3/14/2026 13:00 PM", "3/14/2026 0:30 am", "24:00", "24:01", "9:60",
      "2026-03-14T24:00:00", "2026-03-14T23:59:60", "14. Mar 2026", "14. MRZ 2026", "20260314",
      "0000-01-01T00:00:00", "12 o'clock pm", " 9:05 ", "9:05x", "", "٣:05",
      "3/14/2026\u{202F}8:30\u{202F}AM",
    ]
    return fixed
      + (0..<900).map { _ in
        let found = MomentPattern.Found(
          day: Int64(random.below(80_000)) - 20_000,
          clock: Int64(random.below(86_400)) * 1_000_000)
        var scalars = Array(MomentPattern(shown.pattern).written(found).unicodeScalars)
        for _ in 0..<random.below(3) where !scalars.isEmpty {
          let other: [Unicode.Scalar] = ["0", "1", "3", "9", "/", ":", " ", "a", "P", "-"]
          let at = random.below(scalars.count)
          if random.chance(1, in: 4) {
            scalars.remove(at: at)
          } else {
            scalars[at] = other[random.below(10)]
          }
        }
        return String(String.UnicodeScalarView(scalars))
      }
  }

  @Test(arguments: shown.indices) func readsWhatIsSaidAndNothingElse(index: Int) throws {
    let shown = Self.shown[index]
    let pattern = MomentPattern(shown.pattern)
    #expect(pattern.mistake == nil)
    var count = 0
    for text in Self.texts(shown, seed: 41 + UInt64(index)) {
      let read = Self.told(pattern.read(text.utf8.span))
      #expect(
        try read == Self.restated(text, shown), "\(text.debugDescription) as \(shown.pattern)")
      if read != nil { count += 1 }
    }
    #expect(count > 200)
  }

  @Test func whatIsWrittenIsRead() {
    var random = SampleRandom(seed: 9)
    for written in [
      "d/M/yyyy H:mm", "EEEE, d MMMM yyyy h:mm:ss a", "yyyy-MM-dd HH:mm:ss.SSS", "excel days",
      "unix seconds", "unix milliseconds", "EEE d MMM yyyy HHmmss",
    ] {
      let notation = MomentNotation(written)
      for _ in 0..<500 {
        let minute: Int64 = 60_000_000
        let found = MomentPattern.Found(
          day: Int64(random.below(60_000)) - 20_000, clock: Int64(random.below(1440)) * minute)
        guard let text = notation.written(found),
          case .found(var read) = notation.read(text.utf8.span)
        else {
          Issue.record("\(written): \(found)")
          continue
        }
        read.minutesFromUTC = nil
        #expect(read == found, "\(text) as \(written)")
      }
    }
  }

  /// Days and seconds as spreadsheets print them, with nine decimals or ten.
  @Test(arguments: [
    ("46095", "2026-03-14 00:00:00"), ("1", "1900-01-01 00:00:00"), ("59", "1900-02-28 00:00:00"),
    ("61", "1900-03-01 00:00:00"), ("46095.5", "2026-03-14 12:00:00"),
    ("46095.3541666667", "2026-03-14 08:30:00"), ("46095.354166667", "2026-03-14 08:30:00"),
    ("0.999988426", " 23:59:59"), ("0.5", " 12:00:00"),
    ("46095.99999999999", "2026-03-15 00:00:00"), ("46188.52394", "2026-06-15 12:34:28"),
  ])
  func spreadsheetDays(text: String, expected: String) {
    #expect(Self.told(MomentNotation.excelDays.read(text.utf8.span)) == expected)
  }

  @Test(arguments: ["60", "-1", "46095.3542", "46095,5", "3000000", "1e5", "", "46095.", ".5"])
  func noSpreadsheetDays(text: String) {
    #expect(Self.told(MomentNotation.excelDays.read(text.utf8.span)) == nil)
  }

  @Test(arguments: [
    ("unix seconds", "1773477000", "2026-03-14 08:30:00"),
    ("unix seconds", "-1", "1969-12-31 23:59:59"),
    ("unix milliseconds", "1773477000000", "2026-03-14 08:30:00"), ("24:00", "24:00", " 00:00:00"),
  ])
  func countedMoments(written: String, text: String, expected: String) {
    #expect(Self.told(MomentNotation(written).read(text.utf8.span)) == expected)
  }

  @Test(arguments: [
    "", "dMyyyy", "d/M", "yyyy", "h:mm", "H:mm a", "H:ss", "d/m/yyyy", "yyyyy-MM-dd", "Q/yyyy",
    "d/d/yyyy", "mm", "H h:mm a", "EEEE", "HH:mm.SSS", "dd.MM.yyyyH",
  ])
  func whatIsNoPattern(written: String) {
    let mistake = MomentPattern(written).mistake
    #expect((mistake != nil) == (written != "dd.MM.yyyyH"), "\(mistake ?? "none")")
  }
}
