import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

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
  /// What says the same in other words, or goes with it: subtotals, reasons, labels, the currency,
  /// and all that is shown of a booking without a price. They are looked at where the facts are
  /// the same.
  var details: [Fact] = []
  /// The booking, as `BookingRecordWriter` wrote it; nil where it could not be read.
  package var booking: String?

  /// In the order of the new quote, then what is no longer there. What comes again under one name
  /// is held against what did before, in its turn.
  package func differences(from old: QuoteFacts) -> [Difference] {
    let found = Self.differences(facts, from: old.facts)
    guard found.isEmpty else { return found }
    return Self.differences([named] + details, from: [old.named] + old.details)
  }

  private var named: Fact { Fact("key", key.quotedAsJSON) }

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
    var amounts: [Fact] = []
    for step in explanation.steps { add(step, to: &amounts) }
    amounts.append(Fact("total", explanation.total.json))
    amounts += explanation.outputs.map { Fact("outputs.\($0.name)", $0.json) }
    if explanation.status == .quoted {
      details.append(Fact("currency", explanation.currency.quotedAsJSON))
    }
    add(amounts)
  }

  /// Amounts are what a quote came to, and no more than shown where there is no price.
  mutating func add(_ amounts: [Fact]) {
    if facts[0].value == "\"quoted\"" { facts += amounts } else { details += amounts }
  }

  private mutating func add(_ step: ExplainedStep, to amounts: inout [Fact]) {
    let isSubtotal = step.kind == .subtotal
    add(
      Row(
        name: step.name, kind: isSubtotal ? "subtotal" : "line", applies: step.applies,
        label: step.label?.quotedAsJSON, subtotal: step.running?.json,
        reasons: "[\(step.reasons.map(\.quotedAsJSON).joined(separator: ","))]"))
    if step.applies {
      amounts.append(
        Fact(step.name, isSubtotal ? step.running?.json ?? "null" : step.amount.json))
    }
    for instance in step.instances where instance.applies {
      let name = "\(step.name) \(instance.element)"
      amounts.append(Fact(name, instance.amount.json))
      details.append(Fact("\(name), label", instance.label?.quotedAsJSON ?? "null"))
    }
  }

  /// What stands beside the amount of a line; values are JSON.
  struct Row {
    var name: String
    var kind: String
    var applies: Bool
    var label: String?
    var subtotal: String?
    var reasons: String
  }

  mutating func add(_ row: Row) {
    details.append(Fact("\(row.name), kind", row.kind.quotedAsJSON))
    details.append(Fact("\(row.name), applies", "\(row.applies)"))
    guard row.applies else { return }
    details.append(Fact("\(row.name), label", row.label ?? "null"))
    details.append(Fact("\(row.name), subtotal", row.subtotal ?? "null"))
    details.append(Fact("\(row.name), reasons", row.reasons))
  }
}
