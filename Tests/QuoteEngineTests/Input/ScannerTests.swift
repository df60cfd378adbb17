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
}
