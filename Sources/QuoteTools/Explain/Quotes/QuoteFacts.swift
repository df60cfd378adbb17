import QuoteEngine
import QuoteLanguage

/// What a quote came to: names and values, in the order in which they arise.
/// Two quotes are the same where these are.
package struct QuoteFacts: Hashable, Sendable {
  package struct Fact: Hashable, Sendable {
    /// `status`, `base`, `base items[0]`, `total`, `outputs.rate`.
    package var name: String
    /// The value as JSON.
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A fact that is not the same; nil where there is none.
  package struct Difference: Hashable, Sendable {
    package var name: String
    package var was: String?
    package var now: String?
  }

  package var key: String
  /// Number of the record in the input it came from.
  package var record: Int64
  package var facts: [Fact]
  /// The booking, as `BookingRecordWriter` wrote it; nil where it could not be read.
  package var booking: String?

  /// In the order of the new quote, then what is no longer there.
  package func differences(from old: QuoteFacts) -> [Difference] {
    let before = Dictionary(old.facts.map { ($0.name, $0.value) }) { first, _ in first }
    let after = Set(facts.map(\.name))
    return facts.compactMap { fact in
      let was = before[fact.name]
      if let was, Self.isSame(was, fact.value) { return nil }
      return Difference(name: fact.name, was: was, now: fact.value)
    }
      + old.facts.filter { !after.contains($0.name) }.map {
        Difference(name: $0.name, was: $0.value, now: nil)
      }
  }

  /// Whether two values of JSON are one: programs that rewrite a receipt write 3.00 as 3.0.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let a = Ratio(decimal: a), let b = Ratio(decimal: b) else { return false }
    return a == b
  }
}

extension QuoteFacts {
  init(_ explanation: Explanation) {
    key = explanation.key
    record = explanation.recordNumber
    booking = explanation.record
    facts = [Fact("status", explanation.status.rawValue.quotedAsJSON)]
    if !explanation.reason.isEmpty {
      facts.append(Fact("reason", explanation.reason.quotedAsJSON))
    }
    guard explanation.status == .quoted else { return }
    for step in explanation.steps where step.applies {
      facts.append(
        Fact(step.name, step.kind == .subtotal ? step.running?.json ?? "null" : step.amount.json))
      for instance in step.instances where instance.applies {
        facts.append(Fact("\(step.name) \(instance.element)", instance.amount.json))
      }
    }
    facts.append(Fact("total", explanation.total.json))
    facts += explanation.outputs.map { Fact("outputs.\($0.name)", $0.json) }
  }
}
