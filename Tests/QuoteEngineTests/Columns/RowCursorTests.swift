import TestKit
import Testing

@testable import QuoteEngine

/// A cursor writes what its buffer would have written.
@Suite struct RowCursorTests {
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
    var cursor = RowCursor(fast)
    for row in 0..<column.count {
      cursor.append(csv: printed, row: row)
      cursor.append(UInt8(ascii: "\n"))
      slow.append(decimal: column[row], places: 2, minimum: 2)
      slow.append(UInt8(ascii: "\n"))
    }
    cursor.finish()
    #expect(fast.string == slow.string)
  }

  @Test func texts() {
    var generator = SeededGenerator(seed: 8)
    let alphabet = Array("ab,\"\n\r\t ;é€!#+-./@".utf8) + [0, 0x1F, 0x20, 0x7F, 0xFF]
    let (fast, slow, bytes) = (ByteBuffer(capacity: 1), ByteBuffer(), ByteBuffer())
    var ends = [0]
    for _ in 0..<20_000 {
      let isPlain = Bool.random(using: &generator)
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        bytes.append(isPlain ? UInt8(ascii: "x") : alphabet.randomElement(using: &generator)!)
      }
      ends.append(bytes.count)
    }
    let column = ColumnBuffer<TextSlice>()
    for index in 1..<ends.count { column.append(bytes.slice(ends[index - 1], ends[index])) }
    let printed = PrintedColumn(column, form: .text)
    var cursor = RowCursor(fast)
    for row in 0..<column.count {
      cursor.append(csv: printed, row: row)
      cursor.append(UInt8(ascii: "\n"))
      slow.append(column[row], as: .csv)
      slow.append(UInt8(ascii: "\n"))
    }
    cursor.finish()
    #expect((0..<slow.count).allSatisfy { fast[$0] == slow[$0] } && fast.count == slow.count)
  }
}
