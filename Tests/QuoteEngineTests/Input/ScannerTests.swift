import CScan
import TestKit
import Testing

/// What the vector scanners find is what the portable one finds.
@Suite struct ScannerTests {
  @Test(arguments: [cscan_portable, cscan_avx2, cscan_avx512])
  func allFindTheSame(_ way: cscan_way) {
    guard cscan_can(way) != 0 else { return print("skipped: this processor has no such scanner") }
    var generator = SeededGenerator(seed: 64)
    let alphabet = Array("aaaaaaaaab012,;\t\n\n\r\"é".utf8) + [0]
    for round in 0..<4000 {
      let (before, after) = (Int.random(in: 0...70, using: &generator), 64)
      let length = Int.random(in: 0...300, using: &generator)
      let isDense = round % 3 == 0
      let letters = round % 5 == 0 ? alphabet : Array(alphabet.prefix(15))
      let bytes = (0..<before + length + after).map { _ in
        isDense && Int.random(in: 0..<3, using: &generator) > 0
          ? UInt8(ascii: ",") : letters.randomElement(using: &generator)!
      }
      let delimiter = [UInt8(ascii: ","), UInt8(ascii: ";")][round % 2]
      let fast = scan(bytes, before, before + length, delimiter, way)
      let slow = scan(bytes, before, before + length, delimiter, cscan_portable)
      #expect(fast.marks == slow.marks)
      #expect(fast.newlines == slow.newlines)
      // What is said of bytes may be of those after the end, where spaces belong.
      let tail = bytes[..<(before + length)] + [UInt8](repeating: 0x20, count: 64)
      let padded = scan(Array(tail), before, before + length, delimiter, way)
      #expect(padded.found == Self.found(bytes[before..<before + length]))
    }
  }

  @Test(arguments: [cscan_portable, cscan_avx2, cscan_avx512])
  func allTellGivenCellsAlike(_ way: cscan_way) {
    guard cscan_can(way) != 0 else { return print("skipped: this processor has no such scanner") }
    var generator = SeededGenerator(seed: 65)
    for columns in [1, 2, 7, 8, 9, 14, 15, 16, 31, 40] {
      for rows in [0, 1, 31, 32, 33, 63, 64, 65, 200] {
        let stride = columns + Int.random(in: 0...1, using: &generator)
        var marks: [UInt32] = [UInt32.max]
        while marks.count < rows * stride + columns + 1 {
          marks.append(marks[marks.count - 1] &+ UInt32.random(in: 1...2, using: &generator))
        }
        marks.removeLast(rows == 0 ? 0 : stride - columns)
        let words = (rows + 63) / 64
        var bits = [UInt64](repeating: 7, count: columns * words)
        unsafe cscan_given_by(way, marks, stride, columns, rows, &bits, words)
        for column in 0..<columns {
          let told = (0..<64 * words).map {
            bits[column * words + $0 / 64] >> UInt64($0 % 64) & 1 == 1
          }
          let plain = (0..<64 * words).map { row in
            row < rows && marks[row * stride + column + 1] &- marks[row * stride + column] != 1
          }
          #expect(told == plain, "\(columns) columns, \(rows) rows")
        }
      }
    }
  }

  private static func found(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { found, byte in
      found | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\r") ? 2 : 0)
        | (byte == 0 ? 4 : 0) | (byte >= 0x80 ? 8 : 0)
    }
  }

  private struct Scan {
    var marks: [UInt32]
    var newlines: UInt32
    /// Quotes, returns, NULs and bytes beyond ASCII, a bit each.
    var found: UInt8
  }

  private func scan(
    _ bytes: [UInt8], _ from: Int, _ to: Int, _ delimiter: UInt8, _ way: cscan_way
  ) -> Scan {
    var marks = [UInt32](repeating: 0, count: to - from + 64)
    var what = cscan_found()
    let count = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe marks.withUnsafeMutableBufferPointer { marks in
        unsafe cscan_csv_by(
          way, bytes.baseAddress, from, to, delimiter, marks.baseAddress, &what)
      }
    }
    let found = what.quote | what.carriage_return << 1 | what.nul << 2 | what.not_ascii << 3
    return Scan(marks: Array(marks.prefix(count)), newlines: what.newlines, found: found)
  }

  /// What is left of a text with quotes, the marks in it, and where its rows end.
  private struct Unquoted: Equatable {
    var text: [UInt8] = []
    var marks: [UInt32] = []
    var newlines: UInt32 = 0
    var end = 0
  }

  private static func unquoted(_ text: Substring) -> String {
    text.split(separator: "\"\"", omittingEmptySubsequences: false).joined(separator: "\"")
  }

  private func unquote(_ bytes: [UInt8], _ to: Int, _ way: cscan_way) -> Unquoted {
    var out = [UInt8](repeating: 0, count: to + 64)
    var marks = [UInt32](repeating: 0, count: to + 64)
    var made = cscan_unquoted()
    let way = Int32(way.rawValue)
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      let isRegular = unsafe cscan_csv_unquote_by(
        way, bytes.baseAddress, 0, to, UInt8(ascii: ","), &out, 0, &marks, &made)
      let end = unsafe cscan_csv_quoted_end_by(way, bytes.baseAddress, 0, to, UInt8(ascii: ","))
      guard isRegular != 0 else { return Unquoted(end: end) }
      return Unquoted(
        text: Array(out.prefix(made.length)), marks: Array(marks.prefix(made.marks)),
        newlines: made.newlines, end: end)
    }
  }

  @Test(arguments: [cscan_portable, cscan_avx2, cscan_avx512])
  func allTakeQuotesOffAlike(_ way: cscan_way) {
    guard cscan_can(way) != 0 else { return print("skipped: this processor has no such scanner") }
    var generator = SeededGenerator(seed: 65)
    let cells = [
      "a", "\"b\"", "\"\"", "\"c,d\"", "\"e\"\"f\"", "\"\"\"\"\"\"", "", "plain text of a length",
      "\"a long cell with quotes \"\"in\"\" it, and more of it than sixty-four bytes\"",
    ]
    for round in 0..<3000 {
      var (text, expected, marks) = ("", "", [UInt32]())
      var lines: UInt32 = 0
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let cell = cells.randomElement(using: &generator)!
        text += cell
        let isQuoted = cell.first == "\""
        expected += isQuoted ? Self.unquoted(cell.dropFirst().dropLast()) : cell
        marks.append(UInt32(expected.utf8.count))
        let ends = Bool.random(using: &generator)
        lines += ends ? 1 : 0
        text += ends ? (Bool.random(using: &generator) ? "\r\n" : "\n") : ","
        expected += ends ? "\n" : ","
      }
      let end = Array(text.utf8).lastIndex(of: 0x0A).map { $0 + 1 }
      let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: 64)
      let made = unquote(bytes, text.utf8.count, way)
      #expect(
        made == Unquoted(text: Array(expected.utf8), marks: marks, newlines: lines, end: end ?? 0),
        "round \(round)")
      // A byte changed anywhere: the same word from all, whatever it is.
      guard text.utf8.count > 0 else { continue }
      var changed = bytes
      changed[Int.random(in: 0..<text.utf8.count, using: &generator)] =
        Array("\"\",\n\rx".utf8).randomElement(using: &generator)!
      #expect(
        unquote(changed, text.utf8.count, way) == unquote(changed, text.utf8.count, cscan_portable))
    }
  }
}
