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
  /// What says the same in other words, or goes with it: subtotals, reasons, the currency. They are
  /// looked at where the facts are the same.
  var details: [Fact] = []
  /// The booking, as `BookingRecordWriter` wrote it; nil where it could not be read.
  package var booking: String?

  /// In the order of the new quote, then what is no longer there. What comes again under one name
  /// is held against what did before, in its turn.
  package func differences(from old: QuoteFacts) -> [Difference] {
    let found = Self.differences(facts, from: old.facts)
    return found.isEmpty ? Self.differences(details, from: old.details) : found
  }

  private static func differences(_ facts: [Fact], from old: [Fact]) -> [Difference] {
    var before = Dictionary(grouping: old, by: \.name).mapValues { $0.map(\.value) }
    var found: [Difference] = []
    for fact in facts {
      let was = before[fact.name].flatMap(\.first)
      if was != nil { before[fact.name]?.removeFirst() }
      if let was, isSame(was, fact.value) { continue }
      found.append(Difference(name: fact.name, was: was, now: fact.value))
    }
    for fact in old where before[fact.name]?.isEmpty == false {
      found.append(Difference(name: fact.name, was: before[fact.name]?.removeFirst(), now: nil))
    }
    return found
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
    details.append(Fact("currency", explanation.currency.quotedAsJSON))
    for step in explanation.steps where step.applies {
      facts.append(
        Fact(step.name, step.kind == .subtotal ? step.running?.json ?? "null" : step.amount.json))
      details.append(Fact("\(step.name), subtotal", step.running?.json ?? "null"))
      let reasons = step.reasons.map(\.quotedAsJSON).joined(separator: ",")
      details.append(Fact("\(step.name), reasons", "[\(reasons)]"))
      for instance in step.instances where instance.applies {
        facts.append(Fact("\(step.name) \(instance.element)", instance.amount.json))
      }
    }
    facts.append(Fact("total", explanation.total.json))
    facts += explanation.outputs.map { Fact("outputs.\($0.name)", $0.json) }
  }
}
