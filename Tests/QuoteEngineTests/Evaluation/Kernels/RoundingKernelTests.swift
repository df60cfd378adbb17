import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct WholeDivisionTests {
  /// Rounds by the definition, on exact fractions.
  static func expected(_ x: Int128, _ m: Int128, _ d: Int128, _ mode: RoundingMode) -> Int128 {
    let value = Ratio(x) * Ratio(m, d)
    let floor = value.floor!
    let rest = value - Ratio(floor)
    if rest.isZero { return floor }
    let half = Ratio(1, 2)
    switch mode {
    case .halfUp: return rest > half || (rest == half && !value.isNegative) ? floor + 1 : floor
    case .halfDown:
      return rest > half || (rest == half && value.isNegative) ? floor + 1 : floor
    case .halfEven: return rest > half || (rest == half && floor % 2 != 0) ? floor + 1 : floor
    case .up: return floor + 1
    case .down: return floor
    case .towardsZero: return value.isNegative ? floor + 1 : floor
    case .awayFromZero: return value.isNegative ? floor : floor + 1
    }
  }

  static func run(_ cells: [Int64], _ division: WholeDivision) -> [Int64] {
    var result = [Int64](repeating: 0, count: cells.count)
    unsafe cells.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        unsafe division.run(source.baseAddress!, into: target.baseAddress!, count: source.count)
      }
    }
    return result
  }

  @Test(arguments: RoundingMode.allCases)
  func smallNumbersEveryOne(_ mode: RoundingMode) {
    for divisor: Int128 in [1, 2, 3, 4, 5, 7, 8, 10, 100, -10] {
      for multiplier: Int128 in [1, 3, -7] {
        let cells = (-60...60).map { Int64($0) }
        let division = WholeDivision(multiplier: multiplier, divisor: divisor, mode: mode)
        let found = Self.run(cells, division)
        let wanted = cells.map { Int64(Self.expected(Int128($0), multiplier, divisor, mode)) }
        #expect(found == wanted, "\(multiplier)/\(divisor)")
      }
    }
  }

  @Test(arguments: RoundingMode.allCases)
  func largeNumbersAtRandom(_ mode: RoundingMode) {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2000 {
      let divisor = Int128(
        Int64.random(in: 1...(Int64.max >> Int64.random(in: 0...62)), using: &random))
      let multiplier = Int128(Int64.random(in: -1000...1000, using: &random))
      let division = WholeDivision(multiplier: multiplier, divisor: divisor, mode: mode)
      let most = Int64.max / max(1, Int64(division.multiplier.magnitude))
      var cells = (0..<4).map { _ in Int64.random(in: -most...most, using: &random) }
      cells += [most, -most, most / 2, 0]
      // Halves exactly, where there are any.
      if division.multiplier == 1, division.divisor % 2 == 0, division.divisor < Int128(most / 8) {
        cells += [Int64(division.divisor / 2), -Int64(division.divisor / 2) * 3]
      }
      let found = Self.run(cells, division)
      #expect(found == cells.map { Int64(Self.expected(Int128($0), multiplier, divisor, mode)) })
    }
  }

  /// Cells that all fit the loop of 31 bits, and cells of which one just does not.
  @Test(arguments: RoundingMode.allCases)
  func numbersAroundTheNarrowestLoop(_ mode: RoundingMode) {
    var random = SeededGenerator(seed: 31)
    for round in 0..<3000 {
      let divisor = Int128(1 + Int64.random(in: 0...(1 << 29), using: &random) >> Int64(round % 30))
      let factor = 1 + Int64.random(in: 0...(1 << 29), using: &random) >> Int64(round % 29 + 1)
      let multiplier = Int128(round % 2 == 0 ? factor : -factor)
      let division = WholeDivision(multiplier: multiplier, divisor: divisor, mode: mode)
      let most = Int64(((1 << 31) - 1 - division.divisor) / Int128(division.multiplier.magnitude))
      let power = most > 0 ? Int64(1) << Int64(63 - most.leadingZeroBitCount) : 1
      var cells = (0..<9).map { _ in Int64.random(in: -power...power - 1, using: &random) }
      cells += [-power, power - 1, 0, Int64(division.divisor / 2), -Int64(division.divisor / 2)]
      if round % 7 == 0 { cells.append([power, -power - 1, most, -most][round % 4]) }
      let found = Self.run(cells, division)
      #expect(found == cells.map { Int64(Self.expected(Int128($0), multiplier, divisor, mode)) })
    }
  }

  @Test func wideNumbersGoThrough256Bits() {
    let third = WholeDivision(
      multiplier: Int128.max / 2, divisor: Int128.max / 2 - 1, mode: .halfUp)
    #expect(third.wide(1_000_000) == 1_000_000)
    #expect(third.wide(-1_000_000) == -1_000_000)
    let big: Int128 = 1 << 100
    #expect(WholeDivision(multiplier: big, divisor: big * 2, mode: .halfUp).wide(3) == 2)
    #expect(WholeDivision.divide(big, big, by: big, .down) == big)
    #expect(WholeDivision.divide(big, -big, by: big - 1, .halfUp) == -big - 1)
  }

  @Test func quotientsOfTwoColumns() {
    #expect(QuotientKernels.one(7, 2, multiplier: 1, divisor: 1, mode: .halfUp) == 4)
    #expect(QuotientKernels.one(-7, 2, multiplier: 1, divisor: 1, mode: .halfUp) == -4)
    #expect(QuotientKernels.one(7, -2, multiplier: 1, divisor: 1, mode: .down) == -4)
    #expect(QuotientKernels.one(7, 0, multiplier: 1, divisor: 1, mode: .halfUp) == 0)
    #expect(QuotientKernels.one(1, 3, multiplier: 1000, divisor: 10, mode: .up) == 34)
  }
}

@Suite struct BinaryKernelTests {
  static func python(_ cells: [Double], places: Int) -> [Double] {
    var result = [Double](repeating: 0, count: cells.count)
    unsafe cells.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        unsafe BinaryKernels.round(
          source.baseAddress!, into: target.baseAddress!, count: source.count, places: places,
          .python)
      }
    }
    return result
  }

  /// Ordinary amounts, halves and their neighbours, tiny, huge and odd values.
  static func cells(seed: UInt64, count: Int) -> [Double] {
    var random = SeededGenerator(seed: seed)
    var cells: [Double] = [
      0, -0.0, 0.5, 1.5, 2.5, -0.001, 0.005, 1.005, 2.675, 1e22, 1e300, .leastNonzeroMagnitude,
    ]
    cells += [
      4_503_599_627_370_495.5, 45_035_996_273_704.96, 0x1p51, 0x1p52, 0x1p53, 1e16, 15, 25, 50,
    ]
    while cells.count < count {
      let cents = Double(Int.random(in: -10_000_000...10_000_000, using: &random))
      let half = (cents + 0.5) / 100
      switch Int.random(in: 0...6, using: &random) {
      case 0: cells.append(half)
      case 1: cells.append(half.nextUp)
      case 2: cells.append(half.nextDown)
      case 3: cells.append(cents / 100 * Double.random(in: 0...2, using: &random))
      case 4: cells.append(Double(Int.random(in: -8000...8000, using: &random)) / 8)
      case 5: cells.append(Double(bitPattern: random.next()))
      default: cells.append(Double.random(in: -1e15...1e15, using: &random))
      }
    }
    return cells.filter(\.isFinite)
  }

  @Test(arguments: LongRun.parts(seed: 5, short: 6000, long: 10_000_000))
  func pythonItselfAgrees(part: LongRun.Part) throws {
    let cells = Self.cells(seed: part.seed, count: part.count)
    let places = [0, 1, 2, 3, 4, 7, 15, 22, 25, -1, -2, -3]
    let script = """
      import sys, struct
      for line in sys.stdin:
          x = struct.unpack('>d', bytes.fromhex(line.strip()))[0]
          row = []
          for n in \(places):
              try: row.append(struct.pack('>d', round(x, n)).hex())
              except OverflowError: row.append('over')
          row += [str(round(x)), str(int(x))] if abs(x) <= 2 ** 53 else ['large', 'large']
          print(' '.join(row))
      """
    let input = cells.map { hex($0) + "\n" }.joined()
    guard let answers = try Interpreter.python3.run(script, input: input) else { return }
    let found = places.map { Self.python(cells, places: $0) }
    var wrong = 0
    for (index, line) in answers.enumerated() {
      let fields = line.split(separator: " ")
      for (column, field) in fields.dropLast(2).enumerated() where field != "over" {
        if hex(found[column][index]) != field { wrong += 1 }
      }
      if fields.last != "large" {
        let wholes = [RoundingMode.halfEven, .towardsZero].map { mode in
          String(Int64(BinaryKernels.whole(cells[index], mode)))
        }
        if wholes != fields.suffix(2).map(String.init) { wrong += 1 }
      }
    }
    #expect(answers.count == cells.count)
    #expect(wrong == 0)
  }

  @Test(arguments: LongRun.parts(seed: 6, short: 6000, long: 10_000_000))
  func nodeItselfAgrees(part: LongRun.Part) throws {
    let cells = Self.cells(seed: part.seed, count: part.count)
    let script = """
      const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n')
      const out = []
      for (const line of lines) {
        const b = Buffer.from(line, 'hex'); const x = b.readDoubleBE(0)
        const row = []
        for (const s of [1, 100, 10000]) {
          const r = Buffer.alloc(8)
          r.writeDoubleBE(Math.round(x * s) / s)
          row.push(r.toString('hex'))
        }
        out.push(row.join(' '))
      }
      console.log(out.join('\\n'))
      """
    let input = cells.map { hex($0) + "\n" }.joined()
    guard let answers = try Interpreter.node.run(script, input: input) else { return }
    #expect(answers.count == cells.count)
    var wrong = 0
    for (cell, line) in zip(cells, answers) {
      let found = [0, 2, 4].map { hex(BinaryKernels.javascript(cell, places: $0)) }
      if line != found.joined(separator: " ") { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// Written down from CPython, for machines without it.
  @Test func knownRoundings() {
    let two: [(Double, Double)] = [
      (2.675, 2.67), (1.005, 1.0), (0.125, 0.12), (0.375, 0.38), (50.625, 50.62),
      (1153.125, 1153.12),
      (533.025, 533.02), (564.0749999999999, 564.07), (-0.001, -0.0), (1e16 + 2, 1e16 + 2),
      (45_035_996_273_704.96, 45_035_996_273_704.96), (-2.5, -2.5), (0.285, 0.28), (1.115, 1.11),
    ]
    for (x, wanted) in two {
      let found = BinaryKernels.python(x, places: 2)
      #expect(found == wanted && found.sign == wanted.sign, "round(\(x), 2)")
    }
    #expect(BinaryKernels.python(25, places: -1) == 20)
    #expect(BinaryKernels.python(35, places: -1) == 40)
    #expect(BinaryKernels.python(1e300, places: -299) == 1e300)
    #expect(BinaryKernels.python(.infinity, places: 2) == .infinity)
    #expect(BinaryKernels.python(.nan, places: 2).isNaN)
    #expect(Self.python([.nan, .infinity, 0.125], places: 2)[2] == 0.12)
  }

  @Test func javascriptRoundsHalvesUpwards() {
    #expect(BinaryKernels.mathRound(2.5) == 3)
    #expect(BinaryKernels.mathRound(-2.5) == -2)
    #expect(BinaryKernels.mathRound(0.49999999999999994) == 0)
    #expect(BinaryKernels.mathRound(-0.2).sign == .minus)
    #expect(BinaryKernels.mathRound(-0.5).sign == .minus)
  }

  @Test func directionsAndWholes() {
    #expect(BinaryKernels.scaled(1.001, 2, .up) == 1.01)
    #expect(BinaryKernels.scaled(-1.001, 2, .up) == -1.0)
    #expect(BinaryKernels.scaled(-1.001, 2, .down) == -1.01)
    #expect(BinaryKernels.scaled(123, -1, .up) == 130)
    #expect(BinaryKernels.whole(2.5, .halfDown) == 2)
    #expect(BinaryKernels.whole(-2.5, .halfUp) == -3)
    #expect(BinaryKernels.whole(2.9, .towardsZero) == 2)
    var result: [Int64] = [9, 9, 9]
    var given: [UInt8] = [9, 9, 9]
    unsafe BinaryKernels.whole(
      [1e16, -3.7, .nan], into: &result, given: &given, count: 3, .down, most: 0x1p53)
    #expect(result == [0, -4, 0])
    #expect(given == [0, 1, 0])
  }

  private func hex(_ x: Double) -> String {
    let digits = String(x.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
