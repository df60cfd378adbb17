import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// Machine code of loops held against the same steps a row at a time.
@Suite struct LoopProgramTests {
  /// Columns with bytes around them that nobody may touch.
  private struct Memory {
    private static let around = 64
    private static let untouched: UInt8 = 0x5A
    let columns: [LoopColumns]
    private let buffers: [ColumnBuffer<UInt8>]

    init(_ columns: [LoopColumns]) {
      self.columns = columns
      buffers = columns.map { column in
        let edge = [UInt8](repeating: Self.untouched, count: Self.around)
        let buffer = ColumnBuffer<UInt8>()
        for byte in edge + column.bytes + edge { buffer.append(byte) }
        return buffer
      }
    }

    func run(_ loop: CompiledLoop, rows: Int) {
      let pool = ColumnBuffer<UInt64>()
      for word in loop.program.pool.words { pool.append(word) }
      let places = unsafe ColumnBuffer<UnsafeMutableRawPointer?>()
      for buffer in buffers {
        unsafe places.append(UnsafeMutableRawPointer(buffer.pointer + Self.around))
      }
      unsafe loop.run(places.pointer, count: rows, pool: pool.pointer)
    }

    func column(_ index: Int) -> LoopColumns {
      var column = columns[index]
      for byte in column.bytes.indices { column.bytes[byte] = buffers[index][Self.around + byte] }
      return column
    }

    var isTouchedAround: Bool {
      buffers.contains { buffer in
        let end = buffer.count - Self.around
        return (Array(0..<Self.around) + Array(end..<buffer.count)).contains {
          buffer[$0] != Self.untouched
        }
      }
    }
  }

  @Test(arguments: LoopInstructions.here, 0..<400 as Range<UInt64>)
  func randomProgramsAgree(kind: LoopInstructions, seed: UInt64) throws {
    let rows = [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 40, 100][Int(seed % 12)]
    let random = RandomLoop(seed: seed, rows: rows)
    let loop = try #require(
      CompiledLoop(random.program, for: 0..<1, grain: .booking, by: kind))
    let memory = Memory(random.columns)
    memory.run(loop, rows: rows)
    var slow = ScalarLoop(random.program, random.columns)
    slow.run(rows: rows)
    #expect(!memory.isTouchedAround)
    for (index, expected) in slow.columns.enumerated() {
      let found = memory.column(index)
      for row in 0..<rows where !Self.same(found.cell(row), expected.cell(row), random, index) {
        let (fast, slowly) = (found.cell(row), expected.cell(row))
        Issue.record("\(kind), \(seed), column \(index), row \(row): \(fast), slowly \(slowly)")
        return
      }
    }
  }

  /// All that are no numbers are the same.
  private static func same(
    _ a: Int64, _ b: Int64, _ random: RandomLoop, _ column: Int
  ) -> Bool {
    if a == b { return true }
    let isDouble = random.program.steps.contains {
      if case .store(column, _, .doubles) = $0.step { true } else { false }
    }
    func isNone(_ cell: Int64) -> Bool { Double(bitPattern: UInt64(bitPattern: cell)).isNaN }
    return isDouble && isNone(a) && isNone(b)
  }

  /// A step that is never drawn would be tried by nothing.
  @Test func everyKindOfStepIsDrawn() throws {
    let path = "Sources/QuoteEngine/Evaluation/Loops/LoopProgram.swift"
    let text = try Repository.text(of: Repository.root.appending(path: path))
    let begin = try #require(text.firstRange(of: "  enum Step {\n")).upperBound
    let end = try #require(text[begin...].firstRange(of: "\n  }\n")).lowerBound
    let kinds = Set(text[begin..<end].matches(of: /case (\w+)\(/).map { String($0.1) })
    let drawn = (0..<150 as Range<UInt64>).flatMap { RandomLoop(seed: $0, rows: 1).program.steps }
    let names = Set(drawn.map { String("\($0.step)".prefix { $0 != "(" }) })
    #expect(names.count > 20)
    #expect(kinds.subtracting(names).sorted() == [])
  }

  /// Enough is alive at once that vectors and masks go to the stack.
  @Test func valuesGoToTheStackAndBack() {
    var program = LoopProgram()
    let values = (0..<40).map { _ in program.append(.broadcast(LoopPool.one), .narrow) }
    for value in values { program.append(.store(place: 0, .value(value), .choices)) }
    var vectors = LaneRegisters(0...31, LoopReads(program), firstSlot: 0, slotsApart: 1)
    var moves = [LaneRegisters.Move]()
    for (index, value) in values.enumerated() {
      _ = vectors.make(LoopReads.Piece(value), &moves)
      vectors.end(of: index)
    }
    #expect(moves.count == 8 && vectors.slots == 8)
    moves.removeAll()
    for (index, value) in values.enumerated() {
      _ = vectors.hold(LoopReads.Piece(value), &moves)
      vectors.end(of: values.count + index)
    }
    let reloads = moves.count { if case .reload = $0 { true } else { false } }
    #expect(reloads == 8 && moves.count == 8, "what is free by then is not given up for it")
  }

  // MARK: - Division

  /// Next to multiples, where a quotient that is not exact shows.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func quotientsAreExactUpToTheLimit(seed: UInt64) {
    var random = SampleRandom(seed: seed)
    for _ in 0..<20_000 {
      let divisor = 1 + Int64(random.next() >> (14 + UInt64(random.below(50))))
      let room = Int64(LoopDivision.limit) - 1 - divisor
      guard room > 0 else { continue }
      let multiple = Int64(random.next() % UInt64(room)) / divisor * divisor
      let reciprocal = LoopDivision.reciprocal(of: divisor)
      for n in [multiple - 1, multiple, multiple + 1, room - 1] where n >= 0 && n < room {
        #expect(Int64(Double(n) * reciprocal) == n / divisor, "\(n) by \(divisor)")
      }
    }
  }
}
