import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A quote as a customer may see it: labels and amounts that add up to the total, and the outputs
/// that have a label. Names, formulas, values of inputs and places are not in it.
package struct CustomerQuote: Sendable {
  package enum Outcome: Sendable {
    case priced(total: String)
    /// With the reason, where customers may see that.
    case declined(reason: String?)
    /// It could not be read or priced; what is wrong with it is for those who sent it.
    case unreadable
  }

  package struct Row: Sendable {
    package enum Kind: Sendable { case line, rest, subtotal }

    package var kind: Kind
    package var label: String
    package var amount: String
    /// How many labelled lines it is inside of.
    package var depth: Int
  }

  /// What money is called that has no label of its own.
  static let otherWord = "Other"
  /// What cents are called by which rounded lines miss their sum.
  static let roundingWord = "Rounding"

  package let key: String
  package let outcome: Outcome
  package private(set) var rows: [Row] = []
  /// Labels of outputs and their values.
  package private(set) var facts: [(label: String, value: String)] = []
  /// Names of lines with money and without a label, for those who write the rules.
  package private(set) var unlabelled: [String] = []

  package init(_ explanation: Explanation, minorDigits: Int) {
    key = explanation.key
    switch explanation.status {
    case .fault: outcome = .unreadable
    case .declined:
      outcome = .declined(reason: explanation.isReasonPublic ? explanation.reason : nil)
    case .quoted:
      let money = CustomerMoney(currency: explanation.currency, minorDigits: minorDigits)
      let total = money.amount(explanation.total)
      outcome = .priced(total: money.text(total))
      let entries = CustomerEntry.entries(explanation.steps[...], within: nil, money)
      var filler = CustomerRows(money: money)
      rows = filler.rows(of: entries, comingTo: total, depth: 0)
      unlabelled = filler.unlabelled
      facts = explanation.outputs.compactMap { output in
        guard let label = output.publicLabel, let value = output.value else { return nil }
        return (label, value)
      }
    }
  }
}

/// Money as customers read it: in whole minor units.
struct CustomerMoney {
  let currency: String
  let minorDigits: Int

  /// Rounded to the minor unit, ties away from zero.
  func amount(_ amount: ExplainedAmount) -> Ratio {
    let whole = Ratio(decimal: amount.json) ?? Ratio(nearest: amount.number, decimals: 9)
    let unit = Ratio(powerOfTen: -minorDigits)
    let steps = Ratio((whole.magnitude / unit + Ratio(1, 2)).floor ?? 0) * unit
    return whole.isNegative ? -steps : steps
  }

  func text(_ amount: Ratio) -> String {
    CurrencySign.amount(
      RecordedValue.padded(amount.description, minorDigits).withThousands, currency)
  }
}

/// A line, or what it is for one element, with what is inside of it.
struct CustomerEntry {
  var name: String
  var label: String?
  var isPublic: Bool
  var isSubtotal: Bool
  var amount: Ratio
  /// What is carried below it, where that is the booking's.
  var running: Ratio?
  var inside: [CustomerEntry] = []

  /// The entries of steps, which stand in the order of the waterfall; inside of an element only
  /// its own.
  static func entries(
    _ steps: ArraySlice<ExplainedStep>, within element: String?, _ money: CustomerMoney
  ) -> [CustomerEntry] {
    var found: [CustomerEntry] = []
    var rest = steps
    while let step = rest.popFirst() {
      let members = rest.prefix { $0.depth > step.depth }
      rest = rest.dropFirst(members.count)
      guard step.applies else { continue }
      func entry(_ label: String?, _ amount: ExplainedAmount) -> CustomerEntry {
        CustomerEntry(
          name: step.name, label: label.flatMap { $0.isEmpty ? nil : $0 },
          isPublic: step.isPublic, isSubtotal: step.kind == .subtotal,
          amount: money.amount(amount))
      }
      guard !step.instances.isEmpty else {
        var own = entry(step.label, step.amount)
        own.running = step.running.map(money.amount)
        own.inside = entries(members, within: element, money)
        found.append(own)
        continue
      }
      for instance in step.instances where instance.applies && instance.isWithin(element) {
        var own = entry(instance.label, instance.amount)
        own.inside = entries(members, within: instance.element, money)
        found.append(own)
      }
    }
    return found
  }
}

extension ExplainedInstance {
  fileprivate func isWithin(_ outer: String?) -> Bool {
    outer.map { element == $0 || element.hasPrefix($0 + ".") } ?? true
  }
}

/// Makes rows of entries: those that customers may see, and one for the money of the others
/// wherever the rows above have to come to an amount that is shown.
struct CustomerRows {
  let money: CustomerMoney
  private(set) var unlabelled: [String] = []

  init(money: CustomerMoney) { self.money = money }

  mutating func rows(
    of entries: [CustomerEntry], comingTo whole: Ratio, depth: Int
  ) -> [CustomerQuote.Row] {
    var made = Made(depth: depth)
    add(entries, to: &made)
    guard !made.rows.isEmpty else { return [] }
    close(at: whole, &made)
    return made.rows
  }

  private struct Made {
    let depth: Int
    var rows: [CustomerQuote.Row] = []
    /// What the rows come to so far.
    var sum = Ratio.zero
    var hasHidden = false
  }

  private mutating func add(_ entries: [CustomerEntry], to made: inout Made) {
    for entry in entries {
      if entry.isSubtotal {
        if entry.isPublic, made.depth == 0, let label = entry.label, let running = entry.running {
          if !entry.amount.isZero { made.hasHidden = true }
          close(at: running, &made)
          made.rows.append(row(.subtotal, label, amount: running, depth: made.depth))
        } else if !entry.amount.isZero {
          made.hasHidden = true
        }
      } else if entry.isPublic, let label = entry.label {
        made.rows.append(row(.line, label, amount: entry.amount, depth: made.depth))
        made.sum = made.sum + entry.amount
        made.rows += rows(of: entry.inside, comingTo: entry.amount, depth: made.depth + 1)
      } else if entry.isPublic, !entry.inside.isEmpty {
        add(entry.inside, to: &made)
      } else if !entry.amount.isZero {
        made.hasHidden = true
        if entry.isPublic, !unlabelled.contains(entry.name) { unlabelled.append(entry.name) }
      }
    }
  }

  /// A row for what the rows above lack.
  private func close(at whole: Ratio, _ made: inout Made) {
    let rest = whole - made.sum
    made.sum = whole
    defer { made.hasHidden = false }
    guard !rest.isZero else { return }
    let word = made.hasHidden ? CustomerQuote.otherWord : CustomerQuote.roundingWord
    made.rows.append(row(.rest, word, amount: rest, depth: made.depth))
  }

  private func row(
    _ kind: CustomerQuote.Row.Kind, _ label: String, amount: Ratio, depth: Int
  ) -> CustomerQuote.Row {
    CustomerQuote.Row(kind: kind, label: label, amount: money.text(amount), depth: depth)
  }
}
