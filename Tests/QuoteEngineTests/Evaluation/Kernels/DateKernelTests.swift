import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

@Suite struct DatePatternTests {
  private func read(_ text: String, _ pattern: String, python: Bool = false) -> String? {
    let arena = BlockTexts()
    let day = DatePattern(pattern).read(arena.copy(text), isPython: python)
    return day.map { CalendarDate(daysSince1970: Int32($0)).description }
  }

  @Test func singleLettersTakeOneDigitOrTwo() {
    #expect(read("2026-3-3", "yyyy-M-d") == "2026-03-03")
    #expect(read("2026-03-03", "yyyy-M-d") == "2026-03-03")
    #expect(read("2026-03-3", "yyyy-MM-dd") == nil)
    #expect(read("2026-13-3", "yyyy-M-d") == nil)
    #expect(read("2026-02-30", "yyyy-M-d") == nil)
    #expect(read("0000-02-03", "yyyy-M-d") == nil)
    #expect(read("2026-03-03 ", "yyyy-M-d") == nil)
    #expect(read(" 2026-03-3", "yyyy-M-d") == nil)
    #expect(read("2026-03- 3", "yyyy-M-d") == nil)
    #expect(read("3.4.2026", "d.M.yyyy") == "2026-04-03")
    #expect(read("2026年3月4日", "yyyy年M月d日") == "2026-03-04")
    #expect(read("2026113", "yyyyMd") == "2026-11-03")
    #expect(read("202611", "yyyyMd") == "2026-01-01")
    #expect(read("day 5 of 2026-01", "'day' d 'of' yyyy-MM") == "2026-01-05")
    #expect(read("", "yyyy-M-d") == nil)
  }

  @Test func pythonsOwnForgivenesses() {
    #expect(read("2026-03- 3", "yyyy-M-d", python: true) == "2026-03-03")
    #expect(read("2026-03- 33", "yyyy-M-d", python: true) == nil)
    #expect(read("٢٠٢٦-03-03", "yyyy-M-d", python: true) == "2026-03-03")
    #expect(read("２０２６-03-1３", "yyyy-M-d", python: true) == "2026-03-13")
    #expect(read("2026-03-３", "yyyy-M-d", python: true) == nil)
    #expect(read("٢٠٢٦-03-03", "yyyy-M-d") == nil)
  }

  /// Random near-dates through `datetime.strptime`.
  @Test func strptimeAgrees() throws {
    var random = SeededGenerator(seed: 12)
    var texts: [String] = []
    let parts = [
      "0", "1", "2", "3", "9", "12", "13", "31", "32", "00", "02", "29", " 3", " ", "٣", "1３", "x",
      "",
    ]
    for _ in 0..<4000 {
      let year = ["2026", "2024", "0001", "0000", "202", "٢٠٢٦", "20267", "９999"].randomElement(
        using: &random)!
      let tail = ["", "", "", "T", " "].randomElement(using: &random)!
      let month = parts.randomElement(using: &random)!
      let day = parts.randomElement(using: &random)!
      texts.append("\(year)-\(month)-\(day)\(tail)")
    }
    let script = """
      import sys
      from datetime import datetime
      sys.stdin.reconfigure(encoding='utf-8', newline='\\n')
      for line in sys.stdin.read().split('\\n')[:-1]:
          try: print(datetime.strptime(line, '%Y-%m-%d').date().isoformat())
          except ValueError: print('no')
      """
    guard let answers = try Interpreter.python3.run(script, input: texts.map { $0 + "\n" }.joined())
    else { return }
    #expect(answers.count == texts.count)
    for (text, answer) in zip(texts, answers) {
      #expect(read(text, "yyyy-M-d", python: true) ?? "no" == answer, "\(text)")
    }
  }

  @Test func printing() {
    let text = ByteBuffer()
    let pattern = DatePattern("d.M.yy 'o''clock' HH:mm:ss yyyy-MM-dd")
    pattern.append(CalendarDate(year: 2026, month: 3, day: 4)!, second: 3_723, to: text)
    #expect(text.string == "4.3.26 o'clock 01:02:03 2026-03-04")
  }
}

@Suite struct DateKernelTests {
  private func run(
    _ function: DateFunction, _ a: [Int64], _ b: [Int64]? = nil, zone: TimeZoneRules = .utc
  ) -> [Int64] {
    var target = [Int64](repeating: -1, count: a.count)
    if let b {
      unsafe DateKernels.run(function, a, b, zone: zone, into: &target, count: a.count)
    } else {
      unsafe DateKernels.run(function, a, nil, zone: zone, into: &target, count: a.count)
    }
    return target
  }

  private func day(_ text: String) -> Int64 { Int64(CalendarDate(iso: text)!.daysSince1970) }
  private func moment(_ text: String) -> Int64 { Instant(iso: text)!.microsecondsSince1970 }

  @Test func partsOfDates() {
    let days = ["2026-03-14", "2024-02-29", "1969-12-31", "0001-01-01"].map(day)
    #expect(run(.year, days) == [2026, 2024, 1969, 1])
    #expect(run(.month, days) == [3, 2, 12, 1])
    #expect(run(.day, days) == [14, 29, 31, 1])
    #expect(run(.weekdayOfDate, days) == [6, 4, 3, 1])
    #expect(run(.hourOfTime, [0, 3599, 3600, 86399]) == [0, 0, 1, 23])
  }

  @Test func weekdaysOfAllDatesAndBeyond() {
    let near = (Int64(-719_162)...2_932_896).filter { $0 % 7 == $0 / 7 % 7 }
    let edge: Int64 = 7 << 25
    for days in [near, near + [1 << 40], [-1 << 40], [-edge, (1 << 30) - edge - 1], [-edge - 1]] {
      let wanted = days.map { (($0 + 3) % 7 + 7) % 7 + 1 }
      #expect(run(.weekdayOfDate, days) == wanted)
    }
  }

  @Test func completedYearsAndMonths() {
    let pairs = [
      ("2024-02-29", "2025-02-28", 0, 11), ("2024-02-29", "2025-03-01", 1, 12),
      ("2026-01-31", "2026-02-28", 0, 0),
      ("2026-01-31", "2026-03-31", 0, 2), ("2000-05-10", "2026-05-09", 25, 311),
      ("2026-05-09", "2000-05-10", -25, -311),
    ]
    let a = pairs.map { day($0.0) }
    let b = pairs.map { day($0.1) }
    #expect(run(.years, a, b) == pairs.map { Int64($0.2) })
    #expect(run(.months, a, b) == pairs.map { Int64($0.3) })
  }

  @Test func monthsAdded() {
    let cases: [(String, Int64, String)] = [
      ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
      ("2026-03-31", -1, "2026-02-28"), ("2026-08-31", 1, "2026-09-30"),
      ("2026-12-15", 1, "2027-01-15"), ("2026-01-15", -1, "2025-12-15"),
      ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"),
      ("1900-01-31", 1, "1900-02-28"), ("2000-01-30", 1, "2000-02-29"),
      ("0001-01-01", 119_987, "9999-12-01"), ("9999-12-31", -119_987, "0001-01-31"),
      ("2026-05-05", 0, "2026-05-05"),
    ]
    #expect(run(.addMonths, cases.map { day($0.0) }, cases.map(\.1)) == cases.map { day($0.2) })
    let ends = run(
      .addMonths, [day("9999-12-01"), day("0001-01-31"), day("2026-01-01")], [1, -1, 120_000])
    #expect(ends[0] > 2_932_896 && ends[1] < -719_162 && ends[2] > 2_932_896)
    // What is not given may be anything.
    _ = run(.addMonths, [.min, .max, 0], [.max, .min, .max])
    _ = run(.daysInMonth, [.min, .max])
    let lengths = [("2026-02-01", 28), ("2024-02-29", 29), ("1900-02-01", 28), ("2026-12-31", 31)]
    #expect(run(.daysInMonth, lengths.map { day($0.0) }) == lengths.map { Int64($0.1) })
  }

  /// Against the months of all years laid end to end. (Foundation goes from 4770-06-29 back to
  /// 4752-02-28, where that February has 29 days.)
  @Test func monthsAddedAsTheyAreLaidOut() {
    var firsts: [Int64] = [-719_162]
    for year in 1...9999 {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      for length in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        firsts.append(firsts[firsts.count - 1] + Int64(length))
      }
    }
    #expect(firsts.last == 2_932_897)
    var random = SampleRandom(seed: 5)
    for _ in 0..<20_000 {
      let (from, to) = (random.below(firsts.count - 1), random.below(firsts.count - 1))
      let near = random.chance(1, in: 2) ? min(max(0, from + random.below(60) - 30), 119_987) : to
      func length(_ month: Int) -> Int64 { firsts[month + 1] - firsts[month] }
      let day = Int64(random.below(Int(length(from))))
      let start = firsts[from] + day
      let wanted = firsts[near] + min(day, length(near) - 1)
      let months = Int64(near - from)
      #expect(run(.addMonths, [start], [months]) == [wanted], "\(start), \(months)")
      #expect(run(.daysInMonth, [start]) == [length(from)], "\(start)")
    }
  }

  @Test func momentsOnALocalClock() throws {
    let zone = try TimeZoneDatabase().rules(named: "America/New_York")
    let moments = [
      "2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z", "2026-01-01T04:00:00Z",
      "1969-12-31T23:59:59.5Z",
    ].map(moment)
    #expect(run(.hourOf, moments, zone: zone) == [1, 3, 23, 18])
    #expect(
      run(.dateOf, moments, zone: zone)
        == ["2026-03-08", "2026-03-08", "2025-12-31", "1969-12-31"].map(day))
    #expect(run(.timeOf, moments, zone: zone) == [7199, 10800, 82800, 68399])
    #expect(run(.weekdayOfInstant, moments, zone: zone) == [7, 7, 3, 3])
    #expect(run(.hourOf, moments, [0, 60, -300, 330], zone: zone) == [6, 8, 23, 5])
    let days = ["2026-03-08", "2026-11-01", "2026-07-04"].map(day)
    #expect(
      run(.instantOf, days, [9000, 5400, 43200], zone: zone)
        == ["2026-03-08T07:00:00Z", "2026-11-01T05:30:00Z", "2026-07-04T16:00:00Z"].map(moment))
  }
}

@Suite struct PrintKernelTests {
  private let scratch = KernelScratch()

  private func print<Cell>(
    _ cells: [Cell], _ storage: PlanStorage, _ type: ValueType, scale: Ratio = 1, digits: Int = 0,
    pattern: String? = nil, _ arithmetic: Arithmetic = .exact, zone: TimeZoneRules = .utc,
    minutes: [Int64]? = nil
  ) -> [String] {
    let style = TextStyle(
      type: type, scale: scale, digits: digits, pattern: pattern, arithmetic: arithmetic)
    // A point is two numbers.
    let count = type == .point ? cells.count / 2 : cells.count
    var target = [TextSlice](repeating: .empty, count: count)
    unsafe cells.withUnsafeBytes { bytes in
      let column = unsafe KernelColumn(
        storage: storage, cells: bytes.baseAddress!, items: nil, given: nil)
      if let minutes {
        unsafe PrintKernels.run(
          column, style, minutes: minutes, zone: zone, into: &target, count: count,
          scratch: scratch)
      } else {
        unsafe PrintKernels.run(
          column, style, minutes: nil, zone: zone, into: &target, count: count,
          scratch: scratch)
      }
    }
    return target.map(\.string)
  }

  @Test func numbers() {
    let number = ValueType.quantity(.number)
    #expect(
      print([1250, -5, 0] as [Int64], .integer, number, scale: Ratio(1, 100), digits: 2) == [
        "12.50", "-0.05", "0.00",
      ])
    #expect(
      print([1250, 100] as [Int64], .integer, number, scale: Ratio(1, 100)) == ["12.5", "1"])
    #expect(
      print(
        [125, -125, 124, -4] as [Int64], .integer, number, scale: Ratio(1, 1000), pattern: "0.00")
        == ["0.13", "-0.13", "0.12", "0.00"])
    #expect(print([7] as [Int64], .integer, number, scale: Ratio(1, 3), pattern: "0.0") == ["2.3"])
    #expect(
      print([Int128(10) << 70] as [Int128], .wide, number, pattern: "0") == [
        "11805916207174113034240"
      ])
    #expect(
      print([0.1 + 0.2, 89, 1e22], .double, number, .python) == [
        "0.30000000000000004", "89.0", "1e+22",
      ])
    #expect(print([2.675, 0.125], .double, number, pattern: "0.00", .python) == ["2.67", "0.12"])
    #expect(
      print([2.675, 0.125], .double, number, pattern: "0.00", .javascript) == ["2.67", "0.13"])
    #expect(
      print([3] as [Int64], .integer, .quantity(.count), pattern: "0.00", .python) == ["3.00"])
    #expect(print([1, 0] as [UInt8], .flag, .flag, .python) == ["True", "False"])
    #expect(print([1, 0, 7] as [Int32], .choice, .choice(["a", "b"])) == ["b", "a", ""])
    #expect(print([25.5, -80.0, 0, 0.125], .point, .point) == ["25.5, -80", "0, 0.125"])
  }

  @Test func times() throws {
    let zone = try TimeZoneDatabase().rules(named: "America/New_York")
    let moments = [Instant(iso: "2026-03-08T07:30:00Z")!.microsecondsSince1970]
    #expect(print(moments, .integer, .instant, zone: zone) == ["2026-03-08T07:30:00Z"])
    #expect(
      print(moments, .integer, .instant, pattern: "yyyy-MM-dd HH:mm", zone: zone) == [
        "2026-03-08 03:30"
      ])
    #expect(
      print(moments, .integer, .instant, pattern: "HH:mm", zone: zone, minutes: [90]) == ["09:00"])
    #expect(print([20_520] as [Int64], .integer, .date) == ["2026-03-08"])
    #expect(print([30_600, 30_601] as [Int64], .integer, .time) == ["08:30", "08:30:01"])
    #expect(print([1, 7, 9] as [Int64], .integer, .weekday) == ["monday", "sunday", ""])
  }
}
