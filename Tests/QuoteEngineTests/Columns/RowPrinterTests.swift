import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A printer writes what its buffer would have written.
@Suite struct RowPrinterTests {
  @Test func amounts() {
    var generator = SeededGenerator(seed: 7)
    let (fast, slow) = (ByteBuffer(capacity: 1), ByteBuffer())
    let column = ColumnBuffer<Int64>()
    for value: Int64 in [0, 1, 9, 10, 99, 100, 101, 999_999_999, 9_999_999_999, 10_000_000_000] {
      for near in [value, -value, value + 1, -value - 1] { column.append(near) }
    }
    column.append(.min)
    column.append(.max)
    for _ in 0..<20_000 {
      let bits = Int.random(in: 0..<64, using: &generator)
      column.append(Int64.random(in: .min ... .max, using: &generator) >> Int64(bits))
    }
    let printed = PrintedColumn(column, form: .decimal(factor: 1, places: 2, minimum: 2))
    print(printed, column.count, to: fast)
    for row in 0..<column.count {
      slow.append(decimal: column[row], places: 2, minimum: 2)
      slow.append(UInt8(ascii: "\n"))
    }
    #expect(fast.string == slow.string)
  }

  @Test func texts() {
    var generator = SeededGenerator(seed: 8)
    let alphabet = Array("ab,\"\n\r\t ;é€!#+-./@".utf8) + [0, 0x1F, 0x20, 0x7F, 0xFF]
    let (fast, slow, bytes) = (ByteBuffer(capacity: 1), ByteBuffer(), ByteBuffer())
    var ends = [0]
    for _ in 0..<20_000 {
      let isPlain = Bool.random(using: &generator)
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        bytes.append(isPlain ? UInt8(ascii: "x") : alphabet.randomElement(using: &generator)!)
      }
      ends.append(bytes.count)
    }
    let column = ColumnBuffer<TextSlice>()
    for index in 1..<ends.count { column.append(bytes.slice(ends[index - 1], ends[index])) }
    let printed = PrintedColumn(column, form: .text)
    print(printed, column.count, to: fast)
    for row in 0..<column.count {
      slow.append(column[row], as: .csv)
      slow.append(UInt8(ascii: "\n"))
    }
    #expect((0..<slow.count).allSatisfy { fast[$0] == slow[$0] } && fast.count == slow.count)
  }

  @Test func rowsOfManyKinds() {
    var generator = SeededGenerator(seed: 9)
    let (fast, slow, bytes) = (ByteBuffer(capacity: 1), ByteBuffer(), ByteBuffer())
    let (amounts, texts, days) = (
      ColumnBuffer<Int64>(), ColumnBuffer<TextSlice>(), ColumnBuffer<Int64>()
    )
    let (codes, given) = (ColumnBuffer<Int32>(), ColumnBuffer<UInt8>())
    // What is not given has any code.
    let (someCodes, marks) = (ColumnBuffer<Int32>(), ColumnBuffer<UInt8>())
    let count = 3000
    for _ in 0..<count * 24 {
      let isOdd = UInt8.random(in: 0..<60, using: &generator) == 0
      bytes.append(isOdd ? UInt8(ascii: "\"") : .random(in: 0x61...0x7A, using: &generator))
    }
    for row in 0..<count {
      amounts.append(Int64.random(in: -20_000_000_000...20_000_000_000, using: &generator))
      let length = Int.random(in: 0...24, using: &generator)
      texts.append(bytes.slice(row * 24, row * 24 + length))
      days.append(Int64.random(in: 0...40_000, using: &generator))
      codes.append(Int32.random(in: 0..<3, using: &generator))
      given.append(UInt8.random(in: 0...1, using: &generator))
      someCodes.append(given[row] != 0 ? codes[row] : -1)
      marks.append(UInt8.random(in: 0...9, using: &generator) / 9)
    }
    let choices = WordList(["one", "a choice of more than fourteen bytes", "and, another"])
    let columns = [
      PrintedColumn(texts, form: .text),
      PrintedColumn(amounts, form: .decimal(factor: 1, places: 2, minimum: 2)),
      PrintedColumn(days, form: .date),
      PrintedColumn(amounts, form: .decimal(factor: 25, places: 1, minimum: 1), given: given),
      PrintedColumn(codes, form: .choice, words: choices.slices),
      PrintedColumn(texts, form: .text, given: given),
      PrintedColumn(someCodes, form: .choice, given: given, words: choices.slices),
    ]
    let lengths = [0, 5, 0, 14, 40, 48, 49, 70]
    func asked(_ row: Int) -> TextSlice { bytes.slice(row * 12, row * 12 + lengths[row % 8]) }
    let (words, statuses) = (WordList(["a word"]), ColumnBuffer<UInt8>())
    // The second block has no plain row.
    for row in 0..<count {
      let isPlain = UInt8.random(in: 0..<5, using: &generator) > 0 && row >> 7 != 1
      statuses.append(isPlain ? 2 : 1)
    }
    func appendWhole(_ rows: Range<Int>, _ buffer: ByteBuffer) -> Int {
      let found = rows.prefix(2).prefix { statuses[$0] != 2 && $0 % 5 != 0 }
      for row in found { buffer.append(text: "whole,\(row)\n") }
      return found.count
    }
    let cells: [PrintedCell] = columns.map { .column($0, first: 0) }
    RowPrinter().append(
      cells + [.word(words.slices[0]), .askedWhere(marks), .asked], statuses, plain: 2, to: fast,
      other: { row, index, buffer in
        if index < columns.count { return buffer.append(columns[index], row: row, as: .csv) }
        if index == columns.count { return buffer.append("other") }
        if index == columns.count + 1 { return buffer.append("marked") }
        buffer.append(asked(row), as: .csv)
      }, whole: appendWhole)
    for row in 0..<count {
      if appendWhole(row..<row + 1, slow) == 1 { continue }
      for column in columns {
        slow.append(column, row: row, as: .csv)
        slow.append(",")
      }
      let isPlain = statuses[row] == 2
      let mark = isPlain && marks[row] == 0 ? "" : "marked"
      slow.append(text: "\(isPlain ? "a word" : "other"),\(mark),")
      slow.append(asked(row), as: .csv)
      slow.append(UInt8(ascii: "\n"))
    }
    #expect(fast.string == slow.string)
  }

  /// A text is a cell as it is, or in quotes, whichever way it is copied.
  @Test func copiedTexts() {
    var generator = SeededGenerator(seed: 12)
    let (bytes, fast, slow) = (ByteBuffer(), ByteBuffer(capacity: 1), ByteBuffer())
    let odd = Array(" ,\"\n\té".utf8)
    for _ in 0..<20_000 {
      bytes.removeAll()
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let isOdd = UInt8.random(in: 0..<40, using: &generator) == 0
        bytes.append(
          isOdd
            ? odd.randomElement(using: &generator)! : .random(in: 0x61...0x7A, using: &generator))
      }
      fast.append(bytes.slice(0, bytes.count), as: .csv)
      unsafe slow.append(csv: bytes.bytes)
    }
    #expect(unsafe fast.bytes.elementsEqual(slow.bytes))
  }

  /// Units that are so many hundredths, with zeros at the end left out.
  @Test(arguments: [(1, 0, 2), (5, 0, 0), (625, 2, 2), (3, 1, 1), (7, 2, 0), (1, 3, 2), (9, 9, 0)])
  func units(factor: UInt64, places: Int, minimum: Int) {
    var generator = SeededGenerator(seed: 11)
    let (fast, slow) = (ByteBuffer(capacity: 1), ByteBuffer())
    let (column, given) = (ColumnBuffer<Int64>(), ColumnBuffer<UInt8>())
    for value: Int64 in [0, 1, -1, 99_999, 100_000, 1_000_000, 99_999_999, 100_000_000, .max, .min]
    {
      column.append(value)
    }
    for _ in 0..<10_000 {
      let bits = Int64.random(in: 0..<64, using: &generator)
      column.append(Int64.random(in: .min ... .max, using: &generator) >> bits)
    }
    for _ in 0..<column.count { given.append(.random(in: 0...3, using: &generator)) }
    let form = CellForm.decimal(factor: factor, places: places, minimum: minimum)
    let printed = PrintedColumn(column, form: form, given: given)
    print(printed, column.count, to: fast)
    for row in 0..<column.count {
      if given[row] != 0 {
        slow.append(
          wide: Int128(column[row]), times: factor, places: places, minimum: minimum)
      }
      slow.append(UInt8(ascii: "\n"))
    }
    #expect(fast.string == slow.string)
  }

  @Test(arguments: [Arithmetic.python, .javascript])
  func doubles(_ arithmetic: Arithmetic) {
    var generator = SeededGenerator(seed: 10)
    let (fast, slow) = (ByteBuffer(capacity: 1), ByteBuffer())
    let column = ColumnBuffer<Double>()
    for value in [0, -0.0, 0.1, 0.01, 0.015, 1e8, 99_999_999.99, 1e-7, 1e22, .infinity, .nan] {
      for near in [value, -value, value.nextUp, value.nextDown] { column.append(near) }
    }
    for _ in 0..<20_000 {
      let cents =
        Int64.random(in: 0...Int64.max, using: &generator)
        >> Int64.random(
          in: 0...63, using: &generator)
      column.append(Double(cents) / (Bool.random(using: &generator) ? 100 : -1000))
      column.append(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator)))
    }
    print(PrintedColumn(column, form: .double(arithmetic)), column.count, to: fast)
    for row in 0..<column.count {
      slow.append(shortest: column[row], as: arithmetic)
      slow.append(UInt8(ascii: "\n"))
    }
    #expect(fast.string == slow.string)
  }

  private func print(_ column: PrintedColumn, _ rows: Int, to buffer: ByteBuffer) {
    let statuses = ColumnBuffer<UInt8>()
    for _ in 0..<rows { statuses.append(1) }
    RowPrinter().append(
      [.column(column, first: 0)], statuses, plain: 1, to: buffer,
      other: { row, _, buffer in buffer.append(column, row: row, as: .csv) },
      whole: { _, _ in 0 })
  }
}
