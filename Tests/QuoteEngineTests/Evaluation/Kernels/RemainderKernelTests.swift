import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What is left of a division, against what CPython's `%` says.
@Suite struct RemainderKernelTests {
  static let numbers: [Double] = [
    0, -0.0, 1, -1, 3, -3, 7, -7, 0.1, -0.1, 0.3, 2.5, -7.5, 1e-20, -1e-20, 1e17, -1e300,
    .leastNonzeroMagnitude,
    .infinity,
  ]

  @Test func doublesAreAsInPython() throws {
    let divisors = Self.numbers.filter { $0 != 0 }
    let pairs = divisors.flatMap { b in Self.numbers.filter(\.isFinite).map { ($0, b) } }
    let lines = pairs.map { "\($0.0) \($0.1)" }.joined(separator: "\n")
    let script = """
      import sys
      for line in sys.stdin:
        a, b = map(float, line.split())
        print((a % b).hex())
      """
    guard let answers = try Interpreter.python3.run(script, input: lines + "\n") else { return }
    try #require(answers.count == pairs.count)
    for (pair, answer) in zip(pairs, answers) {
      let rest = RemainderKernels.remainder(of: pair.0, by: pair.1)
      let wanted = try #require(Double(answer))
      #expect(rest == wanted && rest.sign == wanted.sign, "\(pair): \(rest), Python \(wanted)")
    }
  }

  @Test func wholeNumbersAreAsDefined() {
    let ends: [Int64] = [.min, .min + 1, .max, .max - 1]
    let numbers = ends + Array(-9...9)
    for a in numbers {
      for b in numbers where b != 0 {
        let rest = Int128(RemainderKernels.remainder(of: a, by: b))
        let wide = RemainderKernels.remainder(of: Int128(a), by: Int128(b))
        let isBetween = b > 0 ? rest >= 0 && rest < Int128(b) : rest <= 0 && rest > Int128(b)
        #expect(isBetween && (Int128(a) - rest) % Int128(b) == 0 && wide == rest, "\(a) mod \(b)")
      }
      #expect(RemainderKernels.remainder(of: a, by: 0) == 0)
    }
  }
}
