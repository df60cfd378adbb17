import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// `first(x, by k)` and `last(x, by k)` against elements that are sorted.
@Suite struct OrderedElementTests {
  private struct Element {
    var price: Int?
    var key: Int?
    var counts: Bool

    var json: String {
      let given = [
        price.map { "\"price\":\($0)" }, key.map { "\"k\":\($0)" }, "\"counts\":\(counts)",
      ].compactMap { $0 }
      return "{\(given.joined(separator: ","))}"
    }
  }

  private static func rules(_ arithmetic: String) -> String {
    """
    schema: quote/1
    name: ordered
    currency: USD
    arithmetic: \(arithmetic)
    inputs:
      id: text, key
      items:
        each:
          price: optional money [$0..$100]
          k: optional number [-3..3] step 0.5
          counts: flag
    quote:
      - line: least
        amount: first(price, by k) default -$1
      - line: greatest
        amount: first(price, by -k) default -$1
      - line: last_least
        amount: last(price, by -k) default -$1
      - line: last_greatest
        amount: last(price, by k) default -$1
      - line: least_that_counts
        amount: first(price, by k where counts) default -$1
      - line: greatest_that_counts
        amount: last(price where counts, by k) default -$1

    """
  }

  /// Elements in the order of their keys, those of equal keys as given.
  private static func expected(_ all: [Element]) -> [Int] {
    func sorted(_ elements: [Element], _ sign: Int) -> [Int] {
      let keyed = elements.enumerated().compactMap { index, element in
        element.key.flatMap { key in
          element.price.map { (order: (sign * key, index), price: $0) }
        }
      }
      return keyed.sorted { $0.order < $1.order }.map(\.price)
    }
    let counting = all.filter(\.counts)
    return [
      sorted(all, 1).first, sorted(all, -1).first, sorted(all, -1).last, sorted(all, 1).last,
      sorted(counting, 1).first, sorted(counting, 1).last,
    ].map { $0 ?? -1 }
  }

  @Test(arguments: ["exact", "python", "javascript"])
  func areAsSorted(arithmetic: String) throws {
    var random = SampleRandom(seed: 11)
    let bookings = (0..<200).map { _ in
      (0..<random.below(7)).map { _ in
        Element(
          price: random.chance(1, in: 5) ? nil : random.below(100),
          key: random.chance(1, in: 5) ? nil : random.below(7) - 3,
          counts: random.chance(1, in: 2))
      }
    }
    let lines = bookings.enumerated().map { index, elements in
      "{\"id\":\"\(index)\",\"items\":[\(elements.map(\.json).joined(separator: ","))]}"
    }.joined(separator: "\n")
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.rules(arithmetic)]))
    let agreement = Agreement(pricer: pricer, seed: 1, bookings: 0, lines: lines)
    #expect(try agreement.differences().isEmpty)
    let parser = try pricer.schema.reader(of: lines, as: .jsonl).makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    let evaluator = pricer.makeEvaluator()
    var row = 0
    while try parser.read(into: batch) {
      let quotes = evaluator.price(batch, rows: 0..<batch.count)
      for at in 0..<batch.count {
        for (line, amount) in zip(quotes.schema.lines, Self.expected(bookings[row])) {
          let column = quotes.columns[line.sum]
          let found =
            arithmetic == "exact"
            ? (Ratio(column.integers[at]) * column.schema.scale).nearestDouble
            : column.doubles[at]
          #expect(found == Double(amount), "\(row), \(line.name)")
        }
        row += 1
      }
    }
    #expect(row == bookings.count)
  }
}
