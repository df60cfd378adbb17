import Testing

@testable import QuoteEngine

/// Kernels over runs of cells beside the reading of one cell.
@Suite struct BlockReadingTests {
  /// What both ways make of the same cells: values, or the fault's reason.
  private func both(_ field: FieldSchema, _ texts: [String]) -> (run: [String], one: [String]) {
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
    // In pieces, so that they begin anywhere in a word of bits.
    let scratch = CellScratch()
    var start = 0
    for length in [1, 70, 300, texts.count] {
      let count = min(length, texts.count - start)
      decoder.read(run.rows(start, count), into: columns[0], at: start, scratch) { row, fault in
        faults[start + row] = fault.rawValue
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
    case .text: return column.texts[row].string
    case .point: return "\(column.points[2 * row])"
    }
  }

  private func expectSame(_ field: FieldSchema, _ texts: [String]) {
    let (run, one) = both(field, texts)
    for (row, text) in texts.enumerated() where run[row] != one[row] {
      Issue.record("\(field.name) \(text.debugDescription): \(run[row]), alone \(one[row])")
      return
    }
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
