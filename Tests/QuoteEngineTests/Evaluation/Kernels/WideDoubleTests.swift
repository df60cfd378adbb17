import Testing

@testable import QuoteEngine

/// Numbers of 128 bits as doubles: what the standard library gives, without its cost.
@Suite struct WideDoubleTests {
  @Test func areTheNearest() {
    var random = SeededBytes(state: 91)
    func bits() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(random.next(256)) } }
    for _ in 0..<20_000 {
      let all = Int128(truncatingIfNeeded: UInt128(bits()) << 64 | UInt128(bits()))
      let value = all >> Int128(random.next(128))
      #expect(Double(nearest: value) == Double(value), "\(value)")
    }
  }

  @Test func halvesGoToEven() {
    for exponent in 53..<126 {
      let unit = Int128(1) << Int128(exponent - 53)
      for base in [Int128(1) << Int128(exponent), (Int128(1) << Int128(exponent)) + 2 * unit] {
        for value in [base, base + unit, base + unit + 1, base + unit - 1, base + 3 * unit] {
          #expect(Double(nearest: value) == Double(value), "\(value)")
          #expect(Double(nearest: -value) == Double(-value), "\(value)")
        }
      }
    }
    #expect(Double(nearest: .min) == Double(Int128.min))
    #expect(Double(nearest: .max) == Double(Int128.max))
  }
}
