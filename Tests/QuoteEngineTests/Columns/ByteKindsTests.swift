import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage

/// Bytes that are looked at many at a time are of the same kinds as one by one.
@Suite struct ByteKindsTests {
  /// What is said of a byte, by its character.
  private static func kind(of byte: UInt8) -> ByteKinds {
    guard 0x20..<0x7F ~= byte else { return .unseen }
    switch Character(UnicodeScalar(byte)) {
    case "0"..."9": return .digit
    case ".", "-": return .sign
    case ",": return .comma
    case " ": return .space
    case "A"..."Z", "$", "%", "'", "(", ")", "*", "+": return .amountMark
    case "\"": return .quote
    case "\\": return .backslash
    case _: return .other
    }
  }

  private static func found(in bytes: ArraySlice<UInt8>) -> ByteKinds {
    let buffer = ByteBuffer()
    buffer.append(Array(bytes))
    return ByteKinds(of: buffer.slice(0, buffer.count))
  }

  @Test func everyByteHasItsKind() {
    for byte in UInt8.min...UInt8.max {
      #expect(Self.found(in: [byte]) == Self.kind(of: byte), "\(byte)")
    }
    #expect(Self.found(in: []) == [])
  }

  /// Texts are of any length, and other bytes stand behind them.
  @Test func aTextHasTheKindsOfItsBytes() {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<4000 {
      let bytes = (0..<Int.random(in: 1...70, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0x20...0x7E, using: &random)
          : UInt8.random(in: .min ... .max, using: &random)
      }
      let buffer = ByteBuffer()
      buffer.append(bytes)
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = Int.random(in: start...min(bytes.count, start + 40), using: &random)
      let kinds = bytes[start..<end].reduce(into: ByteKinds()) { $0.formUnion(Self.kind(of: $1)) }
      #expect(ByteKinds(of: buffer.slice(start, end)) == kinds, "\(bytes[start..<end])")
    }
  }

  /// Cells of which something is told are looked at all in one go.
  @Test func manyCellsHaveTheKindsOfEach() {
    var random = SeededGenerator(seed: 41)
    let buffer = ByteBuffer()
    buffer.append((0..<6000).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) })
    let (complaints, kinds) = (ColumnBuffer<CellComplaint>(), ColumnBuffer<ByteKinds>())
    let kind = FaultTexts.Kind(field: 0, list: 0, source: -1, reason: .notANumber)
    var cells: [TextSlice] = []
    for row in 0..<700 {
      let start = Int.random(in: 0..<5900, using: &random)
      let count = Int.random(in: 0...TextSlice.mostShown, using: &random)
      cells.append(buffer.slice(start, start + count))
      complaints.append(
        CellComplaint(
          row: row, element: row, kind: kind, start: UInt32(start), end: UInt32(start + count)))
    }
    complaints.tellKinds(of: InputBytes(buffer.slice(0, buffer.count)), to: kinds)
    for (row, cell) in cells.enumerated() {
      #expect(kinds[row] == ByteKinds(of: cell), "\(cell.string)")
    }
  }

  @Test func aLookAtANumberSeesEachByte() {
    var random = SeededGenerator(seed: 42)
    let characters = Array("0123456789.-,+eE x".utf8)
    for _ in 0..<4000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        characters.randomElement(using: &random)!
      }
      var look: NumberLook = []
      for character in bytes.map({ Character(UnicodeScalar($0)) }) {
        if character.isNumber { look.insert(.digit) }
        if character == "," { look.insert(.comma) }
        if !"0123456789.-,".contains(character) { look.insert(.noFigure) }
        if !"0123456789.-+eE".contains(character) { look.insert(.noNumber) }
      }
      let buffer = ByteBuffer()
      buffer.append(bytes)
      #expect(NumberLook(of: buffer.slice(0, buffer.count)) == look, "\(buffer.string)")
    }
  }
}
