import CScan
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Kernels over runs of cells beside the reading of one cell.
@Suite struct BlockReadingTests {
  /// What both ways make of the same cells: values, or the fault's reason. A run may know
  /// which cells are given.
  private func both(
    _ field: FieldSchema, _ texts: [String], knowsGiven: Bool
  ) -> (run: [String], one: [String]) {
    let decoder = FieldDecoder(field, asOf: nil)
    let bytes = ColumnBuffer<UInt8>()
    let marks = ColumnBuffer<UInt32>()
    bytes.resize(to: InputChunk.padding)
    for offset in 0..<InputChunk.padding { bytes[offset] = UInt8(ascii: "7") }
    for text in texts {
      marks.append(UInt32(bytes.count - 1))
      for byte in text.utf8 { bytes.append(byte) }
      marks.append(UInt32(bytes.count))
      bytes.append(UInt8(ascii: ","))
    }
    for _ in 0..<InputChunk.padding { bytes.append(UInt8(ascii: "9")) }
    let run = unsafe CellRun(
      InputBytes(UnsafePointer(bytes.pointer)), UnsafePointer(marks.pointer), stride: 2,
      count: texts.count)
    let columns = [
      FieldColumn(storage: field.storage, isOptional: field.isOptional),
      FieldColumn(storage: field.storage, isOptional: field.isOptional),
    ]
    columns[0].resize(to: texts.count)
    var faults: [Int: String] = [:]
    // The cells come in pieces, so that they begin anywhere in a word of bits.
    let scratch = CellScratch()
    var start = 0
    for length in [1, 70, 300, texts.count] {
      let count = min(length, texts.count - start)
      let piece = run.rows(start, count)
      var given = [UInt64](repeating: 0, count: (count + 63) / 64)
      unsafe cscan_given(piece.marks, 2, 1, count, &given, given.count)
      unsafe given.withUnsafeBufferPointer { given in
        let known = unsafe CellRun(
          piece.bytes, piece.marks, stride: 2, count: count,
          given: knowsGiven ? given.baseAddress : nil)
        decoder.read(known, into: columns[0], at: start, scratch) { row, fault in
          faults[start + row] = fault.rawValue
        }
      }
      start += count
    }
    var one: [String] = []
    for row in texts.indices {
      var value = CellValue()
      switch decoder.settle(decoder.decode(run[row], &value), &value) {
      case .success(let isGiven):
        columns[1].append(value, isGiven: isGiven, at: row)
        one.append(show(columns[1], row))
      case .failure(let fault):
        columns[1].append(CellValue(), isGiven: false, at: row)
        one.append(fault.rawValue)
      }
    }
    return (texts.indices.map { faults[$0] ?? show(columns[0], $0) }, one)
  }

  private func show(_ column: FieldColumn, _ row: Int) -> String {
    if column.isOptional && column.validity[row >> 6] >> UInt64(row & 63) & 1 == 0 { return "-" }
    switch column.storage {
    case .integer: return "\(column.integers[row])"
    case .double: return "\(column.doubles[row])"
    case .flag: return "\(column.flags[row])"
    case .choice: return "\(column.choices[row])"
    case .text:
      let code = row < column.codes.count ? " \(column.codes[row])" : ""
      return column.texts[row].string + code
    case .point: return "\(column.points[2 * row])"
    }
  }

  private func expectSame(_ field: FieldSchema, _ texts: [String]) {
    for knowsGiven in [false, true] {
      let (run, one) = both(field, texts, knowsGiven: knowsGiven)
      for (row, text) in texts.enumerated() where run[row] != one[row] {
        Issue.record("\(field.name) \(text.debugDescription): \(run[row]), alone \(one[row])")
        return
      }
    }
  }

  /// Cells of which most are empty, or few.
  @Test(arguments: [1, 2, 4, 8, 40, 400], [UInt64(1), 2])
  func emptyCellsAmongOthers(_ every: Int, _ seed: UInt64) {
    var random = SeededBytes(state: seed)
    func texts(_ words: [String]) -> [String] {
      (0..<3000).map { _ in random.next(every) == 0 ? words[random.next(words.count)] : "" }
    }
    let fields: [(InputType, [String])] = [
      (.number, ["1", "2.5", "80000", "90001", "x", "1e1", "123456789"]),
      (.date, ["2026-01-31", "2026-02-30", "0001-01-01", "5"]),
      (.flag, ["true", "no", "1", "maybe", "tRUE"]),
      (
        .oneOf(["a", "bb", "fifteen_letters"].map { Spanned($0, at: .nowhere) }), ["a", "bb", "c"]
      ),
      (.text, ["a", "bb", "something longer than that", " "]),
    ]
    for (type, words) in fields {
      let cells = texts(words)
      for isOptional in [false, true] {
        let range = type == .number ? Interval(-5, 90_000) : .unbounded
        expectSame(Reading.field("field", type, optional: isOptional, range: range), cells)
      }
      guard type == .text else { continue }
      var field = Reading.field("field", type, optional: true)
      field.vocabulary = Vocabulary(["a", "bb"])
      // Codes are told of runs alone: which, the cells read one by one do not know.
      let known = both(field, cells, knowsGiven: true).run
      #expect(known == both(field, cells, knowsGiven: false).run)
      #expect(zip(known, cells).allSatisfy { $0 == "-" ? $1 == "" : $0.hasPrefix($1 + " ") })
    }
    expectSame(Reading.field("flag", .flag, default: .flag(true)), texts(["true", "no", "x"]))
  }

  @Test(arguments: 0...8) func numbers(_ decimals: Int) {
    var random = SeededBytes(state: UInt64(decimals))
    let pieces = ["0", "1", "5", "9", "12", "340", ".", ".", "-", "e1", ",", " ", "00"]
    var texts = (0..<4000).map { _ in String(decoding: random.text(pieces, 6), as: UTF8.self) }
    for _ in 0..<2000 {
      let fraction = (0..<random.next(5)).map { _ in String(random.next(10)) }.joined()
      texts.append("\(random.next(100_000))" + (fraction.isEmpty ? "" : "." + fraction))
    }
    for isOptional in [false, true] {
      expectSame(
        Reading.field(
          "number", .number, optional: isOptional, step: Ratio(powerOfTen: -decimals),
          range: Interval(-5, 90_000)), texts)
      expectSame(
        Reading.field("binary", .number, optional: isOptional, range: .unbounded, binary: true),
        texts)
    }
  }

  @Test(arguments: [Ratio(1, 2), Ratio(1, 4), 5, Ratio(15, 100), 60, Ratio(1, 3), 1_000_000_007])
  func numbersInSteps(_ step: Ratio) {
    var random = SeededBytes(state: 15)
    var texts = [
      "", "0", "0.5", "7.25", "0.15", "1.20", "90000", "90000.5", "1e1", "-5", "60", ".",
    ]
    for _ in 0..<3000 {
      let fraction = (0..<random.next(4)).map { _ in ["0", "5", "25"][random.next(3)] }.joined()
      texts.append("\(random.next(3000) * 5)" + (fraction.isEmpty ? "" : "." + fraction))
    }
    for isOptional in [false, true] {
      expectSame(
        Reading.field(
          "number", .number, optional: isOptional, step: step, range: Interval(-5, 90_000)), texts)
      expectSame(
        Reading.field(
          "number", .number, default: .integer(3), step: step, range: .unbounded), texts)
    }
  }

  @Test func instants() {
    var random = SeededBytes(state: 16)
    func two(_ below: Int) -> String {
      let number = random.next(below)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    let ends = [
      "Z", "Z", "Z", ".000Z", ".123Z", "+02:00", "-05:30", "+23:59", "+24:00", "-00:60", "", "z",
      ".5Z", ".123456Z", ".1234567Z", "+0200", "+02", "*02:00", "+02.00", ".12aZ", ".123z", "ZZ",
    ]
    var texts = ["", "2026-03-10T09:15:00Z", "2026-03-10T09:15Z", "2026-03-10", "T", "9999"]
    texts += ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"]
    for _ in 0..<6000 {
      let year = random.next(8) > 0 ? "20\(two(100))" : "\(two(101))\(two(100))"
      let separator = random.next(30) > 0 ? "T" : ["t", " ", "_"][random.next(3)]
      var text = "\(year)-\(two(14))-\(two(33))\(separator)\(two(25)):\(two(61)):\(two(61))"
      text += ends[random.next(ends.count)]
      if random.next(20) == 0 {
        var bytes = Array(text.utf8)
        bytes[random.next(bytes.count)] = UInt8(0x20 + random.next(0x5F))
        text = String(decoding: bytes, as: UTF8.self)
      }
      texts.append(text)
    }
    for isOptional in [false, true] {
      expectSame(Reading.field("instant", .instant, optional: isOptional), texts)
      let sparse = texts.flatMap { [$0, "", "", "", "", "", "", "", ""] }
      expectSame(Reading.field("instant", .instant, optional: isOptional), sparse)
    }
    var narrow = Reading.field("instant", .instant, default: .integer(1_770_000_000_000_000))
    narrow.range = Interval(1_700_000_000_000_000, 1_800_000_000_000_000)
    expectSame(narrow, texts)
  }

  @Test func everyDayOfFiveCenturies() {
    var texts: [String] = []
    for year in 1800..<2300 {
      for month in 0...13 {
        for day in [0, 1, 28, 29, 30, 31, 32] {
          texts.append(
            "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)")
        }
      }
    }
    texts += [
      "2026-1-01", "2026/01/01", "2026-01-1a", "20a6-01-01", "", "2026-01-011", "0000-01-01",
    ]
    expectSame(Reading.field("date", .date), texts)
    expectSame(Reading.field("date", .date, optional: true), texts)
  }

  @Test(arguments: [
    ["a", "bb", "eight888", "nine99999", "sixteen_letters_", "seventeen_letters", "é"],
    ["a", "bb", "eight888", "eight889", "nine99999", "fifteen_letters", "é", "a", "ccc"],
    (0..<16).map { "word \($0)" }, (0..<17).map { "word \($0)" },
  ])
  func wordsAndFlags(_ words: [String]) {
    let texts =
      words + words.map { $0 + "x" } + words.map { String($0.dropLast()) }
      + ["", "true", "TRUE", "No", "1", "0", "tRUE", "yes ", String(repeating: "a", count: 300)]
      + ["a\0", "\0", "eight888\0", String(repeating: "\u{7F}", count: 16)]
    let choice = InputType.oneOf(words.map { Spanned($0, at: .nowhere) })
    for isOptional in [false, true] {
      expectSame(Reading.field("choice", choice, optional: isOptional), texts)
      expectSame(Reading.field("flag", .flag, optional: isOptional), texts)
      expectSame(Reading.field("text", .text, optional: isOptional), texts)
      expectSame(Reading.field("flag", .flag, default: .flag(true)), texts)
    }
  }
}
