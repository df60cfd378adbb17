import TestKit
import Testing

@testable import QuoteEngine

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
    let count = 3000
    for _ in 0..<count * 24 { bytes.append(UInt8.random(in: 0x61...0x7A, using: &generator)) }
    for row in 0..<count {
      amounts.append(Int64.random(in: -20_000_000_000...20_000_000_000, using: &generator))
      let length = Int.random(in: 0...24, using: &generator)
      texts.append(bytes.slice(row * 24, row * 24 + length))
      days.append(Int64.random(in: 0...40_000, using: &generator))
    }
    let columns = [
      PrintedColumn(texts, form: .text),
      PrintedColumn(amounts, form: .decimal(factor: 1, places: 2, minimum: 2)),
      PrintedColumn(days, form: .date),
    ]
    let words = WordList(["a word"])
    let statuses = ColumnBuffer<UInt8>()
    for _ in 0..<count { statuses.append(UInt8.random(in: 0..<5, using: &generator) > 0 ? 2 : 1) }
    let printer = RowPrinter()
    printer.begin(columns.map { .column($0, first: 0) } + [.word(words.slices[0]), .asked])
    printer.append(
      statuses, plain: 2, to: fast,
      other: { row, index in
        if index < 3 { return fast.append(columns[index], row: row, as: .csv) }
        fast.append(index == 3 ? "other" : "asked")
      })
    for row in 0..<count {
      for (index, column) in columns.enumerated() {
        if index > 0 { slow.append(UInt8(ascii: ",")) }
        slow.append(column, row: row, as: .csv)
      }
      slow.append(statuses[row] == 2 ? ",a word,asked\n" : ",other,asked\n")
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
      let cents = Int64.random(in: 0...Int64.max, using: &generator) >> Int64.random(
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
    let printer = RowPrinter()
    printer.begin([.column(column, first: 0)])
    let statuses = ColumnBuffer<UInt8>()
    for _ in 0..<rows { statuses.append(1) }
    printer.append(
      statuses, plain: 1, to: buffer,
      other: { row, _ in buffer.append(column, row: row, as: .csv) })
  }
}
