import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Amounts printed ahead are what the buffer would have written as JSON, or are not there.
@Suite struct PrintedAmountsTests {
  private static let count = 2000

  private let amounts = ColumnBuffer<Int64>()
  private let doubles = ColumnBuffer<Double>()
  private let given = ColumnBuffer<UInt8>()

  private func columns() -> [PrintedColumn] {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<Self.count {
      let bits = Int64.random(in: 34..<64, using: &generator)
      amounts.append(Int64.random(in: .min ... .max, using: &generator) >> bits)
      let odd = [0.1 + 0.2, -0.0, .infinity, .nan, 1e22, 7].randomElement(using: &generator)!
      let cents = Double(Int.random(in: -99_999...99_999, using: &generator)) / 100
      doubles.append(Bool.random(using: &generator) ? cents : odd)
      given.append(.random(in: 0...2, using: &generator))
    }
    return [
      PrintedColumn(amounts, form: .decimal(factor: 1, places: 2, minimum: 2)),
      PrintedColumn(amounts, form: .decimal(factor: 5, places: 0, minimum: 0), given: given),
      PrintedColumn(doubles, form: .double(.python)),
      PrintedColumn(doubles, form: .double(.javascript), given: given),
      PrintedColumn(amounts, form: .decimal(factor: 1, places: 4, minimum: 2)),
    ]
  }

  @Test func areWhatTheBufferWrites() {
    let columns = columns()
    let amounts = PrintedAmounts(columns: columns.count)
    for rows in [0..<1, 1..<130, 130..<1000, 1000..<1000, 700..<Self.count] {
      amounts.removeAll()
      var printed = 0
      for (index, column) in columns.enumerated() where column.hasAmounts {
        amounts.print(column, rows, of: index)
      }
      for (index, column) in columns.enumerated() {
        for row in 0..<Self.count {
          let (fast, slow) = (ByteBuffer(), ByteBuffer())
          guard amounts.append(index, row: row, to: fast) else { continue }
          printed += 1
          slow.append(column, row: row, as: .json)
          #expect(rows.contains(row))
          #expect(fast.string == slow.string, "column \(index)")
        }
      }
      #expect(printed >= rows.count)
    }
  }
}
