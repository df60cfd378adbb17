import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// `read as number` reads what `number(t)` reads, digit for digit.
@Suite struct LooseNumberTests {
  private static let perOne: Ratio = 1_000_000

  private static let schema = Reading.schema(
    [
      Reading.field(
        "x", .number, optional: true, step: 1 / perOne, conversions: [.readAsNumber])
    ], key: nil)

  @Test(arguments: LongRun.parts(seed: 29, short: 3000, long: 200_000))
  func bothReadersAreOne(part: LongRun.Part) throws {
    let texts =
      (DoubleTextTests.texts + ["1,000", "+-5", " 1,5", "0.0000001", "1000000.5", "1000000.00"]
      + DoubleTextTests.numberTexts(seed: part.seed, count: part.count))
      .filter { !$0.isEmpty && !$0.contains("\u{0}") }
    let buffer = ByteBuffer()
    for text in texts {
      buffer.append("{\"x\":")
      buffer.append(text: text, as: .json)
      buffer.append("}\n")
    }
    let read = try Reading.read(Self.schema, unsafe Array(buffer.bytes), .jsonl)
    #expect(read.count == texts.count)
    for (text, found) in zip(texts, read) {
      let isExpected = Self.expected(text).contains { found.hasPrefix($0) }
      #expect(isExpected, "\(text.debugDescription): \(found)")
    }
  }

  private static func expected(_ text: String) -> [String] {
    guard let double = PythonNumber.double(text) else {
      return ["!not-a-number@", "!number-with-comma@"]
    }
    guard double.isFinite else { return ["!out-of-range@"] }
    guard let ratio = try? PythonNumber.decimal(text)?.ratio(), (ratio * perOne).isFinite else {
      return [abs(double) > 1 ? "!out-of-range@" : "!too-fine@"]
    }
    let steps = ratio * perOne
    guard steps.isWhole else { return ["!too-fine@"] }
    let isInside = ratio >= -1_000_000 && ratio <= 1_000_000
    return [isInside ? "x=\(steps.numerator)" : "!out-of-range@"]
  }
}
