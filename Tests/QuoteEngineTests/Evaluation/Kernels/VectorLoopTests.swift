import CVector
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Loops in C beside the same said plainly.
@Suite struct VectorLoopTests {
  @Test func bitsAreSpreadFromAnyPlace() {
    var generator = SeededGenerator(seed: 1)
    let words = (0..<12).map { _ in UInt64.random(in: 0...UInt64.max, using: &generator) }
    for first in 0..<140 {
      for count in [0, 1, 7, 63, 64, 65, 200, 12 * 64 - first] {
        var flags = [UInt8](repeating: 9, count: count + 64)
        unsafe cvector_spread_bits(words, first, count, &flags)
        let plain = (first..<first + count).map { UInt8(words[$0 / 64] >> UInt64($0 % 64) & 1) }
        #expect(Array(flags.prefix(count)) == plain, "\(count) from \(first)")
      }
    }
  }

  /// Bits before the first stay, those after the last are zero in the last word.
  @Test func givenCellsAreToldFromAnyPlace() {
    var generator = SeededGenerator(seed: 2)
    let bytes = ColumnBuffer<UInt8>(capacity: 4096)
    for first in [0, 1, 17, 63, 64, 100] {
      for count in [0, 1, 5, 63, 64, 65, 255, 256, 257, 700] {
        var marks: [UInt32] = [63]
        var lengths: [Int] = []
        for _ in 0..<count {
          lengths.append(Int.random(in: 0...3, using: &generator))
          marks.append(marks[marks.count - 1] + UInt32(lengths[lengths.count - 1]) + 1)
        }
        for emptyIsGiven in [false, true] {
          let before = UInt64.random(in: 0...UInt64.max, using: &generator)
          var bits = [UInt64](repeating: before, count: (first + count + 63) / 64 + 1)
          unsafe bits.withUnsafeMutableBufferPointer { given in
            let told = unsafe cvector_told(
              unread: nil, given: given.baseAddress, first: first,
              empty_is_given: emptyIsGiven ? 1 : 0)
            unsafe marks.withUnsafeBufferPointer { marks in
              let cells = unsafe cvector_cells(
                bytes: bytes.pointer, marks: marks.baseAddress, stride: 1, count: count, given: nil)
              unsafe cvector_tell_given(cells, told)
            }
          }
          func bit(_ place: Int) -> Bool { bits[place / 64] >> UInt64(place % 64) & 1 == 1 }
          let told = (0..<count).map { bit(first + $0) }
          #expect(told == lengths.map { $0 > 0 || emptyIsGiven }, "\(count) from \(first)")
          guard count > 0 else { continue }
          let word = first / 64 * 64
          #expect((word..<first).allSatisfy { bit($0) == (before >> UInt64($0 % 64) & 1 == 1) })
          let end = first + count
          #expect((end..<(end + 63) / 64 * 64).allSatisfy { !bit($0) })
        }
      }
    }
  }

  /// Small tables are held in registers, others are not.
  @Test(arguments: 1...140) func cellsAreTakenByPlace(_ cellCount: Int) {
    var generator = SeededGenerator(seed: UInt64(cellCount))
    let narrow = (0..<cellCount).map { _ in Int32.random(in: .min ... .max, using: &generator) }
    let wide = (0..<cellCount).map { _ in Int64.random(in: .min ... .max, using: &generator) }
    for count in [0, 1, 7, 8, 9, 15, 16, 17, 100] {
      let places = (0..<count).map { _ in
        Int32.random(in: 0..<Int32(cellCount), using: &generator)
      }
      var taken = [Int32](repeating: 7, count: count + 1)
      var takenWide = [Int64](repeating: 7, count: count + 1)
      unsafe cvector_take_32(narrow, cellCount, places, count, &taken)
      unsafe cvector_take_64(wide, cellCount, places, count, &takenWide)
      #expect(taken == places.map { narrow[Int($0)] } + [7])
      #expect(takenWide == places.map { wide[Int($0)] } + [7])
    }
  }

  @Test func placesOfCombinations() {
    var generator = SeededGenerator(seed: 8)
    for keys in 1...4 {
      let strides = (0..<keys).map { _ in Int32.random(in: 1...90, using: &generator) }
      var codes = (0..<keys * 50).map { _ in Int32.random(in: 0...9, using: &generator) }
      let plain = (0..<40).map { row in
        (0..<keys).reduce(Int32(0)) { $0 + codes[$1 * 50 + row] * strides[$1] }
      }
      unsafe codes.withUnsafeMutableBufferPointer {
        let base = $0.baseAddress!
        unsafe cvector_places(base, 50, strides, keys, 40, base)
      }
      #expect(Array(codes.prefix(40)) == plain)
    }
  }

  @Test func weekdaysOfFarDaysAreNotTold() {
    for day: Int64 in [0, 1, -1, 3, 4, 20_000, -719_162, (1 << 27) - 1, -(1 << 27)] {
      var weekday: Int64 = 0
      #expect(unsafe cvector_weekdays([day], 1, &weekday) == 1)
      #expect(weekday == DateKernels.weekday(day))
    }
    for day: Int64 in [1 << 40, -(1 << 40), .max, .min] {
      var weekdays: [Int64] = [0, 0]
      #expect(unsafe cvector_weekdays([5, day], 2, &weekdays) == 0)
    }
  }

  @Test func choicesAreComparedWithColumnsAndOne() {
    let (a, b): ([Int32], [Int32]) = ([1, 2, 3, -1, 2], [1, 3, 3, 2, 2])
    for same in [true, false] {
      for (aMoves, bMoves) in [(true, true), (true, false), (false, true), (false, false)] {
        var flags = [UInt8](repeating: 9, count: 5)
        unsafe cvector_compare_choices(
          same ? 1 : 0, a, aMoves ? 1 : 0, b, bMoves ? 1 : 0, &flags, 5)
        let plain = (0..<5).map { row -> UInt8 in
          (a[aMoves ? row : 0] == b[bMoves ? row : 0]) == same ? 1 : 0
        }
        #expect(flags == plain)
      }
    }
  }

  /// Columns of small amounts without signs, of small ones with signs, and of others.
  @Test(arguments: [
    0...999_999, 0...1_000_000, -99_999...99_999, -100_000...99_999, 0...99_999_999,
  ])
  func amountsArePrinted(_ range: ClosedRange<Int64>) {
    var generator = SeededGenerator(seed: 3)
    var amounts: [Int64] = [range.lowerBound, range.upperBound, 0, 5, 10, 99, 100, 999, 1000, 9999]
    for power: Int64 in [10_000, 99_999, 100_000, 999_999] where range.contains(power) {
      amounts.append(power)
    }
    for _ in 0..<5000 { amounts.append(Int64.random(in: range, using: &generator)) }
    var cells = [cvector_short](repeating: cvector_short(low: 0, high: 0), count: amounts.count)
    #expect(unsafe cvector_print_cents(amounts, amounts.count, 2, &cells) == 1)
    for (amount, cell) in Swift.zip(amounts, cells) {
      let size = amount.magnitude
      let text = "\(amount < 0 ? "-" : "")\(size / 100).\(size / 10 % 10)\(size % 10),"
      let bytes = (0..<Int(cell.high >> 56)).map {
        UInt8(truncatingIfNeeded: ($0 < 8 ? cell.low : cell.high) >> UInt64($0 % 8 * 8))
      }
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
  }
}
